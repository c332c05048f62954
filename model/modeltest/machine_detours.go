package modeltest

import "nazo/model"

// TurnAndPay is a machine whose start is open: turn flips a switch for nothing, pay
// flips it, too, and meets the goal at a cost of 1. So runs of every length are among the
// cheapest, and one move is enough.
func TurnAndPay() *model.Model {
	m := newMachine("turn", "pay")
	idle := m.AddInt(model.Range(0, 3), 0, false) // which no move changes
	on := m.AddBool(0)
	paid := m.AddInt(model.Range(0, 1), 0, false)
	m.Machine.Start = []model.Domain{m.Vars[idle].Domain, m.Vars[on].Domain, model.Range(0, 0)}
	m.Machine.Goal, m.Machine.Costs = m.In(m.IntVar(paid), model.Range(1, 1)), 1
	flip := model.Effect{Var: on, B: m.BoolVar(on).Not()}
	m.Machine.Moves = []model.Move{
		{Kind: 0, Parameters: text(""), Guard: model.True, Effects: []model.Effect{flip}, Costs: []model.Int{m.Int(0)}},
		{Kind: 1, Parameters: text(""), Guard: m.In(m.IntVar(paid), model.Range(0, 0)),
			Effects: []model.Effect{{Var: paid, X: m.Int(1)}, flip}, Costs: []model.Int{m.Int(1)}},
	}
	return m
}

// Landing is a machine that begins on any of six cells, in two rows, or none, one
// coin on a pile of two at most. go0 takes a coin, if there is one, go1 adds one and goes
// from the upper row to the lower, from there nowhere; go0 also flips a switch. It is to
// end on the middle cell of the lower row, without coins, the switch as at first: with go0
// twice if it begins there, and by a go1 between these if it begins above.
func Landing() *model.Model {
	m := newMachine("go0", "go1")
	cell := m.AddInt(model.Range(0, 6), 0, true) // 0..2 above, 3..5 below, 6 nowhere
	coins := m.AddInt(model.Range(0, 2), 0, false)
	on := m.AddBool(0)
	m.Machine.Start = []model.Domain{m.Vars[cell].Domain, model.Range(1, 1), model.Range(0, 0)}
	m.Machine.Goal = m.And(m.BoolVar(on).Not(), m.In(m.IntVar(coins), model.Range(0, 0)), m.In(m.IntVar(cell), model.Range(4, 4)))
	south := []model.Int{m.Int(3), m.Int(4), m.Int(5), m.Int(6), m.Int(6), m.Int(6), m.Int(6)}
	m.Machine.Moves = []model.Move{
		{Kind: 0, Parameters: text(""), Guard: model.True, Effects: []model.Effect{
			{Var: coins, X: m.Element(m.IntVar(coins), 0, []model.Int{m.Int(0), m.Int(0), m.Int(1)})}, {Var: on, B: m.BoolVar(on).Not()}}},
		{Kind: 1, Parameters: text(""), Guard: m.In(m.IntVar(coins), model.Range(0, 1)), Effects: []model.Effect{
			{Var: coins, X: m.Element(m.IntVar(coins), 0, []model.Int{m.Int(1), m.Int(2), m.Int(2)})},
			{Var: cell, X: m.Element(m.IntVar(cell), 0, south)}}},
	}
	return m
}

// TurnOn is a machine with a switch that is to be turned on, while a number, which may begin
// with any value, is to be 0. The only move that would change other numbers is impossible.
func TurnOn() *model.Model {
	m := newMachine("spoil", "turn")
	one, open := m.AddInt(model.Range(0, 1), 0, false), m.AddInt(model.Range(0, 2), 0, false)
	on := m.AddBool(0)
	m.Machine.Start = []model.Domain{model.Range(0, 0), m.Vars[open].Domain, model.Range(0, 0)}
	m.Machine.Goal = m.And(m.BoolVar(on), m.In(m.IntVar(open), model.Range(0, 0)))
	m.Machine.Moves = []model.Move{
		{Kind: 0, Parameters: text(""), Guard: model.False, Effects: []model.Effect{{Var: one, X: m.IntVar(open)}, {Var: open, X: m.Int(0)}}},
		{Kind: 1, Parameters: text(""), Guard: model.True, Effects: []model.Effect{{Var: on, B: m.BoolVar(on).Not()}}},
	}
	return m
}

// ByFirstCost leaves a machine its first cost alone.
func ByFirstCost(m *model.Model) *model.Model {
	m.Machine.Costs = 1
	for i := range m.Machine.Moves {
		m.Machine.Moves[i].Costs = m.Machine.Moves[i].Costs[:1]
	}
	return m
}
