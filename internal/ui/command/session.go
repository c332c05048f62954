package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// session is one run of a verb: its streams, its clock and its way out.
type session struct {
	start time.Time
	// question is the verb's flags that change what is asked.
	verb, question string
	in             io.Reader
	// inputTaken is true if standard input has no instance, but moves, an answer or the spec.
	inputTaken bool
	file       *os.File // what out writes to
	out        *outbox
	errs       io.Writer
	// Whether errs and out are terminals.
	errTerminal, outTerminal bool
	// checking is true if warnings about large rules are wanted.
	checking bool
	root     context.Context // ctx without the limit of time
	unlimit  func() bool     // cancels what happens when ctx ends
	ctx      context.Context
	stop     context.CancelFunc
	full     context.CancelCauseFunc // ends ctx for a reason
	late     context.Context         // for work on answers that have been found
	progress *progressLine
	// grace is how long the program waits for an orderly end after the context has ended. waiting says what for, or
	// is "" if nobody will notice.
	grace    time.Duration
	waiting  string
	own      bool // joined parts were done by this program, and are not judged again
	undrawn  bool // a limit came before a picture was drawn
	quiet    bool // print no notes
	written  renamings
	remarks  []string  // on the input, not yet printed
	warnings diag.List // of spec and instance, not yet printed

	once    sync.Once
	exit    func(status int) // ends the program
	partial func()           // prints what is known, if the program must end early
	left    bool             // the program is ending early
	mu      sync.Mutex
	writing sync.Mutex        // held while a file of the user is written
	streams map[string]string // texts of files that can be read only once
}

func newSession(start time.Time, in io.Reader, out, errs *os.File) *session {
	root, full := context.WithCancelCause(context.Background())
	ctx, stop := signal.NotifyContext(root, Interrupts()...)
	context.AfterFunc(ctx, stop) // a second interrupt kills
	s := &session{start: start, in: in, file: out, out: &outbox{to: out}, errs: errs, errTerminal: IsTerminal(errs), outTerminal: IsTerminal(out), ctx: ctx, root: ctx, stop: stop, full: full, late: ctx, grace: grace, exit: os.Exit}
	s.out.ink = newInk()
	s.errs = visible{to: errs}
	if s.errTerminal && os.Getenv("NO_COLOR") == "" {
		s.errs = visible{errs, s.out.ink}
	}
	s.progress = newProgressLine(errs, start)
	return s
}

// close writes the remaining output and returns the exit status. Output that can't be written is a mistake, whatever
// was found.
func (s *session) close(status Status) Status {
	s.progress.end()
	if s.out.cut {
		s.note("the rest is not shown: %s", s.stopReason())
	}
	if (s.undrawn || s.out.cut) && status < StatusMistake {
		status = StatusLimit
	}
	if err := s.out.Flush(); err != nil {
		fmt.Fprintln(s.errs, "nazo: the output is lost:", err)
		if status < StatusMistake || status == StatusLimit {
			return StatusMistake
		}
	}
	return status
}

// flush writes the waiting output.
func (s *session) flush() error {
	s.progress.clear()
	if s.out.Flush() != nil {
		return errUnwritten
	}
	return nil
}

// grace is how long the program waits for an orderly end after the time limit or an interrupt.
const grace = 90 * time.Millisecond

// limit ends the context after the time that the user allows, counted from the start of the program. Work that does
// not stop then is left: the program prints what is known and exits.
func (s *session) limit(allowed Period) {
	s.progress.within(s.start, time.Duration(allowed))
	if allowed > 0 {
		s.ctx, s.stop = context.WithDeadline(s.ctx, s.start.Add(time.Duration(allowed)))
	}
	s.late, _ = solve.Extended(s.ctx)
	s.out.late = s.late
	s.unlimit = context.AfterFunc(s.ctx, func() {
		time.Sleep(grace)
		if s.waiting != "" {
			s.note("%s: %s", s.stopReason(), s.waiting)
		}
		time.Sleep(s.grace - grace)
		s.abandon()
	})
}

// part returns a session for one of several questions, with its own time limit and output. When the limit ends, the
// program goes on.
func (s *session) part(allowed Period, out *outbox, errs io.Writer) *session {
	p := &session{start: time.Now(), verb: s.verb, question: s.question, in: s.in, inputTaken: true, file: s.file, out: out, errs: errs, root: s.root, full: s.full,
		progress: s.progress, grace: s.grace, quiet: true}
	var end context.CancelFunc
	if allowed > 0 {
		p.ctx, end = context.WithTimeout(s.root, time.Duration(allowed))
	} else {
		p.ctx, end = context.WithCancel(s.root)
	}
	p.progress.within(p.start, time.Duration(allowed))
	late, endLate := solve.Extended(p.ctx)
	out.late = late
	p.late, p.stop = late, func() { end(); endLate() }
	return p
}

// abandon prints what is known and ends the program, unless the answer has come.
func (s *session) abandon() {
	s.leave(func() {
		s.mu.Lock()
		partial := s.partial
		s.left = true
		s.mu.Unlock()
		s.progress.clear()
		if partial != nil {
			partial()
		}
		fmt.Fprintf(s.errs, "nazo: %s\n", s.stopReason())
		s.awaitWrites()
		s.exit(int(s.close(StatusLimit)))
	})
}

// leave runs the first end of the program that comes: an answer or the clock.
func (s *session) leave(end func()) { s.once.Do(end) }

// answered notes that the answer has come, so that the clock no longer matters and nothing is in progress.
func (s *session) answered() {
	s.leave(func() {})
	s.progress.clear()
}

// known sets the function that prints what is known.
func (s *session) known(print func()) {
	s.mu.Lock()
	s.partial = print
	s.mu.Unlock()
}

// tell prints the answer to one of several questions, unless the program is ending early.
func (s *session) tell(print func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left {
		return
	}
	s.partial = nil
	print()
}

// stopReason says why the context ended.
func (s *session) stopReason() string {
	if reason := model.Ended(s.ctx); reason.Kind != model.None {
		return reason.String()
	}
	return "interrupted"
}

// note tells the user something on standard error.
func (s *session) note(format string, args ...any) {
	if s.quiet {
		return
	}
	s.progress.erase()
	fmt.Fprintf(s.errs, "nazo: "+format+"\n", args...)
}

// notDrawn notes why a picture is missing. A limit is noted once.
func (s *session) notDrawn(err error) {
	limit := errors.As(err, new(*judge.Limit))
	if !limit || !s.undrawn {
		s.note("not drawn: %v", err)
	}
	s.undrawn = s.undrawn || limit
}

// worked prints the time and the work below an answer in text on a terminal.
func (s *session) worked(f formatFlag, work string) {
	if s.outTerminal && f.Format == "text" {
		fmt.Fprintf(s.out, "%s%s\n", seconds(time.Since(s.start)), work)
	}
}

// remark keeps a note on the input for warn.
func (s *session) remark(format string, args ...any) {
	s.remarks = append(s.remarks, fmt.Sprintf(format, args...))
}

// list writes diagnostics to standard error, in colours if it has some.
func (s *session) list(problems *diag.List) {
	ink := ""
	if v, ok := s.errs.(visible); ok {
		ink = v.ink
	}
	io.WriteString(s.errs, problems.Painted(ink))
}

// warn prints the collected remarks and warnings. It is called when nothing is wrong: a mistake is printed alone.
func (s *session) warn() {
	for _, text := range s.remarks {
		s.note("%s", text)
	}
	s.remarks = nil
	if s.warnings.Len() > 0 {
		s.progress.erase()
		s.list(&s.warnings)
	}
	s.warnings = diag.List{}
}
