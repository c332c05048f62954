package testkit

import (
	"fmt"

	"nazo/internal/model"
)

// newMachine makes a model whose variables are all known at the start.
func newMachine(kinds ...string) *model.Model {
	m := model.New()
	m.Machine = &model.Machine{Kinds: kinds, Goal: model.False, Never: model.False}
	m.Finds = []model.Find{{Name: "state"}}
	return m
}

type text string

func (t text) String() string { return string(t) }

// Towers moves discs one at a time, never onto a smaller one, from the first peg to the last. With three pegs it
// takes 2^discs - 1 moves.
func Towers(discs, pegs int) *model.Model {
	m := newMachine("shift")
	domain := model.Range(1, int64(pegs))
	at := make([]model.Int, discs)
	var there []model.Bool
	for d := range at {
		at[d] = m.IntVar(m.AddInt(domain, 0, true))
		m.Machine.Start = append(m.Machine.Start, model.Range(1, 1))
		there = append(there, m.In(at[d], model.Range(int64(pegs), int64(pegs))))
	}
	for d := range discs {
		for to := int64(1); to <= int64(pegs); to++ {
			free := []model.Bool{m.In(at[d], model.Range(to, to)).Not()}
			for smaller := range d {
				free = append(free, m.Equal(at[smaller], at[d]).Not(), m.In(at[smaller], model.Range(to, to)).Not())
			}
			m.Machine.Moves = append(m.Machine.Moves, model.Move{
				Parameters: text(fmt.Sprintf("%d, %d", d+1, to)),
				Guard:      m.And(free...),
				Effects:    []model.Effect{{Var: model.VarID(d), X: m.Int(to)}},
			})
		}
	}
	m.Machine.Goal = m.And(there...)
	return m
}

// Jumps is a board on which a peg jumps over another into a hole and removes it. One must be left. '#' is no hole,
// 'o' a peg, '_' a hole.
func Jumps(rows ...string) *model.Model {
	m := newMachine("jump")
	type place struct{ row, col int }
	at := map[place]model.VarID{}
	pegs := 0
	var sum []model.Term
	for r, row := range rows {
		for c, k := range row {
			if k == '#' {
				continue
			}
			v := m.AddBool(0)
			at[place{r, c}] = v
			start := int64(0)
			if k == 'o' {
				start = 1
				pegs++
			}
			m.Machine.Start = append(m.Machine.Start, model.Range(start, start))
			sum = append(sum, model.Term{Coef: 1, X: m.ToInt(m.BoolVar(v))})
		}
	}
	for r, row := range rows {
		for c := range row {
			for _, d := range []place{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
				from, isFrom := at[place{r, c}]
				over, isOver := at[place{r + d.row, c + d.col}]
				to, isTo := at[place{r + 2*d.row, c + 2*d.col}]
				if !isFrom || !isOver || !isTo {
					continue
				}
				m.Machine.Moves = append(m.Machine.Moves, model.Move{
					Parameters: text(fmt.Sprintf("r%dc%d, (%d, %d)", r+1, c+1, d.row, d.col)),
					Guard:      m.And(m.BoolVar(from), m.BoolVar(over), m.BoolVar(to).Not()),
					Effects:    []model.Effect{{Var: from, B: model.False}, {Var: over, B: model.False}, {Var: to, B: model.True}},
				})
			}
		}
	}
	m.Machine.Goal = m.Equal(m.Sum(sum...), m.Int(1))
	return m
}

// Pusher is a board with a walker '@' who pushes crates '$' one at a time onto marks 'o'. '*' is a crate on a mark,
// '#' a wall. Pushes count first, then all moves. The walker's position is a number, and moves look up the next
// cell in a table, as compiled specs do.
func Pusher(rows ...string) *model.Model {
	m := newMachine("walk", "push")
	type place struct{ row, col int }
	index := map[place]int64{}
	var cells []place
	for r, row := range rows {
		for c, k := range row {
			if k != '#' {
				index[place{r, c}] = int64(len(cells))
				cells = append(cells, place{r, c})
			}
		}
	}
	man := m.AddInt(model.Range(0, int64(len(cells)-1)), 0, true)
	m.Machine.Start = []model.Domain{nil}
	var goal []model.Bool
	crate := make([]model.Bool, len(cells))
	for i, p := range cells {
		k := rows[p.row][p.col]
		crate[i] = m.BoolVar(m.AddBool(0))
		start := int64(0)
		if k == '$' || k == '*' {
			start = 1
		}
		m.Machine.Start = append(m.Machine.Start, model.Range(start, start))
		if k == '@' {
			m.Machine.Start[man] = model.Range(int64(i), int64(i))
		}
		if k == 'o' || k == '*' {
			goal = append(goal, crate[i])
		} else {
			goal = append(goal, crate[i].Not())
		}
	}
	here := func(i int64) model.Bool { return m.In(m.IntVar(man), model.Range(i, i)) }
	m.Machine.Goal, m.Machine.Costs = m.And(goal...), 2
	for _, d := range []place{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		var walk, push []model.Bool
		table := make([]model.Int, len(cells))
		effects := map[int64][2][]model.Bool{} // by cell: conditions that a crate comes, and that it goes
		for i, p := range cells {
			table[i] = m.Int(int64(i))
			to, inside := index[place{p.row + d.row, p.col + d.col}]
			if !inside {
				continue
			}
			table[i] = m.Int(to)
			walk = append(walk, m.And(here(int64(i)), crate[to].Not()))
			if beyond, inside := index[place{p.row + 2*d.row, p.col + 2*d.col}]; inside {
				push = append(push, m.And(here(int64(i)), crate[to], crate[beyond].Not()))
				e := effects[beyond]
				effects[beyond] = [2][]model.Bool{append(e[0], here(int64(i))), e[1]}
				e = effects[to]
				effects[to] = [2][]model.Bool{e[0], append(e[1], here(int64(i)))}
			}
		}
		step := model.Effect{Var: man, X: m.Element(m.IntVar(man), 0, table)}
		name := text(fmt.Sprintf("(%d, %d)", d.row, d.col))
		m.Machine.Moves = append(m.Machine.Moves, model.Move{Kind: 0, Parameters: name, Guard: m.Or(walk...),
			Effects: []model.Effect{step}, Costs: []model.Int{m.Int(0), m.Int(1)}})
		pushed := []model.Effect{step}
		for i := range cells {
			if e, ok := effects[int64(i)]; ok {
				pushed = append(pushed, model.Effect{Var: model.VarID(1 + i), B: m.Or(m.And(crate[i], m.Or(e[1]...).Not()), m.Or(e[0]...))})
			}
		}
		m.Machine.Moves = append(m.Machine.Moves, model.Move{Kind: 1, Parameters: name, Guard: m.Or(push...),
			Effects: pushed, Costs: []model.Int{m.Int(1), m.Int(1)}})
	}
	return m
}

// TurnAndPay has an open start. Move turn flips a switch for free. Move pay flips it, too, and meets the goal at
// cost 1. So cheapest runs have every length, and one move suffices.
func TurnAndPay() *model.Model {
	m := newMachine("turn", "pay")
	idle := m.AddInt(model.Range(0, 3), 0, false) // no move changes it
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

// Landing begins on any of six cells in two rows, or nowhere, with at most two coins on a pile. Move go0 takes a
// coin, if any, and flips a switch. Move go1 adds a coin and leads from the upper row to the lower, from there
// nowhere. The goal is the middle cell of the lower row, no coins, and the switch as at first. That takes two go0
// from that cell, with a go1 between them from the cell above.
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

// TurnOn has a switch to be turned on while a number, open at the start, must be 0. The only move that would change
// other numbers is impossible.
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

// ByFirstCost drops all costs of a machine but the first.
func ByFirstCost(m *model.Model) *model.Model {
	m.Machine.Costs = 1
	for i := range m.Machine.Moves {
		m.Machine.Moves[i].Costs = m.Machine.Moves[i].Costs[:1]
	}
	return m
}
