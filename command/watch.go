package command

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"nazo/draw"
	"nazo/engine"
	"nazo/internal/shell"
	"nazo/picture"
	"nazo/solve"
)

// watchEvery is after how many choices the board is drawn if no number is given.
const watchEvery = 100_000

// watchFlag is --watch or --watch=N.
type watchFlag struct {
	on       bool
	every    int64
	explicit bool // N was given
}

// IsBool reports whether the flag may stand without a value.
func (w *watchFlag) IsBool() bool { return true }

// Decode reads the value, if there is one.
func (w *watchFlag) Decode(ctx *kong.DecodeContext) error {
	*w = watchFlag{on: true, every: watchEvery}
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	text := fmt.Sprint(ctx.Scan.Pop().Value)
	n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no number of choices", text)
	}
	w.every, w.explicit = n, true
	return nil
}

// watcher draws the state of a search: over the last drawing on a terminal,
// below it elsewhere.
type watcher struct {
	to      io.Writer
	every   int64
	base    int
	inPlace bool

	moments *picture.Moments
	height  int // lines of the last drawing
}

// newWatcher is nil if nothing is to be watched, or nobody is there to see it.
func (s *session) newWatcher(f watchFlag, base int) *watcher {
	terminal := s.errTerminal
	if !f.on || !terminal && !f.explicit {
		return nil
	}
	s.progress.end() // the watcher needs the screen
	to := s.errs
	if v, ok := to.(visible); ok { // the watcher moves the cursor
		to = v.to
	}
	return &watcher{to: to, every: f.every, base: base, inPlace: terminal}
}

// begin takes up a problem.
func (w *watcher) begin(p *solve.Problem) {
	w.moments = nil
	if m, ok := picture.NewMoments(p, w.base); ok {
		w.moments = m
	}
}

// show draws a moment of the search.
func (w *watcher) show(t engine.Moment) {
	if w.moments == nil {
		return
	}
	section := w.moments.Section(t)
	text := fmt.Sprintf("%s choices\n%s", thousands(t.Choices), draw.Text(section.Items, section.Options))
	if w.inPlace && w.height > 0 {
		fmt.Fprintf(w.to, "\x1b[%dA\x1b[J", w.height)
	}
	w.height = strings.Count(text, "\n")
	w.to.Write(shell.Visible([]byte(text), false))
}
