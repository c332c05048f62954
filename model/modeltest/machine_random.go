package modeltest

import (
	"fmt"

	"pgregory.net/rapid"

	"nazo/model"
)

// RandomMachine draws a small machine: guards, effects, costs, goal and never are
// any expressions; some variables may begin with several values, in some machines many.
// Often moves cost little or nothing, so that runs of different lengths cost the same. It
// has at most maxAssignments states.
func RandomMachine(t *rapid.T) *model.Model {
	r := &randomModel{t: t, m: model.New()}
	r.m.Finds = []model.Find{{Name: "a"}}
	size := int64(1)
	for range r.between(0, 3) {
		n := int64(r.between(2, 4))
		if size *= n; size > maxAssignments/8 {
			break
		}
		lo := int64(r.between(-2, 2))
		r.ints = append(r.ints, r.m.AddInt(model.Range(lo, lo+n-1), 0, r.oneIn(3)))
	}
	for range r.between(1, 4) {
		r.bools = append(r.bools, r.m.AddBool(0))
	}
	machine := &model.Machine{Kinds: []string{"a", "b"}, Goal: r.boolean(2), Never: model.False}
	if r.oneIn(3) { // a bound may be derived of
		machine.Goal = r.facts()
	}
	r.m.Machine = machine
	if r.oneIn(4) {
		machine.Never = r.boolean(2)
	}
	open := r.oneIn(3)
	for _, v := range r.m.Vars {
		b := v.Domain.Bounds()
		at := b.Lo + int64(r.between(0, int(b.Hi-b.Lo)))
		machine.Start = append(machine.Start, model.Range(at, at))
		if r.oneIn(8) || open && r.oneIn(2) {
			machine.Start[len(machine.Start)-1] = v.Domain
		}
	}
	if r.oneIn(6) {
		r.m.Rules = []model.Rule{{Name: "the start"}}
		r.m.Instances = []model.Instance{{}}
		r.m.Constrain(0, model.True, model.Assert{B: r.boolean(2)})
	}
	machine.Costs = max(0, r.between(-1, 2))
	dearest := r.between(1, 2)
	for i := range r.between(1, 5) {
		machine.Moves = append(machine.Moves, r.move(i, dearest))
	}
	if err := r.m.Validate(); err != nil {
		panic("modeltest: random machine: " + err.Error())
	}
	return r.m
}

// facts says which values some variables have.
func (r *randomModel) facts() model.Bool {
	var all []model.Bool
	for v, of := range r.m.Vars {
		if r.oneIn(3) {
			continue
		}
		if of.Bool {
			all = append(all, r.m.Iff(r.m.BoolVar(model.VarID(v)), model.Const(r.oneIn(2))))
			continue
		}
		b := of.Domain.Bounds()
		at := b.Lo + int64(r.between(0, int(b.Hi-b.Lo)))
		all = append(all, r.m.In(r.m.IntVar(model.VarID(v)), model.Range(at, at)))
	}
	return r.m.And(all...)
}

// move draws a move that is possible only where its effects and costs are in
// order; known costs are no more than dearest.
func (r *randomModel) move(i, dearest int) model.Move {
	move := model.Move{Kind: int32(i % 2), Parameters: text(fmt.Sprint(i)), Guard: model.True}
	if !r.oneIn(5) {
		move.Guard = r.boolean(2)
	}
	for v, of := range r.m.Vars {
		if !r.oneIn(3) {
			continue
		}
		e := model.Effect{Var: model.VarID(v)}
		if of.Bool {
			e.B = r.boolean(r.between(0, 1))
		} else {
			e.X = r.integer(r.between(0, 1))
			move.Guard = r.m.And(move.Guard, r.m.In(e.X, of.Domain))
		}
		move.Effects = append(move.Effects, e)
	}
	for range r.m.Machine.Costs {
		c := r.m.Int(int64(r.between(0, dearest)))
		if r.oneIn(4) {
			c = r.integer(1)
			move.Guard = r.m.And(move.Guard, r.m.LessEq(r.m.Int(0), c))
		}
		move.Costs = append(move.Costs, c)
	}
	return move
}

// RandomPlayers draws players for a machine of [RandomMachine]: they prefer any moves
// under any conditions, some of them more than once, by any numbers.
func RandomPlayers(t *rapid.T, m *model.Model) {
	r := &randomModel{t: t, m: m}
	for v, of := range m.Vars {
		if of.Bool {
			r.bools = append(r.bools, model.VarID(v))
		} else {
			r.ints = append(r.ints, model.VarID(v))
		}
	}
	for i := range r.between(1, 2) {
		p := model.Player{Name: fmt.Sprint("player ", i), By: -1, Sample: r.between(0, 1)}
		for range r.between(1, 3) {
			var preference model.Preference
			for move := range m.Machine.Moves {
				if r.oneIn(3) {
					continue
				}
				o := model.Option{Move: int64(move), When: model.True, By: -1}
				if r.oneIn(2) {
					o.When = r.boolean(1)
				}
				if r.oneIn(2) {
					o.By = r.integer(1)
				}
				preference.Options = append(preference.Options, o)
			}
			p.Prefers = append(p.Prefers, preference)
		}
		m.Machine.Players = append(m.Machine.Players, p)
	}
	if err := m.Validate(); err != nil {
		panic("modeltest: random players: " + err.Error())
	}
}
