package plan_test

import (
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"nazo/native/plan"
	"pgregory.net/rapid"
)

// carrying draws a machine in which tokens are carried between places, and now
// and then are lost, duplicated, swapped or moved together. Places are boolean, or hold a label;
// a number says where the carrier is.
func carrying(t *rapid.T) *model.Model {
	between := func(lo, hi int64) int64 { return rapid.Int64Range(lo, hi).Draw(t, "number") }
	oneIn := func(n int64) bool { return between(1, n) == 1 }
	m := model.New()
	m.Finds = []model.Find{{Name: "places"}, {Name: "carrier"}}
	machine := &model.Machine{Kinds: []string{"a"}, Never: model.False, Costs: int(between(0, 2))}
	m.Machine = machine
	labels := between(1, 3)
	places := between(3, 6)
	values := model.Range(0, labels)
	for range places {
		if labels == 1 {
			m.AddBool(0)
		} else {
			m.AddInt(values, 0, true)
		}
		at := between(0, labels)
		if oneIn(2) {
			at = 0
		}
		machine.Start = append(machine.Start, model.Range(at, at))
	}
	const spots = 4
	carrier := m.AddInt(model.Range(0, spots-1), 1, true)
	machine.Start = append(machine.Start, model.Range(0, 0))
	is := func(v model.VarID, value int64) model.Bool {
		switch {
		case !m.Vars[v].Bool:
			return m.In(m.IntVar(v), model.Range(value, value))
		case value == 1:
			return m.BoolVar(v)
		}
		return m.BoolVar(v).Not()
	}
	becomes := func(v model.VarID, value int64) model.Effect {
		if m.Vars[v].Bool {
			return model.Effect{Var: v, B: model.Const(value == 1)}
		}
		return model.Effect{Var: v, X: m.Int(value)}
	}
	place := func() model.VarID { return model.VarID(between(0, places-1)) }
	for range between(6, 24) {
		effects := map[model.VarID]model.Effect{}
		move := model.Move{Guard: model.True}
		need := func(b model.Bool) { move.Guard = m.And(move.Guard, b) }
		if oneIn(2) {
			need(is(carrier, between(0, spots-1)))
		}
		if oneIn(2) {
			effects[carrier] = becomes(carrier, between(0, spots-1))
		}
		for range between(1, 2) {
			p, q, label := place(), place(), between(1, labels)
			if p == q {
				continue
			}
			if !oneIn(6) {
				need(is(q, 0))
			}
			switch {
			case oneIn(3): // whatever is there is carried along
				if m.Vars[p].Bool {
					effects[q] = model.Effect{Var: q, B: m.BoolVar(p)}
				} else {
					effects[q] = model.Effect{Var: q, X: m.IntVar(p)}
				}
			case oneIn(5): // lost
			default:
				need(is(p, label))
				effects[q] = becomes(q, label)
			}
			if !oneIn(12) {
				effects[p] = becomes(p, 0)
			}
		}
		if oneIn(3) {
			need(is(place(), between(0, labels)))
		}
		for v := range model.VarID(len(m.Vars)) {
			if e, ok := effects[v]; ok {
				move.Effects = append(move.Effects, e)
			}
		}
		for range machine.Costs {
			c := m.Int(between(0, 5))
			if oneIn(4) {
				c = m.Sum(model.Term{Coef: 1, X: m.IntVar(carrier)}, model.Term{Coef: 1, X: c})
			}
			move.Costs = append(move.Costs, c)
		}
		machine.Moves = append(machine.Moves, move)
	}
	machine.Goal = model.True
	for range between(1, 4) {
		machine.Goal = m.And(machine.Goal, is(place(), between(0, labels)))
	}
	if oneIn(4) {
		var sum []model.Term
		for v := range model.VarID(places) {
			if m.Vars[v].Bool {
				sum = append(sum, model.Term{Coef: 1, X: m.ToInt(m.BoolVar(v))})
			} else {
				sum = append(sum, model.Term{Coef: between(1, 2), X: m.IntVar(v)})
			}
		}
		machine.Goal = m.And(machine.Goal, m.LessEq(m.Sum(sum...), m.Int(between(0, places))))
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	return m
}

// plain makes one transition of each move.
func plain(m *model.Model) []machine.Transition {
	var out []machine.Transition
	for i, move := range m.Machine.Moves {
		out = append(out, machine.Transition{Move: int32(i), Guard: move.Guard, Effects: move.Effects, Costs: move.Costs})
	}
	return out
}

func TestCarrying(t *testing.T) {
	machines, bounded, lost := 0, int64(0), 0
	rapid.Check(t, func(t *rapid.T) {
		m := carrying(t)
		h, s := newHeuristic(t, m), explore(m, 1<<20)
		if coarse := derived(plan.Coarse, m, m, plain(m)); coarse != nil {
			checkSound(t, m, coarse, s)
		}
		if h == nil {
			return
		}
		_, known, _, bounds := checkSound(t, m, h, s)
		machines++
		bounded += bounds[len(bounds)-1]
		lost += known
	})
	if machines == 0 || bounded == 0 || lost == 0 {
		testkit.ShowsLittle(t, "of %d machines, moves are bounded by %d and %d states known to be dead: nothing is tested", machines, bounded, lost)
	}
	t.Logf("%d machines, moves bounded by %d in all, %d states known to be dead", machines, bounded, lost)
}
