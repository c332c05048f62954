package native

import (
	"context"
	"fmt"
	"iter"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count"
)

// optimizer looks for the best solution by elimination where branch and bound proves long. The two take turns: the elimination goes on
// as long as it has had fewer states than take about as long as the search has.
type optimizer struct {
	next   func() (struct{}, bool) // lets the elimination go on until it has had its share, or has ended; nil once it has ended
	stop   func()
	begin  int64          // after how many propagations it begins
	states int64          // that it may have had by now
	known  model.Solution // the best
	found  *count.Optimum
	result *engine.Result
}

// optimizingMemory bounds the tables of an elimination if nothing else is said, in bytes.
const optimizingMemory = 2 << 30

// newOptimizer makes an optimizer for a search with the result, nil where there is nothing for it to do. It is to be stopped.
func (j *still) newOptimizer(ctx context.Context, o engine.SolveOptions, result *engine.Result) *optimizer {
	if o.Limit != 1 || len(j.m.Objectives) == 0 || j.options.AnyObjective || !j.AboutGraph() {
		return nil
	}
	e := &optimizer{begin: loweringNode * int64(j.m.BoolCount()+len(j.m.Ints)), result: result}
	memory := o.Memory
	if memory <= 0 {
		memory = optimizingMemory
	}
	e.next, e.stop = iter.Pull(func(yield func(struct{}) bool) {
		e.found, _ = j.Optimum(ctx, memory, func(states int64) (model.Solution, bool) {
			return e.known, states < e.states || yield(struct{}{})
		})
	})
	return e
}

// Improve lets the elimination have its share.
func (e *optimizer) Improve(propagations int64, best model.Solution) (better model.Solution, proved bool) {
	if e.next == nil || propagations < e.begin {
		return nil, false
	}
	e.states, e.known = propagations*statesPerPropagation, best
	if _, more := e.next(); more {
		return nil, false
	}
	e.next = nil
	if e.found == nil {
		return nil, false
	}
	e.result.Stats.States += e.found.States
	if e.found.Proved {
		e.result.Proof = fmt.Sprintf("by eliminating vertices, %d states", e.found.States)
	}
	return e.found.Best, e.found.Proved
}
