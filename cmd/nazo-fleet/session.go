package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"unicode"

	"nazo/internal/shell"
)

// session has what all verbs share: the streams, and the way out.
type session struct {
	in, out, errs *os.File
	ctx           context.Context // ends with an interrupt
	progress      *progressLine
	verb          string
	said          map[string]bool // notes that are said but once
}

// run runs a command line and returns the exit status.
func run(args []string, in, out, errs *os.File) (status shell.Status) {
	s := &session{in: in, out: out, errs: errs, progress: newProgressLine(errs), said: map[string]bool{}}
	s.ctx, _ = untilInterrupted(insists, func() { // up to the end of the program: the same interrupt may come twice
		s.note("interrupted again: ended without saving")
		os.Exit(killed)
	})
	defer func() {
		if r := recover(); r != nil {
			s.progress.end()
			fmt.Fprintf(errs, "nazo-fleet: this is a bug in nazo-fleet: %v\n\n%s\nPlease report it with this command: nazo-fleet %q\n", r, debug.Stack(), args)
			status = shell.Bug
		}
	}()
	err := s.command(args)
	s.progress.end()
	return s.end(err)
}

// killed is the exit status of a program that was interrupted again, as shells have it for one that an interrupt has killed.
const killed = 130

// note tells the user something on standard error.
func (s *session) note(format string, args ...any) {
	s.progress.erase()
	fmt.Fprintln(s.errs, "nazo-fleet: "+plain(fmt.Sprintf(format, args...)))
}

// plain is a text that may come from others as a terminal shows it: without control characters but tabs and ends of lines.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// plainLine is such a text in one line.
func plainLine(text string) string { return plain(strings.ReplaceAll(text, "\n", " ")) }

// log is note for what goes on elsewhere.
func (s *session) log(text string) { s.note("%s", text) }

// count is a number of things, in words.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return shell.Thousands(n) + " " + thing
}
