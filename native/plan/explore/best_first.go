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
	parents    *column[int32]   // -1 for a start
	g          *column[lexCost] // the cost of the cheapest known run to a state, or deadEndCost
	source     *startSource
	startsDone bool
	open       openList
	greedy     bool
	// allOptimal has the search go on until g is known for all states on optimal runs.
	allOptimal bool
	goal       int32 // the first goal state that was expanded, at the cost of optimal runs, or -1
	perimeter
	at         int32   // the state that is expanded
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
	b.parents, b.g = newColumn[int32](s.limits, 4), newColumn[lexCost](s.limits, 8)
	b.open.limits = s.limits
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
		if e.g == b.g.get(e.id) { // else it was reopened meanwhile
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
	b.at = id
	b.expand(state, b.onMove)
}

func (b *bestFirst) generate(_ int32, next machine.State, cost lexCost) bool {
	g, ok := b.encoding.add(b.g.get(b.at), cost)
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
		b.parents.set(id, parent)
		b.g.set(id, deadEndCost)
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
	if b.parents.set(id, parent) && b.g.set(id, g) && (b.maxCost < 0 || f <= b.maxCost) {
		b.open.push(entry{f, g, id})
	}
}

func (b *bestFirst) run() []machine.State {
	return append(chain(b.table, b.parents, b.goal), b.suffix(b.search)...)
}

// openList is a 4-ary heap of states, those with the least f first, of these the one with the
// greatest g.
// Its entries lie in pages, so that it grows without being copied.
type openList struct {
	limits *limits
	pages  [][]entry
	size   int
}

// at is an entry of the heap.
func (q *openList) at(i int) *entry { return &q.pages[i>>pageBits][i&(pageSize-1)] }

type entry struct {
	f, g lexCost
	id   int32
}

func (e *entry) before(f *entry) bool {
	switch {
	case e.f != f.f:
		return e.f < f.f
	case e.g != f.g:
		return e.g > f.g
	}
	return e.id < f.id
}

func (q *openList) push(e entry) {
	if q.size>>pageBits == len(q.pages) {
		if !q.limits.reserve(pageSize * 24) {
			return
		}
		q.pages = append(q.pages, make([]entry, pageSize))
	}
	i := q.size
	q.size++
	for i > 0 {
		above := (i - 1) / 4
		if !e.before(q.at(above)) {
			break
		}
		*q.at(i) = *q.at(above)
		i = above
	}
	*q.at(i) = e
}

func (q *openList) pop() entry {
	top := *q.at(0)
	q.size--
	last := q.size
	if last == 0 {
		return top
	}
	e := *q.at(last)
	i := 0
	for {
		least := 4*i + 1
		if least >= last {
			break
		}
		for k := least + 1; k < min(4*i+5, last); k++ {
			if q.at(k).before(q.at(least)) {
				least = k
			}
		}
		if !q.at(least).before(&e) {
			break
		}
		*q.at(i) = *q.at(least)
		i = least
	}
	*q.at(i) = e
	return top
}
