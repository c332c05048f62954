package solve

import (
	"context"
	"math/big"
	"time"

	"nazo/engine"
)

// Tallied is a count without visiting each solution, beside a report.
type Tallied struct {
	engine.Count
	Elapsed time.Duration
}

// Verdict is the count's outcome in a word.
func (t *Tallied) Verdict() Verdict {
	switch {
	case t.N == nil:
		return Unknown
	case t.N.Sign() == 0:
		return NoSolution
	}
	return Solved
}

// CountBeside counts what engines have been asked for, all solutions, without
// visiting each. What contradicts their report becomes its fault. It is nil if nobody
// of the team can.
func (s *Session) CountBeside(ctx context.Context, q Question, r *Report) *Tallied {
	q.Counting = &Counting{Method: Frontier}
	plan, by, err := s.Plan(ctx, q)
	if err != nil {
		return nil
	}
	if s.team.TimeEach > 0 { // with the plan
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.team.TimeEach)
		defer stop()
	}
	start := time.Now()
	t := &Tallied{}
	if t.Reason = q.takeUp(ctx, plan); t.Reason.Kind == engine.None {
		t.Count = s.counted(ctx, plan)
	}
	t.Elapsed = time.Since(start)
	if !t.Complete {
		t.N = nil
		return t
	}
	for _, run := range r.Attempts {
		found := big.NewInt(int64(run.Solutions))
		wrong := run.Exhausted && found.Cmp(t.N) != 0
		if s.problem.Objectives == 0 || run.Complete { // what was found is not worse than the best
			wrong = wrong || found.Cmp(t.N) > 0
		}
		if wrong && r.Fault == nil {
			r.Fault = &Fault{Kind: Miscounted, Engine: by, Against: run.Engine}
		}
	}
	return t
}
