package model

import "fmt"

// Machine is a puzzle in which things move. A state is a value for every variable of the model. Nodes of the model
// are expressions over one state. A run begins with a state that lies in Start and meets the model's constraints.
// Each move leads to the next state. No state of a run may meet Never. The run ends with the first state that meets
// Goal, which may be its first state.
//
// A run is written as a [Solution]: the values of all variables at the start, followed by the index in Moves of each
// move. Two runs are the same exactly if these are. Objectives of the model play no part.
type Machine struct {
	// Start has the possible first values of each variable.
	Start []Domain
	// Kinds are the names of the moves. A move with parameters is in Moves once for each of their values.
	Kinds       []string
	Moves       []Move
	Goal, Never Bool
	// Costs is the number of costs, to be minimised in order of importance. Runs are compared by the sums of their
	// moves' costs, and then by their lengths.
	Costs int
	// Symmetries map states to states from which runs to the goal cost the same: the group without its identity. The
	// spec claims them.
	Symmetries []Permutation
	// Hidden are variables that no move changes and no player may read.
	Hidden []VarID
	// Players are the spec's strategies. They don't affect which runs exist, but may suggest an order of moves.
	Players []Player
}

// Move is a move with known parameters.
type Move struct {
	Kind int32 // index in Machine.Kinds
	// Parameters prints the parameters, as in "2, 3". It is nil without any.
	Parameters fmt.Stringer
	// Guard is the condition under which the move is possible. Then every effect stays within its variable's domain,
	// and every cost is 0 or more.
	Guard Bool
	// Effects are the variables that change, each at most once. They read the state before the move. Other variables
	// stay.
	Effects []Effect
	// Costs has a number for each cost of the machine. It reads the state before the move.
	Costs []Int
}

// Effect gives a variable the value B if it is boolean, else X.
type Effect struct {
	Var VarID
	B   Bool
	X   Int
}

// Constant returns the value, 0 or 1 for booleans, if the effect always assigns the same one.
func (e Effect) Constant(m *Model) (value int64, known bool) {
	switch {
	case !m.Vars[e.Var].Bool:
		return m.Constant(e.X)
	case e.B == True:
		return 1, true
	}
	return 0, e.B == False
}

// Trivial reports whether the effect assigns its variable to itself.
func (e Effect) Trivial(m *Model) bool {
	if m.Vars[e.Var].Bool {
		return e.B == m.BoolVar(e.Var)
	}
	return e.X == m.IntVar(e.Var)
}

// Permutation maps states to states: the value v of variable i becomes the value Values[i][v] of variable Vars[i],
// or v itself where Values[i] is nil.
type Permutation struct {
	Name   string // as in "half a turn"
	Vars   []VarID
	Values []map[int64]int64
}

// Player is a strategy of the spec, as conditions and numbers over the states of a machine. It reads nothing that
// is hidden.
type Player struct {
	Name    string
	Prefers []Preference // the first with an open option decides
	// Sample is the number of deals on which the player tries each move, or 0 for a player who only follows
	// preferences.
	Sample int
	// By is what a sampling player minimises at the end of play, or negative.
	By Int
}

// Preference is one line of a player. It picks the first of its open options with the least By.
type Preference struct{ Options []Option }

// Option is a move that a preference may pick. It is open where the move is possible and When holds.
type Option struct {
	Move int64 // an index in Machine.Moves
	When Bool
	By   Int // negative if there is nothing
}

// Player rewrites a player's conditions and numbers.
func (r *Rewriter) Player(p Player) Player {
	if p.By >= 0 {
		p.By = r.Int(p.By)
	}
	prefers := make([]Preference, len(p.Prefers))
	for i, preference := range p.Prefers {
		prefers[i].Options = make([]Option, len(preference.Options))
		for k, o := range preference.Options {
			o.When = r.Bool(o.When)
			if o.By >= 0 {
				o.By = r.Int(o.By)
			}
			prefers[i].Options[k] = o
		}
	}
	p.Prefers = prefers
	return p
}

func (m *Model) validatePlayer(p Player) error {
	if p.By >= 0 && !m.validInts([]Int{p.By}) {
		return fmt.Errorf("player %q has number %d", p.Name, p.By)
	}
	for i, preference := range p.Prefers {
		for _, o := range preference.Options {
			if o.Move < 0 || o.Move >= int64(len(m.Machine.Moves)) || !m.validBools([]Bool{o.When}) || o.By >= 0 && !m.validInts([]Int{o.By}) {
				return fmt.Errorf("preference %d of player %q has the move %d when %d by %d", i, p.Name, o.Move, o.When, o.By)
			}
		}
	}
	return nil
}

// Step is a state of a machine with its transitions. Slow and plain, it defines what moves mean, and engines are
// tested against it.
type Step struct {
	*Evaluation
	m     *Model
	state Solution
}

// At evaluates a state: a value for every variable.
func (m *Model) At(state Solution) Step { return Step{Evaluate(m, state), m, state} }

// Won reports whether the state meets the goal.
func (s Step) Won() bool { return s.Bool(s.m.Machine.Goal) }

// Forbidden reports whether no run may have the state.
func (s Step) Forbidden() bool { return s.Bool(s.m.Machine.Never) }

// Possible reports whether a move, an index in Machine.Moves, can be made.
func (s Step) Possible(move int64) bool { return s.Bool(s.m.Machine.Moves[move].Guard) }

// After returns the state that a possible move leads to.
func (s Step) After(move int64) Solution {
	next := append(Solution(nil), s.state...)
	for _, e := range s.m.Machine.Moves[move].Effects {
		next[e.Var] = s.Evaluation.After(e)
	}
	return next
}

// Costs returns the costs of a possible move.
func (s Step) Costs(move int64) []int64 {
	costs := make([]int64, s.m.Machine.Costs)
	for i, x := range s.m.Machine.Moves[move].Costs {
		costs[i] = s.Int(x)
	}
	return costs
}
