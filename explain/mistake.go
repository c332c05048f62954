package explain

import (
	"context"

	"nazo/engine"
)

// Mistake is what is wrong with what is known: facts that no solution has together, and units that say so; none of both can go, as
// far as counted work shows. Without facts the units contradict each other; where nothing is known they are those of
// [Explainer.Conflict], if it finds any. The answer is false if there is a solution, or the time did not suffice.
func (x *Explainer) Mistake(ctx context.Context, known []engine.Fact) (facts []engine.Fact, units []int32, ok bool) {
	if len(known) == 0 {
		if c, found := x.beside(ctx).Conflict(ctx, nil, x.UsualWork()); found {
			return nil, c.Units, true
		}
	}
	if units, ok = x.Contradiction(ctx, known); !ok {
		return nil, nil, false
	}
	return x.resting(ctx, known, units, nil), units, true
}

// Reason are units from which a fact follows at once, with what is known, none of which can go, as far as counted work shows; ok is false if it does not
// follow, or the time did not suffice.
func (x *Explainer) Reason(ctx context.Context, known []engine.Fact, f engine.Fact) (units []int32, ok bool) {
	supposed := []engine.Fact{f.Not()}
	r := x.refute(ctx, known, x.all, supposed, engine.Unlimited)
	if !r.Refuted {
		return nil, false
	}
	units, _ = x.shrinkWell(ctx, engine.Question{Known: known, On: r.Units, Supposed: supposed, Conflicts: 2*r.Conflicts + x.Effort.Conflicts})
	return units, true
}
