package play

import (
	"slices"

	"nazo/givens"
	"nazo/model"
	"nazo/value"
)

// View is the part of a game that a player may see. It is a copy: whatever is done to it
// changes nothing.
type View struct {
	// Turn is the number of moves that were made.
	Turn int
	// State has a value for every variable. Of hidden variables that are not
	// revealed the values are known, but not which is whose: they are in ascending
	// order.
	State model.Solution
	// Known has for each variable whether State has its value.
	Known []bool
	// StateValues has the value of each state variable of the spec, Givens those givens that may be
	// seen, as far as they may, at a table that has the rules.
	StateValues []value.Value
	Givens      []givens.Given
	// Legal are the moves that are possible, as indices in Machine.Moves, ascending.
	Legal []int64
}

// View is the view of a player now.
func (g *Game) View() *View {
	v := &View{Turn: len(g.steps), State: slices.Clone(g.state), Known: slices.Clone(g.known), Legal: slices.Clone(g.legal),
		StateValues: slices.Clone(g.tree), Givens: g.Givens()}
	for _, group := range g.table.groups {
		var values []int64
		for _, h := range group {
			if !v.Known[h] {
				values = append(values, v.State[h])
			}
		}
		slices.Sort(values)
		for _, h := range group {
			if !v.Known[h] {
				v.State[h], values = values[0], values[1:]
			}
		}
	}
	return v
}

// Givens are those givens that may be seen, as far as they may.
func (g *Game) Givens() []givens.Given {
	if g.deal.Seen == nil {
		return nil
	}
	return g.deal.Seen(g.known)
}

// StateValues has the value of each state variable of the spec, at a table that has the rules.
func (g *Game) StateValues() []value.Value { return slices.Clone(g.tree) }

// Rest is the machine of what is left of the game, for someone who sees all: it
// begins with the present state.
func (g *Game) Rest() *model.Model {
	m, machine := *g.table.m, *g.table.m.Machine
	m.Constraints = nil // they speak of the start
	machine.Hidden = nil
	machine.Start = make([]model.Domain, len(g.state))
	for v, x := range g.state {
		machine.Start[v] = model.Range(x, x)
	}
	m.Machine = &machine
	return &m
}

// Knows reports whether a variable is not hidden, or revealed.
func (g *Game) Knows(v model.VarID) bool { return g.known[v] }
