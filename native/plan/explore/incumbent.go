package explore

import (
	"nazo/engine"
	"nazo/machine"
	"nazo/model"
)

const (
	// maxScanned bounds the open states that are looked at for an incumbent, maxGoalTests those
	// that are tested for the goal: a search that was interrupted has little time left.
	maxScanned   = 1 << 21
	maxGoalTests = 1 << 17
)

// incumbentResult is the result of a search for best runs that was ended by the limits: the
// incumbent, which is the best run that it knows, and bounds of the optimum.
func (s *search) incumbentResult(work stepper) engine.Result {
	b := bestFirstOf(work)
	if b == nil || s.task.AsksForAnyRun(s.specialized.Machine) {
		return engine.Result{}
	}
	states := b.incumbent()
	if states == nil {
		return engine.Result{}
	}
	run := b.replay(states)
	if run == nil {
		return engine.Result{}
	}
	r := engine.Result{Best: run}
	if s.encoding.dimensions == 1 { // of several only the first would be bounded
		r.Bounds = []model.Interval{{Lo: s.encoding.decode(b.lowerBound)[0], Hi: s.costs(run)[0]}}
	}
	return r
}

// bestFirstOf is the best-first search, perhaps in a portfolio, that may know a run, or nil.
func bestFirstOf(work stepper) *bestFirst {
	switch work := work.(type) {
	case *bestFirst:
		return work
	case *roundRobin:
		for _, s := range work.searches {
			if b := bestFirstOf(s); b != nil {
				return b
			}
		}
	}
	return nil
}

// incumbent is the run to the cheapest goal state that is known, perhaps still open; nil if none
// is found.
func (b *bestFirst) incumbent() []machine.State {
	goal, g, scanned, tested := b.goal, lexCost(0), 0, 0
	if goal >= 0 {
		return chain(b.table, b.parents, goal)
	}
	b.open.each(func(e entry) bool {
		scanned++
		// The heuristic is 0 at a goal.
		if (goal < 0 || e.f < g) && e.f == b.g.get(e.id) {
			tested++
			if b.won(b.table.at(e.id)) {
				goal, g = e.id, e.f
			}
		}
		return scanned < maxScanned && tested < maxGoalTests
	})
	if goal < 0 {
		return nil
	}
	return chain(b.table, b.parents, goal)
}
