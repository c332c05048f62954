package explain

import (
	"nazo/engine"
	"nazo/model"
)

// aims are the facts that a solution has and that are not known, by their variables.
type aims struct {
	of   [][]engine.Fact // for each variable
	vars []model.VarID   // those that had some when they were listed last, ascending
}

// aimsOf are some facts, ordered by their variables.
func aimsOf(m *model.Model, facts []engine.Fact) *aims {
	a := &aims{of: make([][]engine.Fact, len(m.Vars))}
	for _, f := range facts {
		if len(a.of[f.Var]) == 0 {
			a.vars = append(a.vars, f.Var)
		}
		a.of[f.Var] = append(a.of[f.Var], f)
	}
	return a
}

// list has all of them; it may be kept while they change.
func (a *aims) list() (facts []engine.Fact) {
	vars := a.vars[:0]
	for _, v := range a.vars {
		if len(a.of[v]) > 0 {
			vars = append(vars, v)
			facts = append(facts, a.of[v]...)
		}
	}
	a.vars = vars
	return facts
}

// about has those about some variables.
func (a *aims) about(vars []model.VarID) (facts []engine.Fact) {
	for _, v := range vars {
		facts = append(facts, a.of[v]...)
	}
	return facts
}

// drop takes those about a variable away of which it is said so.
func (a *aims) drop(v model.VarID, gone func(engine.Fact) bool) {
	kept := a.of[v][:0]
	for _, f := range a.of[v] {
		if !gone(f) {
			kept = append(kept, f)
		}
	}
	a.of[v] = kept
}
