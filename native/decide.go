package native

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"nazo/internal/model"
	"nazo/native/count"
)

// decider has the solutions counted by elimination where a search for one or two of them proves long: where there is none,
// or none but the one that was found, a count shows it, and if none was found, one is drawn from those counted. Whatever it
// does is begun when the search has taken as long as that will, so it doubles the time at worst.
type decider struct {
	ctx     context.Context
	m       *model.Model
	model   *count.Model
	options model.SolveOptions
	d       *model.Delivery
	found   []model.Solution
	count   *count.Tentative // nil before it was worth laying out
	states  float64          // expected of the count along the best order so far
	planned int64            // after how many propagations that order was found
	given   bool             // up
}

const (
	// mostDecided is how many solutions are asked for at most where they may be counted.
	mostDecided = 2
	// loweringNode is in how many propagations of the search a node of the model is lowered.
	loweringNode = 20
	// estimatesPerPropagation is the share of the search that the order is looked for in, and statesPerPropagation is about how
	// many of the states that a count is expected to have are done in the time of a propagation.
	estimatesPerPropagation = 0.25
	statesPerPropagation    = 4
	// mostDecidingStates is the longest count that is begun, and mostDecidingMemory what it may take, in bytes.
	mostDecidingStates = 200e6
	mostDecidingMemory = 1 << 30
	// mostImproved is how many times fewer states a count can be hoped to have along an order that was looked for than along that
	// in which the vertices are numbered.
	mostImproved = 1000
	// draws is how many solutions are drawn to have two different ones, if there are two: the same is drawn each time
	// once in 2^63.
	draws = 64
)

// newDecider makes a decider that listens to what is found: what it returns as hand must have it.
func (j *still) newDecider(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) (e *decider, hand func(model.Solution) bool) {
	e = &decider{ctx: ctx, m: j.m, model: j.Model, options: o}
	return e, func(s model.Solution) bool {
		e.found = append(e.found, slices.Clone(s))
		return yield(s)
	}
}

// Decide counts as soon as the search has taken as long as counting will.
func (e *decider) Decide(propagations int64) (exhausted, done bool) {
	if e.given || !e.worthwhile(propagations) {
		return false, false
	}
	e.given = true // whatever comes of it, once is enough
	if len(e.found) > 0 {
		c := e.count.Count(e.ctx)
		exhausted = c.Complete && c.N.IsInt64() && c.N.Int64() == int64(len(e.found))
		if exhausted || !c.Complete {
			return exhausted, exhausted
		}
	}
	drawn, total, err := e.count.Sample(e.ctx, model.SampleOptions{Number: draws, Seed: e.options.Seed, Memory: mostDecidingMemory})
	if err != nil {
		return false, false
	}
	for _, s := range drawn {
		if slices.ContainsFunc(e.found, func(f model.Solution) bool { return e.same(f, s) }) {
			continue
		}
		if !e.d.Deliver(s) {
			return false, true
		}
	}
	exhausted = total.IsInt64() && total.Int64() == int64(len(e.found))
	return exhausted, exhausted
}

// worthwhile reports whether counting is expected to take no longer than the search has. A better order is looked for
// each time the search has taken twice as long.
func (e *decider) worthwhile(propagations int64) bool {
	if e.count == nil {
		if propagations < loweringNode*int64(e.m.BoolCount()+len(e.m.Ints)) {
			return false
		}
		count, err := e.model.Tentative(mostDecidingMemory)
		if err != nil || count.Improve(e.ctx, 0).Total > mostDecidingStates*mostImproved {
			e.given = true
			return false
		}
		e.count = count
	}
	if propagations >= 2*e.planned {
		e.planned = propagations
		f := e.count.Improve(e.ctx, int64(float64(propagations)*estimatesPerPropagation))
		if e.states = f.Total; f.Memory > mostDecidingMemory {
			e.states = math.Inf(1)
		}
	}
	return e.states <= min(mostDecidingStates, float64(propagations)*statesPerPropagation)
}

// same reports whether two solutions have the same values for what is to be found.
func (e *decider) same(a, b model.Solution) bool {
	for _, f := range e.m.Finds {
		for _, v := range f.Vars {
			if a[v] != b[v] {
				return false
			}
		}
	}
	return true
}

// optimizer looks for the best solution by elimination where branch and bound proves long. The two take turns: the elimination goes on
// as long as it has had fewer states than take about as long as the search has.
type optimizer struct {
	next   func() (struct{}, bool) // lets the elimination go on until it has had its share, or has ended; nil once it has ended
	stop   func()
	begin  int64          // after how many propagations it begins
	states int64          // that it may have had by now
	known  model.Solution // the best
	found  *count.Optimum
	result *model.Result
}

// optimizingMemory bounds the tables of an elimination if nothing else is said, in bytes.
const optimizingMemory = 2 << 30

// newOptimizer makes an optimizer for a search with the result, nil where there is nothing for it to do. It is to be stopped.
func (j *still) newOptimizer(ctx context.Context, o model.SolveOptions, result *model.Result) *optimizer {
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
