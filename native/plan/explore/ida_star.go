package explore

import (
	"slices"

	"nazo/engine"
	"nazo/machine"
)

// idaStar is iterative-deepening A* (Korf 1985): depth-first search up to a threshold of f,
// again and again with the least f that exceeded it, so that the first run is an optimal one. It
// has a transposition table (Reinefeld and Marsland 1994): as long as memory lasts it stores the
// g with which a state was visited, and does not visit it twice in an iteration at the same
// cost; when memory is used up it goes on, only more slowly.
type idaStar struct {
	*search
	table          *table
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
	d := &idaStar{search: s, table: newTable(s.limits, s.words()), transpositions: newColumn[transposition](s.limits, 16), nextThreshold: -1}
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
		return d.reason.Kind == engine.None
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
