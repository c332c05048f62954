package plan

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// depthFirst is depth-first search that visits no state twice. It finds some run, with little
// memory where all runs are short. The heuristic orders successors, if there is one; then those
// with more moves come first.
//
// It restarts with another order now and then, since early moves are often the worst (Gomes,
// Selman, Kautz, Boosting Combinatorial Search Through Randomization, 1998). States whose
// successors were all visited stay closed. Those on the stack may be visited again.
type depthFirst struct {
	*search
	table *stateTable
	// reachedIn is one more than the fewest moves by which a state was visited, or 0 if it may
	// be visited in any case. The number matters only if the length is bounded.
	reachedIn *column[int32]
	source    *startSource
	stack     []depthFrame
	// pending are the successors still to be visited, frame by frame, as words.
	pending    []uint64
	successors []successor
	// sortBuffer has room for the successors of one state.
	sortBuffer []uint64
	goal       bool
	perimeter

	restarts     int // the number of restarts
	untilRestart int // the number of states that are visited before the next restart
	random       *rand.Rand
	// priority is the order of moves that are equal otherwise. It is drawn at each restart;
	// after every other one the order is drawn in each state.
	priority []int32
	// onMove is the method generate.
	onMove func(move int32, next machine.State, cost lexCost) bool

	lookahead *machine.Scratch // for counting the moves of a successor
	branching int
	countMove func(int32, machine.State, []int64) bool
}

// depthFrame is a state on the stack. Its pending successors are the last in pending, from
// firstPending on.
type depthFrame struct {
	id           int32
	firstPending int
}

// successor is a successor of the state that is expanded, and its place in pending.
type successor struct {
	h         lexCost
	branching int // the number of its moves
	move      int32
	at        int
}

func newDepthFirst(s *search) *depthFirst {
	d := &depthFirst{search: s, table: newStateTable(s.limits, s.words()), source: s.newSource(), reachedIn: newColumn[int32](s.limits, 4)}
	d.random = rand.New(rand.NewPCG(uint64(s.task.Seed), 1))
	d.untilRestart = firstInterval
	d.priority = make([]int32, len(s.specialized.Machine.Moves))
	d.onMove = d.generate
	d.lookahead, d.countMove = s.program.NewScratch(), func(int32, machine.State, []int64) bool { d.branching++; return true }
	return d
}

func (d *depthFirst) close() { d.source.close() }

func (d *depthFirst) step(budget int) status {
	for budget > 0 {
		if d.stopped() {
			return stopped
		}
		if d.goal {
			return found
		}
		if d.untilRestart <= 0 {
			d.restart()
		}
		if len(d.stack) == 0 {
			start, more := d.source.next()
			switch {
			case more:
				d.visit(start)
			case !d.done.Load():
				return exhausted
			}
			budget--
			continue
		}
		top := &d.stack[len(d.stack)-1]
		if len(d.pending) == top.firstPending {
			d.stack = d.stack[:len(d.stack)-1]
			d.stats.DeadEnds++
			continue
		}
		next := machine.State(d.pending[len(d.pending)-d.words():])
		d.pending = d.pending[:len(d.pending)-d.words()]
		d.visit(next)
		budget--
	}
	return running
}

// visit expands a state, if it may be visited.
func (d *depthFirst) visit(state machine.State) {
	id, fresh := d.table.add(state)
	if id < 0 {
		return
	}
	made := int32(len(d.stack))
	if !fresh && !d.mayReenter(id) {
		return
	}
	if !d.reachedIn.set(id, made+1) {
		return
	}
	if fresh {
		d.stats.States++
	}
	d.untilRestart--
	d.stats.Nodes++
	d.stats.Horizon = max(d.stats.Horizon, int64(made))
	d.stack = append(d.stack, depthFrame{id, len(d.pending)})
	state = d.table.at(id)
	if d.won(state) || d.reaches(state) {
		d.goal = true
		return
	}
	if d.task.MaxMoves > 0 && int(made) >= d.task.MaxMoves {
		return
	}
	d.successors = d.successors[:0]
	d.expand(state, d.onMove)
	d.orderSuccessors(len(d.pending) - len(d.successors)*d.words())
}

// mayReenter reports whether a known state may be visited once more.
func (d *depthFirst) mayReenter(id int32) bool {
	by := d.reachedIn.get(id)
	return by == 0 || d.task.MaxMoves > 0 && int(by) > len(d.stack)+1
}

// firstInterval is the number of states visited before the first restart. The following intervals
// are multiples of it by the Luby sequence.
const firstInterval = 512

// restart abandons the stack and draws another order.
func (d *depthFirst) restart() {
	for _, l := range d.stack {
		d.reachedIn.set(l.id, 0)
	}
	d.restarts++
	for i, place := range d.random.Perm(len(d.priority)) {
		d.priority[i] = int32(place)
	}
	d.untilRestart = firstInterval * int(alg.Luby(d.restarts+1))
	d.stack, d.pending = d.stack[:0], d.pending[:0]
	d.source.close()
	d.source = d.newSource()
}

// generate adds a successor that may be visited.
func (d *depthFirst) generate(move int32, next machine.State, _ lexCost) bool {
	if id := d.table.find(next); id >= 0 && d.task.MaxMoves == 0 && d.reachedIn.get(id) != 0 {
		return true
	}
	h, deadEnd := d.estimate(next)
	if deadEnd {
		return d.reason.Kind == model.None
	}
	if len(d.pending)+d.words() > cap(d.pending) {
		grown := max(4096, 2*cap(d.pending)) + d.words()
		if !d.reserve(int64(grown-cap(d.pending)) * 8) {
			return false
		}
		d.pending = append(make([]uint64, 0, grown), d.pending...)
	}
	d.branching = 0
	d.program.Each(next, d.lookahead, d.countMove)
	d.successors = append(d.successors, successor{h, d.branching, move, len(d.pending)})
	d.pending = append(d.pending, next...)
	return true
}

// orderSuccessors sorts the successors from first on: the last is visited first.
func (d *depthFirst) orderSuccessors(first int) {
	if len(d.successors) < 2 {
		return
	}
	if d.restarts%2 == 1 {
		d.random.Shuffle(len(d.successors), func(i, k int) { d.successors[i], d.successors[k] = d.successors[k], d.successors[i] })
	}
	slices.SortStableFunc(d.successors, func(a, b successor) int {
		order := cmp.Or(cmp.Compare(b.h, a.h), cmp.Compare(a.branching, b.branching))
		if order == 0 && d.restarts%2 == 0 {
			return cmp.Compare(d.priority[a.move], d.priority[b.move])
		}
		return order
	})
	d.sortBuffer = append(d.sortBuffer[:0], d.pending[first:]...)
	out := d.pending[first:first]
	for _, r := range d.successors {
		out = append(out, d.sortBuffer[r.at-first:r.at-first+d.words()]...)
	}
}

func (d *depthFirst) run() []machine.State {
	out := make([]machine.State, len(d.stack))
	for i, l := range d.stack {
		out[i] = d.table.at(l.id)
	}
	return append(out, d.suffix(d.search)...)
}

// idaStar is iterative-deepening A* (Korf 1985): depth-first search up to a threshold of f, which
// rises to the least f that exceeded it. The first run is optimal. A transposition table (Reinefeld
// and Marsland 1994) stores the g of visited states, so that an iteration does not visit one twice
// at the same cost. When memory is used up it continues without adding states.
type idaStar struct {
	*search
	table          *stateTable
	transpositions *column[transposition]
	tableFull      bool // the transposition table takes no more states
	source         *startSource
	threshold      lexCost
	// nextThreshold is the least f that exceeded the threshold, or -1.
	nextThreshold lexCost
	iteration     int32
	path          []idaFrame
	pending       []uint64 // successors still to be visited, each with its g
	goal          bool
	onMove        func(move int32, next machine.State, cost lexCost) bool
}

type transposition struct {
	g         lexCost
	iteration int32
}

// idaFrame is a state on the path. Its pending successors are the last in pending, from
// firstPending on.
type idaFrame struct {
	state        machine.State
	g            lexCost
	firstPending int
}

func newIDAStar(s *search) *idaStar {
	d := &idaStar{search: s, table: newStateTable(s.limits, s.words()), transpositions: newColumn[transposition](s.limits, 16), nextThreshold: -1}
	d.source = s.newSource()
	d.onMove = d.generate
	return d
}

func (d *idaStar) close() { d.source.close() }

func (d *idaStar) step(budget int) status {
	for budget > 0 {
		if d.stopped() {
			return stopped
		}
		if d.goal {
			return found
		}
		if len(d.path) == 0 {
			budget--
			if start, more := d.source.next(); more {
				d.visit(start, 0)
			} else if !d.done.Load() && !d.nextIteration() {
				return exhausted
			}
			continue
		}
		top := &d.path[len(d.path)-1]
		if len(d.pending) == top.firstPending {
			d.path = d.path[:len(d.path)-1]
			d.stats.DeadEnds++
			continue
		}
		at := len(d.pending) - d.words() - 1
		next, g := machine.State(d.pending[at:at+d.words()]), lexCost(d.pending[at+d.words()])
		d.pending = d.pending[:at]
		d.visit(next, g)
		budget--
	}
	return running
}

// nextIteration raises the threshold. It returns false if nothing exceeded it.
func (d *idaStar) nextIteration() bool {
	if d.nextThreshold < 0 {
		return false
	}
	d.source.close()
	d.source = d.newSource()
	d.threshold, d.nextThreshold = d.nextThreshold, -1
	d.iteration++
	return true
}

// visit expands a state unless its f exceeds the threshold, or it was visited with no greater g
// in this iteration.
func (d *idaStar) visit(state machine.State, g lexCost) {
	h, deadEnd := d.estimate(state)
	if deadEnd {
		return
	}
	f, ok := d.encoding.add(g, h)
	if !ok {
		d.stop(costOverflow)
		return
	}
	if f > d.threshold {
		if d.nextThreshold < 0 || f < d.nextThreshold {
			d.nextThreshold = f
		}
		return
	}
	if !d.record(state, g) {
		return
	}
	d.stats.Nodes++
	d.stats.Horizon = max(d.stats.Horizon, int64(len(d.path)))
	if len(d.path) < cap(d.path) { // reuses the state of a frame that was left
		d.path = d.path[:len(d.path)+1]
	} else {
		d.path = append(d.path, idaFrame{})
	}
	top := &d.path[len(d.path)-1]
	top.state, top.g, top.firstPending = append(top.state[:0], state...), g, len(d.pending)
	if d.won(top.state) {
		d.goal = true
		return
	}
	d.expand(top.state, d.onMove)
}

// record reports whether the state is visited with a smaller g than before in this iteration,
// and stores that.
func (d *idaStar) record(state machine.State, g lexCost) bool {
	id, fresh := int32(-1), false
	if d.tableFull {
		id = d.table.find(state)
		for i := range d.path { // at least no cycles on the path
			if id < 0 && slices.Equal(d.path[i].state, state) {
				return false
			}
		}
	} else {
		// The rest of the memory is for the path, and for the growing table.
		if id, fresh = d.table.add(state); fresh {
			d.stats.States++
			if !d.transpositions.set(id, transposition{iteration: -1}) {
				return false
			}
			d.tableFull = d.used > d.memory/4
		}
	}
	if id < 0 {
		return d.reason.Kind == model.None
	}
	if v := d.transpositions.get(id); v.iteration == d.iteration && v.g <= g {
		return false
	}
	d.transpositions.set(id, transposition{g, d.iteration})
	return true
}

func (d *idaStar) generate(_ int32, next machine.State, cost lexCost) bool {
	g, ok := d.encoding.add(d.path[len(d.path)-1].g, cost)
	if !ok {
		d.stop(costOverflow)
		return false
	}
	if d.task.MaxMoves > 0 && !d.lengthInState && len(d.path) > d.task.MaxMoves {
		return true
	}
	if len(d.pending)+d.words()+1 > cap(d.pending) {
		grown := max(4096, 2*cap(d.pending)) + d.words() + 1
		if !d.reserve(int64(grown-cap(d.pending)) * 8) {
			return false
		}
		d.pending = append(make([]uint64, 0, grown), d.pending...)
	}
	d.pending = append(append(d.pending, next...), uint64(g))
	return true
}

func (d *idaStar) run() []machine.State {
	out := make([]machine.State, len(d.path))
	for i, l := range d.path {
		out[i] = l.state
	}
	return out
}
