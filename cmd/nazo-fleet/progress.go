package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"nazo/fleet"
	"nazo/internal/shell"
)

// progressLine is one line on a terminal that says how far a job is, and for how long it runs.
type progressLine struct {
	line  shell.Line
	start time.Time
	mu    sync.Mutex
	text  string
}

func newProgressLine(errs *os.File) *progressLine {
	p := &progressLine{start: time.Now()}
	p.line.On(errs)
	return p
}

// since has it tell for how long a job runs that began at a time, by the clock of who submitted it; one that is to come is none.
func (p *progressLine) since(begun time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if begun.Before(p.start) && !begun.IsZero() {
		p.start = begun
	}
}

// seen reports whether somebody sees the line as it comes.
func (p *progressLine) seen() bool { return p.line.To != nil }

// say sets what the line says; the first time it begins to be drawn.
func (p *progressLine) say(text string) {
	p.mu.Lock()
	p.text = text
	p.mu.Unlock()
	p.line.Beat(p.now)
}

// now is the line; "" as long as it is too early for one.
func (p *progressLine) now() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	since := time.Since(p.start)
	if since < shell.LineAfter {
		return ""
	}
	return fmt.Sprintf("%.1f s; %s", since.Seconds(), p.text)
}

// erase takes the line away for something else to be written; it comes again.
func (p *progressLine) erase() { p.line.Erase() }

// end takes it away for good.
func (p *progressLine) end() { p.line.End() }

// stateLine says how far a job is: 12 of 64 parts done, 2 running, 1 lost; about 3 min left.
func stateLine(st fleet.State) string {
	parts := []string{fmt.Sprintf("%s of %s parts done", shell.Thousands(st.Done), shell.Thousands(st.Total))}
	for _, c := range []struct {
		n    int
		what string
	}{{st.Running, "running"}, {st.Lost, "lost"}, {st.Failed, "failed"}, {st.Aside, "set aside"}, {st.Divided, "divided"}} {
		if c.n > 0 {
			parts = append(parts, shell.Thousands(c.n)+" "+c.what)
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

// roughTime is a time as people say it.
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
