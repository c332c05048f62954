// Package command is the command line of nazo, which solves, counts and checks
// puzzles that are written down in small text files.
//
// It wires the packages together: which spec, which instance, which engine,
// and how the answer is shown. It decides nothing about puzzles.
package command

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// Main is the whole program: it runs the command line of the process and exits with the status.
// Some of its verbs start the executable again, under the same name ([os.Args] 0), with other arguments.
func Main() {
	TuneCollector()
	os.Exit(int(run(time.Now(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)))
}

// Run runs a command line within another program, and returns the status. One that has to be left before its end, as
// its time is up or it is interrupted, calls exit instead, which ends the program with that status.
func Run(args []string, in io.Reader, out, errs *os.File, exit func(status int)) int {
	s := newSession(time.Now(), in, out, errs)
	s.exit = exit
	return int(s.run(args))
}

// RunOwn is [Run] for a command line with --join, if the parts were done by processes of this very program on this machine: these judged what they
// found, and it is not judged once more. What was damaged on its way is noticed all the same.
func RunOwn(args []string, in io.Reader, out, errs *os.File, exit func(status int)) int {
	s := newSession(time.Now(), in, out, errs)
	s.exit, s.own = exit, true
	return int(s.run(args))
}

// run runs a command line; it returns the exit status.
func run(start time.Time, args []string, in io.Reader, out, errs *os.File) exitStatus {
	return newSession(start, in, out, errs).run(args)
}

// run runs the command line of a session, and ends the session.
func (s *session) run(args []string) (status exitStatus) {
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
			status = statusBug
		}
	}()
	return s.command(args)
}

// session has the things that all commands share: the streams, the clock and the way out.
type session struct {
	start time.Time
	// verb and question are what it asks: question has the flags that make another question of one.
	verb, question string
	in             io.Reader
	// inputTaken is true if what comes on standard input is no instance: moves, an answer, the spec.
	inputTaken bool
	file       *os.File // what out writes to
	out        *outbox
	errs       io.Writer
	// errTerminal is true if people see what is written to errs as it comes.
	errTerminal bool
	// checking is true if mistakes are looked for, and large rules told of.
	checking bool
	root     context.Context // ctx without the limit of time
	unlimit  func() bool     // forgets what is to be done when ctx ends
	ctx      context.Context
	stop     context.CancelFunc
	full     context.CancelCauseFunc // ends ctx for a reason
	late     context.Context         // of what is made of answers that have been found
	// outTerminal is the same of out.
	outTerminal bool
	progress    *progressLine
	// grace is how long after the end of the context the program waits for its orderly
	// end, and waiting says for what; "" if nobody will notice.
	grace    time.Duration
	waiting  string
	own      bool              // parts that are joined were done here, and are not judged again
	undrawn  bool              // a limit came before a picture
	quiet    bool              // notes are for nobody
	written  map[string]string // what the user calls files that lie elsewhere, and folders, if it is another name
	remarks  []string          // on what was read, not yet printed
	warnings diag.List         // of spec and instance, not yet printed

	once    sync.Once
	exit    func(status int) // ends the program
	partial func()           // prints what is known, should the program have to be left
	mu      sync.Mutex
	writing sync.Mutex        // held while a file of the user is written
	streams map[string]string // what was read of files that can be read but once
}

func newSession(start time.Time, in io.Reader, out, errs *os.File) *session {
	root, full := context.WithCancelCause(context.Background())
	ctx, stop := signal.NotifyContext(root, Interrupts()...)
	context.AfterFunc(ctx, stop) // a second interrupt kills
	s := &session{start: start, in: in, file: out, out: &outbox{to: out}, errs: errs, errTerminal: IsTerminal(errs), outTerminal: IsTerminal(out), ctx: ctx, root: ctx, stop: stop, full: full, late: ctx, grace: grace, exit: os.Exit}
	s.out.ink = newInk()
	if s.errTerminal && os.Getenv("NO_COLOR") == "" {
		s.errs = visible{errs, s.out.ink}
	} else {
		s.errs = visible{errs, ""}
	}
	s.progress = newProgressLine(errs, start)
	return s
}

// close writes what is left of the output and returns the exit status: that of
// a command whose output nobody gets is a failure, whatever it found out.
func (s *session) close(status exitStatus) exitStatus {
	s.progress.end()
	if s.out.cut {
		s.note("the rest is not shown: %s", s.stopReason())
	}
	if (s.undrawn || s.out.cut) && status < statusMistake {
		status = statusLimit
	}
	if err := s.out.Flush(); err != nil {
		fmt.Fprintln(s.errs, "nazo: the output is lost:", err)
		if status < statusMistake || status == statusLimit {
			return statusMistake
		}
	}
	return status
}

// flush writes the output as far as it has come.
func (s *session) flush() error {
	s.progress.clear()
	if s.out.Flush() != nil {
		return errUnwritten
	}
	return nil
}

// grace is how long after the time limit, or an interrupt, the program waits
// for an orderly end before it leaves with what is known.
const grace = 90 * time.Millisecond

// limit ends the context after the time that the user allows, counted from the
// start of the program. Whatever doesn't heed the context is left behind: the
// program then prints what is known and exits.
func (s *session) limit(allowed period) {
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

// lift forgets the limit of time: each of several questions has a clock of its own.
func (s *session) lift() {
	s.unlimit()
	s.ctx = s.root
	s.limit(0)
}

// part is a session for one of several questions, with a clock of its own. When that strikes the question is left, and the
// program goes on; what it prints goes to out and errs.
func (s *session) part(allowed period, out *outbox, errs io.Writer) *session {
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

// abandon prints what is known and ends the program for its limit, unless the answer is there.
func (s *session) abandon() {
	s.leave(func() {
		s.mu.Lock()
		partial := s.partial
		s.mu.Unlock()
		s.progress.clear()
		if partial != nil {
			partial()
		}
		fmt.Fprintf(s.errs, "nazo: %s\n", s.stopReason())
		s.awaitWrites()
		s.exit(int(s.close(statusLimit)))
	})
}

// leave runs the first end of the program that comes: an answer or the clock.
func (s *session) leave(end func()) { s.once.Do(end) }

// answered notes that the answer has come and is being printed, so that the
// clock no longer matters.
func (s *session) answered() { s.leave(func() {}) }

// known sets how to print what is known.
func (s *session) known(print func()) {
	s.mu.Lock()
	s.partial = print
	s.mu.Unlock()
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

// notDrawn tells why a picture is missing, once if a limit is why.
func (s *session) notDrawn(err error) {
	limit := errors.As(err, new(*judge.Limit))
	if !limit || !s.undrawn {
		s.note("not drawn: %v", err)
	}
	s.undrawn = s.undrawn || limit
}

// worked says below an answer in text how long it took, and how much work it was, to whoever reads it as it comes.
func (s *session) worked(f formatFlag, work string) {
	if s.outTerminal && f.Format == "text" {
		fmt.Fprintf(s.out, "%s%s\n", seconds(time.Since(s.start)), work)
	}
}

// remark keeps what a user may want to know of the input, for warn to tell.
func (s *session) remark(format string, args ...any) {
	s.remarks = append(s.remarks, fmt.Sprintf(format, args...))
}

// list writes diagnostics to standard error, in colours if that has some.
func (s *session) list(problems *diag.List) {
	ink := ""
	if v, ok := s.errs.(visible); ok {
		ink = v.ink
	}
	io.WriteString(s.errs, problems.Painted(ink))
}

// warn prints the remarks and warnings that were collected, if there are any.
// It is called when nothing is wrong: a mistake is printed with nothing before it.
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

// exitStatus is how the program ends, its exit code. It is an error, too: with one a verb ends that has
// said all there is to say.
type exitStatus = Status

const (
	statusTrue     = True
	statusFalse    = False
	statusMistake  = Mistake
	statusLimit    = Limit
	statusDisagree = Disagree
	statusBug      = Bug
)

// statuses explains them to users.
const statuses = `Exit status: 0 solved or true, 1 no solution or false, 2 a mistake in the command, spec or instance, 3 a limit was reached, 4 engines or judge disagree, 70 a bug in nazo.`

// mistake is an error of the user's.
type mistake struct{ text string }

// Error is the text of the mistake.
func (m mistake) Error() string { return m.text }

func mistakef(format string, args ...any) error { return mistake{fmt.Sprintf(format, args...)} }

// limited is the end of a limit before there is an answer.
type limited struct{ text string }

// Error says which limit it was.
func (l limited) Error() string { return l.text }

// errUnwritten ends a verb early whose output can't be written; close says why.
var errUnwritten = errors.New("the output is lost")

// end prints what a verb ended with, unless it has said so itself, and returns the exit
// status. For a mistake there is nothing on standard output: what was to be printed
// there is taken back.
func (s *session) end(err error) exitStatus {
	var status exitStatus
	var problems *diag.List
	switch {
	case err == nil:
		return statusTrue
	case errors.As(err, &status):
		return status
	case errors.Is(err, errRehearsed):
		s.out.takeBack()
		return statusTrue
	case errors.Is(err, errUnwritten):
		return statusMistake
	}
	s.progress.clear()
	if errors.As(err, &problems) {
		s.list(problems)
	} else {
		fmt.Fprintln(s.errs, "nazo:", err)
	}
	if errors.As(err, new(limited)) || errors.As(err, new(*judge.Limit)) || problems != nil && hasCode(problems, "limit-time") {
		return statusLimit
	}
	s.out.takeBack()
	return statusMistake
}

// hasCode reports whether a diagnostic of that code is in the list.
func hasCode(problems *diag.List, code string) bool {
	for _, d := range problems.All() {
		if d.Code == code {
			return true
		}
	}
	return false
}

// Status is how a program ends, its exit code. It is an error, too: with one a verb ends that has said all there is to say.
type Status int

// The statuses.
const (
	True     Status = 0  // solved, or what was asked is true
	False    Status = 1  // no solution, or what was asked is false
	Mistake  Status = 2  // the user's mistake: what was wrong is on standard error
	Limit    Status = 3  // a limit or an interrupt came before the answer
	Disagree Status = 4  // engines, or an engine and the judge, or two results of one part, disagree
	Bug      Status = 70 // the program is at fault
)

// Error is for those who don't look at the status.
func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Interrupts are what asks a program to end: from the keyboard, by whoever ends services, and by a terminal or connection that is closed.
func Interrupts() []os.Signal {
	out := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		out = append(out, syscall.SIGHUP)
	}
	return out
}

// IgnoreTerminal leaves what a terminal sends to all of its processes to the one that started this one.
func IgnoreTerminal() { signal.Ignore(os.Interrupt, syscall.SIGHUP) }

// itself is, on Linux, the executable of this process, also when another has taken its name since.
const itself = "/proc/self/exe"

// Executable is the file of this program, to be started or read.
func Executable() (string, error) {
	if _, err := os.Stat(itself); err == nil {
		return itself, nil
	}
	return os.Executable()
}

// Go's linker writes a name for what it has built near the beginning of the file: between a mark and a quote, or in files of ELF in a note
// (of type 4, behind its size).
const (
	near = 64 << 10
	mark = "\xff Go build ID: \""
	note = "\x04\x00\x00\x00Go\x00\x00"
)

// linkerName is that name in the beginning of an executable; nil if it has none.
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

// Build is a hash of what this executable was built from: of the linker's name for it, or else of the whole file; "" if that can't be read.
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
