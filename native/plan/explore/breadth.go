package explore

import (
	"sort"

	"nazo/machine"
)

// breadth goes through the states by their distance from the starts: the first
// run that it finds is a shortest one. The table is its queue.
type breadth struct {
	*search
	table   *table
	parents *column[int32] // -1 for a start
	source  *source
	begun   bool // all starts are in the table
	cursor  int32
	// layers are the numbers of the first state of each distance, up to that of the
	// states that are not expanded yet.
	layers []int32
	// all says to find every state at the distance of the first goal.
	all  bool
	goal int32 // the first state that meets the goal, or -1
	// overlook has goals treated as any other state, and listed in goals.
	overlook bool
	goals    []int32
	// onEdge, if not nil, is told of each move as its state is expanded.
	onEdge func(from, to int32) bool
	onMove func(move int32, next machine.State, cost price) bool
}

func newBreadth(s *search) *breadth {
	b := &breadth{search: s, table: newTable(s.limits, s.words()), parents: newColumn[int32](s.limits, 4), goal: -1, layers: []int32{0}}
	b.source = s.newSource()
	b.onMove = b.meet
	return b
}

func (b *breadth) close() { b.source.close() }

func (b *breadth) step(budget int) status {
	for ; budget > 0; budget-- {
		if b.stopped() {
			return stopped
		}
		if b.goal >= 0 && (!b.all || b.begun && b.cursor >= b.layers[b.distance(b.goal)]) {
			return found
		}
		if !b.begun {
			start, more := b.source.next()
			if !more {
				if b.ended.Load() {
					continue
				}
				b.begun = true
			} else {
				b.enter(start, -1)
			}
			continue
		}
		if b.cursor == b.layers[len(b.layers)-1] && !b.nextLayer() {
			return exhausted
		}
		b.expand(b.table.at(b.cursor), b.onMove)
		b.cursor++
	}
	return running
}

// nextLayer notes where the states begin that are met from now on. It returns
// false if no state is left to be expanded.
func (b *breadth) nextLayer() bool {
	if b.cursor == b.table.count || b.task.MaxMoves > 0 && len(b.layers) > b.task.MaxMoves {
		return false
	}
	b.layers = append(b.layers, b.table.count)
	b.stats.Horizon = int64(len(b.layers) - 1)
	return true
}

// distance is the number of moves to a state.
func (b *breadth) distance(id int32) int {
	return sort.Search(len(b.layers), func(i int) bool { return b.layers[i] > id }) - 1
}

func (b *breadth) meet(_ int32, next machine.State, _ price) bool {
	id := b.enter(next, b.cursor)
	if id >= 0 && b.onEdge != nil && !b.onEdge(b.cursor, id) {
		return false
	}
	return id >= 0 && (b.goal < 0 || b.all || b.overlook)
}

// enter keeps a state. It returns -1 if there is no memory left.
func (b *breadth) enter(state machine.State, parent int32) int32 {
	id, fresh := b.table.add(state)
	if id < 0 || !fresh {
		return id
	}
	b.stats.States++
	if !b.parents.set(id, parent) {
		return -1
	}
	switch {
	case b.overlook && b.won(state):
		b.goals = append(b.goals, id)
	case !b.overlook && b.goal < 0 && b.won(state):
		b.goal = id
	}
	return id
}

func (b *breadth) run() []machine.State { return chain(b.table, b.parents, b.goal) }

// chain are the states on the way to one of them.
func chain(t *table, parents *column[int32], id int32) []machine.State {
	var out []machine.State
	for ; id >= 0; id = parents.get(id) {
		out = append(out, t.at(id))
	}
	for i, k := 0, len(out)-1; i < k; i, k = i+1, k-1 {
		out[i], out[k] = out[k], out[i]
	}
	return out
}
