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
	done = f.search()
	f.alike = nil
	if done && r.Best != nil {
		bounds(best, best)
		f.least = best
	}
	return done
}
