package solve

import (
	"context"
	"math/big"
	"slices"
	"time"

	"nazo/compile"
	"nazo/engine"
	"nazo/value"
)

// The methods of [engine.Counting].
const (
	Enumerate = "enumerate"
	Frontier  = "frontier"
)

// mostListed is up to how many solutions a number that was counted without going
// through them is confirmed by going through them all the same: runs, and
// solutions of what stands still, which are smaller.
const (
	mostListed      = 1_000
	mostStillListed = 10_000
)

// Count asks for the number of all solutions. If an engine can count them without
// visiting each, Report.Total is that number. It is held against the solutions
// themselves, if they are few, else their costs against those of a best one:
// whatever the team finds is judged. Without such an engine, or with a limit, Count
// is Ask.
//
// Where nothing moves, the work is planned first, and not begun if it is more than
// can be done: then Count is Ask, too. If Question.Counting can only be met by such
// a count, Count is never Ask: the report says why there is no number.
func Count(ctx context.Context, p *compile.Problem, team Team, q Question) *Report {
	counter, reason := CounterOf(p, team, q)
	switch {
	case counter == nil && q.mustCount():
		return &Report{Verdict: Unknown, Reason: reason}
	case counter == nil || q.Limit > 0:
		return Ask(ctx, p, team, q)
	case !p.Moving():
		return countStill(ctx, p, team, q, counter)
	}
	start := time.Now()
	c := counted(ctx, p, team, q, counter)
	if !c.Complete { // what there is can still be listed
		return Ask(ctx, p, team, q)
	}
	listed := c.N.Cmp(big.NewInt(mostListed)) <= 0
	if !listed {
		q.Limit = 2 // a single run might be any
	}
	r := Ask(ctx, p, team, q)
	r.Total, r.CountedBy = c.N, counter.Name()
	if r.Fault == nil && miscounted(r, c, listed) {
		r.Fault = &Fault{Kind: Miscounted, Engine: counter.Name(), Against: r.Engine}
	}
	r.Elapsed = time.Since(start)
	return r
}

// mustCount says that solutions found one by one would be no answer.
func (q Question) mustCount() bool {
	c := q.Counting
	return q.Twice || c != nil && (c.Method == Frontier || c.Parts > 0 || c.Checkpoint != "")
}

// CounterOf is the first engine of a team that can count what is asked for without
// visiting each solution; nil if there is none, with the reason.
func CounterOf(p *compile.Problem, team Team, q Question) (engine.Counter, string) {
	if q.Counting != nil && q.Counting.Method == Enumerate {
		return nil, "solutions are to be enumerated"
	}
	task := q.task()
	if !p.Moving() { // whether it is worth its while, the plan says
		c := engine.Counting{}
		if task.Counting != nil {
			c = *task.Counting
		}
		c.Method = Frontier
		task.Counting = &c
	}
	reason := "of these engines none counts without visiting each solution"
	for _, e := range team.Engines {
		if c, ok := e.(engine.Counter); ok {
			able, why := c.Counts(p.Model, task)
			if able {
				return c, ""
			}
			reason = "engine " + c.Name() + " can't count without visiting each solution: " + why
		}
	}
	return nil, reason
}

// counted has an engine count.
func counted(ctx context.Context, p *compile.Problem, team Team, q Question, counter engine.Counter) engine.Count {
	if team.TimeEach > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, team.TimeEach)
		defer stop()
	}
	task := q.task()
	if q.Progress != nil {
		task.Progress = func(s engine.Stats) { q.Progress(Progress{Engine: counter.Name(), Stats: s}) }
	}
	return counter.Count(ctx, p.Model, task)
}

// miscounted tells whether what was found contradicts a count. Without an end of
// the search, as many as were found must be there at least.
func miscounted(r *Report, c engine.Count, listed bool) bool {
	found := big.NewInt(int64(r.Count))
	switch {
	case found.Cmp(c.N) > 0, r.Exhausted && (listed || r.Verdict == NoSolution) && found.Cmp(c.N) != 0:
		return true
	case len(r.Answers) == 0 || !r.Complete || c.Costs == nil:
		return false
	}
	costs := worth(r.Answers[0])
	return costs != nil && !slices.Equal(costs, c.Costs)
}

// worth are the costs of a run, with its length last; nil for what is no run, or
// where a cost does not fit.
func worth(a *compile.Answer) []int64 {
	if a.Run == nil {
		return nil
	}
	var out []int64
	for _, v := range a.Objective {
		n, ok := v.(value.Int)
		if !ok {
			return nil
		}
		out = append(out, int64(n))
	}
	return append(out, int64(len(a.Run.Steps)))
}
