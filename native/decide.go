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

// decider counts the solutions by elimination when a search for one or two of them takes long. A count of 0, or of
// 1 where one was found, settles the question. Otherwise it draws a solution. It starts when the search has taken
// as long as the count will, so the total is at most twice the shorter time.
type decider struct {
	ctx     context.Context
	m       *model.Model
	model   *count.Model
	options model.SolveOptions
	d       *model.Delivery
	found   []model.Solution
	count   *count.Tentative // nil until the count is laid out
	states  float64          // expected states along the best order so far
	planned int64            // propagations of the search when that order was found
	given   bool             // it has given up, or counts
}

const (
	// mostDecided is the largest number of requested solutions for which counting is tried.
	mostDecided = 2
	// loweringNode is the number of propagations that lowering one node of the model is worth.
	loweringNode = 20
	// estimatesPerPropagation is the share of time spent on finding an order. statesPerPropagation is
	// the number of states of a count that take as long as one propagation.
	estimatesPerPropagation = 0.25
	statesPerPropagation    = 4
	// mostDecidingStates bounds the states of a count, and mostDecidingMemory its bytes.
	mostDecidingStates = 200e6
	mostDecidingMemory = 1 << 30
	// mostImproved is the factor by which the search for an order may reduce the states.
	mostImproved = 1000
	// draws is the number of samples taken to get two different solutions. They all agree by accident once in 2^63.
	draws = 64
)

// newDecider makes a decider. Every solution that is found must go to the returned hand.
func (j *still) newDecider(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) (e *decider, hand func(model.Solution) bool) {
	e = &decider{ctx: ctx, m: j.m, model: j.Model, options: o}
	return e, func(s model.Solution) bool {
		e.found = append(e.found, slices.Clone(s))
		return yield(s)
	}
}

// Decide counts once the search has taken as long as the count will.
func (e *decider) Decide(propagations int64) (exhausted, done bool) {
	if e.given || !e.worthwhile(propagations) {
		return false, false
	}
	e.given = true // one attempt is enough
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
		if slices.ContainsFunc(e.found, func(f model.Solution) bool { return sameFinds(e.m, f, s) }) {
			continue
		}
		if !e.d.Deliver(s) {
			return false, true
		}
	}
	exhausted = total.IsInt64() && total.Int64() == int64(len(e.found))
	return exhausted, exhausted
}

// worthwhile reports whether counting should take no longer than the search has taken. It looks for a better order
// whenever that time has doubled.
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

// sameFinds reports whether two solutions agree on all finds.
func sameFinds(m *model.Model, a, b model.Solution) bool {
	for _, f := range m.Finds {
		for _, v := range f.Vars {
			if a[v] != b[v] {
				return false
			}
		}
	}
	return true
}

// optimizer searches for the best solution by elimination while branch and bound takes long. The two take turns,
// with equal shares of time.
type optimizer struct {
	next   func() (struct{}, bool) // resumes the elimination for its share of time; nil once it has ended
	stop   func()
	begin  int64          // propagations after which it starts
	states int64          // number of states that it may have processed by now
	known  model.Solution // the best so far
	found  *count.Optimum
	result *model.Result
}

// optimizingMemory is the default limit for the tables of an elimination, in bytes.
const optimizingMemory = 2 << 30

// newOptimizer makes an optimizer, or nil if it has nothing to do. The caller must stop it.
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

// Improve gives the elimination its share of time.
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
