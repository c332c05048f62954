package compile

import (
	"nazo/compile/model"
	"nazo/compile/value"
)

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

// Player is a strategy of the spec, as conditions and numbers over the states.
type Player struct {
	Name    string
	Prefers []Preference // the first with an option that is open is taken
	// Sample is the number of deals that the player tries each move on; 0 for one
	// that goes by its preferences at once.
	Sample int
	// By is what a player who samples wants to be small at the end of play; below
	// 0 if there is nothing.
	By model.Int
}

// Preference is one line of a player: of its options that are open, the one with
// the least By, then the first.
type Preference struct{ Options []Option }

// Option is a move that a preference speaks of: it is open where the move is
// possible and When holds.
type Option struct {
	Move int64 // an index in Model.Machine.Moves
	When model.Bool
	By   model.Int // below 0 if there is nothing
}

// Moving says whether things move: solutions are runs, and Model has a Machine.
func (p *Problem) Moving() bool { return p.Model.Machine != nil }
