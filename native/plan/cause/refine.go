package cause

import (
	"slices"

	"nazo/machine"
	"nazo/model"
)

// refine follows a run of a projection in truth, and returns the variables because of which it breaks off; none if it does not.
func (f *finder) refine(p *projection) []model.VarID {
	state := slices.Clone(f.start)
	f.enter(state)
	for _, step := range p.run() {
		t := &f.transitions[step.by]
		if broken := f.obstacle(p, t, state); broken != nil {
			return broken
		}
		next := slices.Clone(state)
		for _, e := range t.Effects {
			is := f.becomes(e)
			next[e.Var] = is
			if i := p.place[e.Var]; i >= 0 && step.values[i] != is {
				return f.free(p, f.below(e))
			}
		}
		state = next
		f.enter(state)
		if f.here.condition(f.m.Machine.Never) == mayHold {
			return f.needed(p, f.m.Machine.Never, state)
		}
	}
	var all [][]model.VarID
	for _, b := range p.goal {
		if f.here.condition(b) == mayFail {
			all = append(all, f.needed(p, b, state))
		}
	}
	return f.steadiest(all)
}

// becomes is what a variable becomes by an effect in a state of which all is known.
func (f *finder) becomes(e model.Effect) int64 {
	if !f.m.Vars[e.Var].Bool {
		return f.here.number(e.X).Lo
	}
	return int64(bit(f.here.condition(e.B) == mayHold))
}

// enter has all variables be those of a state.
func (f *finder) enter(state []int64) {
	for v, x := range state {
		f.here.know(model.VarID(v), x)
	}
	f.here.changed()
}

// obstacle are variables outside of a projection because of which a transition is not possible in a state; nil if it is.
func (f *finder) obstacle(p *projection, t *machine.Transition, state []int64) []model.VarID {
	var all [][]model.VarID
	for _, need := range t.Needs {
		if state[need.Var] != need.Value {
			all = append(all, []model.VarID{need.Var})
		}
	}
	for b := range f.m.Conjuncts(t.Guard) {
		if f.here.condition(b) == mayFail {
			all = append(all, f.needed(p, b, state))
		}
	}
	return f.steadiest(all)
}

// steadiest is the set whose variables are changed by the fewest transitions: what hardly changes makes projections small.
func (f *finder) steadiest(all [][]model.VarID) (best []model.VarID) {
	weigh := func(vars []model.VarID) (sum int) {
		for _, v := range vars {
			sum += 1 + f.changes[v]
		}
		return sum
	}
	for _, vars := range all {
		if len(vars) > 0 && (best == nil || weigh(vars) < weigh(best)) {
			best = vars
		}
	}
	return best
}

// needed are variables outside of a projection that it takes to know for a condition to be what it is in a state; of these none can go.
func (f *finder) needed(p *projection, b model.Bool, state []int64) (out []model.VarID) {
	is := f.here.condition(b)
	vars := f.free(p, f.m.VarsBelow([]model.Bool{b}, nil))
	slices.SortStableFunc(vars, func(a, b model.VarID) int { return f.changes[b] - f.changes[a] })
	for _, v := range vars {
		f.work--
		f.here.forget(v)
		f.here.changed()
		if f.here.condition(b) != is {
			out = append(out, v)
			f.here.know(v, state[v])
		}
	}
	f.enter(state)
	return out
}

// below are the variables on which an effect depends.
func (f *finder) below(e model.Effect) []model.VarID {
	if f.m.Vars[e.Var].Bool {
		return f.m.VarsBelow([]model.Bool{e.B}, nil)
	}
	return f.m.VarsBelow(nil, []model.Int{e.X})
}

// free are those of some variables that a projection has not.
func (f *finder) free(p *projection, vars []model.VarID) []model.VarID {
	return slices.DeleteFunc(vars, func(v model.VarID) bool { return p.place[v] >= 0 })
}
