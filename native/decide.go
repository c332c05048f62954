package native

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count"
)

// decider has the solutions counted by elimination where a search for one or two of them proves long: where there is none,
// or none but the one that was found, a count shows it, and if none was found, one is drawn from those counted.
type decider struct {
	ctx     context.Context
	m       *model.Model
	count   *count.Model
	options engine.SolveOptions
	d       *engine.Delivery
	found   []model.Solution
	states  float64 // expected of the count; 0 before it was asked for
	given   bool    // up
}

const (
	// mostDecided is how many solutions are asked for at most where they may be counted.
	mostDecided = 2
	// statesPerConflict is about how many of the states that a count is expected to have are done in the time in which the
	// search meets a conflict.
	statesPerConflict = 1000
	// mostDecidingStates is the longest count that is begun, and mostDecidingMemory what it may take, in bytes.
	mostDecidingStates = 200e6
	mostDecidingMemory = 1 << 30
	// draws is how many solutions are drawn to have two different ones, if there are two: the same is drawn each time
	// once in 2^63.
	draws = 64
)

// newDecider makes a decider that listens to what is found: what it returns as hand must have it.
func (j *still) newDecider(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) (e *decider, hand func(model.Solution) bool) {
	e = &decider{ctx: ctx, m: j.m, count: j.Model, options: o}
	return e, func(s model.Solution) bool {
		e.found = append(e.found, slices.Clone(s))
		return yield(s)
	}
}

// Decide counts as soon as the search has taken as long as counting will.
func (e *decider) Decide(conflicts int64) (exhausted, done bool) {
	if e.given || !e.worthwhile(conflicts) {
		return false, false
	}
	e.given = true // whatever comes of it, once is enough
	if len(e.found) > 0 {
		plan, err := e.count.Plan(e.ctx, e.bounded())
		if err != nil {
			return false, false
		}
		c := plan.Count(e.ctx)
		exhausted = c.Complete && c.N.IsInt64() && c.N.Int64() == int64(len(e.found))
		if exhausted || !c.Complete {
			return exhausted, exhausted
		}
	}
	drawn, total, err := e.count.Sample(e.ctx, engine.SampleOptions{Number: draws, Seed: e.options.Seed, Memory: mostDecidingMemory})
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

// worthwhile reports whether counting is expected to take no longer than the search has.
func (e *decider) worthwhile(conflicts int64) bool {
	if e.states == 0 {
		plan, err := e.count.Plan(e.ctx, e.bounded())
		if err != nil {
			e.given = true
			return false
		}
		f := plan.Forecast(e.ctx)
		if f == nil || f.Total > mostDecidingStates || f.Memory > mostDecidingMemory {
			e.given = true
			return false
		}
		e.states = max(1, f.Total)
	}
	return e.states <= float64(conflicts)*statesPerConflict
}

func (e *decider) bounded() engine.CountOptions {
	return engine.CountOptions{RunOptions: engine.RunOptions{Memory: mostDecidingMemory}}
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
