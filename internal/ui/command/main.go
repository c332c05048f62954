// Package command is the command line of nazo, which solves, counts and checks
// puzzles that are written down in small text files.
//
// It wires the packages together: which spec, which instance, which engine,
// and how the answer is shown. It decides nothing about puzzles.
package command

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"nazo/internal/solve"
)

// Main runs the command line of the process and exits with the status. Some verbs start the executable again, under
// the same name ([os.Args] 0), with other arguments.
func Main() {
	TuneCollector()
	os.Exit(int(run(time.Now(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)))
}

// Run runs a command line within another program and returns the status. If time runs out or the user interrupts, it
// may call exit instead, which ends the program with the status.
func Run(args []string, in io.Reader, out, errs *os.File, exit func(status int)) int {
	s := newSession(time.Now(), in, out, errs)
	s.exit = exit
	return int(s.run(args))
}

// RunOwn is [Run] for a command line with --join whose parts were done by processes of this program on this machine.
// They have judged their answers, so RunOwn does not judge them again. It still notices damaged lines.
func RunOwn(args []string, in io.Reader, out, errs *os.File, exit func(status int)) int {
	s := newSession(time.Now(), in, out, errs)
	s.exit, s.own = exit, true
	return int(s.run(args))
}

func run(start time.Time, args []string, in io.Reader, out, errs *os.File) Status {
	return newSession(start, in, out, errs).run(args)
}

// run runs a command line, and ends the session.
func (s *session) run(args []string) (status Status) {
	defer func() { status = s.close(status) }()
	defer func() {
		if r := recover(); r != nil {
			s.progress.clear()
			stack := debug.Stack()
			if c, ok := r.(*solve.Crash); ok {
				r, stack = fmt.Sprintf("engine %s: %v", c.Engine, c.Value), c.Stack
			}
			fmt.Fprintf(s.errs, "nazo: this is a bug in nazo, not in your spec: %v\n\n%s\n"+
				"Please report it with the spec, the instance and this command: nazo %q\n", r, stack, args)
			status = StatusBug
		}
	}()
	return s.command(args)
}

// Interrupts are the signals that ask a program to end: from the keyboard, from a service manager, and from a closed
// terminal or connection.
func Interrupts() []os.Signal {
	out := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		out = append(out, syscall.SIGHUP)
	}
	return out
}

// IgnoreTerminal ignores the signals that a terminal sends to all its processes. The process that
// started this one handles them.
func IgnoreTerminal() { signal.Ignore(os.Interrupt, syscall.SIGHUP) }
