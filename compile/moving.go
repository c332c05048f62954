package compile

import (
	"nazo/compile/layout"
)

// StateVar is a state variable: what a state declaration of the spec declares. A state is a value
// for each.
type StateVar struct {
	Name   string
	layout layout.Layout
}

// Moving reports whether things move: solutions are runs, and Model has a Machine.
func (p *Problem) Moving() bool { return p.Model.Machine != nil }
