// Package packed compiles a machine into programs over states that are packed
// into words: which moves are possible, where they lead, what they cost, whether
// the goal is met. What to do with them is left to searches and players.
package packed

import "nazo/compile/model"

// Transition is a move in those states in which some variables have certain
// values. What follows from these is worked into the rest, which therefore has
// few variables left: a move that pushes "the next crate" becomes one for each
// place where the man may stand.
type Transition struct {
	Move int32 // index in Machine.Moves
	// Needs has each variable at most once, in ascending order. No two transitions
	// of one move need the same.
	Needs []Fact
	// Guard is what else must hold: model.True for nothing.
	Guard model.Bool
	// Effects are what changes, Costs what it costs.
	Effects []model.Effect
	Costs   []model.Int
}

// Fact says that a variable has a value; booleans are 0 or 1.
type Fact struct {
	Var   model.VarID
	Value int64
}
