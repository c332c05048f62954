package model

import "fmt"

// Machine is a puzzle in which things move. A state is a value for every
// variable of the model; nodes of the model are expressions over one state. A run
// begins with a state that lies in Start and meets the model's constraints; each
// move leads to the next state; no state of it, the first and the last included,
// meets Never; it ends with the first state that meets Goal, which may be the
// state that it begins with.
//
// A run is written as a [Solution]: the values of all variables at the start,
// followed by the index in Moves of each move. Two runs are the same exactly if
// these are. Objectives of the model play no part.
type Machine struct {
	// Start has for each variable the values that it may begin with.
	Start []Domain
	// Kinds are the names of the moves; a move with parameters stands in Moves
	// once for each of their values.
	Kinds []string
	Moves []Move
	Goal  Bool
	Never Bool
	// Costs is the number of costs, to be minimised in order of importance. Runs
	// are compared by the sums of their moves' costs, and then by their lengths;
	// without costs by their lengths alone.
	Costs int
	// Symmetries map states to states that lead to the goal alike, and at the
	// same costs: the group without its identity. They are the spec's claim.
	Symmetries []Permutation
	// Hidden are variables that no move changes and no player may read.
	Hidden []VarID
	// Players are the spec's strategies. They have no part in what a run is, but may
	// say in which order moves are worth trying.
	Players []Player
}

// Move is a move with known parameters.
type Move struct {
	Kind int32 // index in Machine.Kinds
	// Parameters is the text of the parameters, as in "2, 3"; nil without any.
	Parameters fmt.Stringer
	// Guard says in which states the move is possible. Where it holds, every
	// effect gives its variable a value of its domain, and every cost is 0 or more.
	Guard Bool
	// Effects are the variables that change, each at most once; they read the
	// state before the move, all at the same time. Other variables stay.
	Effects []Effect
	// Costs has a number for each cost of the machine; it reads the state before
	// the move.
	Costs []Int
}

// Effect gives a variable the value B if it is boolean, else X.
type Effect struct {
	Var VarID
	B   Bool
	X   Int
}

// Constant is the value, 0 or 1 of a bool, that the effect always gives its variable, if that is known.
func (e Effect) Constant(m *Model) (value int64, known bool) {
	switch {
	case !m.Vars[e.Var].Bool:
		return m.Constant(e.X)
	case e.B == True:
		return 1, true
	}
	return 0, e.B == False
}

// Permutation maps states to states: the value v of variable i becomes the value
// Values[i][v] of variable Vars[i], or v itself where Values[i] is nil.
type Permutation struct {
	Name   string // as in "half a turn"
	Vars   []VarID
	Values []map[int64]int64
}
