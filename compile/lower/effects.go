package lower

import (
	"slices"

	"nazo/model"
)

// Effects are the new values of some variables: at most one effect each.
type Effects struct {
	Model *model.Model
	list  []model.Effect
	// index has the place in the list of a variable.
	index map[model.VarID]int
}

// NewEffects has none yet.
func NewEffects(m *model.Model) *Effects {
	return &Effects{Model: m, index: map[model.VarID]int{}}
}

func (e *Effects) add(one model.Effect) {
	if i, again := e.index[one.Var]; again {
		e.list[i] = one
		return
	}
	e.index[one.Var] = len(e.list)
	e.list = append(e.list, one)
}

// SetBool notes what a truth value becomes.
func (e *Effects) SetBool(v model.VarID, b model.Bool) { e.add(model.Effect{Var: v, B: b}) }

// SetInt notes what a number becomes.
func (e *Effects) SetInt(v model.VarID, x model.Int) { e.add(model.Effect{Var: v, X: x}) }

// Of is the new value of a variable: itself where nothing else is noted.
func (e *Effects) Of(v model.VarID) model.Effect {
	if i, ok := e.index[v]; ok {
		return e.list[i]
	}
	if e.Model.Vars[v].Bool {
		return model.Effect{Var: v, B: e.Model.BoolVar(v)}
	}
	return model.Effect{Var: v, X: e.Model.IntVar(v)}
}

// Where adds other effects, which happen only under a condition.
func (e *Effects) Where(lw *Lowerer, cond model.Bool, other *Effects) {
	for _, o := range other.list {
		was := e.Of(o.Var)
		if e.Model.Vars[o.Var].Bool {
			e.SetBool(o.Var, lw.Or(lw.And(cond, o.B), lw.And(cond.Not(), was.B)))
		} else {
			e.SetInt(o.Var, e.Model.If(cond, o.X, was.X))
		}
	}
}

// Changes are the effects, in the order of the variables, that change anything.
func (e *Effects) Changes() []model.Effect {
	var out []model.Effect
	for _, one := range e.list {
		if e.Model.Vars[one.Var].Bool && one.B != e.Model.BoolVar(one.Var) || !e.Model.Vars[one.Var].Bool && one.X != e.Model.IntVar(one.Var) {
			out = append(out, one)
		}
	}
	slices.SortFunc(out, func(a, b model.Effect) int { return int(a.Var - b.Var) })
	return out
}

// Unchanged is the effect by which a variable stays as it is.
func Unchanged(m *model.Model, v model.VarID) model.Effect {
	return (&Effects{Model: m}).Of(v)
}
