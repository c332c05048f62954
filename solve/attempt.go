package solve

import (
	"context"

	"nazo/engine"
	"nazo/numbers"
)

// Attempt is the i-th of n attempts at a question, from 1: all of it, in a way of its own. Those that ask race several attempts, of which the first that ends
// answers (a portfolio; Gomes and Selman, Algorithm portfolios, 2001): how long a search takes is partly luck. The first attempt is what Ask does, as it may be
// the only one that is made for long. In the others the engines that would race take turns, those that can answer, each alone; and if there are as many attempts as such
// engines, each has one. An engine's attempts have seeds of their own, the first that of the question. An attempt depends on nothing but the question, the
// team, i and n; only where engines race within the first, as they do with [Race] unless each has an attempt, the clock says which of them answers.
func (s *Session) Attempt(ctx context.Context, q Question, i, n int) *Report {
	team, run := s.team, i-1
	if team.Mode == Race {
		var willing []engine.Engine
		for _, e := range team.Engines {
			if s.Refusal(ctx, e, q).Kind == engine.None {
				willing = append(willing, e)
			}
		}
		if of := len(willing); of > 0 && (i > 1 || n == of) {
			team.Engines, run = willing[run%of:run%of+1], run/of
		}
	}
	q.Seed = seedOf(q.Seed, run)
	return s.By(team).Ask(ctx, q)
}

// seedOf is the seed of a run of an engine, of which the first, 0, has that of the question. No other is 0, which is the plain order.
func seedOf(seed int64, run int) int64 {
	if run == 0 {
		return seed
	}
	return max(int64(numbers.SplitMix64(numbers.SplitMix64(uint64(seed))+uint64(run))>>1), 1)
}

// Raced is what Ask reports if attempts came to their ends as they say: what the first of them says. All must agree, and answers are judged again; else that is a fault.
// It ends with ctx.
func (s *Session) Raced(ctx context.Context, q Question, attempts []Found) *Report {
	var first *Report
	for _, f := range attempts {
		r := s.Joined(ctx, q, []Found{f}, false)
		if first == nil {
			first = r
		}
		if r.Fault != nil || r.Reason.Kind != engine.None {
			return r
		}
		if first != r {
			first.Stats.Add(r.Stats)
			if first.Fault = s.between(q, first, r); first.Fault != nil {
				return first
			}
		}
	}
	return first
}

// between is the fault of two reports, one of which is wrong; nil if both may be right. Both say that they are complete, and their answers were judged.
func (s *Session) between(q Question, a, b *Report) *Fault {
	j := s.problem.Judge
	if len(a.Answers) > 0 && len(b.Answers) > 0 && s.problem.Objectives > 0 && !q.task().AnyObjective {
		switch c := j.CompareObjectives(a.Answers[0], b.Answers[0]); {
		case c < 0:
			return &Fault{Kind: Worse, Engine: a.Engine, Against: b.Engine, Answer: b.Answers[0]}
		case c > 0:
			return &Fault{Kind: Worse, Engine: b.Engine, Against: a.Engine, Answer: a.Answers[0]}
		}
	}
	if f := missed(a, b); f != nil {
		return f
	}
	return missed(b, a)
}

// missed is the fault of a report that says it has all answers, where another has one more.
func missed(r, other *Report) *Fault {
	if !r.Exhausted {
		return nil
	}
	known := map[string]bool{}
	for _, a := range r.Answers {
		known[textOf(a.Values)] = true
	}
	for _, a := range other.Answers {
		if !known[textOf(a.Values)] {
			return &Fault{Kind: Missed, Engine: r.Engine, Against: other.Engine, Answer: a}
		}
	}
	if other.Count > r.Count {
		return &Fault{Kind: Different, Engine: r.Engine, Against: other.Engine}
	}
	return nil
}
