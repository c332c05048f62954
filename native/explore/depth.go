package explore

import (
	"slices"

	"nazo/native/packed"
)

// depth goes on from the state that it met last, and never twice from the same
// one: it finds some run, and takes little memory where all runs are short. The
// successors of a state are taken in the order of the bound, if there is one.
type depth struct {
	*search
	table *table
	// moves is the fewest moves by which a state was entered, if the length is bounded:
	// by fewer it is entered again.
	moves  *column[int32]
	source *source
	levels []level
	// open are the successors still to be entered, level by level, as words.
	open []uint64
	rank []ranked
	goal bool
	// onMove is the method meet.
	onMove func(move int32, next packed.State, cost price) bool
}

// level is a state on the way. Its successors that are still to be entered are the
// last in open, from first on.
type level struct {
	id    int32
	first int
}

// ranked is a successor of the state that is expanded: where in open it is.
type ranked struct {
	least price
	at    int
}

func newDepth(s *search) *depth {
	d := &depth{search: s, table: newTable(s.limits, s.words()), source: s.newSource()}
	if s.task.MaxMoves > 0 {
		d.moves = newColumn[int32](s.limits, 4)
	}
	d.onMove = d.meet
	return d
}

func (d *depth) close() { d.source.close() }

func (d *depth) step(budget int) status {
	for budget > 0 {
		if d.stopped() {
			return stopped
		}
		if d.goal {
			return found
		}
		if len(d.levels) == 0 {
			start, more := d.source.next()
			switch {
			case more:
				d.enter(start)
			case !d.ended.Load():
				return exhausted
			}
			budget--
			continue
		}
		top := &d.levels[len(d.levels)-1]
		if len(d.open) == top.first {
			d.levels = d.levels[:len(d.levels)-1]
			d.stats.DeadEnds++
			continue
		}
		next := packed.State(d.open[len(d.open)-d.words():])
		d.open = d.open[:len(d.open)-d.words()]
		d.enter(next)
		budget--
	}
	return running
}

// enter goes on from a state, if it is new.
func (d *depth) enter(state packed.State) {
	id, fresh := d.table.add(state)
	if id < 0 {
		return
	}
	made := int32(len(d.levels))
	if d.moves != nil {
		if !fresh && d.moves.get(id) <= made {
			return
		}
		if !d.moves.set(id, made) {
			return
		}
	} else if !fresh {
		return
	}
	if fresh {
		d.stats.States++
	}
	d.stats.Nodes++
	d.stats.Horizon = max(d.stats.Horizon, int64(made))
	d.levels = append(d.levels, level{id, len(d.open)})
	state = d.table.at(id)
	if d.won(state) {
		d.goal = true
		return
	}
	if d.moves != nil && int(made) >= d.task.MaxMoves {
		return
	}
	d.rank = d.rank[:0]
	d.expand(state, d.onMove)
	d.arrange(len(d.open) - len(d.rank)*d.words())
}

func (d *depth) meet(_ int32, next packed.State, _ price) bool {
	if d.moves == nil && d.table.find(next) >= 0 {
		return true
	}
	least, dead := d.least(next)
	if dead {
		return d.reason == ""
	}
	if len(d.open)+d.words() > cap(d.open) {
		grown := max(4096, 2*cap(d.open)) + d.words()
		if !d.take(int64(grown-cap(d.open)) * 8) {
			return false
		}
		d.open = append(make([]uint64, 0, grown), d.open...)
	}
	d.rank = append(d.rank, ranked{least, len(d.open)})
	d.open = append(d.open, next...)
	return true
}

// arrange puts the successors from first on in order: the last is taken first.
func (d *depth) arrange(first int) {
	if d.bound == nil || len(d.rank) < 2 {
		return
	}
	slices.SortStableFunc(d.rank, func(a, b ranked) int { return int(min(1, max(-1, b.least-a.least))) })
	words := slices.Clone(d.open[first:])
	out := d.open[first:first]
	for _, r := range d.rank {
		out = append(out, words[r.at-first:r.at-first+d.words()]...)
	}
}

func (d *depth) run() []packed.State {
	out := make([]packed.State, len(d.levels))
	for i, l := range d.levels {
		out[i] = d.table.at(l.id)
	}
	return out
}
