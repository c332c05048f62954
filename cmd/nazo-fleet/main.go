// Command nazo-fleet does what nazo does with many processes, on this machine or on many.
//
// It starts itself for each task, under the name nazo. Under that name it is nazo.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"
	"unicode"

	"nazo/internal/fleet"
	"nazo/internal/ui/command"
)

func main() {
	if isNazo(os.Args[0]) {
		named()
		command.Main()
		return
	}
	os.Exit(int(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)))
}

// nazoName is the name under which the executable is nazo.
const nazoName = "nazo"

// isNazo reports whether a program of that name is nazo.
func isNazo(program string) bool {
	return strings.TrimSuffix(filepath.Base(program), ".exe") == nazoName
}

// session has what all verbs share: the streams and the way out.
type session struct {
	in, out, errs *os.File
	ctx           context.Context // ends with an interrupt
	progress      *progressLine
	verb          string
	said          map[string]bool // notes that are printed only once
}

// run runs a command line and returns the exit status.
func run(args []string, in, out, errs *os.File) (status command.Status) {
	s := &session{in: in, out: out, errs: errs, progress: newProgressLine(errs), said: map[string]bool{}}
	s.ctx, _ = untilInterrupted(insists, func() { // listens to the end of the program
		s.note("interrupted again: ended without saving")
		os.Exit(killed)
	})
	defer func() {
		if r := recover(); r != nil {
			s.progress.end()
			fmt.Fprintf(errs, "nazo-fleet: this is a bug in nazo-fleet: %v\n\n%s\nPlease report it with this command: nazo-fleet %q\n", r, debug.Stack(), args)
			status = command.StatusBug
		}
	}()
	err := s.command(args)
	s.progress.end()
	return s.end(err)
}

// killed is the exit status after a second interrupt. Shells use it for a program that an interrupt killed.
const killed = 130

// note prints a note to standard error.
func (s *session) note(format string, args ...any) {
	s.progress.erase()
	fmt.Fprintln(s.errs, "nazo-fleet: "+plain(fmt.Sprintf(format, args...)))
}

// plain makes a text from others safe for a terminal. It replaces control characters except tabs and line ends.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// plainLine is plain for one line.
func plainLine(text string) string { return plain(strings.ReplaceAll(text, "\n", " ")) }

// log is note as a log function.
func (s *session) log(text string) { s.note("%s", text) }

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return command.Thousands(n) + " " + thing
}

// statuses explains the exit statuses to users.
const statuses = `Exit status: as of nazo, 0 solved or true, 1 no solution or false, 2 a mistake in the command, spec or instance, 3 a limit was reached or parts could not be done, 4 engines, judge or two results of a part disagree, 70 a bug.`

// ended is the end of a verb for a reason that is no mistake.
type ended struct {
	status command.Status
	text   string
}

// Error is the reason.
func (e ended) Error() string { return e.text }

// end prints the error of a verb, unless the verb has printed it, and returns the exit status.
func (s *session) end(err error) (status command.Status) {
	var known ended
	switch {
	case err == nil:
		return command.StatusTrue
	case errors.As(err, &status):
		return status
	case errors.As(err, &known):
		s.note("%s", known.text)
		return known.status
	case s.ctx.Err() != nil && errors.Is(err, context.Canceled):
		s.note("interrupted")
		return command.StatusLimit
	}
	s.note("%v", err)
	return command.StatusMistake
}

// insists is how long after the first interrupt another one ends the program at once. A process may get one signal
// twice: by itself and with its group.
const insists = time.Second

// untilInterrupted returns a context that ends with the first interrupt, and a function that stops listening. It
// calls again for each interrupt that comes that much later.
func untilInterrupted(later time.Duration, again func()) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	heard := make(chan os.Signal, 4)
	signal.Notify(heard, command.Interrupts()...)
	go func() {
		select {
		case <-heard:
		case <-ctx.Done():
			return
		}
		first := time.Now()
		cancel()
		for range heard {
			if time.Since(first) >= later {
				again()
			}
		}
	}()
	return ctx, func() {
		signal.Stop(heard)
		cancel()
	}
}

// build returns the build of this program. Workers take only jobs of their own build, since another may divide them
// elsewhere.
func build() (string, error) {
	hash := command.Build()
	if hash == "" {
		return "", errors.New("nazo-fleet can't read its own file, by which it knows its build")
	}
	return hash, nil
}

// versionCmd prints the version.
type versionCmd struct{}

// Declare implements [command.Declarer].
func (c *versionCmd) Declare(*command.Verb) {}

// Run prints the version, and the build by which workers and jobs know each other.
func (c *versionCmd) Run(s *session) error {
	text := "nazo-fleet of unknown version"
	if info, ok := debug.ReadBuildInfo(); ok {
		text = "nazo-fleet " + info.Main.Version
	}
	hash, err := build()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s, build %s\n", text, hash)
	return nil
}

// progressLine is one line on a terminal that says how far a job is, and how long it has run.
type progressLine struct {
	line  command.Line
	start time.Time
	mu    sync.Mutex
	text  string
}

func newProgressLine(errs *os.File) *progressLine {
	p := &progressLine{start: time.Now()}
	p.line.On(errs)
	return p
}

// since sets when the job began, by the clock of its submitter. It ignores a time in the future.
func (p *progressLine) since(begun time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if begun.Before(p.start) && !begun.IsZero() {
		p.start = begun
	}
}

// seen reports whether the line is shown.
func (p *progressLine) seen() bool { return p.line.To != nil }

// say sets the text. The first call begins to draw the line.
func (p *progressLine) say(text string) {
	p.mu.Lock()
	p.text = text
	p.mu.Unlock()
	p.line.Beat(p.now)
}

// now returns the line, or "" if it is too early for one.
func (p *progressLine) now() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	since := time.Since(p.start)
	if since < command.LineAfter {
		return ""
	}
	return fmt.Sprintf("%.1f s; %s", since.Seconds(), p.text)
}

// erase removes the line for other output. The line comes again.
func (p *progressLine) erase() { p.line.Erase() }

// end removes the line for good.
func (p *progressLine) end() { p.line.End() }

// stateLine says how far a job is: 12 of 64 parts done, 2 running, 1 lost; about 3 min left.
func stateLine(st fleet.State) string {
	parts := []string{fmt.Sprintf("%s of %s parts done", command.Thousands(st.Done), command.Thousands(st.Total))}
	for _, c := range []struct {
		n    int
		what string
	}{{st.Running, "running"}, {st.Lost, "lost"}, {st.Failed, "failed"}, {st.Aside, "set aside"}, {st.Divided, "divided"}} {
		if c.n > 0 {
			parts = append(parts, command.Thousands(c.n)+" "+c.what)
		}
	}
	line := strings.Join(parts, ", ")
	if st.Note != "" {
		line += "; " + plainLine(st.Note)
	}
	if st.Left > 0 && st.Note == "" && !st.Phase.Ended() {
		line += "; about " + roughTime(st.Left) + " left"
	}
	return line
}

// roughTime writes a time in one unit.
func roughTime(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "days"}, {time.Hour, "h"}, {time.Minute, "min"}} {
		if d >= 2*unit.of {
			return fmt.Sprintf("%d %s", int64((d+unit.of/2)/unit.of), unit.name)
		}
	}
	return fmt.Sprintf("%d s", max(1, int64((d+time.Second/2)/time.Second)))
}
