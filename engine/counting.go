package engine

import (
	"context"
	"math/big"
	"nazo/model"
)

// CantSave begins the reason of a count whose checkpoint can't be written.
const CantSave = "can't save"

// Counting says how a [Counter] is to count.
type Counting struct {
	// Method is "frontier" or "enumerate"; "" leaves it to the engine.
	Method string
	// ByLength asks for the numbers of solutions by the number of edges of their
	// path, cycle or links.
	ByLength bool
	// Modulo, if not 0, asks for the number modulo this.
	Modulo uint64
	// Part of Parts, from 1: count only this part of a split; the parts add up to the
	// whole. 0 of 0 is the whole.
	Part, Parts int
	// Checkpoint names a file that the work is saved to from time to time and when
	// ctx ends; with Resume it goes on from there.
	Checkpoint string
	Resume     bool
	// Apart, if not 0, has the split be made along another vertex or order, for a
	// second, independent computation of the same number.
	Apart int
	// Prepared, if not nil, is what CountPlan.Prepared was for the same model and task,
	// which then need not be prepared again.
	Prepared any
	// Progress, if not nil, is told how far the work has come, from any goroutine.
	Progress func(CountProgress)
}

// CountProgress is how far a count has come.
type CountProgress struct {
	Layer, Layers int     // vertices eliminated, of all
	States        int64   // in the current layer
	Share         float64 // of the whole work, estimated, 0..1
}

// CountPlan is what a count by elimination is expected to take. What is infinite is
// more than the engine can do at all.
type CountPlan struct {
	Layers  []PlannedLayer
	Peak    float64 // states of the largest layer
	Total   float64 // states of all layers
	Memory  float64 // bytes for the largest layer and what is left of the one before
	Parts   int     // into how many parts the memory limit would split the work, 1<<30 at most
	Seconds float64 // with what the parts do again
	// Fingerprint is the same for two plans only if parts of the one's count add up with
	// parts of the other's; "" if it isn't known.
	Fingerprint string
	// Prepared is the engine's own, for Counting.Prepared.
	Prepared any
}

// PlannedLayer is one elimination of a vertex.
type PlannedLayer struct {
	Vertex   int32
	Frontier int     // vertices that are open after it
	States   float64 // estimated
}

// CountPlanner is a counter that can say beforehand what a count takes.
type CountPlanner interface {
	Counter
	PlanCount(ctx context.Context, m *model.Model, t Task) (plan CountPlan, reason string)
}

// Sampler draws solutions at random, each with the same probability.
type Sampler interface {
	Solver
	// Samples says whether it can for this task, and if not, why.
	Samples(m *model.Model, t Task) (ok bool, reason string)
	// Sample draws n solutions by the task's seed, with repetitions. total is the
	// number of all solutions; there are no samples if it is 0.
	Sample(ctx context.Context, m *model.Model, t Task, n int) (samples []model.Solution, total *big.Int, err error)
}
