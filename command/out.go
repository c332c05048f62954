package command

import (
	"bytes"
	"context"
	"io"

	"nazo/internal/shell"
)

// outbox is standard output as the commands see it: what is written waits until it is
// flushed, however much it is, so that a mistake that is found later can still take it
// back.
type outbox struct {
	waiting bytes.Buffer
	to      io.Writer
	// colours says that what is written has some, raw that it goes out as it is: nobody sees it, and it is to be read again.
	colours, raw bool
	err          error // the first of writing; all that comes later is lost, too
	// late ends when nothing more of a long list is to be written, and cut says that some of it is missing.
	late context.Context
	cut  bool
}

// mostWaiting is how much of a long list waits, in bytes.
const mostWaiting = 64 << 10

// goesOn reports whether there is time for one more entry of a long list. What was written of the list can't be taken back, so
// that a list of any length takes little memory.
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

// Write keeps text for the next flush. It never fails.
func (o *outbox) Write(text []byte) (int, error) { return o.waiting.Write(text) }

// WriteString is Write for a string.
func (o *outbox) WriteString(text string) { o.waiting.WriteString(text) }

// Flush writes out what waits, and returns the first error that writing ever had.
func (o *outbox) Flush() error {
	if o.err == nil && o.waiting.Len() > 0 {
		text := o.waiting.Bytes()
		if !o.raw {
			text = shell.Visible(text, o.colours)
		}
		_, o.err = o.to.Write(text)
	}
	o.waiting.Reset()
	return o.err
}

// takeBack forgets what waits.
func (o *outbox) takeBack() { o.waiting.Reset() }

// visible passes on a text as people may see it; it is standard error as the commands see it.
type visible struct {
	to      io.Writer
	colours bool
}

// Write writes all.
func (v visible) Write(text []byte) (int, error) {
	if _, err := v.to.Write(shell.Visible(text, v.colours)); err != nil {
		return 0, err
	}
	return len(text), nil
}
