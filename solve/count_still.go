package solve

import (
	"context"
	"math"
	"math/big"
	"sync"
	"time"

	"nazo/compile"
	"nazo/engine"
	"nazo/model"
	"nazo/value"
)

const (
	// MostSeconds is the longest count without visiting each solution that is taken
	// up where it is asked for, by its plan: a month. A part of a split may take as long.
	MostSeconds = 30 * 24 * 3600
	// mostUnasked is the longest where it isn't asked for: an hour.
	mostUnasked = 3600
	// aMoment is how long solutions are enumerated before they are counted otherwise,
	// and leastCheck how long a count takes at least that only serves as a check.
	aMoment    = 300 * time.Millisecond
	leastCheck = 50 * time.Millisecond
	// listTime is how long solutions that were counted are enumerated at most, and
	// findTime how long one of very many is looked for, to be judged.
	listTime = time.Second
	findTime = 10 * time.Second
)

// countStill counts the solutions of what stands still. Unless a count without
// visiting each is asked for, those that are found in a moment need none.
func countStill(ctx context.Context, p *compile.Problem, team Team, q Question, counter engine.Counter) *Report {
	start := time.Now()
	if !q.mustCount() {
		if r, lengths := soon(ctx, p, team, q); r != nil {
			crossCheck(ctx, p, q, counter, r, lengths)
			return r
		}
	}
	prepared, reason := planned(ctx, p, q, counter)
	if reason != "" {
		if q.mustCount() {
			return &Report{Verdict: Unknown, Reason: reason, Elapsed: time.Since(start)}
		}
		return askInstead(ctx, p, team, q, reason)
	}
	c := counted(ctx, p, team, prepared, counter)
	if !c.Complete {
		if q.mustCount() || ctx.Err() != nil {
			return &Report{Verdict: Unknown, Engine: counter.Name(), Reason: c.Reason, Stats: c.Stats, Elapsed: time.Since(start)}
		}
		return askInstead(ctx, p, team, q, c.Reason)
	}
	how := &Counted{Method: c.Method, ByLength: c.ByLength, Stats: c.Stats, Elapsed: time.Since(start)}
	if a := q.Counting; a != nil {
		how.Modulo, how.Part, how.Parts = a.Modulo, a.Part, a.Parts
	}
	var fault *Fault
	if q.Twice {
		again := countAgain(ctx, p, team, q, counter)
		switch how.Twice = again.Complete; {
		case again.Complete && !sameCount(c, again):
			fault = &Fault{Kind: Recounted, Engine: counter.Name()}
		case !again.Complete:
			return &Report{Verdict: Unknown, Engine: counter.Name(), Reason: "the second count did not finish: " + again.Reason,
				Stats: c.Stats, Elapsed: time.Since(start)}
		}
	}
	r, lengths := confirm(ctx, p, team, q, c, how)
	r.Total, r.CountedBy, r.Counted = c.N, counter.Name(), how
	r.Stats.States, r.Stats.Moves = c.Stats.States, c.Stats.Moves
	if fault != nil {
		r.Fault = fault
	} else if r.Fault == nil && contradicted(r, lengths, c, how) {
		r.Fault = &Fault{Kind: Miscounted, Engine: counter.Name(), Against: r.Engine}
	}
	if r.Verdict == Unknown && c.N.Sign() == 0 && how.Modulo == 0 && how.Parts == 0 {
		r.Verdict = NoSolution
	}
	r.Complete, r.Reason, r.Elapsed = r.Fault == nil, "", time.Since(start)
	return r
}

// askInstead enumerates the solutions, and says why.
func askInstead(ctx context.Context, p *compile.Problem, team Team, q Question, reason string) *Report {
	if q.Instead != nil && ctx.Err() == nil {
		q.Instead(reason)
	}
	return Ask(ctx, p, team, q)
}

// soon enumerates the solutions, if that takes but a moment; else it is nil, and
// nobody has been told. lengths has how many of each length there are.
func soon(ctx context.Context, p *compile.Problem, team Team, q Question) (r *Report, lengths map[int64]*big.Int) {
	type told struct {
		engine string
		answer *compile.Answer
	}
	var all []told
	each := q.Each
	q.Each = func(engine string, a *compile.Answer) { all = append(all, told{engine, a}) }
	q.Ended = nil
	ctx, stop := context.WithTimeout(ctx, aMoment)
	defer stop()
	r = Ask(ctx, p, team, q)
	if !r.Exhausted && r.Fault == nil {
		return nil, nil
	}
	lengths = map[int64]*big.Int{}
	for _, t := range all {
		if each != nil {
			each(t.engine, t.answer)
		}
		if n, ok := Length(t.answer); ok && t.engine == r.Engine {
			Tally(lengths, n)
		}
	}
	return r, lengths
}

// crossCheck holds what was enumerated against a count without visiting, if that
// takes no longer.
func crossCheck(ctx context.Context, p *compile.Problem, q Question, counter engine.Counter, r *Report, lengths map[int64]*big.Int) {
	if r.Fault != nil {
		return
	}
	ctx, stop := context.WithTimeout(ctx, max(r.Elapsed, leastCheck))
	defer stop()
	q.Progress = nil
	c := counted(ctx, p, Team{}, q, counter)
	if !c.Complete {
		return
	}
	how := &Counted{}
	if q.Counting != nil {
		how.Modulo = q.Counting.Modulo
	}
	if contradicted(r, map[string]map[int64]*big.Int{r.Engine: lengths}, c, how) {
		r.Fault = &Fault{Kind: Miscounted, Engine: counter.Name(), Against: r.Engine}
	}
}

// OutOfReach is the reason of a report if a count was not begun for its plan.
const OutOfReach = "out of reach"

// planned is a question with the plan made, so that it is not made again to count;
// or the reason why the count is not taken up.
func planned(ctx context.Context, p *compile.Problem, q Question, counter engine.Counter) (_ Question, reason string) {
	planner, ok := counter.(engine.CountPlanner)
	if !ok {
		return q, ""
	}
	plan, reason := planner.PlanCount(ctx, p.Model, q.task())
	if reason != "" {
		return q, reason
	}
	seconds := plan.Seconds
	if q.Counting != nil && q.Counting.Parts > 1 {
		seconds /= float64(q.Counting.Parts)
	}
	_, bounded := ctx.Deadline() // then what is asked for may be tried
	feasible := q.mustCount() && (bounded && !math.IsInf(seconds, 1) || Feasible(seconds)) || seconds <= mostUnasked
	if q.Planned != nil {
		q.Planned(plan, feasible)
	}
	if !feasible {
		return q, OutOfReach
	}
	prepared := engine.Counting{}
	if q.Counting != nil {
		prepared = *q.Counting
	}
	prepared.Prepared = plan.Prepared
	q.Counting = &prepared
	return q, ""
}

// Feasible says whether a count of so many seconds, by its plan, is taken up.
func Feasible(seconds float64) bool { return seconds <= MostSeconds }

// countAgain counts once more, along another order.
func countAgain(ctx context.Context, p *compile.Problem, team Team, q Question, counter engine.Counter) engine.Count {
	other := engine.Counting{}
	if q.Counting != nil {
		other = *q.Counting
	}
	other.Apart, other.Checkpoint, other.Resume = other.Apart+1, "", false
	q.Counting = &other
	return counted(ctx, p, team, q, counter)
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
func confirm(ctx context.Context, p *compile.Problem, team Team, q Question, c engine.Count, how *Counted) (r *Report, lengths map[string]map[int64]*big.Int) {
	if how.Parts > 0 { // which of the solutions are in it isn't known
		return &Report{Verdict: Unknown, Stats: c.Stats}, nil
	}
	few := how.Modulo == 0 && c.N.Cmp(big.NewInt(mostStillListed)) <= 0
	allowed := listTime
	if !few {
		allowed, q.Limit = findTime, 1
	}
	ctx, stop := context.WithTimeout(ctx, allowed)
	defer stop()
	var mu sync.Mutex
	lengths = map[string]map[int64]*big.Int{}
	each := q.Each
	q.Each = func(engine string, a *compile.Answer) {
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
	r = Ask(ctx, p, team, q)
	how.Listed = r.Exhausted
	mu.Lock() // whoever was left behind may still be at it
	defer mu.Unlock()
	return r, lengths
}

// contradicted tells whether what was found contradicts a count.
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
func Length(a *compile.Answer) (length int64, ok bool) {
	for _, v := range a.Values {
		if w, isWalk := v.(*value.Walk); isWalk {
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
