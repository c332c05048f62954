package plan

import (
	"context"
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// Coarse derives a bound without splitting transitions into operators.
func Coarse(ctx context.Context, m *model.Model, layout *machine.Layout, ts []machine.Transition) *Heuristic {
	return derive(ctx, m, layout, ts, readGoal(m), make([]bool, len(m.Vars)))
}

// Assign is leastAssignment for the distances of each of some tokens to the goal places.
func Assign(distances [][]int64) int64 {
	tokens := make([]int32, len(distances))
	for i := range tokens {
		tokens[i] = int32(i)
	}
	return leastAssignment(slices.Concat(distances...), len(distances[0]), tokens)
}

// Infinite is the distance to what can't be reached.
const Infinite = infinite

// Tested is how many states were tested for dead ends.
func Tested(d *DeadEnds) int { return d.tested }

// DeadPlaces are what no state on a run to the goal has.
func DeadPlaces(h *Heuristic) map[machine.Fact]bool { return h.dead }
