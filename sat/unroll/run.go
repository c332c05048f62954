package unroll

import (
	"slices"

	"nazo/model"
)

// Run reads a run of the machine from a solution of the unrolled model: the values of the
// variables at the start, and the moves. Moves of one step come in the order in which the
// machine has them.
func (u *Unrolling) Run(solution model.Solution) model.Solution {
	start := u.states[0]
	run := make(model.Solution, len(u.program.fluent))
	for v, x := range u.program.model.Vars {
		if x.Bool {
			run[v] = u.boolValue(start.bools[v], solution)
		} else {
			run[v] = u.intValue(start.ints[v], solution)
		}
	}
	for _, s := range u.steps {
		if !u.parallel {
			if chosen := solution[s.chosen]; chosen > 0 {
				run = append(run, int64(u.program.actions[chosen-1].move))
			}
			continue
		}
		var made []int64
		for i, v := range s.occurs {
			if solution[v] == 1 {
				made = append(made, int64(u.program.actions[i].move))
			}
		}
		slices.Sort(made)
		run = append(run, made...)
	}
	return run
}

// boolValue is the value of a constant or variable.
func (u *Unrolling) boolValue(b model.Bool, solution model.Solution) int64 {
	value := int64(1)
	if n, isVar := u.Model.Node(b).(model.BoolVar); isVar {
		value = solution[n.Var]
	}
	if b.Negated() {
		value = 1 - value
	}
	return value
}

func (u *Unrolling) intValue(x model.Int, solution model.Solution) int64 {
	if n, isVar := u.Model.Ints[x].(model.IntVar); isVar {
		return solution[n.Var]
	}
	value, _ := u.Model.Constant(x)
	return value
}

// MoveOfAction has, for each value of a step less one, the index of its move; a move that was split
// has several values.
func (p *Program) MoveOfAction() []int {
	out := make([]int, len(p.actions))
	for i, a := range p.actions {
		out[i] = a.move
	}
	return out
}
