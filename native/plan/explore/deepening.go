package explore

import (
	"slices"

	"nazo/engine"
	"nazo/machine"
)

// deepening goes in depth as far as a price allows, again and again with the
// least price that was too much before (IDA*; Korf 1985): the first run that it finds
// is a best one. As long as memory lasts it remembers at what price a state was
// entered, and does not go on from there twice in a round; without memory it goes
// on, only more slowly.
type deepening struct {
	*search
	table   *table
	visits  *column[visit]
	full    bool // no more states are remembered
	source  *source
	allowed price
	// over is the least price met beyond what is allowed, or -1.
	over   price
	round  int32
	levels []deepLevel
	open   []uint64 // successors still to be entered, each with its price
	goal   bool
	onMove func(move int32, next machine.State, cost price) bool
}

type visit struct {
	paid  price
	round int32
}

// deepLevel is a state on the way; its successors still to be entered are the last in
// open, from first on.
type deepLevel struct {
	state machine.State
	paid  price
	first int
}

func newDeepening(s *search) *deepening {
	d := &deepening{search: s, table: newTable(s.limits, s.words()), visits: newColumn[visit](s.limits, 16), over: -1}
	d.source = s.newSource()
	d.onMove = d.meet
	return d
}

func (d *deepening) close() { d.source.close() }

func (d *deepening) step(budget int) status {
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
				d.enter(start, 0)
			} else if !d.ended.Load() && !d.nextRound() {
				return exhausted
			}
			continue
		}
		top := &d.levels[len(d.levels)-1]
		if len(d.open) == top.first {
			d.levels = d.levels[:len(d.levels)-1]
			d.stats.DeadEnds++
			continue
		}
		at := len(d.open) - d.words() - 1
		next, paid := machine.State(d.open[at:at+d.words()]), price(d.open[at+d.words()])
		d.open = d.open[:at]
		d.enter(next, paid)
		budget--
	}
	return running
}

// nextRound allows more. It returns false if no run was cut off.
func (d *deepening) nextRound() bool {
	if d.over < 0 {
		return false
	}
	d.source.close()
	d.source = d.newSource()
	d.allowed, d.over = d.over, -1
	d.round++
	return true
}

// enter goes on from a state unless that is too dear, or was done at a price not
// higher in this round.
func (d *deepening) enter(state machine.State, paid price) {
	least, dead := d.least(state)
	if dead {
		return
	}
	whole, ok := d.tariff.plus(paid, least)
	if !ok {
		d.stop(tooDear)
		return
	}
	if whole > d.allowed {
		if d.over < 0 || whole < d.over {
			d.over = whole
		}
		return
	}
	if !d.first(state, paid) {
		return
	}
	d.stats.Nodes++
	d.stats.Horizon = max(d.stats.Horizon, int64(len(d.levels)))
	if len(d.levels) < cap(d.levels) { // with the state of a level that was left
		d.levels = d.levels[:len(d.levels)+1]
	} else {
		d.levels = append(d.levels, deepLevel{})
	}
	top := &d.levels[len(d.levels)-1]
	top.state, top.paid, top.first = append(top.state[:0], state...), paid, len(d.open)
	if d.won(top.state) {
		d.goal = true
		return
	}
	d.expand(top.state, d.onMove)
}

// first says whether the state is entered at a lower price than before in this
// round, and remembers it.
func (d *deepening) first(state machine.State, paid price) bool {
	id, fresh := int32(-1), false
	if d.full {
		id = d.table.find(state)
		for i := range d.levels { // at least no run in circles
			if id < 0 && slices.Equal(d.levels[i].state, state) {
				return false
			}
		}
	} else {
		// The rest of the memory is left to the search itself, and to the growing table.
		if id, fresh = d.table.add(state); fresh {
			d.stats.States++
			if !d.visits.set(id, visit{round: -1}) {
				return false
			}
			d.full = d.used > d.most/4
		}
	}
	if id < 0 {
		return d.reason.Kind == engine.None
	}
	if v := d.visits.get(id); v.round == d.round && v.paid <= paid {
		return false
	}
	d.visits.set(id, visit{paid, d.round})
	return true
}

func (d *deepening) meet(_ int32, next machine.State, cost price) bool {
	paid, ok := d.tariff.plus(d.levels[len(d.levels)-1].paid, cost)
	if !ok {
		d.stop(tooDear)
		return false
	}
	if d.task.MaxMoves > 0 && !d.lengths && len(d.levels) > d.task.MaxMoves {
		return true
	}
	if len(d.open)+d.words()+1 > cap(d.open) {
		grown := max(4096, 2*cap(d.open)) + d.words() + 1
		if !d.take(int64(grown-cap(d.open)) * 8) {
			return false
		}
		d.open = append(make([]uint64, 0, grown), d.open...)
	}
	d.open = append(append(d.open, next...), uint64(paid))
	return true
}

func (d *deepening) run() []machine.State {
	out := make([]machine.State, len(d.levels))
	for i, l := range d.levels {
		out[i] = l.state
	}
	return out
}
