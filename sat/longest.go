package sat

import (
	"nazo/compile/model"
	"nazo/sat/unroll"
)

// measureBudget bounds the conflicts for which a measure is tried.
const measureBudget = 2000

// longest is a number of moves that no run exceeds, of those that are asked for:
// the one that is given; or what some measure of the states leaves room for if every
// move makes it fall; or the number of states, where runs need not come back to one.
func (r *runs) longest() int {
	most := unbounded
	if r.task.MaxMoves > 0 {
		most = r.task.MaxMoves
	}
	if !r.task.AnyObjective || r.task.Limit == 1 {
		most = min(most, r.states(func(model.Move) bool { return true })-1)
	}
	for f := range r.m.Finds {
		for _, sign := range []int64{-1, 1} {
			if room := r.room(f, sign); room < most && r.falls(f, sign) {
				most = room
			}
		}
	}
	return most
}

// states bounds the number of states that some moves can lead to from one.
func (r *runs) states(by func(model.Move) bool) int {
	written := make([]bool, len(r.m.Vars))
	for _, move := range r.m.Machine.Moves {
		if by(move) {
			for _, e := range move.Effects {
				written[e.Var] = true
			}
		}
	}
	n := 1
	for v, w := range written {
		if w {
			if size := r.m.Vars[v].Domain.Size(); size > int64(unbounded/n) {
				return unbounded
			} else {
				n *= int(size)
			}
		}
	}
	return n
}

// room is by how much the sum of a find's variables, times the sign, can fall.
func (r *runs) room(find int, sign int64) int {
	room := int64(0)
	for _, v := range r.m.Finds[find].Vars {
		start, all := r.m.Machine.Start[v].Bounds(), r.m.Vars[v].Domain.Bounds()
		if sign > 0 {
			room += start.Hi - all.Lo
		} else {
			room += all.Hi - start.Lo
		}
		if room >= unbounded {
			return unbounded
		}
	}
	return int(room)
}

// falls proves that every move makes the sum of a find's variables, times the
// sign, smaller: no state of a run and no move do otherwise.
func (r *runs) falls(find int, sign int64) bool {
	m, machine := *r.m, *r.m.Machine
	machine.Start = make([]model.Domain, len(m.Vars))
	changes := make([]bool, len(m.Vars))
	for _, move := range machine.Moves {
		for _, e := range move.Effects {
			changes[e.Var] = true
		}
	}
	some := false
	for v := range machine.Start {
		machine.Start[v] = r.m.Machine.Start[v]
		if changes[v] {
			machine.Start[v] = m.Vars[v].Domain
			some = some || int(m.Vars[v].Find) == find
		}
	}
	if !some {
		return false
	}
	m.Machine, m.Constraints = &machine, nil
	step := &runs{ctx: r.ctx, m: &m, command: r.command}
	u, err := unroll.New(r.ctx, &m, false)
	r.mayStop(err)
	before := u.Sum(m.Finds[find].Vars, sign)
	r.mayStop(u.Extend())
	u.Require(u.Model.LessEq(before, u.Sum(m.Finds[find].Vars, sign)))
	_, status := step.ask(u, u.Off(unroll.Question{Busy: true}), measureBudget)
	r.stats = r.with(step.stats)
	return status == Unsatisfiable
}
