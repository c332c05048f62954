package explore

import (
	"math"
	"slices"

	"nazo/engine"
	"nazo/machine"
)

// discrepancy trusts a player's preferences, and departs from them as little as it can
// (limited discrepancy search; Harvey, Ginsberg 1995): of the moves of a state the
// first costs nothing, the second 1, the third 2 and so on, and each round spends more
// than the one before it on the whole run. It finds some run; a round in which
// nothing was too dear proves that there is none.
//
// A state that led to no goal is not gone on from again with as little or less left to spend;
// nor is one that is on the way, since its run could be shortened. Where nothing
// beyond a state was too dear it leads to no goal at all: it is then passed over, as are
// states that the bound rules out, at no cost.
type discrepancy struct {
	*search
	preferences *preferences
	memo        *memo
	source      *source
	allowed     int32 // what a run may cost in this round
	round       int32
	// cut says that something in this round was too dear, or may have been in one before.
	cut    bool
	levels []departure
	// open are the successors still to be entered, level by level, as words.
	open []uint64
	rank []preferred
	kept []uint64 // has room for the successors of one state
	goal bool
	// onMove is the method meet.
	onMove func(move int32, next machine.State, cost price) bool
}

// departure is a state on the way. Its successors that are still to be entered are the
// last in open, from first on, and the last of them is the next.
type departure struct {
	state  machine.State
	budget int32 // left to spend
	next   int32 // what the next successor costs
	first  int
	cut    bool // something beyond the state was too dear
}

// preferred is a successor of the state that is expanded: where in open it is.
type preferred struct {
	esteem
	move int32
	at   int
}

// lost is the budget of a state that leads to no goal, whatever is spent.
const lost = math.MaxInt32

func newDiscrepancy(s *search) *discrepancy {
	d := &discrepancy{search: s, preferences: s.newPreferences(), memo: newMemo(s.limits, s.words()), source: s.newSource()}
	d.onMove = d.meet
	return d
}

func (d *discrepancy) close() { d.source.close() }

func (d *discrepancy) step(budget int) status {
	for budget > 0 {
		if d.stopped() {
			return stopped
		}
		if d.goal {
			return found
		}
		if len(d.levels) == 0 {
			budget--
			if start, more := d.source.next(); more {
				if _, dead := d.least(start); !dead {
					d.enter(start, d.allowed)
				}
			} else if !d.ended.Load() && !d.nextRound() {
				return exhausted
			}
			continue
		}
		top := &d.levels[len(d.levels)-1]
		if len(d.open) == top.first {
			d.leave()
			continue
		}
		at := len(d.open) - d.words()
		next, left := machine.State(d.open[at:]), top.budget-top.next
		d.open = d.open[:at]
		top.next++
		d.enter(next, left)
		budget--
	}
	return running
}

// nextRound allows more. It returns false if that would change nothing.
func (d *discrepancy) nextRound() bool {
	if !d.cut || d.allowed > lost/2 {
		return false
	}
	d.source.close()
	d.source = d.newSource()
	d.allowed += 1 + d.allowed/16
	d.round++
	d.cut = false
	return true
}

// enter goes on from a state, unless that was done with as much to spend.
func (d *discrepancy) enter(state machine.State, budget int32) {
	before, known := d.memo.get(state)
	if known && before.budget >= budget {
		if before.budget != lost {
			d.markCut()
			d.cut = d.cut || before.round != d.round
		}
		return
	}
	if !known {
		d.stats.States++
	}
	if !d.remember(state, budget) {
		return
	}
	d.stats.Nodes++
	d.stats.Horizon = max(d.stats.Horizon, int64(len(d.levels)))
	if len(d.levels) < cap(d.levels) { // with the state of a level that was left
		d.levels = d.levels[:len(d.levels)+1]
	} else {
		d.levels = append(d.levels, departure{})
	}
	top := &d.levels[len(d.levels)-1]
	*top = departure{state: append(top.state[:0], state...), budget: budget, first: len(d.open)}
	if d.won(top.state) {
		d.goal = true
		return
	}
	d.rank = d.rank[:0]
	d.expand(top.state, d.onMove)
	d.arrange(top)
}

// remember notes that a state is entered. States on the way are never forgotten: the
// search would go in circles. It returns false if there is no memory left.
func (d *discrepancy) remember(state machine.State, budget int32) bool {
	if d.memo.full() {
		if len(d.levels) > int(d.memo.most)/2 {
			d.stop(engine.Reason{Kind: engine.MemoryLimit})
			return false
		}
		d.memo.forget()
		for i := range d.levels {
			d.memo.set(d.levels[i].state, failure{d.levels[i].budget, d.round})
		}
	}
	d.memo.set(state, failure{budget, d.round})
	return d.reason.Kind == engine.None
}

// leave goes back from a state whose successors have all been entered.
func (d *discrepancy) leave() {
	top := &d.levels[len(d.levels)-1]
	d.levels = d.levels[:len(d.levels)-1]
	d.stats.DeadEnds++
	if top.cut {
		d.markCut()
	} else {
		d.memo.set(top.state, failure{lost, d.round})
	}
}

// markCut notes that something beyond the present state was too dear.
func (d *discrepancy) markCut() {
	if len(d.levels) > 0 {
		d.levels[len(d.levels)-1].cut = true
	}
}

func (d *discrepancy) meet(move int32, next machine.State, _ price) bool {
	if f, known := d.memo.get(next); known && f.budget == lost {
		return true
	}
	if _, dead := d.least(next); dead {
		return d.reason.Kind == engine.None
	}
	if len(d.open)+d.words() > cap(d.open) {
		grown := max(4096, 2*cap(d.open)) + d.words()
		if !d.take(int64(grown-cap(d.open)) * 8) {
			return false
		}
		d.open = append(make([]uint64, 0, grown), d.open...)
	}
	d.rank = append(d.rank, preferred{move: move, at: len(d.open)})
	d.open = append(d.open, next...)
	return true
}

// arrange puts the successors of a state in order, without those that are the same as
// one before them or too dear.
func (d *discrepancy) arrange(top *departure) {
	if len(d.rank) == 0 {
		return
	}
	if len(d.rank) > 1 {
		for i := range d.rank {
			d.rank[i].esteem = d.preferences.of(top.state, d.rank[i].move, d.inner)
		}
		slices.SortFunc(d.rank, func(a, b preferred) int { return a.compare(b.esteem) })
	}
	words := d.words()
	kept := d.kept[:0]
	for _, r := range d.rank {
		next := d.open[r.at : r.at+words]
		if d.among(kept, next) {
			continue
		}
		if len(kept)/words > int(top.budget) {
			top.cut, d.cut = true, true
			break
		}
		kept = append(kept, next...)
	}
	d.open = d.open[:top.first]
	for at := len(kept) - words; at >= 0; at -= words {
		d.open = append(d.open, kept[at:at+words]...)
	}
	d.kept = kept
}

func (d *discrepancy) among(states []uint64, state machine.State) bool {
	for at := 0; at < len(states); at += len(state) {
		if slices.Equal(states[at:at+len(state)], state) {
			return true
		}
	}
	return false
}

func (d *discrepancy) run() []machine.State {
	out := make([]machine.State, len(d.levels))
	for i, l := range d.levels {
		out[i] = l.state
	}
	return out
}
