package explore

import (
	"sort"

	"nazo/machine"
)

// breadthFirst is breadth-first search (Moore 1959): the first run that it finds is a shortest
// one. The table of states is its queue.
type breadthFirst struct {
	*search
	table      *table
	parents    *column[int32] // -1 for a start
	source     *startSource
	startsDone bool // all starts are in the table
	cursor     int32
	// layers are the numbers of the first state of each layer (the states at one distance from
	// the starts), up to that of the states that are not expanded yet.
	layers []int32
	// allShortest has the search go on until every state at the distance of the first goal state is
	// known.
	allShortest bool
	goal        int32 // the first state that meets the goal, or -1
	// pastGoals has goal states expanded as any other state, and listed in goals.
	pastGoals bool
	goals     []int32
	// onEdge, if not nil, is called for each move of a state that is expanded.
	onEdge func(from, to int32) bool
	onMove func(move int32, next machine.State, cost lexCost) bool
}

func newBreadthFirst(s *search) *breadthFirst {
	b := &breadthFirst{search: s, table: newTable(s.limits, s.words()), parents: newColumn[int32](s.limits, 4), goal: -1, layers: []int32{0}}
	b.source = s.newSource()
	b.onMove = b.generate
	return b
}

func (b *breadthFirst) close() { b.source.close() }

func (b *breadthFirst) step(budget int) status {
	for ; budget > 0; budget-- {
		if b.stopped() {
			return stopped
		}
		if b.goal >= 0 && (!b.allShortest || b.startsDone && b.cursor >= b.layers[b.distance(b.goal)]) {
			return found
		}
		if !b.startsDone {
			start, more := b.source.next()
			if !more {
				if b.done.Load() {
					continue
				}
				b.startsDone = true
			} else {
				b.insert(start, -1)
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

// nextLayer starts the next layer. It returns false if no state is left to be expanded.
func (b *breadthFirst) nextLayer() bool {
	if b.cursor == b.table.count || b.task.MaxMoves > 0 && len(b.layers) > b.task.MaxMoves {
		return false
	}
	b.layers = append(b.layers, b.table.count)
	b.stats.Horizon = int64(len(b.layers) - 1)
	return true
}

// distance is the number of moves to a state.
func (b *breadthFirst) distance(id int32) int {
	return sort.Search(len(b.layers), func(i int) bool { return b.layers[i] > id }) - 1
}

func (b *breadthFirst) generate(_ int32, next machine.State, _ lexCost) bool {
	id := b.insert(next, b.cursor)
	if id >= 0 && b.onEdge != nil && !b.onEdge(b.cursor, id) {
		return false
	}
	return id >= 0 && (b.goal < 0 || b.allShortest || b.pastGoals)
}

// insert adds a state. It returns -1 if there is no memory left.
func (b *breadthFirst) insert(state machine.State, parent int32) int32 {
	id, fresh := b.table.add(state)
	if id < 0 || !fresh {
		return id
	}
	b.stats.States++
	if !b.parents.set(id, parent) {
		return -1
	}
	switch {
	case b.pastGoals && b.won(state):
		b.goals = append(b.goals, id)
	case !b.pastGoals && b.goal < 0 && b.won(state):
		b.goal = id
	}
	return id
}

func (b *breadthFirst) run() []machine.State { return chain(b.table, b.parents, b.goal) }

// chain are the states of the run to one of them.
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
