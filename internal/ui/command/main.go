// Package command is the command line of nazo, which solves, counts and checks
// puzzles that are written down in small text files.
//
// It wires the packages together: which spec, which instance, which engine,
// and how the answer is shown. It decides nothing about puzzles.
package command

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/judge"
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

// statuses explains them to users.
const statuses = `Exit status: 0 solved or true, 1 no solution or false, 2 a mistake in the command, spec or instance, 3 a limit was reached, 4 engines or judge disagree, 70 a bug in nazo.`

// mistake is an error of the user.
type mistake struct{ text string }

// Error is the text of the mistake.
func (m mistake) Error() string { return m.text }

func mistakef(format string, args ...any) error { return mistake{fmt.Sprintf(format, args...)} }

// limited is the error of a limit that came before the answer.
type limited struct{ text string }

// Error says which limit it was.
func (l limited) Error() string { return l.text }

// errUnwritten ends a verb early because its output can't be written. close says why.
var errUnwritten = errors.New("the output is lost")

// end prints a verb's error, unless the verb has printed it, and returns the exit status. A mistake takes back the
// waiting output.
func (s *session) end(err error) (status Status) {
	var problems *diag.List
	switch {
	case err == nil:
		return StatusTrue
	case errors.As(err, &status):
		return status
	case errors.Is(err, errRehearsed):
		s.out.takeBack()
		return StatusTrue
	case errors.Is(err, errUnwritten):
		return StatusMistake
	}
	s.progress.clear()
	if errors.As(err, &problems) {
		s.list(problems)
	} else {
		fmt.Fprintln(s.errs, "nazo:", err)
	}
	if errors.As(err, new(limited)) || errors.As(err, new(*judge.Limit)) || problems != nil && hasCode(problems, "limit-time") {
		return StatusLimit
	}
	s.out.takeBack()
	return StatusMistake
}

func hasCode(problems *diag.List, code string) bool {
	return slices.ContainsFunc(problems.All(), func(d *diag.Diagnostic) bool { return d.Code == code })
}

// Status is the exit status of the program. A verb returns it as an error if it has printed everything itself.
type Status int

// The statuses.
const (
	StatusTrue     Status = 0  // solved, or what was asked is true
	StatusFalse    Status = 1  // no solution, or what was asked is false
	StatusMistake  Status = 2  // the user's mistake: what was wrong is on standard error
	StatusLimit    Status = 3  // a limit or an interrupt came before the answer
	StatusDisagree Status = 4  // engines, or an engine and the judge, or two results of one part, disagree
	StatusBug      Status = 70 // the program is at fault
)

// Error is the text for callers that only print errors.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// itself is the executable of this process on Linux, even if another file has its name now.
const itself = "/proc/self/exe"

// Executable is the file of this program, to be started or read.
func Executable() (string, error) {
	if _, err := os.Stat(itself); err == nil {
		return itself, nil
	}
	return os.Executable()
}

// Go's linker writes a build ID near the beginning of the file. It stands between a mark and a quote. In ELF files it
// may stand after a note instead.
const (
	near = 64 << 10
	mark = "\xff Go build ID: \""
	note = "\x04\x00\x00\x00Go\x00\x00"
)

// linkerName returns the build ID in the beginning of an executable, or nil.
func linkerName(head []byte) []byte {
	if _, rest, ok := bytes.Cut(head, []byte(mark)); ok {
		name, _, _ := bytes.Cut(rest, []byte(`"`))
		return name
	}
	at := bytes.Index(head, []byte(note))
	if at < 4 {
		return nil
	}
	begin := at + len(note)
	size := binary.LittleEndian.Uint32(head[at-4:])
	if uint64(size) > uint64(len(head)-begin) {
		return nil
	}
	return head[begin : begin+int(size)]
}

// Build returns a hash of what this executable was built from: of the linker's build ID, or else of the whole file.
// It is "" if the file can't be read.
func Build() string {
	name, err := Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, near)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return ""
	}
	sum := sha256.New()
	if name := linkerName(head[:n]); len(name) > 0 {
		sum.Write(name)
	} else {
		sum.Write(head[:n])
		if _, err := io.Copy(sum, f); err != nil {
			return ""
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
