package explore

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"nazo/engine"
	"nazo/machine"
	"nazo/numbers"
)

// depthFirst is depth-first search that never visits a state twice: it finds some run, and takes
// little memory where all runs are short. Successors are ordered by the heuristic, if there is
// one, those with the most moves before others.
//
// After a while it restarts with another order, since the moves made first are often the worst
// (Gomes, Selman, Kautz, Boosting Combinatorial Search Through Randomization, 1998). States
// whose successors have all been visited stay closed; those on the stack may be visited again,
// and lead to all the rest.
type depthFirst struct {
	*search
	table *table
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
	d := &depthFirst{search: s, table: newTable(s.limits, s.words()), source: s.newSource(), reachedIn: newColumn[int32](s.limits, 4)}
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

// firstInterval is the number of states that are visited before the first restart; the others
// follow the sequence of Luby.
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
	d.untilRestart = firstInterval * int(numbers.Luby(d.restarts+1))
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
		return d.reason.Kind == engine.None
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
