package explore

import (
	"fmt"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// bidirectional goes in breadth from the starts and, moves taken back, from the
// goals, always where fewer states wait, until the two meet (Pohl 1969): a shortest
// run, if moves cost the same.
type bidirectional struct {
	*search
	forward, backward side
	source            *source
	begun             bool
	// met are the numbers of the first state in both tables. It is on a shortest run,
	// for one side at a time goes one move farther.
	met  [2]int32
	meet bool
	// before is the machine of moves taken back; their guards are not all
	// known to it, so each is tried forward.
	before       *machine.Program
	beforeOuter  *machine.Scratch
	again        machine.State
	onMove       func(move int32, next machine.State, cost price) bool
	onMoveBefore func(move int32, next machine.State, costs []int64) bool
}

// side is one of the two searches. The states of one distance, from edge to the end
// of the table, wait to be expanded; cursor is the first of these that still does.
type side struct {
	table        *table
	parents      *column[int32]
	cursor, edge int32
	distance     int
}

func (d *side) waiting() int32 { return d.table.count - d.cursor }

// mostGoals bounds the goals that the search goes back from.
const mostGoals = 64

// newBidirectional returns nil and the reason if the search does not apply.
func newBidirectional(s *search) (*bidirectional, string) {
	goals := goalStates(s, mostGoals)
	if goals == nil {
		return nil, fmt.Sprintf("the goal leaves more than %d states open, too many for search bidirectional", mostGoals)
	}
	back, ok := reversed(s.ctx, s.to, s.ts)
	if !ok {
		return nil, "there are moves that can't be taken back, as search bidirectional does"
	}
	s = s.unmerged() // moves taken back don't lead through least images
	b := &bidirectional{search: s, source: s.newSource()}
	b.before = machine.Assemble(s.m, s.to, back)
	b.beforeOuter = b.before.NewScratch()
	b.again = make(machine.State, s.p.Words())
	for _, d := range []*side{&b.forward, &b.backward} {
		d.table, d.parents = newTable(s.limits, s.p.Words()), newColumn[int32](s.limits, 4)
	}
	for _, g := range goals {
		b.enter(&b.backward, &b.forward, g, -1)
	}
	b.onMove, b.onMoveBefore = b.goOn, b.goBack
	return b, ""
}

func (b *bidirectional) close() { b.source.close() }

func (b *bidirectional) step(budget int) status {
	for ; budget > 0; budget-- {
		if b.stopped() {
			return stopped
		}
		if !b.begun {
			if start, more := b.source.next(); more {
				b.enter(&b.forward, &b.backward, start, -1)
			} else if !b.ended.Load() {
				b.begun = true
			}
			continue
		}
		switch depth := b.forward.distance + b.backward.distance; {
		case b.meet:
			return found
		case b.task.MaxMoves > 0 && depth >= b.task.MaxMoves && b.atEdges(),
			b.forward.waiting() == 0 || b.backward.waiting() == 0:
			return exhausted
		}
		b.expandOne()
	}
	return running
}

// atEdges says that both sides are between two distances.
func (b *bidirectional) atEdges() bool {
	return b.forward.cursor == b.forward.edge && b.backward.cursor == b.backward.edge
}

// expandOne expands a state of the side that is in the midst of a distance, else of
// that with the fewer states.
func (b *bidirectional) expandOne() {
	back := b.backward.waiting() < b.forward.waiting()
	if !b.atEdges() {
		back = b.backward.cursor != b.backward.edge
	}
	side := &b.forward
	if back {
		side = &b.backward
	}
	if side.cursor == side.edge {
		side.edge = side.table.count // its states are one move farther
	}
	if state := side.table.at(side.cursor); back {
		b.before.Each(state, b.beforeOuter, b.onMoveBefore)
	} else {
		b.expand(state, b.onMove)
	}
	if side.cursor++; side.cursor == side.edge {
		side.distance++
		b.stats.Horizon = int64(b.forward.distance + b.backward.distance)
	}
}

func (b *bidirectional) goOn(_ int32, next machine.State, _ price) bool {
	return b.enter(&b.forward, &b.backward, next, b.forward.cursor)
}

// goBack keeps a state from which the move leads where it was taken back.
func (b *bidirectional) goBack(move int32, before machine.State, _ []int64) bool {
	b.stats.Moves++
	if b.p.Forbidden(before, b.inner) || b.p.Won(before, b.inner) {
		return true
	}
	if _, ok := b.p.Apply(before, move, b.again, b.inner); !ok || !slices.Equal(b.again, b.backward.table.at(b.backward.cursor)) {
		return true
	}
	return b.enter(&b.backward, &b.forward, before, b.backward.cursor)
}

// enter keeps a state on one side, and looks whether the other side has it. It
// returns false if the search is to end.
func (b *bidirectional) enter(here, there *side, state machine.State, parent int32) bool {
	id, fresh := here.table.add(state)
	if id < 0 || !fresh {
		return id >= 0
	}
	b.stats.States++
	if !here.parents.set(id, parent) {
		return false
	}
	other := there.table.find(state)
	if other < 0 || b.meet {
		return !b.meet
	}
	b.meet, b.met = true, [2]int32{id, other}
	if here == &b.backward {
		b.met = [2]int32{other, id}
	}
	return false
}

func (b *bidirectional) run() []machine.State {
	return append(chain(b.forward.table, b.forward.parents, b.met[0]), b.backward.after(b.met[1])...)
}

// after are the states that follow one on its way to the goal.
func (d *side) after(id int32) []machine.State {
	var out []machine.State
	for id = d.parents.get(id); id >= 0; id = d.parents.get(id) {
		out = append(out, d.table.at(id))
	}
	return out
}

// behind lets a search that wants some run end where it meets the states from which
// another search knows the way to the goal.
type behind struct {
	goals *side // nil if there is none
	met   int32
}

func (b *behind) meets(state machine.State) bool {
	if b.goals == nil {
		return false
	}
	b.met = b.goals.table.find(state)
	return b.met >= 0
}

// rest are the states of the run after that one, as the search keeps states.
func (b *behind) rest(s *search) []machine.State {
	if b.goals == nil || b.met < 0 {
		return nil
	}
	out := b.goals.after(b.met)
	for i, state := range out {
		if s.merger != nil {
			out[i] = slices.Clone(s.merger.least(state))
		}
	}
	return out
}

// goalStates are all states that meet the goal, if these are no more than so many,
// and nil if there are more or that is not easily seen: what the goal says about
// single variables must leave few values to all of them together.
func goalStates(s *search, most int) []machine.State {
	g := machine.Conjuncts(s.to, s.to.Machine.Goal)
	if g == nil {
		return []machine.State{}
	}
	tried := 1
	var open []model.VarID
	values := make(model.Solution, len(s.to.Vars))
	for v := range s.to.Vars {
		d := g.Domain(model.VarID(v))
		if fixed, ok := s.p.Lasting(model.VarID(v)); ok {
			d = model.Range(fixed, fixed)
		}
		values[v] = d.Bounds().Lo
		if d.Size() == 1 {
			continue
		}
		open = append(open, model.VarID(v))
		if d.Size() > int64(most) || tried*int(d.Size()) > most*most {
			return nil
		}
		tried *= int(d.Size())
	}
	out := []machine.State{}
	var assign func(i int) bool
	assign = func(i int) bool {
		if i == len(open) {
			if state := s.p.Pack(values); s.won(state) && !s.p.Forbidden(state, s.inner) {
				out = append(out, state)
			}
			return len(out) <= most
		}
		for value := range g.Domain(open[i]).Each {
			values[open[i]] = value
			if !assign(i + 1) {
				return false
			}
		}
		return true
	}
	if !assign(0) {
		return nil
	}
	return out
}
