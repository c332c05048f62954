package command

import (
	"sync"
	"time"

	"nazo/engine"
	"nazo/judge"
	"nazo/solve"
)

// progress is the engines' progress so far on the problem at hand.
type progress struct {
	mu      sync.Mutex
	closed  bool // the clock has come first: nothing counts any more
	found   map[string][]*judge.Answer
	count   map[string]int
	ended   *solve.Report // of the first engine that has finished
	refused error         // why whoever looks at the answers wants no more
}

// report is the answer as it is known if the work ends now.
func (p *progress) report(t solve.Team, reason engine.Reason, elapsed time.Duration) *solve.Report {
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

// listen has a question tell what its engines find; enough ends the search.
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
