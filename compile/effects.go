package compile

import (
	"slices"

	"nazo/model"
)

// effects are the new values of some variables: at most one effect each.
type effects struct {
	m    *model.Model
	list []model.Effect
	// index has the place in the list of a variable.
	index map[model.VarID]int
}

// newEffects has none yet.
func newEffects(m *model.Model) *effects {
	return &effects{m: m, index: map[model.VarID]int{}}
}

func (e *effects) add(one model.Effect) {
	if i, again := e.index[one.Var]; again {
		e.list[i] = one
		return
	}
	e.index[one.Var] = len(e.list)
	e.list = append(e.list, one)
}

func (e *effects) setBool(v model.VarID, b model.Bool) { e.add(model.Effect{Var: v, B: b}) }
func (e *effects) setInt(v model.VarID, x model.Int)   { e.add(model.Effect{Var: v, X: x}) }

// of is the new value of a variable: itself where nothing else is noted.
func (e *effects) of(v model.VarID) model.Effect {
	if i, ok := e.index[v]; ok {
		return e.list[i]
	}
	if e.m.Vars[v].Bool {
		return model.Effect{Var: v, B: e.m.BoolVar(v)}
	}
	return model.Effect{Var: v, X: e.m.IntVar(v)}
}

// where adds other effects, which happen only under a condition.
func (e *effects) where(ev *lowerer, cond model.Bool, other *effects) {
	for _, o := range other.list {
		was := e.of(o.Var)
		if e.m.Vars[o.Var].Bool {
			e.setBool(o.Var, ev.or(ev.and(cond, o.B), ev.and(cond.Not(), was.B)))
		} else {
			e.setInt(o.Var, e.m.If(cond, o.X, was.X))
		}
	}
}

// changes are the effects, in the order of the variables, that change anything.
func (e *effects) changes() []model.Effect {
	var out []model.Effect
	for _, one := range e.list {
		if e.m.Vars[one.Var].Bool && one.B != e.m.BoolVar(one.Var) || !e.m.Vars[one.Var].Bool && one.X != e.m.IntVar(one.Var) {
			out = append(out, one)
		}
	}
	slices.SortFunc(out, func(a, b model.Effect) int { return int(a.Var - b.Var) })
	return out
}

func unchanged(m *model.Model, v model.VarID) model.Effect {
	return (&effects{m: m}).of(v)
}
