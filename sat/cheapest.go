package sat

import (
	"math"
	"slices"

	"nazo/model"
	"nazo/sat/unroll"
)

// cheapest yields the runs with the least costs. At each horizon the best run of
// at most that length is found. It is best of all once no longer run can be
// cheaper: by the costs known then the length of such a run is bounded.
func (r *runs) cheapest() {
	w := &sweep{runs: r, least: r.least}
	u, solution := w.first()
	if solution == nil {
		r.nothingMore()
		return
	}
	r.least = w.least
	best := r.cut(u.Run(solution))
	if short := r.shortened(best); slices.Compare(r.costs(short), r.costs(best)) < 0 {
		best = short
	}
	for h := len(best) - len(r.m.Vars); ; h = min(h+1+h/4, r.enough(best)) {
		r.keep(best)
		u = r.unrolled(false, h)
		best = r.optimum(u, best)
		if h >= r.enough(best) {
			break
		}
	}
	costs := r.costs(best)
	r.result.Bounds = nil
	for _, c := range costs[:r.m.Machine.Costs] {
		r.result.Bounds = append(r.result.Bounds, model.Interval{Lo: c, Hi: c})
	}
	if r.task.Limit == 1 {
		r.deliver(best)
		return
	}
	for k, x := range u.Costs() {
		u.Require(u.Model.Equal(x, u.Model.Int(costs[k])))
	}
	r.all(r.on(u, u.Off(unroll.Question{Goal: true}), r.task.Limit))
}

// optimum is the best run that fits into an unrolling, given one that fits.
func (r *runs) optimum(u *unroll.Unrolling, best model.Solution) model.Solution {
	sums := u.Costs()
	if r.task.Limit == 1 { // the length does not matter
		sums = sums[:len(sums)-1]
	}
	for _, x := range sums {
		u.Model.Objectives = append(u.Model.Objectives, model.Objective{X: x})
	}
	known := r.costs(best)
	u.Require(u.Model.LessEq(sums[0], u.Model.Int(known[0])))
	s := r.on(u, u.Off(unroll.Question{Goal: true}), 1)
	s.yield = func(solution model.Solution) bool {
		best = r.cut(u.Run(solution))
		return true
	}
	defer func() {
		r.stats = r.with(s.stats)
		if s.result.Best != nil { // it was left before the end
			if run := r.cut(u.Run(s.result.Best)); slices.Compare(r.costs(run), known) < 0 {
				r.keep(run)
			}
		}
	}()
	s.run()
	u.Model.Objectives = nil
	return best
}

// keep remembers the best run so far. No run has fewer moves than least, which
// bounds a single cost, too.
func (r *runs) keep(run model.Solution) {
	r.result.Best = run
	if r.m.Machine.Costs > 1 {
		return // a run with less of the first cost may have more of the others
	}
	each := int64(math.MaxInt64)
	for _, move := range r.m.Machine.Moves {
		each = min(each, max(r.m.Bounds(move.Costs[0]).Lo, 0))
	}
	r.result.Bounds = []model.Interval{{Lo: each * int64(r.least), Hi: r.costs(run)[0]}}
}

// costs are the sums of the costs of a run, and its length last.
func (r *runs) costs(run model.Solution) []int64 {
	n := len(r.m.Vars)
	state := run[:n]
	sums := make([]int64, r.m.Machine.Costs, r.m.Machine.Costs+1)
	for _, move := range run[n:] {
		at := r.m.At(state)
		for k, c := range at.Costs(move) {
			sums[k] += c
		}
		state = at.After(move)
	}
	return append(sums, int64(len(run)-n))
}

// enough is a length that no run exceeds that is at least as good as the given
// one: moves that cost something are bounded by the cost, and between two of them
// a run comes to no state twice.
func (r *runs) enough(best model.Solution) int {
	cost := r.costs(best)[0]
	cheap := r.states(func(move model.Move) bool { return r.m.Bounds(move.Costs[0]).Lo <= 0 })
	least := int64(unbounded)
	for _, move := range r.m.Machine.Moves {
		if lo := r.m.Bounds(move.Costs[0]).Lo; lo > 0 {
			least = min(least, lo)
		}
	}
	paid := cost / least
	if cheap == unbounded || paid >= unbounded/int64(cheap)-1 {
		return r.most
	}
	return min(r.most, int(paid+1)*cheap-1)
}
