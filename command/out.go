package command

import (
	"bytes"
	"io"
)

// outbox is standard output as the commands see it: what is written waits until it is
// flushed, however much it is, so that a mistake that is found later can still take it
// back.
type outbox struct {
	waiting bytes.Buffer
	to      io.Writer
	err     error // the first of writing; all that comes later is lost, too
}

// Write keeps text for the next flush. It never fails.
func (o *outbox) Write(text []byte) (int, error) { return o.waiting.Write(text) }

// WriteString is Write for a string.
func (o *outbox) WriteString(text string) { o.waiting.WriteString(text) }

// Flush writes out what waits, and returns the first error that writing ever had.
func (o *outbox) Flush() error {
	if o.err == nil && o.waiting.Len() > 0 {
		_, o.err = o.to.Write(o.waiting.Bytes())
	}
	o.waiting.Reset()
	return o.err
}

// takeBack forgets what waits.
func (o *outbox) takeBack() { o.waiting.Reset() }
