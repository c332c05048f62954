package model

// Step is one transition of a machine: slow and plain, it defines
// what moves mean, and engines are tested against it.
type Step struct {
	*Evaluation
	m     *Model
	state Solution
}

// At looks at a state: a value for every variable.
func (m *Model) At(state Solution) Step {
	return Step{Evaluate(m, state), m, state}
}

// Won reports whether the state meets the goal.
func (s Step) Won() bool { return s.Bool(s.m.Machine.Goal) }

// Forbidden reports whether no run may have the state.
func (s Step) Forbidden() bool { return s.Bool(s.m.Machine.Never) }

// Possible reports whether a move, an index in Machine.Moves, can be made.
func (s Step) Possible(move int64) bool { return s.Bool(s.m.Machine.Moves[move].Guard) }

// After is the state that a possible move leads to.
func (s Step) After(move int64) Solution {
	next := append(Solution(nil), s.state...)
	for _, e := range s.m.Machine.Moves[move].Effects {
		if s.m.Vars[e.Var].Bool {
			next[e.Var] = 0
			if s.Bool(e.B) {
				next[e.Var] = 1
			}
		} else {
			next[e.Var] = s.Int(e.X)
		}
	}
	return next
}

// Costs are the costs of a possible move.
func (s Step) Costs(move int64) []int64 {
	costs := make([]int64, s.m.Machine.Costs)
	for i, x := range s.m.Machine.Moves[move].Costs {
		costs[i] = s.Int(x)
	}
	return costs
}
