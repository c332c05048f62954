// Command nazo solves, counts and checks puzzles that are written down in small
// text files.
//
// It wires the packages together: which spec, which instance, which engine,
// and how the answer is shown. It decides nothing about puzzles.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"nazo/solve"
)

// Exit statuses.
const (
	statusTrue     = 0  // solved, or what was asked is true
	statusFalse    = 1  // no solution, or what was asked is false
	statusMistake  = 2  // the user's mistake: what was wrong is on standard error
	statusLimit    = 3  // a limit or an interrupt came before the answer
	statusDisagree = 4  // engines, or an engine and the judge, disagree
	statusBug      = 70 // the program is at fault
)

func main() {
	tuneCollector()
	os.Exit(run(time.Now(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program; it returns the exit status.
func run(start time.Time, args []string, in io.Reader, out, errs *os.File) (status int) {
	a := newApp(start, in, out, errs)
	defer func() { status = a.close(status) }()
	defer func() {
		if r := recover(); r != nil {
			a.progress.clear()
			stack := debug.Stack()
			if c, ok := r.(*solve.Crash); ok {
				r, stack = fmt.Sprintf("engine %s: %v", c.Engine, c.Value), c.Stack
			}
			fmt.Fprintf(errs, "nazo: this is a bug in nazo, not in your spec: %v\n\n%s\n"+
				"Please report it with the spec, the instance and this command: nazo %q\n", r, stack, args)
			status = statusBug
		}
	}()
	return a.command(args)
}
