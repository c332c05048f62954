package heuristic

import (
	"context"

	"nazo/machine"
	"nazo/model"
)

// Coarse derives a bound without splitting transitions into operators.
func Coarse(ctx context.Context, m *model.Model, layout *machine.Layout, ts []machine.Transition) *Heuristic {
	return derive(ctx, m, layout, ts, readGoal(m), make([]bool, len(m.Vars)))
}

// Assign is assign for the columns 0, 1, …
func Assign(cost [][]int64) int64 {
	columns := make([]int32, len(cost[0]))
	for i := range columns {
		columns[i] = int32(i)
	}
	return leastAssignment(cost, columns)
}

// Infinite is the distance to what can't be reached.
const Infinite = infinite

// Tested is how many states were tested for dead ends.
func Tested(d *DeadEnds) int { return d.tested }
