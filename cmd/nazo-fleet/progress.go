package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"nazo/fleet"
)

// When the line of progress comes: what is quicker needs none.
const (
	progressAfter = 500 * time.Millisecond
	progressEvery = 200 * time.Millisecond
)

// progressLine is one line on a terminal that says how far a job is, and for how long it runs.
type progressLine struct {
	to    io.Writer // nil where nobody sees it as it comes
	start time.Time
	mu    sync.Mutex
	text  string // "" before there is anything to say
	shown bool
	ended chan struct{}
}

func newProgressLine(errs *os.File) *progressLine {
	p := &progressLine{start: time.Now(), ended: make(chan struct{})}
	if isTerminal(errs) && os.Getenv("TERM") != "dumb" {
		p.to = errs
	}
	return p
}

// say sets what the line says; the first time it begins to be drawn.
func (p *progressLine) say(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.to == nil {
		return
	}
	if p.text == "" {
		go p.beat()
	}
	p.text = text
}

// beat draws the line until it ends.
func (p *progressLine) beat() {
	timer := time.NewTimer(progressAfter)
	for {
		select {
		case <-p.ended:
			return
		case <-timer.C:
			timer.Reset(progressEvery)
			p.draw()
		}
	}
}

func (p *progressLine) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.ended:
	default:
		p.shown = true
		fmt.Fprintf(p.to, "\r\x1b[K%.1f s; %s", time.Since(p.start).Seconds(), p.text)
	}
}

// erase takes the line away for something else to be written; it comes again.
func (p *progressLine) erase() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.shown = false
	}
}

// end takes it away for good.
func (p *progressLine) end() {
	p.mu.Lock()
	select {
	case <-p.ended:
	default:
		close(p.ended)
	}
	p.mu.Unlock()
	p.erase()
}

// stateLine says how far a job is: 12 of 64 parts done, 2 running, 1 lost; about 3 min left.
func stateLine(st fleet.State) string {
	parts := []string{fmt.Sprintf("%s of %s parts done", thousands(st.Done), thousands(st.Total))}
	for _, c := range []struct {
		n    int
		what string
	}{{st.Running, "running"}, {st.Lost, "lost"}, {st.Failed, "failed"}, {st.Aside, "set aside"}, {st.Divided, "divided"}} {
		if c.n > 0 {
			parts = append(parts, thousands(c.n)+" "+c.what)
		}
	}
	line := strings.Join(parts, ", ")
	if st.Left > 0 && !st.Phase.Ended() {
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

// thousands is a number with commas.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
