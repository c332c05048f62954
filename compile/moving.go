package compile

import "nazo/value"

// State is a state declaration of a puzzle that moves.
type State struct {
	Name   string
	layout layout
}

// Run is a solution of a puzzle that moves.
type Run struct {
	// Start has the value of each state, in the order of Problem.States.
	Start []value.Value
	Steps []Step
}

// Step is one move of a run and what it leads to.
type Step struct {
	Move  int64         // an index in Model.Machine.Moves
	After []value.Value // the states after it, in the order of Problem.States
}

// Moving says whether things move: solutions are runs, and Model has a Machine.
func (p *Problem) Moving() bool { return p.Model.Machine != nil }
