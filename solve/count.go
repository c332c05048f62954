package solve

import (
	"context"
	"math/big"
	"slices"
	"time"

	"nazo/engine"
	"nazo/judge"
	"nazo/value"
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
func (s *Session) Count(ctx context.Context, q Question) *Report {
	plan, by, err := s.howToCount(ctx, q)
	switch {
	case err != nil:
		return &Report{Verdict: Unknown, Reason: engine.ReasonOf(err)}
	case plan == nil:
		return s.Ask(ctx, q)
	case !s.problem.Moving():
		return s.countStill(ctx, q, plan, by)
	}
	start := time.Now()
	c := s.counted(ctx, plan)
	if !c.Complete { // what there is can still be listed
		return s.Ask(ctx, q)
	}
	listed := c.N.Cmp(big.NewInt(mostListed)) <= 0
	if !listed {
		q.Limit = 2 // a single run might be any
	}
	r := s.Ask(ctx, q)
	r.Total, r.CountedBy = c.N, by
	if r.Fault == nil && miscounted(r, c, listed) {
		r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: r.Engine}
	}
	r.Elapsed = time.Since(start)
	return r
}

// counted has a plan carried out, within the time of an engine.
func (s *Session) counted(ctx context.Context, plan engine.Plan) engine.Count {
	if s.team.TimeEach > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.team.TimeEach)
		defer stop()
	}
	return plan.Count(ctx)
}

// miscounted reports whether what was found contradicts a count. Without an end of
// the search, as many as were found must be there at least.
func miscounted(r *Report, c engine.Count, listed bool) bool {
	found := big.NewInt(int64(r.Count))
	switch {
	case found.Cmp(c.N) > 0, r.Exhausted && (listed || r.Verdict == NoSolution) && found.Cmp(c.N) != 0:
		return true
	case len(r.Answers) == 0 || !r.Complete || c.Costs == nil:
		return false
	}
	costs := costsOf(r.Answers[0])
	return costs != nil && !slices.Equal(costs, c.Costs)
}

// costsOf are the costs of a run, with its length last; nil for what is no run, or
// where a cost does not fit.
func costsOf(a *judge.Answer) []int64 {
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
