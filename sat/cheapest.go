package sat

import (
	"math"
	"slices"

	"nazo/model"
	"nazo/sat/unroll"
)

// cheapest yields the runs with the least costs, and of these the shortest. At each
// horizon the cheapest run of at most that length is found. It is the cheapest of all once
// no longer run can be cheaper: by the costs known then the length of such a run is bounded.
// How short a run at these costs can be is asked last, at horizons below its length.
func (r *runs) cheapest() {
	w := &sweep{runs: r, least: r.least}
	u, solution := w.first()
	if solution == nil {
		r.nothingMore()
		return
	}
	r.least = w.least
	best := r.postprocessed(u.Run(solution))
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
	if k := r.lengthIsCost(); k >= 0 {
		r.least = int(costs[k])
	}
	s := r.shortening(best, true)
	s.run(r.least, 0)
	if best = s.best; r.task.Limit == 1 {
		r.deliver(best)
		return
	}
	u = r.unrolled(false, r.length(best))
	r.requireCosts(u, best)
	r.all(r.on(u, u.Off(unroll.Question{Goal: true, Busy: true}), r.task.Limit))
}

// lengthIsCost is a cost that is the number of moves, or -1.
func (r *runs) lengthIsCost() int {
	for k := range r.m.Machine.Costs {
		if !slices.ContainsFunc(r.m.Machine.Moves, func(move model.Move) bool {
			c, known := r.m.Constant(move.Costs[k])
			return !known || c != 1
		}) {
			return k
		}
	}
	return -1
}

// requireCosts asks for runs at the costs of a given one.
func (r *runs) requireCosts(u *unroll.Unrolling, like model.Solution) {
	costs, sums := r.costs(like), u.Costs()
	for k := range r.m.Machine.Costs {
		u.Require(u.Model.Equal(sums[k], u.Model.Int(costs[k])))
	}
}

// optimum is the cheapest run that fits into an unrolling, given one that fits.
func (r *runs) optimum(u *unroll.Unrolling, best model.Solution) model.Solution {
	sums := u.Costs()
	for _, x := range sums[:r.m.Machine.Costs] {
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
	s.encode()
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

// enough is a length that the shortest of the cheapest runs does not exceed if it is cheaper
// than the given one: moves that cost something are bounded by the cost, and between two
// of them it comes to no state twice.
func (r *runs) enough(best model.Solution) int {
	costs := r.costs(best)[:r.m.Machine.Costs]
	cost := costs[0]
	if !slices.ContainsFunc(costs[1:], func(c int64) bool { return c > 0 }) {
		cost-- // for less must be paid of the first
	}
	if cost < 0 {
		return 0
	}
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
