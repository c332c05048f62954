package unroll

import (
	"slices"

	"nazo/model"
)

// forbidInterference excludes interfering moves from a step: of the moves that write a variable
// at most one occurs, and with it none that only reads the variable (∀-step semantics; Rintanen,
// Heljanko and Niemelä 2006). It takes as many clauses as there are readers and writers.
func (u *Unrolling) forbidInterference(candidates []candidate) {
	unrolled := u.Model
	readers, writers := make([][]model.Bool, len(u.program.fluent)), make([][]model.Bool, len(u.program.fluent))
	for _, c := range candidates {
		writes := map[model.VarID]bool{}
		for _, e := range c.effects {
			writes[e.v] = true
			writers[e.v] = append(writers[e.v], c.occurs)
		}
		for _, v := range c.reads {
			if !writes[v] {
				readers[v] = append(readers[v], c.occurs)
			}
		}
	}
	for v, ws := range writers {
		if len(ws) == 0 {
			continue
		}
		if len(ws) > 1 {
			terms := make([]model.Term, len(ws))
			for i, w := range ws {
				terms[i] = model.Term{Coef: 1, X: unrolled.ToInt(w)}
			}
			u.Require(unrolled.LessEq(unrolled.Sum(terms...), unrolled.Int(1)))
		}
		if len(readers[v]) == 0 {
			continue
		}
		written := ws[0]
		if len(ws) > 1 && len(readers[v]) > 1 {
			written = unrolled.BoolVar(unrolled.AddBool(-1))
			for _, w := range ws {
				u.Require(unrolled.Implies(w, written))
			}
		} else if len(ws) > 1 {
			written = unrolled.Or(ws...)
		}
		for _, r := range readers[v] {
			u.Require(unrolled.Implies(r, written.Not()))
		}
	}
}

// reads lists the variables that an action reads and that may change.
func (p *Program) reads(a *action) []model.VarID {
	bools, ints := []model.Bool{a.guard}, []model.Int(nil)
	for _, e := range a.effects {
		if p.model.Vars[e.v].Bool {
			bools = append(bools, e.b)
		} else {
			ints = append(ints, e.x)
		}
	}
	return slices.DeleteFunc(p.model.VarsBelow(bools, ints), func(v model.VarID) bool { return !p.fluent[v] })
}

// Parallel reports whether moves of a machine may share a step: no variable is changed by all of
// them.
func Parallel(m *model.Model) bool {
	writers := make([]int, len(m.Vars))
	for _, move := range m.Machine.Moves {
		for _, e := range move.Effects {
			if writers[e.Var]++; writers[e.Var] == len(m.Machine.Moves) {
				return false
			}
		}
	}
	return true
}
