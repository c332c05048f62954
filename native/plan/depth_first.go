package plan

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// depthFirst is depth-first search that visits no state twice. It finds some run, with little memory where
// all runs are short. Successors with the least heuristic value come first, then those with more moves.
//
// It restarts with another order now and then, since early moves are often the worst (Gomes, Selman, Kautz, Boosting
// Combinatorial Search Through Randomization, 1998). States whose successors were all visited stay closed. States on
// the stack may be visited again.
type depthFirst struct {
	*search
	*startSource
	table *stateTable
	// reachedIn is one more than the fewest moves by which a state was visited, or 0 if it may be
	// visited in any case. The number matters only if the length is bounded.
	reachedIn *column[int32]
	stack     []depthFrame
	// pending are the successors still to be visited, frame by frame, as words.
	pending    []uint64
	successors []successor
	sortBuffer []uint64 // the successors of one state
	goal       bool
	perimeter

	restarts     int
	untilRestart int // the states to visit before the next restart
	random       *rand.Rand
	// priority breaks ties between moves. It is drawn at each restart. After every other restart
	// the order is drawn in each state instead.
	priority []int32
	// onMove is the method generate.
	onMove func(move int32, next machine.State, cost lexCost) bool

	lookahead *machine.Scratch // for counting the moves of a successor
	branching int
	countMove func(int32, machine.State, []int64) bool
}

// depthFrame is a state on the stack. Its pending successors begin at firstPending.
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
	d := &depthFirst{search: s, startSource: s.newSource(), table: newStateTable(s.limits, s.words()), reachedIn: newColumn[int32](s.limits, 4)}
	d.random = rand.New(rand.NewPCG(uint64(s.task.Seed), 1))
	d.untilRestart = firstInterval
	d.priority = make([]int32, len(s.specialized.Machine.Moves))
	d.onMove = d.generate
	d.lookahead, d.countMove = s.program.NewScratch(), func(int32, machine.State, []int64) bool { d.branching++; return true }
	return d
}

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
			if start := d.nextStart(); start != nil {
				d.visit(start)
			} else if d.startsDone {
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
	if !fresh && !d.mayReenter(id) || !d.reachedIn.set(id, made+1) {
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

// firstInterval is the number of states before the first restart. The next intervals are its multiples
// by the Luby sequence.
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
	d.close()
	d.startSource = d.newSource()
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
	if !d.reserveWords(&d.pending, d.words()) {
		return false
	}
	d.branching = 0
	d.program.Each(next, d.lookahead, d.countMove)
	d.successors = append(d.successors, successor{h, d.branching, move, len(d.pending)})
	d.pending = append(d.pending, next...)
	return true
}

// orderSuccessors sorts the successors from first on. The last is visited first.
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
	return append(alg.Map(d.stack, func(l depthFrame) machine.State { return d.table.at(l.id) }), d.suffix(d.search)...)
}

// path is the stack of a depth-first search.
type path struct {
	frames []frame
	// pending are the successors still to be visited, frame by frame, as words.
	pending []uint64
}

// frame is a state on a path. Its pending successors begin at firstPending.
type frame struct {
	state        machine.State
	firstPending int
	g            lexCost // IDA*: the cost of the path so far

	// Limited discrepancy search:
	budget int32 // the discrepancies that are left
	next   int32 // the discrepancies of the next successor
	pruned bool  // something below the state was pruned
}

// push adds a state. It reuses the memory of a frame that was left.
func (p *path) push(state machine.State) *frame {
	if len(p.frames) < cap(p.frames) {
		p.frames = p.frames[:len(p.frames)+1]
	} else {
		p.frames = append(p.frames, frame{})
	}
	top := &p.frames[len(p.frames)-1]
	*top = frame{state: append(top.state[:0], state...), firstPending: len(p.pending)}
	return top
}

// popPending takes the last n words of pending. They stay valid until the next successor is added.
func (p *path) popPending(n int) []uint64 {
	at := len(p.pending) - n
	words := p.pending[at:]
	p.pending = p.pending[:at]
	return words
}

func (p *path) run() []machine.State {
	out := make([]machine.State, len(p.frames))
	for i := range p.frames {
		out[i] = p.frames[i].state
	}
	return out
}

// idaStar is iterative-deepening A* (Korf 1985): depth-first search up to a threshold of f, which rises to
// the least f that exceeded it. The first run is optimal. A transposition table (Reinefeld and Marsland
// 1994) stores the g of visited states, so an iteration visits none twice at the same cost. When memory
// is used up, the search goes on without adding states.
type idaStar struct {
	*search
	*startSource
	path           // each pending successor is followed by its g
	table          *stateTable
	transpositions *column[transposition]
	tableFull      bool // the transposition table takes no more states
	threshold      lexCost
	nextThreshold  lexCost // the least f that exceeded the threshold, or -1
	iteration      int32
	goal           bool
	onMove         func(move int32, next machine.State, cost lexCost) bool
}

type transposition struct {
	g         lexCost
	iteration int32
}

func newIDAStar(s *search) *idaStar {
	d := &idaStar{search: s, startSource: s.newSource(), table: newStateTable(s.limits, s.words()),
		transpositions: newColumn[transposition](s.limits, 16), nextThreshold: -1}
	d.onMove = d.generate
	return d
}

func (d *idaStar) step(budget int) status {
	for budget > 0 {
		if d.stopped() {
			return stopped
		}
		if d.goal {
			return found
		}
		if len(d.frames) == 0 {
			budget--
			if start := d.nextStart(); start != nil {
				d.visit(start, 0)
			} else if d.startsDone && !d.nextIteration() {
				return exhausted
			}
			continue
		}
		top := &d.frames[len(d.frames)-1]
		if len(d.pending) == top.firstPending {
			d.frames = d.frames[:len(d.frames)-1]
			d.stats.DeadEnds++
			continue
		}
		next := d.popPending(d.words() + 1)
		d.visit(next[:d.words()], lexCost(next[d.words()]))
		budget--
	}
	return running
}

// nextIteration raises the threshold. It returns false if nothing exceeded it.
func (d *idaStar) nextIteration() bool {
	if d.nextThreshold < 0 {
		return false
	}
	d.close()
	d.startSource = d.newSource()
	d.threshold, d.nextThreshold = d.nextThreshold, -1
	d.iteration++
	return true
}

// visit expands a state unless its f exceeds the threshold, or this iteration has visited it with no greater g.
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
	d.stats.Horizon = max(d.stats.Horizon, int64(len(d.frames)))
	top := d.push(state)
	if top.g = g; d.won(top.state) {
		d.goal = true
		return
	}
	d.expand(top.state, d.onMove)
}

// record stores the g of a state. It returns false if this iteration has visited the state with no greater g.
func (d *idaStar) record(state machine.State, g lexCost) bool {
	id, fresh := int32(-1), false
	if d.tableFull {
		id = d.table.find(state)
		for i := range d.frames { // at least no cycles on the path
			if id < 0 && slices.Equal(d.frames[i].state, state) {
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
	g, ok := d.encoding.add(d.frames[len(d.frames)-1].g, cost)
	if !ok {
		d.stop(costOverflow)
		return false
	}
	if d.task.MaxMoves > 0 && !d.lengthInState && len(d.frames) > d.task.MaxMoves {
		return true
	}
	if !d.reserveWords(&d.pending, d.words()+1) {
		return false
	}
	d.pending = append(append(d.pending, next...), uint64(g))
	return true
}
