package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"nazo/dsl/diag"
)

// app is what all commands share: the streams, the clock and the way out.
type app struct {
	start    time.Time
	in       io.Reader
	file     *os.File // what out writes to
	out      *outbox
	errs     *os.File
	ctx      context.Context
	stop     context.CancelFunc
	progress *progress
	colorErr bool
	deal     int64 // the seed of what is shuffled
	// movesOnly asks for runs without the states between the moves.
	movesOnly bool
	// grace is how long after the end of the context the program waits for its orderly
	// end, and waiting says for what; "" if that takes no time.
	grace    time.Duration
	waiting  string
	remarks  []string  // on what was read, not yet printed
	warnings diag.List // of spec and instance, not yet printed

	once    sync.Once
	partial func() // prints what is known, should the program have to be left
	mu      sync.Mutex
}

func newApp(start time.Time, in io.Reader, out, errs *os.File) *app {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt kills
	a := &app{start: start, in: in, file: out, out: &outbox{to: out}, errs: errs, ctx: ctx, stop: stop, grace: grace}
	a.colorErr = isTerminal(errs) && os.Getenv("NO_COLOR") == ""
	a.progress = newProgress(errs)
	return a
}

// close writes what is left of the output and returns the exit status: that of
// a command whose output nobody gets is a failure, whatever it found out.
func (a *app) close(status int) int {
	a.progress.clear()
	if err := a.out.Flush(); err != nil {
		fmt.Fprintln(a.errs, "nazo: the output is lost:", err)
		if status < statusMistake || status == statusLimit {
			return statusMistake
		}
	}
	return status
}

// errUnwritten ends a command early whose output can't be written; close says why.
var errUnwritten = errors.New("the output is lost")

// flush writes the output as far as it has come.
func (a *app) flush() error {
	if a.out.Flush() != nil {
		return errUnwritten
	}
	return nil
}

// isTerminal tells whether a person reads what is written to f.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// grace is how long after the time limit, or an interrupt, the program waits
// for an orderly end before it leaves with what is known.
const grace = 90 * time.Millisecond

// limit ends the context after the time that the user allows, counted from the
// start of the program. Whatever doesn't heed the context is left behind: the
// program then prints what is known and exits.
func (a *app) limit(allowed period) {
	if allowed > 0 {
		a.ctx, a.stop = context.WithDeadline(a.ctx, a.start.Add(time.Duration(allowed)))
	}
	context.AfterFunc(a.ctx, func() {
		time.Sleep(grace)
		if a.waiting != "" {
			a.note("%s: %s", a.stopReason(), a.waiting)
			time.Sleep(a.grace - grace)
		}
		a.leave(func() {
			a.mu.Lock()
			partial := a.partial
			a.mu.Unlock()
			a.progress.clear()
			if partial != nil {
				partial()
			}
			fmt.Fprintf(a.errs, "nazo: %s\n", a.stopReason())
			os.Exit(a.close(statusLimit))
		})
	})
}

// leave runs the first end of the program that comes: an answer or the clock.
func (a *app) leave(end func()) { a.once.Do(end) }

// answered says that the answer has come and is being printed, so that the
// clock no longer matters.
func (a *app) answered() { a.leave(func() {}) }

// known sets how to print what is known.
func (a *app) known(print func()) {
	a.mu.Lock()
	a.partial = print
	a.mu.Unlock()
}

// stopReason says why the context ended.
func (a *app) stopReason() string {
	if errors.Is(a.ctx.Err(), context.DeadlineExceeded) {
		return "time limit"
	}
	return "interrupted"
}

// mistake is an error of the user's: exit status 2.
type mistake struct{ text string }

// Error is the text of the mistake.
func (m mistake) Error() string { return m.text }

func mistakef(format string, args ...any) error { return mistake{fmt.Sprintf(format, args...)} }

// limited is the end of a limit before there is an answer: exit status 3.
type limited struct{ text string }

// Error says which limit it was.
func (l limited) Error() string { return l.text }

// fail prints an error and returns its exit status. For a mistake there is nothing on
// standard output: what was to be printed there is taken back.
func (a *app) fail(err error) int {
	a.progress.clear()
	if errors.Is(err, errUnwritten) {
		return statusMistake
	}
	var problems *diag.List
	if errors.As(err, &problems) {
		fmt.Fprint(a.errs, problems.Text(a.colorErr))
		if hasCode(problems, "limit-time") {
			return statusLimit
		}
		a.out.takeBack()
		return statusMistake
	}
	fmt.Fprintln(a.errs, "nazo:", err)
	if errors.As(err, new(limited)) {
		return statusLimit
	}
	a.out.takeBack()
	return statusMistake
}

// note tells the user something on standard error.
func (a *app) note(format string, args ...any) {
	a.progress.clear()
	fmt.Fprintf(a.errs, "nazo: "+format+"\n", args...)
}

// remark keeps what a user may want to know of the input, for warn to tell.
func (a *app) remark(format string, args ...any) {
	a.remarks = append(a.remarks, fmt.Sprintf(format, args...))
}

// warn prints the remarks and warnings that were collected, if there are any.
// It is called when nothing is wrong: a mistake is told with nothing before it.
func (a *app) warn() {
	for _, text := range a.remarks {
		a.note("%s", text)
	}
	a.remarks = nil
	if a.warnings.Len() > 0 {
		a.progress.clear()
		fmt.Fprint(a.errs, a.warnings.Text(a.colorErr))
	}
	a.warnings = diag.List{}
}
