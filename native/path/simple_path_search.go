package path

import (
	"math/rand/v2"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// Search yields the paths.
func (f *freePath) Search(d *engine.Delivery) (exhausted bool) {
	t := f.options
	if t.Seed != 0 {
		random := rand.New(rand.NewPCG(uint64(t.Seed), 0x67726f777468))
		for _, steps := range f.next {
			random.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
		}
	}
	f.pause = func() bool {
		d.Result.Stats.Nodes, d.Result.Stats.DeadEnds = f.steps, f.returns
		d.Tick()
		return d.Stopped()
	}
	if f.optimal {
		done := f.best(d)
		switch {
		case !done:
			return false
		case d.Result.Best == nil:
			return true
		case t.Limit == 1:
			d.Deliver(d.Result.Best)
			return false
		}
	}
	lone := false
	f.found = func() bool {
		if f.optimal && f.worth != f.least {
			return true
		}
		if len(f.edges) == 0 && !f.named {
			if lone {
				return true
			}
			lone = true
		}
		return d.Deliver(f.values())
	}
	return f.search()
}

const (
	// askEvery is after how many choices somebody else is asked for the best path again, and propagationsPerStep how many
	// propagations of package fd take as long as a choice.
	askEvery            = 1 << 14
	propagationsPerStep = 2
)

// best finds the best path, if there is one, and sets its worth as the least that is
// asked for; it returns false if the search was stopped.
func (f *freePath) best(d *engine.Delivery) (done bool) {
	r := &d.Result
	most := f.maxGain*min(int64(len(f.vertices)), int64(f.cliques)) + max(0, slices.Max(f.nodeGain))
	bounds := func(lo, hi int64) {
		if f.sign < 0 {
			lo, hi = -hi, -lo
		}
		r.Bounds = []model.Interval{{Lo: lo + f.offset, Hi: hi + f.offset}}
	}
	var best int64
	f.found = func() bool {
		r.Best, best = f.values(), f.worth
		f.bounded, f.least = true, f.worth+1
		bounds(best, most)
		return true
	}
	f.alike = f.orbits()
	pause, settled := f.pause, false
	f.pause = func() bool {
		if f.optimizer == nil || f.steps%askEvery != 0 {
			return pause()
		}
		var better model.Solution
		better, settled = f.optimizer.Improve(f.steps*propagationsPerStep, r.Best)
		if better != nil {
			r.Best, best = better, f.sign*(model.Evaluate(f.w.Model, better).Int(f.objective.X)-f.offset)
			f.bounded, f.least = true, best+1
			bounds(best, most)
		}
		return settled || pause()
	}
	done = f.search() || settled
	f.alike, f.pause = nil, pause
	if done && r.Best != nil {
		bounds(best, best)
		f.least = best
	}
	return done
}
