package machine

import (
	"cmp"
	"slices"

	"nazo/model"
)

// Transition is a move in those states in which some variables have certain
// values. What follows from these is worked into the rest, which therefore has
// few variables left: a move that pushes "the next crate" becomes one for each
// place where the man may stand.
type Transition struct {
	Move int32 // index in Machine.Moves
	// Needs has each variable at most once, in ascending order. Two transitions of
	// one move need different values of some variable, so that a state has at most
	// one of them.
	Needs []Fact
	// Guard is the condition that must hold besides: model.True for none.
	Guard model.Bool
	// Effects are what changes, in ascending order of the variables, Costs what it
	// costs. An effect that is known to change nothing is left out.
	Effects []model.Effect
	Costs   []model.Int
}

// Fact is the condition that a variable has a value; booleans are 0 or 1.
type Fact struct {
	Var   model.VarID
	Value int64
}

// Needed is the value that the transition needs of a variable, if any.
func (t *Transition) Needed(v model.VarID) (value int64, ok bool) {
	i, ok := slices.BinarySearchFunc(t.Needs, v, func(f Fact, v model.VarID) int { return cmp.Compare(f.Var, v) })
	if !ok {
		return 0, false
	}
	return t.Needs[i].Value, true
}
