package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestUnfounded has a step that lost one of its reasons reported as a disagreement of the engines, and whole ones confirmed.
func TestUnfounded(t *testing.T) {
	errs, err := os.Create(filepath.Join(t.TempDir(), "errs"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(time.Now(), strings.NewReader(""), errs, errs)
	defer s.close(StatusTrue)
	r, err := s.request("akari", []string{"10x10"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.explanation(r, fromFlag{})
	if err != nil {
		t.Fatal(err)
	}
	e.twice = true
	larger := 0
	var unconfirmed []string
	e.walk(s, func(t *numberedStep) bool {
		if len(t.Chain) < 2 {
			return true
		}
		if larger++; !t.checked {
			unconfirmed = append(unconfirmed, e.x.Text(t.StoryStep))
		}
		less := *t.StoryStep
		less.Chain = less.Chain[:1]
		e.confirm(s, &numberedStep{StoryStep: &less})
		return e.fault == nil
	})
	if larger == 0 || len(unconfirmed) > 0 {
		t.Fatalf("%d larger steps, not confirmed: %q", larger, unconfirmed)
	}
	if e.fault == nil {
		t.Error("engine sat confirms a step with too few reasons")
	}
	if status := e.status(s); status != StatusDisagree {
		t.Errorf("exit status %d", status)
	}
	said, err := os.ReadFile(errs.Name())
	if want := "engine native says that a step follows from its reasons, but engine sat found that it does not"; err != nil || !strings.Contains(string(said), want) {
		t.Errorf("%q has no %q", said, want)
	}
}

// TestExplainWritesAtOnce has each step written as soon as it is found, easy ones too.
func TestExplainWritesAtOnce(t *testing.T) {
	errs, err := os.Create(filepath.Join(t.TempDir(), "errs"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(time.Now(), strings.NewReader(""), errs, errs)
	var w writes
	s.out = &outbox{to: &w}
	if status := s.run([]string{"explain", "akari", "10x10"}); status != StatusTrue {
		t.Fatalf("exit status %d", status)
	}
	for i, text := range w[:3] {
		if want := fmt.Sprintf("%3d. ", i+1); !strings.HasPrefix(text, want) || strings.Contains(text, fmt.Sprintf("\n%3d. ", i+2)) {
			t.Errorf("write %d begins with %q", i+1, text)
		}
	}
}

// writes keeps what is written, write by write.
type writes []string

func (w *writes) Write(text []byte) (int, error) {
	*w = append(*w, string(text))
	return len(text), nil
}

// TestExplainCut has the time end once three steps are written: they stay, the summary says that the rest was not found, and the exit status is that of
// a limit.
func TestExplainCut(t *testing.T) {
	errs, err := os.Create(filepath.Join(t.TempDir(), "errs"))
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(time.Now(), strings.NewReader(""), errs, errs)
	struck := &clock{Context: s.ctx, end: make(chan struct{})}
	s.ctx, s.grace = struck, time.Hour
	w := &striking{after: 3, strike: func() {
		close(struck.end)
		<-s.ctx.Done() // which ends with the clock
	}}
	s.out = &outbox{to: w}
	if status := s.run([]string{"explain", "akari", "10x10", "--time", "1h"}); status != StatusLimit {
		t.Errorf("exit status %d", status)
	}
	text := strings.Join(w.writes, "")
	for _, want := range []string{"\n  3. ", "\n3 steps: ", "\nNot finished."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q has no %q", text, want)
		}
	}
	if strings.Contains(text, "\n  4. ") {
		t.Errorf("%q goes on", text)
	}
	if said, err := os.ReadFile(errs.Name()); err != nil || !strings.Contains(string(said), "time limit") {
		t.Errorf("%q does not say why", said)
	}
}

// clock is a context whose time is up when a channel closes.
type clock struct {
	context.Context
	end chan struct{}
}

func (c *clock) Done() <-chan struct{} { return c.end }

func (c *clock) Err() error {
	select {
	case <-c.end:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// striking strikes after so many writes.
type striking struct {
	writes
	after  int
	strike func()
}

func (c *striking) Write(text []byte) (int, error) {
	n, err := c.writes.Write(text)
	if len(c.writes) == c.after {
		c.strike()
	}
	return n, err
}
