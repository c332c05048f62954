package explore

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"nazo/engine"
	"nazo/machine"
	"nazo/numbers"
)

// depth goes on from the state that it met last, and never twice from the same
// one: it finds some run, and takes little memory where all runs are short. The
// successors of a state are taken in the order of the bound, if there is one, those
// with the most moves before others.
//
// After a while it begins again in another order, since the moves made first are often
// the worst (Gomes, Selman, Kautz, Boosting Combinatorial Search Through Randomization,
// 1998). States from which it has gone on in every way are done with for good; those
// that it was about to go on from may be entered again, and lead to all the rest.
type depth struct {
	*search
	table *table
	// moves is one more than the fewest moves by which a state was entered, or 0 if it
	// may be entered in any case. The number matters only if the length is bounded.
	moves  *column[int32]
	source *source
	levels []level
	// open are the successors still to be entered, level by level, as words.
	open []uint64
	rank []ranked
	// sorted has room for the successors of one state.
	sorted []uint64
	goal   bool
	behind

	begun  int // how often the search has begun
	left   int // how many states are entered before it begins again
	random *rand.Rand
	// priority decides between moves that look the same otherwise. It is drawn anew
	// when the search begins again; every other time the order is drawn in each state.
	priority []int32
	// onMove is the method meet.
	onMove func(move int32, next machine.State, cost price) bool

	ahead    *machine.Scratch // for looking at the moves of a successor
	choices  int
	onChoice func(int32, machine.State, []int64) bool
}

// level is a state on the way. Its successors that are still to be entered are the
// last in open, from first on.
type level struct {
	id    int32
	first int
}

// ranked is a successor of the state that is expanded: where in open it is.
type ranked struct {
	least   price
	choices int // the number of its moves
	move    int32
	at      int
}

func newDepth(s *search) *depth {
	d := &depth{search: s, table: newTable(s.limits, s.words()), source: s.newSource(), moves: newColumn[int32](s.limits, 4)}
	d.random = rand.New(rand.NewPCG(uint64(s.task.Seed), 1))
	d.left = firstStretch
	d.priority = make([]int32, len(s.to.Machine.Moves))
	d.onMove = d.meet
	d.ahead, d.onChoice = s.p.NewScratch(), func(int32, machine.State, []int64) bool { d.choices++; return true }
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
		if d.left <= 0 {
			d.beginAgain()
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
		next := machine.State(d.open[len(d.open)-d.words():])
		d.open = d.open[:len(d.open)-d.words()]
		d.enter(next)
		budget--
	}
	return running
}

// enter goes on from a state, if it is new.
func (d *depth) enter(state machine.State) {
	id, fresh := d.table.add(state)
	if id < 0 {
		return
	}
	made := int32(len(d.levels))
	if !fresh && !d.again(id) {
		return
	}
	if !d.moves.set(id, made+1) {
		return
	}
	if fresh {
		d.stats.States++
	}
	d.left--
	d.stats.Nodes++
	d.stats.Horizon = max(d.stats.Horizon, int64(made))
	d.levels = append(d.levels, level{id, len(d.open)})
	state = d.table.at(id)
	if d.won(state) || d.meets(state) {
		d.goal = true
		return
	}
	if d.task.MaxMoves > 0 && int(made) >= d.task.MaxMoves {
		return
	}
	d.rank = d.rank[:0]
	d.expand(state, d.onMove)
	d.arrange(len(d.open) - len(d.rank)*d.words())
}

// again says that a state that is known may be entered once more.
func (d *depth) again(id int32) bool {
	by := d.moves.get(id)
	return by == 0 || d.task.MaxMoves > 0 && int(by) > len(d.levels)+1
}

// firstStretch is the number of states that are entered before the search first
// begins again.
const firstStretch = 512

// beginAgain gives up where the search is.
func (d *depth) beginAgain() {
	for _, l := range d.levels {
		d.moves.set(l.id, 0)
	}
	d.begun++
	for i, place := range d.random.Perm(len(d.priority)) {
		d.priority[i] = int32(place)
	}
	d.left = firstStretch * int(numbers.Luby(d.begun+1))
	d.levels, d.open = d.levels[:0], d.open[:0]
	d.source.close()
	d.source = d.newSource()
}

// meet notes a successor that may be entered.
func (d *depth) meet(move int32, next machine.State, _ price) bool {
	if id := d.table.find(next); id >= 0 && d.task.MaxMoves == 0 && d.moves.get(id) != 0 {
		return true
	}
	least, dead := d.least(next)
	if dead {
		return d.reason.Kind == engine.None
	}
	if len(d.open)+d.words() > cap(d.open) {
		grown := max(4096, 2*cap(d.open)) + d.words()
		if !d.take(int64(grown-cap(d.open)) * 8) {
			return false
		}
		d.open = append(make([]uint64, 0, grown), d.open...)
	}
	d.choices = 0
	d.p.Each(next, d.ahead, d.onChoice)
	d.rank = append(d.rank, ranked{least, d.choices, move, len(d.open)})
	d.open = append(d.open, next...)
	return true
}

// arrange puts the successors from first on in order: the last is taken first.
func (d *depth) arrange(first int) {
	if len(d.rank) < 2 {
		return
	}
	if d.begun%2 == 1 {
		d.random.Shuffle(len(d.rank), func(i, k int) { d.rank[i], d.rank[k] = d.rank[k], d.rank[i] })
	}
	slices.SortStableFunc(d.rank, func(a, b ranked) int {
		order := cmp.Or(cmp.Compare(b.least, a.least), cmp.Compare(a.choices, b.choices))
		if order == 0 && d.begun%2 == 0 {
			return cmp.Compare(d.priority[a.move], d.priority[b.move])
		}
		return order
	})
	d.sorted = append(d.sorted[:0], d.open[first:]...)
	out := d.open[first:first]
	for _, r := range d.rank {
		out = append(out, d.sorted[r.at-first:r.at-first+d.words()]...)
	}
}

func (d *depth) run() []machine.State {
	out := make([]machine.State, len(d.levels))
	for i, l := range d.levels {
		out[i] = d.table.at(l.id)
	}
	return append(out, d.rest(d.search)...)
}
