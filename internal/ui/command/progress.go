package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// progressLine is one line on a terminal that says what the program does, how far it is, and how much time and memory
// it took. Workers report what they do. The line is drawn from time to time, with or without news.
type progressLine struct {
	line  Line
	now   func() time.Time
	held  func() int64 // bytes of memory
	heard func(string) // if not nil, gets the line after each change; for tests

	mu      sync.Mutex
	beating bool          // the line is drawn
	start   time.Time     // of the timed work
	limit   time.Duration // of the timed work; 0 for none
	from    time.Time     // the line is not drawn earlier
	whole   string        // how many things are done, or ""
	doing   string        // the current work, or ""
	said    time.Time     // the last text of say
	engines []solve.Progress
}

func newProgressLine(errs *os.File, start time.Time) *progressLine {
	p := &progressLine{now: time.Now, held: memoryTaken, start: start}
	p.line.On(errs)
	return p
}

// within sets the start of the timed work and its limit, 0 for none.
func (p *progressLine) within(start time.Time, limit time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.start, p.limit = start, limit
}

// change changes the line by a function that it calls at once.
func (p *progressLine) change(say func()) {
	if p.line.To == nil {
		return
	}
	p.mu.Lock()
	if p.whole == "" && p.doing == "" && len(p.engines) == 0 {
		p.from = p.now().Add(LineAfter)
	}
	say()
	begins := !p.beating && p.heard == nil
	p.beating = true
	if p.heard != nil {
		p.heard(p.written())
	}
	p.mu.Unlock()
	if begins {
		p.line.Beat(p.text)
	}
}

// step shows how many things are done, and out of how many, 0 if unknown.
func (p *progressLine) step(things string, done, of int) {
	p.change(func() {
		p.whole = Thousands(int64(done)) + " " + things
		if of > 0 {
			p.whole = share(int64(done), int64(of), things)
		}
	})
}

// stage shows the current work.
func (p *progressLine) stage(doing string) { p.change(func() { p.doing, p.engines = doing, nil }) }

// say is stage for a text that takes time to make. It asks for the text only now and then.
func (p *progressLine) say(text func() string) {
	p.change(func() {
		if now := p.now(); now.Sub(p.said) >= LineEvery/2 {
			p.said, p.doing, p.engines = now, text(), nil
		}
	})
}

// report shows the progress of an engine. Several may be at work.
func (p *progressLine) report(s solve.Progress) {
	p.change(func() {
		i := slices.IndexFunc(p.engines, func(known solve.Progress) bool { return known.Engine == s.Engine })
		if i < 0 {
			p.engines = append(p.engines, s)
		} else {
			p.engines[i] = s
		}
	})
}

// text returns the line. It is "" if it is too early, or nothing runs.
func (p *progressLine) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.written()
}

// written is text with the lock held.
func (p *progressLine) written() string {
	now := p.now()
	parts := alg.Filter(append([]string{p.whole}, p.work()...), func(part string) bool { return part != "" })
	if len(parts) == 0 || now.Before(p.from) {
		return ""
	}
	elapsed := fmt.Sprintf("%.1f s", now.Sub(p.start).Seconds())
	if p.limit > 0 {
		limit := p.limit.String()
		if whole, minutes := strings.CutSuffix(limit, "m0s"); minutes {
			limit = whole + "m"
		}
		elapsed += " of " + limit
	}
	return strings.Join(slices.Concat([]string{elapsed, size(float64(p.held()))}, parts), "; ")
}

// work describes the current work, engine by engine.
func (p *progressLine) work() []string {
	if len(p.engines) == 0 {
		return []string{p.doing}
	}
	var all []string
	for _, e := range p.engines {
		text := e.Engine
		if done := workDone(int64(e.Solutions), e.Stats, e.Bounds); done != "" {
			text += ": " + done
		}
		all = append(all, text)
	}
	return all
}

// workDone describes findings, work, and bounds of an optimum.
func workDone(solutions int64, s model.Stats, bounds []model.Interval) string {
	var parts []string
	for _, c := range []struct {
		n    int64
		what string
	}{
		{solutions, "solution"}, {s.Conflicts, "conflict"}, {s.Cuts, "cut"}, {s.Nodes, "node"}, {s.States, "state"},
	} {
		if c.n > 0 {
			parts = append(parts, pluralOf(c.n, c.what))
		}
	}
	if s.Horizon > 0 {
		parts = append(parts, pluralOf(s.Horizon, "move")+" at most")
	}
	for _, b := range bounds {
		if b.Lo < b.Hi {
			parts = append(parts, fmt.Sprintf("optimum in %s..%s", Thousands(b.Lo), Thousands(b.Hi)))
			break // later objectives wait for this one
		}
	}
	return strings.Join(parts, ", ")
}

// erase removes the line for other output. The line comes again.
func (p *progressLine) erase() { p.line.Erase() }

// clear removes the line, since the work has ended.
func (p *progressLine) clear() {
	p.mu.Lock()
	p.doing, p.engines = "", nil
	p.from = p.now().Add(LineAfter)
	p.mu.Unlock()
	p.erase()
}

// end removes the line for good.
func (p *progressLine) end() {
	p.clear()
	p.line.End()
}

// progress is what engines have found so far on a problem.
type progress struct {
	mu      sync.Mutex
	closed  bool // time ran out: ignore what comes
	found   map[string][]*judge.Answer
	count   map[string]int
	ended   *solve.Report // of the first engine that has finished
	refused error         // the error of query.see
}

// report returns the answer if the work ends now.
func (p *progress) report(t solve.Team, reason model.Reason, elapsed time.Duration) *solve.Report {
	if p.ended != nil {
		return p.ended
	}
	rep := &solve.Report{Verdict: solve.Unknown, Reason: reason, Elapsed: elapsed}
	for _, e := range t.Engines {
		if found := p.count[e.Name()]; found > rep.Count {
			rep.Verdict, rep.Engine, rep.Count, rep.Answers = solve.Solved, e.Name(), found, p.found[e.Name()]
		}
	}
	return rep
}

// listen makes a question report what its engines find. enough ends the search.
func (p *progress) listen(q *query, ans *outcome, enough func()) {
	keep, see := q.Keep, q.see
	q.Ended = func(r *solve.Report) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if r.Complete && p.ended == nil {
			p.ended = r
		}
	}
	q.Each = func(engine string, s *judge.Answer) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.closed {
			return
		}
		p.count[engine]++
		if keep == 0 || len(p.found[engine]) < keep {
			p.found[engine] = append(p.found[engine], s)
		}
		if see != nil && p.refused == nil {
			if p.refused = see(ans, engine, s); p.refused != nil {
				enough()
			}
		}
	}
}

// When the line of progress appears first, and how often it is drawn.
const (
	LineAfter = 500 * time.Millisecond
	LineEvery = 200 * time.Millisecond
)

// Line is a line of a terminal that is drawn again and again until it ends. The zero value is never drawn.
type Line struct {
	To      io.Writer // nil if it is not a terminal
	Columns int       // the width of the line; 0 if unknown

	mu                    sync.Mutex
	beating, ended, shown bool
}

// On draws the line on a file if that is a terminal.
func (l *Line) On(errs *os.File) {
	if IsTerminal(errs) && os.Getenv("TERM") != "dumb" {
		l.To, l.Columns = errs, ColumnsOf(errs)
	}
}

// Beat draws the line from time to time. Only the first call counts.
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

// Draw draws a text over the last line. "" draws nothing. It returns false when the line is closed.
func (l *Line) Draw(text func() string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.To == nil || l.ended {
		return false
	}
	if now := text(); now != "" {
		if l.Columns > 1 {
			now = Cut(now, l.Columns-1) // a wrapped line can't be drawn over
		}
		l.shown = true
		fmt.Fprintf(l.To, "\r\x1b[K%s", Visible([]byte(now), ""))
	}
	return true
}

// Erase removes the line for other output. The line comes again.
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

// End removes the line for good.
func (l *Line) End() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	l.erase()
}

// IsTerminal reports whether f is a terminal.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// ColumnsOf returns the width of f: that of the terminal, or the variable COLUMNS, or 0 if neither is known.
func ColumnsOf(f *os.File) int {
	if IsTerminal(f) {
		if n := terminalColumns(f); n > 0 {
			return n
		}
	}
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}
