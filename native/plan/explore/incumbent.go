package explore

import (
	"nazo/engine"
	"nazo/machine"
	"nazo/model"
)

const (
	// mostWaiting bounds the waiting states that are looked at for an incumbent,
	// mostTested how many of them are tested for the goal: a search that was
	// interrupted has little time left.
	mostWaiting = 1 << 21
	mostTested  = 1 << 17
)

// unfinished tells what a search for best runs knows that was ended by the limits:
// the best run that it has met, and what is proved about the best.
func (s *search) unfinished(work stepper) engine.Result {
	b := unfinishedBest(work)
	if b == nil || s.task.AsksForAnyRun(s.to.Machine) {
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
	if s.tariff.costs == 1 { // of several only the first would be bounded
		r.Bounds = []model.Interval{{Lo: s.tariff.unpack(b.floor)[0], Hi: s.costs(run)[0]}}
	}
	return r
}

// unfinishedBest is the search among those that take turns that may know a run, or nil.
func unfinishedBest(work stepper) *best {
	switch work := work.(type) {
	case *best:
		return work
	case *turns:
		for _, s := range work.searches {
			if b := unfinishedBest(s); b != nil {
				return b
			}
		}
	}
	return nil
}

// incumbent is the way to the cheapest goal that was reached and waits for cheaper
// states; nil if none is found.
func (b *best) incumbent() []machine.State {
	goal, paid, tested := b.goal, price(0), 0
	if goal >= 0 {
		return chain(b.table, b.parents, goal)
	}
	for _, e := range b.queue.entries[:min(len(b.queue.entries), mostWaiting)] {
		// Nothing is left to be paid from a goal.
		if e.whole != e.paid || goal >= 0 && e.paid >= paid || e.paid != b.prices.get(e.id) {
			continue
		}
		if tested++; tested > mostTested {
			break
		}
		if b.won(b.table.at(e.id)) {
			goal, paid = e.id, e.paid
		}
	}
	if goal < 0 {
		return nil
	}
	return chain(b.table, b.parents, goal)
}
