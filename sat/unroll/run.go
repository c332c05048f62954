package unroll

import (
	"slices"

	"nazo/model"
)

// Run reads a run of the machine from a solution of the still model: the values of
// the variables at the start, and the moves. Moves of one step come in the order in
// which the machine has them.
func (u *Unrolling) Run(solution model.Solution) model.Solution {
	start := u.states[0]
	run := make(model.Solution, len(u.of.fluent))
	for v, x := range u.of.model.Vars {
		if x.Bool {
			run[v] = u.boolean(start.bools[v], solution)
		} else {
			run[v] = u.integer(start.ints[v], solution)
		}
	}
	for _, s := range u.steps {
		if !u.parallel {
			if chosen := solution[s.chosen]; chosen > 0 {
				run = append(run, int64(u.of.actions[chosen-1].move))
			}
			continue
		}
		var made []int64
		for i, v := range s.made {
			if solution[v] == 1 {
				made = append(made, int64(u.of.actions[i].move))
			}
		}
		slices.Sort(made)
		run = append(run, made...)
	}
	return run
}

// boolean is the value of a constant or variable.
func (u *Unrolling) boolean(b model.Bool, solution model.Solution) int64 {
	value := int64(1)
	if n, isVar := u.Model.Bools[b.Node()].(model.BoolVar); isVar {
		value = solution[n.Var]
	}
	if b.Negated() {
		value = 1 - value
	}
	return value
}

func (u *Unrolling) integer(x model.Int, solution model.Solution) int64 {
	if n, isVar := u.Model.Ints[x].(model.IntVar); isVar {
		return solution[n.Var]
	}
	value, _ := u.Model.Constant(x)
	return value
}

// Numbers has for each value of a step, less one, the move that it stands for: a
// move that was taken apart has several.
func (p *Program) Numbers() []int {
	out := make([]int, len(p.actions))
	for i, a := range p.actions {
		out[i] = a.move
	}
	return out
}
