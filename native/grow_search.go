package native

import (
	"math/rand/v2"
	"slices"

	"nazo/model"
)

// growPaths yields the paths of a model that is nothing else.
func (r *search) growPaths(f *freePath, wanted bool) {
	root := r.p.solution()
	if r.task.Seed != 0 {
		random := rand.New(rand.NewPCG(uint64(r.task.Seed), 0x67726f777468))
		for _, steps := range f.next {
			random.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
		}
	}
	f.pause = func() bool {
		r.result.Stats.Nodes, r.result.Stats.DeadEnds = f.steps, f.returns
		r.tick()
		return r.stop.Load()
	}
	if wanted && !r.bestPath(f, root) {
		return
	}
	if wanted && r.task.Limit == 1 && r.result.Best != nil {
		r.deliver(r.result.Best)
		return
	}
	lone := false
	f.found = func() bool {
		if wanted && f.worth != f.least {
			return true
		}
		if len(f.edges) == 0 && !f.named {
			if lone {
				return true
			}
			lone = true
		}
		return r.deliver(f.values(r.p, root))
	}
	if f.search() {
		r.proper = true
	}
}

// bestPath finds the best worth of a path and sets it as the least that is
// asked for; it returns false if the search was stopped or there is no path.
func (r *search) bestPath(f *freePath, root model.Solution) bool {
	most := f.maxGain*min(int64(len(f.vertices)), int64(f.cliques)) + max(0, slices.Max(f.nodeGain))
	bounds := func(lo, hi int64) {
		if f.sign < 0 {
			lo, hi = -hi, -lo
		}
		r.result.Bounds = []model.Interval{{Lo: lo + f.offset, Hi: hi + f.offset}}
	}
	var best int64
	f.found = func() bool {
		r.result.Best, best = f.values(r.p, root), f.worth
		f.bounded, f.least = true, f.worth+1
		bounds(best, most)
		return true
	}
	f.alike = f.orbits()
	done := f.search()
	f.alike = nil
	if !done {
		return false
	}
	if r.result.Best == nil {
		r.proper = true
		return false
	}
	bounds(best, best)
	f.least = best
	return true
}
