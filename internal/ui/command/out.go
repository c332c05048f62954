package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"sync"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"nazo/internal/atomicfile"
)

// outbox is standard output as the verbs see it. Text waits until it is flushed, so that a later mistake can still
// take it back.
type outbox struct {
	waiting bytes.Buffer
	to      io.Writer
	// ink begins colours. raw passes everything on as it is, for output that a program reads.
	ink string
	raw bool
	err error // the first error of writing; everything later is lost, too
	// late ends when nothing more of a long list is to be written. cut is true if some of it is missing.
	late context.Context
	cut  bool
}

// mostWaiting bounds the waiting bytes of a long list.
const mostWaiting = 64 << 10

// goesOn reports whether there is time for another entry of a long list. It flushes a long output, so a list of any
// length takes little memory.
func (o *outbox) goesOn() bool {
	if o.late != nil && o.late.Err() != nil {
		o.cut = true
		return false
	}
	if o.to != nil && o.waiting.Len() >= mostWaiting {
		o.Flush()
	}
	return true
}

// Write adds text that waits for the next flush. It never fails.
func (o *outbox) Write(text []byte) (int, error) { return o.waiting.Write(text) }

// WriteString is Write for a string.
func (o *outbox) WriteString(text string) { o.waiting.WriteString(text) }

// Flush writes what waits, and returns the first error that writing ever had.
func (o *outbox) Flush() error {
	if o.err == nil && o.waiting.Len() > 0 {
		text := o.waiting.Bytes()
		if !o.raw {
			text = Visible(text, o.ink)
		}
		_, o.err = o.to.Write(text)
	}
	o.waiting.Reset()
	return o.err
}

func (o *outbox) takeBack() { o.waiting.Reset() }

// visible passes on a text in its visible form. It is standard error as the verbs see it.
type visible struct {
	to  io.Writer
	ink string
}

// Write writes all.
func (v visible) Write(text []byte) (int, error) {
	_, err := v.to.Write(Visible(text, v.ink))
	return len(text), err
}

// forceFlag allows to replace files.
type forceFlag struct{ Force bool }

// Declare implements [Declarer].
func (f *forceFlag) Declare(v *Verb) { v.Flag(&f.Force, "force", "", "Write over files that exist.") }

// free returns an error if a file may not be written. It is called before the work.
func (f forceFlag) free(name string) error {
	if name == "" {
		return nil
	}
	return unwritten(atomicfile.Check(name, atomicfile.Options{Force: f.Force}))
}

// write writes a file, whole or not at all. It gives up a pipe that nobody reads when the time for output has ended.
func (f forceFlag) write(s *session, name, text string) error {
	s.writing.Lock() // abandon waits
	defer s.writing.Unlock()
	err := atomicfile.WriteText(name, text, atomicfile.Options{Force: f.Force, Until: s.late})
	if s.late.Err() != nil && errors.Is(err, context.Cause(s.late)) {
		return limited{s.stopReason() + ": nobody reads " + Shorten(name)}
	}
	return unwritten(err)
}

// longestWrite bounds the wait for a file that is being written when the program ends. A disk may be slow.
const longestWrite = 10 * time.Second

// awaitWrites waits until no file is being written.
func (s *session) awaitWrites() {
	done := make(chan struct{})
	go func() {
		s.writing.Lock()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(longestWrite):
	}
}

// unwritten says why a file was not written, and what to do. It keeps nil.
func unwritten(err error) error {
	var on *fs.PathError
	switch {
	case !errors.As(err, &on):
		return err
	case errors.Is(err, fs.ErrExist):
		return mistakef("%s exists: --force writes over it", Shorten(on.Path))
	case errors.Is(err, atomicfile.ErrNoFolder):
		return mistakef("there is no folder %s to write to", Shorten(on.Path))
	}
	return mistakef("%s can't be written: %v", Shorten(on.Path), on.Err)
}

// makeFolder makes a folder for files, and those above it.
func makeFolder(name string) error { return unwritten(os.MkdirAll(name, 0o777)) }

// newInk returns a secret that stands for ESC [ of colours between the program and its output. No text can contain
// it, so no text sets colours.
func newInk() string { return fmt.Sprintf("\x1b%016x[", rand.Uint64()) }

// pattern returns a pattern that is compiled when first needed, since most commands need none.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// colour matches the rest of a colour after the ink.
var colour = pattern(`^[0-9;]*m`)

// Visible makes a text safe for a terminal. Invisible characters, other than line breaks, tabs and blanks, become JSON
// escapes such as \u001b, so JSON stays valid. A byte that is not UTF-8 becomes U+FFFD. The ink becomes a colour.
func Visible(text []byte, ink string) []byte {
	if utf8.Valid(text) && !bytes.ContainsFunc(text, hidden) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		if rest, ok := bytes.CutPrefix(text, []byte(ink)); ok && ink != "" {
			if n := len(colour().Find(rest)); n > 0 {
				out, text = append(append(out, "\x1b["...), rest[:n]...), rest[n:]
				continue
			}
		}
		c, n := utf8.DecodeRune(text)
		switch {
		case !hidden(c):
			out = utf8.AppendRune(out, c)
		case c > 0xffff:
			high, low := utf16.EncodeRune(c)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, c)
		}
		text = text[n:]
	}
	return out
}

// hidden reports whether a terminal may do something else with a character than show it.
func hidden(c rune) bool {
	return c != '\n' && c != '\t' && !unicode.IsPrint(c) && !unicode.Is(unicode.Zs, c)
}
