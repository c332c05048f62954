package explore

import (
	"nazo/engine"
	"nazo/machine"
)

// best goes on where a run looks cheapest as a whole: what it has cost and the
// least that is still to be paid (A*; Hart, Nilsson, Raphael 1968), which without a
// bound is uniform cost (Dijkstra 1959). The bound need not be consistent: a state
// to which a cheaper way is found is expanded again. Greedy, it goes by the
// bound alone, and finds some run.
type best struct {
	*search
	table   *table
	parents *column[int32] // -1 for a start
	prices  *column[price] // of the cheapest run to a state that is known, or hopeless
	source  *source
	begun   bool
	queue   queue
	greedy  bool
	// all says to find the price of every state on a best run.
	all  bool
	goal int32 // the first goal that was reached, at the price of best runs
	behind
	at    int32 // the state that is expanded
	floor price // no run is cheaper
	// most is the price of the dearest run that is asked for, -1 if any may be.
	most price
	// onMove is the method meet.
	onMove func(move int32, next machine.State, cost price) bool
}

// hopeless is the price of a state that leads to no goal.
const hopeless = -1

func newBest(s *search) *best {
	b := &best{search: s, table: newTable(s.limits, s.words()), goal: -1, most: -1}
	b.parents, b.prices = newColumn[int32](s.limits, 4), newColumn[price](s.limits, 8)
	b.queue.limits = s.limits
	b.source = s.newSource()
	b.onMove = b.meet
	return b
}

func (b *best) close() { b.source.close() }

func (b *best) step(budget int) status {
	for ; budget > 0; budget-- {
		if b.stopped() {
			return stopped
		}
		if !b.begun {
			if start, more := b.source.next(); more {
				b.enter(start, -1, 0)
			} else if !b.ended.Load() {
				b.begun = true
			}
			continue
		}
		if b.goal >= 0 && !b.all {
			return found
		}
		if len(b.queue.entries) == 0 {
			if b.goal >= 0 {
				return found
			}
			return exhausted
		}
		e := b.queue.pop()
		b.floor = max(b.floor, e.whole)
		if b.goal >= 0 && e.whole > b.prices.get(b.goal) {
			return found
		}
		if e.paid == b.prices.get(e.id) { // else it was reached at a lower price meanwhile
			b.open(e.id)
		}
	}
	return running
}

func (b *best) open(id int32) {
	state := b.table.at(id)
	if b.won(state) || b.meets(state) {
		if b.goal < 0 {
			b.goal = id
		}
		return
	}
	b.at = id
	b.expand(state, b.onMove)
}

func (b *best) meet(_ int32, next machine.State, cost price) bool {
	paid, ok := b.tariff.plus(b.prices.get(b.at), cost)
	if !ok {
		b.stop(tooDear)
		return false
	}
	b.enter(next, b.at, paid)
	return b.reason.Kind == engine.None
}

// enter keeps a state, or a cheaper way to it.
func (b *best) enter(state machine.State, parent int32, paid price) {
	id, fresh := b.table.add(state)
	if id < 0 {
		return
	}
	if !fresh {
		if old := b.prices.get(id); old <= paid || b.greedy {
			return
		}
	} else {
		b.stats.States++
	}
	least, dead := b.least(state)
	if dead {
		b.parents.set(id, parent)
		b.prices.set(id, hopeless)
		return
	}
	whole, ok := b.tariff.plus(paid, least)
	if !ok {
		b.stop(tooDear)
		return
	}
	if b.greedy {
		whole = least
	}
	if b.parents.set(id, parent) && b.prices.set(id, paid) && (b.most < 0 || whole <= b.most) {
		b.queue.push(entry{whole, paid, id})
	}
}

func (b *best) run() []machine.State {
	return append(chain(b.table, b.parents, b.goal), b.rest(b.search)...)
}

// queue is a heap of states, the cheapest as a whole first, of these the one for
// which most is paid.
type queue struct {
	limits  *limits
	entries []entry
}

type entry struct {
	whole, paid price
	id          int32
}

func (e *entry) before(f *entry) bool {
	switch {
	case e.whole != f.whole:
		return e.whole < f.whole
	case e.paid != f.paid:
		return e.paid > f.paid
	}
	return e.id < f.id
}

func (q *queue) push(e entry) {
	if len(q.entries) == cap(q.entries) {
		grown := max(1024, 2*cap(q.entries))
		if !q.limits.take(int64(grown-cap(q.entries)) * 24) {
			return
		}
		q.entries = append(make([]entry, 0, grown), q.entries...)
	}
	q.entries = append(q.entries, e)
	i := len(q.entries) - 1
	for i > 0 {
		above := (i - 1) / 4
		if !e.before(&q.entries[above]) {
			break
		}
		q.entries[i] = q.entries[above]
		i = above
	}
	q.entries[i] = e
}

func (q *queue) pop() entry {
	top := q.entries[0]
	last := len(q.entries) - 1
	e := q.entries[last]
	q.entries = q.entries[:last]
	if last == 0 {
		return top
	}
	i := 0
	for {
		least := 4*i + 1
		if least >= last {
			break
		}
		for k := least + 1; k < min(4*i+5, last); k++ {
			if q.entries[k].before(&q.entries[least]) {
				least = k
			}
		}
		if !q.entries[least].before(&e) {
			break
		}
		q.entries[i] = q.entries[least]
		i = least
	}
	q.entries[i] = e
	return top
}
