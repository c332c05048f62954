package plan

import (
	"fmt"
	"slices"
	"sort"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// breadthFirst is breadth-first search (Moore 1959). The first run it finds is a shortest one. The
// closed list is its queue.
type breadthFirst struct {
	*search
	*startSource
	table   *stateTable
	parents *column[int32] // -1 for a start
	cursor  int32
	// layers has the number of the first state of each layer, the states at one distance from the
	// starts. The last one is the layer to be expanded next.
	layers []int32
	// allShortest has the search go on until it knows every state at the distance of the first goal.
	allShortest bool
	goal        int32 // the first state that meets the goal, or -1
	// pastGoals has goal states expanded like any other, and listed in goals.
	pastGoals bool
	goals     []int32
	// onEdge, if not nil, is called for each move from an expanded state.
	onEdge func(from, to int32) bool
	onMove func(move int32, next machine.State, cost lexCost) bool
}

func newBreadthFirst(s *search) *breadthFirst {
	b := &breadthFirst{search: s, startSource: s.newSource(), table: newStateTable(s.limits, s.words()), parents: newColumn[int32](s.limits, 4),
		goal: -1, layers: []int32{0}}
	b.onMove = b.generate
	return b
}

func (b *breadthFirst) step(budget int) status {
	for ; budget > 0; budget-- {
		if b.stopped() {
			return stopped
		}
		if b.goal >= 0 && (!b.allShortest || b.startsDone && b.cursor >= b.layers[b.distance(b.goal)]) {
			return found
		}
		if !b.startsDone {
			if start := b.nextStart(); start != nil {
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

// nextLayer begins the next layer. It returns false if no state is left to be expanded.
func (b *breadthFirst) nextLayer() bool {
	if b.cursor == b.table.count || b.task.MaxMoves > 0 && len(b.layers) > b.task.MaxMoves {
		return false
	}
	b.layers = append(b.layers, b.table.count)
	b.stats.Horizon = int64(len(b.layers) - 1)
	return true
}

// distance returns the number of moves to a state.
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

// chain returns the states of the run to a state, from its start.
func chain(t *stateTable, parents *column[int32], id int32) (out []machine.State) {
	for ; id >= 0; id = parents.get(id) {
		out = append(out, t.at(id))
	}
	slices.Reverse(out)
	return out
}

// bidirectional is bidirectional breadth-first search from the starts and, by inverse moves, from
// the goal states (Pohl 1969). It expands the side with fewer open states until both meet. Its run
// is a shortest one if all moves cost the same.
type bidirectional struct {
	*search
	*startSource
	forward, backward direction
	// meeting has the numbers of the first common state in both tables. It lies on a shortest run,
	// because only one direction has an incomplete layer.
	meeting [2]int32
	haveMet bool
	// inverse is the program of the inverse moves. It lacks some of their guards, so each move is also tried forward.
	inverse        *machine.Program
	inverseScratch *machine.Scratch
	reapplied      machine.State
	onMove         func(move int32, next machine.State, cost lexCost) bool
	onInverseMove  func(move int32, next machine.State, costs []int64) bool
}

// direction is one of the two searches. Its open states are those from cursor on. The next layer begins at layerEnd.
type direction struct {
	table            *stateTable
	parents          *column[int32]
	cursor, layerEnd int32
	distance         int
}

func (d *direction) openCount() int32 { return d.table.count - d.cursor }

// maxGoals bounds the goal states that the search begins with.
const maxGoals = 64

// newBidirectional returns nil and the reason if the search does not apply.
func newBidirectional(s *search) (*bidirectional, string) {
	goals := goalStates(s, maxGoals)
	if goals == nil {
		return nil, fmt.Sprintf("the goal leaves more than %d states open, too many for search bidirectional", maxGoals)
	}
	inverse := s.job.invert(s.ctx, s.compiled)
	if inverse == nil {
		return nil, "there are moves that can't be taken back, as search bidirectional does"
	}
	s = s.withoutSymmetries() // inverse moves don't lead through canonical states
	b := &bidirectional{search: s, startSource: s.newSource(), inverse: inverse}
	b.inverseScratch = b.inverse.NewScratch()
	b.reapplied = make(machine.State, s.program.Words())
	for _, d := range []*direction{&b.forward, &b.backward} {
		d.table, d.parents = newStateTable(s.limits, s.program.Words()), newColumn[int32](s.limits, 4)
	}
	for _, g := range goals {
		b.insert(&b.backward, &b.forward, g, -1)
	}
	b.onMove, b.onInverseMove = b.generateForward, b.generateBackward
	return b, ""
}

func (b *bidirectional) step(budget int) status {
	for ; budget > 0; budget-- {
		if b.stopped() {
			return stopped
		}
		if !b.startsDone {
			if start := b.nextStart(); start != nil {
				b.insert(&b.forward, &b.backward, start, -1)
			}
			continue
		}
		switch depth := b.forward.distance + b.backward.distance; {
		case b.haveMet:
			return found
		case b.task.MaxMoves > 0 && depth >= b.task.MaxMoves && b.betweenLayers(),
			b.forward.openCount() == 0 || b.backward.openCount() == 0:
			return exhausted
		}
		b.expandOne()
	}
	return running
}

// betweenLayers reports whether both directions have completed a layer.
func (b *bidirectional) betweenLayers() bool {
	return b.forward.cursor == b.forward.layerEnd && b.backward.cursor == b.backward.layerEnd
}

// expandOne expands a state of the direction that has begun a layer, or else of the direction with fewer open states.
func (b *bidirectional) expandOne() {
	back := b.backward.openCount() < b.forward.openCount()
	if !b.betweenLayers() {
		back = b.backward.cursor != b.backward.layerEnd
	}
	side := &b.forward
	if back {
		side = &b.backward
	}
	if side.cursor == side.layerEnd {
		side.layerEnd = side.table.count // the next layer begins
	}
	if state := side.table.at(side.cursor); back {
		b.inverse.Each(state, b.inverseScratch, b.onInverseMove)
	} else {
		b.expand(state, b.onMove)
	}
	if side.cursor++; side.cursor == side.layerEnd {
		side.distance++
		b.stats.Horizon = int64(b.forward.distance + b.backward.distance)
	}
}

func (b *bidirectional) generateForward(_ int32, next machine.State, _ lexCost) bool {
	return b.insert(&b.forward, &b.backward, next, b.forward.cursor)
}

// generateBackward inserts a state if the move leads from it to the state that is expanded.
func (b *bidirectional) generateBackward(move int32, before machine.State, _ []int64) bool {
	b.stats.Moves++
	if b.program.Forbidden(before, b.testScratch) || b.program.Won(before, b.testScratch) {
		return true
	}
	if _, ok := b.program.Apply(before, move, b.reapplied, b.testScratch); !ok || !slices.Equal(b.reapplied, b.backward.table.at(b.backward.cursor)) {
		return true
	}
	return b.insert(&b.backward, &b.forward, before, b.backward.cursor)
}

// insert adds a state in one direction, and looks it up in the other. It returns false if the search must end.
func (b *bidirectional) insert(here, there *direction, state machine.State, parent int32) bool {
	id, fresh := here.table.add(state)
	if id < 0 || !fresh {
		return id >= 0
	}
	b.stats.States++
	if !here.parents.set(id, parent) {
		return false
	}
	other := there.table.find(state)
	if other < 0 || b.haveMet {
		return !b.haveMet
	}
	b.haveMet, b.meeting = true, [2]int32{id, other}
	if here == &b.backward {
		b.meeting = [2]int32{other, id}
	}
	return false
}

func (b *bidirectional) run() []machine.State {
	return append(chain(b.forward.table, b.forward.parents, b.meeting[0]), b.backward.pathToGoal(b.meeting[1])...)
}

// pathToGoal returns the states that follow a state on its way to the goal.
func (d *direction) pathToGoal(id int32) (out []machine.State) {
	for id = d.parents.get(id); id >= 0; id = d.parents.get(id) {
		out = append(out, d.table.at(id))
	}
	return out
}

// perimeter is the backward side of another search. A forward search may end when it reaches one of its
// states, since the rest of the run is known (perimeter search; Dillenburg and Nelson 1994).
type perimeter struct {
	goals   *direction // nil if there is none
	meeting int32
}

func (b *perimeter) reaches(state machine.State) bool {
	if b.goals == nil {
		return false
	}
	b.meeting = b.goals.table.find(state)
	return b.meeting >= 0
}

// suffix returns the states of the run after the meeting, as the search stores states.
func (b *perimeter) suffix(s *search) []machine.State {
	if b.goals == nil || b.meeting < 0 {
		return nil
	}
	out := b.goals.pathToGoal(b.meeting)
	for i, state := range out {
		if s.canonicalizer != nil {
			out[i] = slices.Clone(s.canonicalizer.canonical(state))
		}
	}
	return out
}

// goalStates lists all goal states, or returns nil if there are more than most. Conditions of the goal on
// single variables must leave few valuations.
func goalStates(s *search, most int) []machine.State {
	g := machine.Conjuncts(s.specialized, s.specialized.Machine.Goal)
	if g == nil {
		return []machine.State{}
	}
	values := make([]int64, len(s.specialized.Vars))
	valuations := [][]int64{values}
	for v := range s.specialized.Vars {
		d := g.Domain(model.VarID(v))
		if fixed, ok := s.program.Lasting(model.VarID(v)); ok {
			d = model.Range(fixed, fixed)
		}
		if d.Size() > int64(most) || len(valuations)*int(d.Size()) > most*most {
			return nil
		}
		if value, single := d.Single(); single {
			for _, values := range valuations {
				values[v] = value
			}
		} else {
			valuations = withEach(valuations, v, d)
		}
	}
	out := []machine.State{}
	for _, values := range valuations {
		if state := s.program.Pack(values); s.won(state) && !s.program.Forbidden(state, s.testScratch) {
			out = append(out, state)
		}
		if len(out) > most {
			return nil
		}
	}
	return out
}
