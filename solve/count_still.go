package solve

import (
	"context"
	"math/big"
	"sync"
	"time"

	"nazo/engine"
	"nazo/judge"
	"nazo/model"
	"nazo/value"
)

const (
	// listTime is how long solutions that were counted are enumerated at most, unless
	// engines are to be compared, and findTime how long one of very many is looked for, to
	// be judged.
	listTime = time.Second
	findTime = 10 * time.Second
)

// countStill counts the solutions of what stands still by a plan. Unless a count without
// visiting each is asked for, they are enumerated beside it.
func (s *Session) countStill(ctx context.Context, q Question, plan engine.Plan, by string) *Report {
	// With hardly any memory the plan comes alone: on a fast machine a moment's enumeration would take all of it.
	if short := q.Memory > 0 && q.Memory < 1<<20; !q.mustCount() && !short {
		return s.contest(ctx, q)
	}
	start := time.Now()
	if reason := q.takeUp(ctx, plan); reason.Kind != engine.None {
		if q.mustCount() {
			return &Report{Verdict: Unknown, Reason: reason, Elapsed: time.Since(start)}
		}
		return s.askInstead(ctx, q, reason)
	}
	c := s.counted(ctx, plan)
	if !c.Complete {
		if q.mustCount() || ctx.Err() != nil {
			return &Report{Verdict: Unknown, Engine: by, Reason: c.Reason, Stats: c.Stats, Elapsed: time.Since(start)}
		}
		return s.askInstead(ctx, q, c.Reason)
	}
	return s.confirmed(ctx, q, c, by, start)
}

// CountedBefore is what Count reports on what stands still if a count without visiting comes to c, which is the sum of
// the parts of a split, counted elsewhere: it is held against solutions as Count does it.
func (s *Session) CountedBefore(ctx context.Context, q Question, c engine.Count) *Report {
	_, by, err := s.Plan(ctx, q)
	if err != nil {
		return &Report{Verdict: Unknown, Reason: engine.ReasonOf(err)}
	}
	start := time.Now()
	if !q.mustCount() {
		e := s.enumerateBeside(ctx, q, func(time.Duration) {})
		defer e.end()
		if r := e.within(aMoment); r != nil {
			s.check(q, c, by, r, e.lengths)
			return r
		}
		e.end()
	}
	return s.confirmed(ctx, q, c, by, start)
}

// confirmed reports on a complete count, once it is held against solutions.
func (s *Session) confirmed(ctx context.Context, q Question, c engine.Count, by string, start time.Time) *Report {
	how := &Counted{Method: c.Method, ByLength: c.ByLength, Stats: c.Stats, Elapsed: time.Since(start)}
	if a := q.Counting; a != nil {
		how.Modulo, how.Part, how.Parts = a.Modulo, a.Part, a.Parts
	}
	var fault *Fault
	if q.Twice {
		again := s.countAgain(ctx, q)
		switch how.Twice = again.Complete; {
		case again.Complete && !sameCount(c, again):
			fault = &Fault{Kind: Recounted, Engine: by}
		case !again.Complete:
			return &Report{Verdict: Unknown, Engine: by, Reason: engine.Because(engine.Other, "the second count did not finish: %s", again.Reason),
				Stats: c.Stats, Elapsed: time.Since(start)}
		}
	}
	r, lengths := s.confirm(ctx, q, c, how)
	r.Total, r.CountedBy, r.Counted = c.N, by, how
	r.Stats.States, r.Stats.Moves = c.Stats.States, c.Stats.Moves
	if fault != nil {
		r.Fault = fault
	} else if r.Fault == nil && contradicted(r, lengths, c, how) {
		r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: r.Engine}
	}
	if q.Twice && r.Fault == nil && !how.Listed {
		how.Cells, r.Fault = s.checkCells(ctx, q, c)
	}
	if r.Verdict == Unknown && c.N.Sign() == 0 && how.Modulo == 0 && how.Parts == 0 {
		r.Verdict = NoSolution
	}
	r.Complete, r.Reason, r.Elapsed = r.Fault == nil, engine.Reason{}, time.Since(start)
	return r
}

// askInstead enumerates the solutions, and says why.
func (s *Session) askInstead(ctx context.Context, q Question, reason engine.Reason) *Report {
	if q.Instead != nil && ctx.Err() == nil {
		q.Instead(reason)
	}
	return s.Ask(ctx, q)
}

// check holds what was enumerated against a count, if that is complete.
func (s *Session) check(q Question, c engine.Count, by string, r *Report, lengths map[int64]*big.Int) {
	how := &Counted{}
	if q.Counting != nil {
		how.Modulo = q.Counting.Modulo
	}
	if c.Complete && r.Fault == nil && contradicted(r, map[string]map[int64]*big.Int{r.Engine: lengths}, c, how) {
		r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: r.Engine}
	}
}

// countAgain counts once more, along another order.
func (s *Session) countAgain(ctx context.Context, q Question) engine.Count {
	other := Counting{}
	if q.Counting != nil {
		other = *q.Counting
	}
	other.OrderVariant, other.From, other.Checkpoint, other.Resume = other.OrderVariant+1, "", "", false
	q.Counting = &other
	plan, _, err := s.Plan(ctx, q)
	if err != nil {
		return engine.Count{Reason: engine.ReasonOf(err)}
	}
	return s.counted(ctx, plan)
}

// sameCount compares two counts, also by length.
func sameCount(a, b engine.Count) bool {
	return a.N.Cmp(b.N) == 0 && sameTable(a.ByLength, b.ByLength)
}

func sameTable(a, b map[int64]*big.Int) bool {
	for _, pair := range [][2]map[int64]*big.Int{{a, b}, {b, a}} {
		for length, n := range pair[0] {
			if other := pair[1][length]; n.Sign() != 0 && (other == nil || other.Cmp(n) != 0) {
				return false
			}
		}
	}
	return true
}

// confirm looks for solutions that were counted, and has them judged: all if they
// are few and soon found, else one. lengths has what was found by engine and length.
func (s *Session) confirm(ctx context.Context, q Question, c engine.Count, how *Counted) (r *Report, lengths map[string]map[int64]*big.Int) {
	if how.Parts > 0 { // which of the solutions are in it isn't known
		return &Report{Verdict: Unknown, Stats: c.Stats}, nil
	}
	few := how.Modulo == 0 && c.N.Cmp(big.NewInt(mostStillListed)) <= 0
	allowed := listTime
	if !few {
		allowed, q.Limit = findTime, 1
	}
	if !few || s.team.Mode != Together { // who wants to see engines agree waits for them
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, allowed)
		defer stop()
	}
	var mu sync.Mutex
	lengths = map[string]map[int64]*big.Int{}
	each := q.Each
	q.Each = func(engine string, a *judge.Answer) {
		mu.Lock()
		if lengths[engine] == nil {
			lengths[engine] = map[int64]*big.Int{}
		}
		if n, ok := Length(a); ok {
			Tally(lengths[engine], n)
		}
		mu.Unlock()
		if each != nil {
			each(engine, a)
		}
	}
	r = s.Ask(ctx, q)
	how.Listed = r.Exhausted
	mu.Lock() // whoever was left behind may still be at it
	defer mu.Unlock()
	return r, lengths
}

// contradicted reports whether what was found contradicts a count.
func contradicted(r *Report, lengths map[string]map[int64]*big.Int, c engine.Count, how *Counted) bool {
	switch {
	case how.Parts > 0:
		return false
	case how.Modulo > 0:
		rest := new(big.Int).Mod(big.NewInt(int64(r.Count)), new(big.Int).SetUint64(how.Modulo))
		return r.Exhausted && rest.Cmp(c.N) != 0
	case c.ByLength != nil && r.Exhausted && !sameTable(lengths[r.Engine], c.ByLength):
		return true
	}
	return miscounted(r, c, r.Exhausted)
}

// Length is the number of edges of the paths, cycles and links of an answer; ok is
// false if it has none.
func Length(a *judge.Answer) (length int64, ok bool) {
	for _, v := range a.Values {
		if w, isRoute := v.(*value.Route); isRoute {
			ok = true
			for _, on := range w.Edges {
				if on == model.True {
					length++
				}
			}
		}
	}
	return length, ok
}

// Tally adds one solution of a length to a table.
func Tally(table map[int64]*big.Int, length int64) {
	if table[length] == nil {
		table[length] = new(big.Int)
	}
	table[length].Add(table[length], big.NewInt(1))
}
