package shell

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// When a line of progress comes: what is quicker needs none.
const (
	LineAfter = 500 * time.Millisecond
	LineEvery = 200 * time.Millisecond
)

// Line is a line of a terminal that is drawn again and again until it ends. Its zero value is drawn nowhere.
type Line struct {
	To      io.Writer // nil where nobody sees it as it comes
	Columns int       // that it may take; 0 if nobody knows

	mu      sync.Mutex
	beating bool
	ended   bool
	shown   bool
}

// On has the line be drawn where a file is read, if a person does that.
func (l *Line) On(errs *os.File) {
	if IsTerminal(errs) && os.Getenv("TERM") != "dumb" {
		l.To, l.Columns = errs, ColumnsOf(errs)
	}
}

// Beat has the line drawn every now and then. Only the first call counts.
func (l *Line) Beat(text func() string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.beating || l.ended || l.To == nil {
		return
	}
	l.beating = true
	go func() {
		for range time.Tick(LineEvery) {
			if !l.Draw(text) {
				return
			}
		}
	}()
}

// Draw draws over the last line what a text is now; "" draws nothing. It returns false when there are to be no more.
func (l *Line) Draw(text func() string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.To == nil || l.ended {
		return false
	}
	if now := text(); now != "" {
		if l.Columns > 1 {
			now = Cut(now, l.Columns-1) // a line that is wrapped can't be drawn over
		}
		l.shown = true
		fmt.Fprintf(l.To, "\r\x1b[K%s", Visible([]byte(now), false))
	}
	return true
}

// Erase takes the line away for something else to be written; it comes again.
func (l *Line) Erase() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.erase()
}

func (l *Line) erase() {
	if l.shown {
		fmt.Fprint(l.To, "\r\x1b[K")
		l.shown = false
	}
}

// End takes it away for good.
func (l *Line) End() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	l.erase()
}

// IsTerminal reports whether a person reads what is written to f.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
