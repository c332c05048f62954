package explain

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// mostConfirming is how many conflicts and calls of its solver engine sat may take to confirm a conflict, and mostConfirmingStep one fact of a
// step: there are many of these.
const mostConfirming, mostConfirmingStep = 20_000, 200

// mostEncoded is how many variables and constraints another engine may be given to confirm the steps of one way, in all: where that is used up,
// steps stay unconfirmed, so that long ways on large boards are not for the most part checks.
const mostEncoded = 10_000_000

// Confirm asks an engine whether there is no solution if only some units are on; known is false if it came to no end
// within counted work.
func (x *Explainer) Confirm(ctx context.Context, e engine.Engine, units []int32) (refuted, known bool) {
	return refutes(ctx, e, x.m, units, nil, mostConfirming)
}

// ConfirmStep asks an engine whether each of some facts follows from units and what else is said to be known, and nothing else; known is false if
// it came to no end within counted work.
func (x *Explainer) ConfirmStep(ctx context.Context, e engine.Engine, units []int32, since, found []engine.Fact) (follows, known bool) {
	m := x.ProblemOf(slices.Max(units)).Model
	for _, f := range found {
		if x.encoded += int64(len(m.Vars) + len(m.Constraints)); x.encoded > mostEncoded {
			return false, false
		}
		refuted, known := refutes(ctx, e, m, units, append(slices.Clone(since), normal(m, f.Not())), mostConfirmingStep)
		if !refuted || !known {
			return false, known
		}
	}
	return true, true
}

// refutes asks an engine whether there is no solution that is as some facts say, if only some units are on, with so
// many conflicts.
func refutes(ctx context.Context, e engine.Engine, m *model.Model, units []int32, facts []engine.Fact, most int64) (refuted, known bool) {
	o := engine.Options{AnyObjective: true}
	for _, u := range m.Units() {
		if !slices.Contains(units, u) {
			o.Off = append(o.Off, u)
		}
	}
	narrow := *m
	narrow.Vars = slices.Clone(m.Vars)
	for _, f := range facts {
		if f.Is {
			o.Within = append(o.Within, engine.Fix(f.Var, f.Value))
			continue
		}
		v := *narrow.Vars[f.Var]
		var left []int64
		for k := range v.Domain.Each {
			if k != f.Value {
				left = append(left, k)
			}
		}
		v.Domain = model.Values(left...)
		narrow.Vars[f.Var] = &v
	}
	job, err := e.Open(ctx, &narrow, o)
	if err != nil {
		return false, false
	}
	r := job.Solve(ctx, engine.SolveOptions{Limit: 1, Conflicts: most}, func(model.Solution) bool { return true })
	return r.Exhausted && r.Solutions == 0, r.Complete
}
