package native

import (
	"nazo/engine"
	"nazo/model"
)

// firstBudget is how many dead ends a search for one walk may meet before it
// starts again in another order.
const firstBudget = 1000

// walkAlone yields the walks of a model that is nothing else.
func (r *search) walkAlone(b *bareWalk) {
	root := r.p.solution()
	if b.impossible {
		r.proper = true
		return
	}
	if b.lone {
		r.deliver(b.values(r.p, root))
		r.proper = true
		return
	}
	seed, budget := r.task.Seed, int64(0)
	if r.task.Limit == 1 {
		budget = firstBudget
	}
	consistent := b.begin(b.given, seed)
	for {
		switch r.walkOn(b, root, consistent, budget) {
		case spaceDone:
			r.proper = true
			return
		case overBudget:
			budget += budget / 2
			seed++
			b.undo(0)
			b.path = b.path[:0]
			consistent = b.begin(b.given, seed)
		default:
			return
		}
	}
}

// walkOn is [search.run] on the bare arrays.
func (r *search) walkOn(b *bareWalk, root model.Solution, consistent bool, budget int64) outcome {
	for {
		if r.stop.Load() {
			return cancelled
		}
		edge := int32(-1)
		if consistent {
			if edge = b.choose(); edge < 0 && !r.deliver(b.values(r.p, root)) {
				return enough
			}
		}
		if edge >= 0 {
			r.result.Stats.Nodes++
			r.tick()
			if t := &r.task; t.Watch != nil && t.WatchEvery > 0 && r.result.Stats.Nodes%t.WatchEvery == 0 {
				t.Watch(engine.Trial{Choices: r.result.Stats.Nodes, Lines: b.lines()})
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
		if any, consistent = b.back(); !any {
			return spaceDone
		}
		r.result.Stats.DeadEnds++
	}
}
