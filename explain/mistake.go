package explain

import (
	"context"

	"nazo/engine"
)

// Mistake is what is wrong with what is known: facts that no solution has together, and units that say so; none of both can go.
// Without facts the units contradict each other. The answer is false if there is a solution, or the time did not suffice.
func (x *Explainer) Mistake(ctx context.Context, known []engine.Fact) (facts []engine.Fact, units []int32, ok bool) {
	if units, ok = x.Contradiction(ctx, known); !ok {
		return nil, nil, false
	}
	return x.resting(ctx, known, units, nil), units, true
}
