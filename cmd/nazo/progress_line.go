package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"nazo/solve"
)

const (
	progressAfter = 500 * time.Millisecond // what is quicker needs no progress
	progressEvery = 200 * time.Millisecond
)

// progressLine is one line on a terminal that says how far a long search has come.
type progressLine struct {
	to    *os.File // nil in a pipe
	start time.Time

	mu    sync.Mutex
	next  time.Time
	shown bool
}

func newProgressLine(errs *os.File) *progressLine {
	p := &progressLine{start: time.Now()}
	if isTerminal(errs) && os.Getenv("TERM") != "dumb" {
		p.to = errs
	}
	p.next = p.start.Add(progressAfter)
	return p
}

// report shows how far an engine has come, if it is time to.
func (p *progressLine) report(s solve.Progress) {
	if p.to == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(progressEvery)
	p.shown = true
	parts := []string{fmt.Sprintf("%.1f s", now.Sub(p.start).Seconds()), s.Engine}
	for _, c := range []struct {
		n    int64
		what string
	}{
		{int64(s.Solutions), "solutions"}, {s.Stats.Conflicts, "conflicts"}, {s.Stats.Cuts, "cuts"}, {s.Stats.Nodes, "nodes"},
		{s.Stats.States, "states"}, {s.Stats.Horizon, "moves at most"},
	} {
		if c.n > 0 {
			parts = append(parts, thousands(c.n)+" "+c.what)
		}
	}
	fmt.Fprint(p.to, "\r\x1b[K"+strings.Join(parts, ", "))
}

// say shows how far something else has come, if it is time to.
func (p *progressLine) say(text func() string) {
	if p.to == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.After(p.next) {
		p.next = now.Add(progressEvery)
		p.shown = true
		fmt.Fprintf(p.to, "\r\x1b[K%.1f s, %s", now.Sub(p.start).Seconds(), text())
	}
}

// clear takes the line away.
func (p *progressLine) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.shown = false
	}
}
