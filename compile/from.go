package compile

import (
	"slices"

	"nazo/model"
	"nazo/value"
)

// From is a puzzle that moves, begun in another state: one value for each state variable, in their order. Runs may begin
// there whatever the rules say of a start.
func (p *Problem) From(state []value.Value) *Problem {
	at := p.Encode(state)
	from, m, machine, moves := *p, *p.Model, *p.Model.Machine, *p.moves
	m.Constraints = nil // they speak of the start
	machine.Start = make([]model.Domain, len(at))
	for v, x := range at {
		machine.Start[v] = model.Range(x, x)
	}
	m.Machine = &machine
	moves.start = slices.Clone(state)
	from.Model, from.moves = &m, &moves
	return &from
}
