package path

import (
	"nazo/engine"
)

// firstBudget is how many dead ends a search for one route may meet before it
// starts again in another order.
const firstBudget = 1000

// outcome says how a part of a search ended.
type outcome int

const (
	spaceDone  outcome = iota // nothing is left to search
	ended                     // the receiver of solutions, or the context, said so
	overBudget                // as many dead ends as allowed
)

// Search yields the paths or cycles.
func (b *hamiltonian) Search(d *engine.Delivery) (exhausted bool) {
	if b.impossible {
		return true
	}
	if b.lone {
		d.Deliver(b.values())
		return true
	}
	t := b.options
	seed, budget := t.Seed, int64(0)
	if t.Limit == 1 {
		budget = firstBudget
	}
	consistent := b.begin(b.given, seed)
	for {
		switch b.run(d, consistent, budget) {
		case spaceDone:
			return true
		case overBudget:
			budget += budget / 2
			seed++
			b.undo(0)
			b.decisions = b.decisions[:0]
			consistent = b.begin(b.given, seed)
		default:
			return false
		}
	}
}

// run searches until the space is done, the receiver says to stop, or so many dead ends were met;
// a budget of 0 means any number.
func (b *hamiltonian) run(d *engine.Delivery, consistent bool, budget int64) outcome {
	t, stats := b.options, &d.Result.Stats
	for {
		if d.Stopped() {
			return ended
		}
		edge := int32(-1)
		if consistent {
			if edge = b.choose(); edge < 0 && !d.Deliver(b.values()) {
				return ended
			}
		}
		if edge >= 0 {
			stats.Nodes++
			d.Tick()
			if t.Watch != nil && t.WatchEvery > 0 && stats.Nodes%t.WatchEvery == 0 {
				t.Watch(engine.Moment{Choices: stats.Nodes, Lines: b.lines()})
			}
			consistent = b.take(edge)
			continue
		}
		if budget > 0 && !consistent {
			if budget--; budget == 0 {
				return overBudget
			}
		}
		var any bool
		if any, consistent = b.backtrack(); !any {
			return spaceDone
		}
		stats.DeadEnds++
	}
}
