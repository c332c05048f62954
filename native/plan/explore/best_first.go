package explore

import (
	"nazo/engine"
	"nazo/machine"
)

// bestFirst is best-first search with the evaluation f = g + h, where g is the cost of the
// cheapest known run to a state and h the heuristic (A*; Hart, Nilsson, Raphael 1968). Without a
// heuristic it is uniform-cost search (Dijkstra 1959). The heuristic need not be consistent: a
// state to which a cheaper run is found is reopened. With greedy it is greedy best-first search,
// f = h (Doran, Michie 1966), and finds some run.
type bestFirst struct {
	*search
	table      *table
	parents    *column[int32] // -1 for a start
	g          *costColumn    // the cost of the cheapest known run to a state, or deadEndCost
	expanded   *marks         // the states that were expanded since g was set
	source     *startSource
	startsDone bool
	open       *openList
	greedy     bool
	// allOptimal has the search go on until g is known for all states on optimal runs.
	allOptimal bool
	goal       int32 // the first goal state that was expanded, at the cost of optimal runs, or -1
	perimeter
	at         int32   // the state that is expanded
	paid       lexCost // its g
	lowerBound lexCost // no run is cheaper
	// maxCost is the greatest cost of runs that are searched for, -1 if there is none.
	maxCost lexCost
	// onMove is the method generate.
	onMove func(move int32, next machine.State, cost lexCost) bool
}

// deadEndCost is the g of a dead end.
const deadEndCost = -1

func newBestFirst(s *search) *bestFirst {
	b := &bestFirst{search: s, table: newTable(s.limits, s.words()), goal: -1, maxCost: -1}
	b.parents, b.g = newColumn[int32](s.limits, 4), newCostColumn(s.limits, s.encoding)
	b.expanded = newMarks(s.limits)
	b.open = newOpenList(s.limits)
	b.source = s.newSource()
	b.onMove = b.generate
	return b
}

func (b *bestFirst) close() { b.source.close() }

func (b *bestFirst) step(budget int) status {
	for ; budget > 0; budget-- {
		if b.stopped() {
			return stopped
		}
		if !b.startsDone {
			if start, more := b.source.next(); more {
				b.insert(start, -1, 0)
			} else if !b.done.Load() {
				b.startsDone = true
			}
			continue
		}
		if b.goal >= 0 && !b.allOptimal {
			return found
		}
		if b.open.size == 0 {
			if b.goal >= 0 {
				return found
			}
			return exhausted
		}
		e := b.open.pop()
		b.lowerBound = max(b.lowerBound, e.f)
		if b.goal >= 0 && e.f > b.g.get(b.goal) {
			return found
		}
		if !b.expanded.has(e.id) { // else it was reopened with less f, and there it was met before
			b.expanded.set(e.id, true)
			b.expandNode(e.id)
		}
	}
	return running
}

func (b *bestFirst) expandNode(id int32) {
	state := b.table.at(id)
	if b.won(state) || b.reaches(state) {
		if b.goal < 0 {
			b.goal = id
		}
		return
	}
	if b.deadEnds.Dead(state) {
		return
	}
	b.at, b.paid = id, b.g.get(id)
	b.expand(state, b.onMove)
}

func (b *bestFirst) generate(_ int32, next machine.State, cost lexCost) bool {
	g, ok := b.encoding.add(b.paid, cost)
	if !ok {
		b.stop(costOverflow)
		return false
	}
	b.insert(next, b.at, g)
	return b.reason.Kind == engine.None
}

// insert adds a state to the open list, or reopens it if g is less than before.
func (b *bestFirst) insert(state machine.State, parent int32, g lexCost) {
	id, fresh := b.table.add(state)
	if id < 0 {
		return
	}
	if !fresh {
		if old := b.g.get(id); old <= g || b.greedy {
			return
		}
	} else {
		b.stats.States++
	}
	h, deadEnd := b.estimate(state)
	if deadEnd {
		_ = b.parents.set(id, parent) && b.g.set(id, deadEndCost) && b.expanded.set(id, false)
		return
	}
	f, ok := b.encoding.add(g, h)
	if !ok {
		b.stop(costOverflow)
		return
	}
	if b.greedy {
		f = h
	}
	if b.parents.set(id, parent) && b.g.set(id, g) && b.expanded.set(id, false) && (b.maxCost < 0 || f <= b.maxCost) {
		b.open.push(entry{priority{f, b.encoding.first(g)}, id})
	}
}

func (b *bestFirst) run() []machine.State {
	return append(chain(b.table, b.parents, b.goal), b.suffix(b.search)...)
}
