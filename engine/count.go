package engine

import (
	"context"
	"math/big"

	"nazo/model"
)

// Counter is a job that can count solutions without visiting each.
type Counter interface {
	Job
	// Plan lays out a count of all solutions; with objectives, and for machines, of the
	// best ones. The error is a [Reason] why they can't be counted so.
	Plan(ctx context.Context, o CountOptions) (Plan, error)
}

// CountOptions say what to count, and how.
type CountOptions struct {
	// RunOptions bound runs that are counted; Memory also bounds counts of what stands
	// still.
	RunOptions
	// ByLength asks for the numbers of solutions by the number of edges of their
	// path, cycle or links.
	ByLength bool
	// Modulo, if not 0, asks for the number modulo this.
	Modulo uint64
	// Part of Parts, from 1: count only this part of a split; the parts add up to the
	// whole. 0 of 0 is the whole.
	Part, Parts int
	// From, if not "", names a checkpoint: Part of Parts is of what that has left to be done, and
	// what it had counted belongs to the first of them.
	From string
	// Checkpoint names a file that the work is saved to when its plan is made, from time to time and when
	// ctx ends; with Resume it goes on from there.
	Checkpoint string
	Resume     bool
	// PartName says which part it is, and FromName which the checkpoint From has to be of: one of
	// another is refused. The plan, in which the work goes on, is that of the checkpoint.
	PartName, FromName string
	// OrderVariant, if not 0, has another elimination order be taken, and another vertex to
	// split at, for a second, independent computation of the same number.
	OrderVariant int
	// Brief asks for an order that is soon found, however good, where it would be hard to find a good one ([Plan].HardToOrder). How long it is
	// looked for is counted work, so the plan is the same under any load.
	Brief bool
	// Progress, if not nil, is called with how far the work has come, from any goroutine.
	Progress func(CountProgress)
}

// Plan is a count that has been laid out. Its methods may be called several times.
type Plan interface {
	// HardToOrder reports whether the order of the count is hard to find, since the model has no
	// graph of its own. Who has another way to the number should not wait for it.
	HardToOrder() bool
	// Forecast is the expected work of the count; nil if the engine doesn't know. The
	// first call finds the order of the work, as good as the time of ctx allows, and Count
	// keeps to it.
	Forecast(ctx context.Context) *Forecast
	// Count counts.
	Count(ctx context.Context) Count
}

// CountProgress is how far a count has come.
type CountProgress struct {
	Layer, Layers int     // vertices eliminated, of all; 0 of 0 if it isn't known
	States        int64   // in the current layer
	Share         float64 // of the whole work, estimated, 0..1
	Stats         Stats   // of a count of runs
}

// Forecast is the expected work of a count by elimination. A number that is infinite is
// more than the engine can do at all.
type Forecast struct {
	Layers []PlannedLayer
	Peak   float64 // states of the largest layer
	Total  float64 // states of all layers
	// Doubt is by what factor Total may be too small or too large, 1 or more; 0 if that isn't known. The other numbers are as doubtful.
	Doubt  float64
	Memory float64 // bytes for the largest layer and what is left of the one before
	Parts  int     // into how many parts the memory limit would split the work, 1<<30 at most
	// Work is how many seconds a usual processor takes for all states, with those that parts make again: their number times a constant, so that it is the
	// same on any machine and under any load. What is decided is decided by it. For a part of a count the memory of the parts makes no difference to it.
	Work      float64
	Seconds   float64 // on the processors there are, with what the parts do again, as measured where that was done
	Processor float64 // seconds of processor time, all processors together, as measured
	// Fingerprint is the same for two plans only if parts of the one's count add up with
	// parts of the other's; "" if it isn't known.
	Fingerprint string
}

// PlannedLayer is one elimination of a vertex.
type PlannedLayer struct {
	Vertex   int32
	Frontier int     // vertices that are open after it
	States   float64 // estimated
}

// Count is a number of solutions.
type Count struct {
	N *big.Int // nil unless Complete
	// Complete is true if N is the number, and not less.
	Complete bool
	// Costs are those of the solutions counted, if they are the best runs of a
	// machine, with the length last.
	Costs []int64
	// ByLength has the numbers of solutions by length, if it was asked for.
	ByLength map[int64]*big.Int
	// Method says how it was counted, in a few words.
	Method string
	Reason Reason // why it is not complete
	Stats  Stats
}

// Sampler is a job that can draw solutions at random, each with the same probability.
type Sampler interface {
	Job
	// CanSample is nil, or the [Reason] why Sample can't. It draws nothing.
	CanSample() error
	// Sample draws so many solutions, with repetitions. total is the number of all
	// solutions; there are no samples if it is 0. The error is a [Reason].
	Sample(ctx context.Context, o SampleOptions) (samples []model.Solution, total *big.Int, err error)
}

// SampleOptions say what to draw.
type SampleOptions struct {
	Number int
	Seed   int64 // decides all draws
	Memory int64 // bounds the bytes for states; 0 is the engine's own choice
	// Progress, if not nil, is called with how far the work has come, from any goroutine.
	Progress func(CountProgress)
}
