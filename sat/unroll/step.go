package unroll

import "nazo/model"

// candidate is an action that may be possible in the state that is being unrolled.
type candidate struct {
	*action
	index  int // of the action
	guard  model.Bool
	occurs model.Bool // the action occurs in the step
}

// Extend adds one step and the state after it.
func (u *Unrolling) Extend() error {
	before := &u.states[len(u.states)-1]
	var candidates []candidate
	for i := range u.program.actions {
		a := &u.program.actions[i]
		if guard := before.rewrite.Bool(a.guard); guard != model.False {
			candidates = append(candidates, candidate{action: a, index: i, guard: guard})
		}
		if err := u.withinLimits(); err != nil {
			return err
		}
	}
	u.addMoveVars(candidates)
	for _, c := range candidates {
		u.requireIf(c.occurs, c.guard)
	}
	after, err := u.successor(before, candidates)
	if err != nil {
		return err
	}
	u.steps[len(u.steps)-1].domainsGrew = u.domainsGrew(before, &after)
	u.addCosts(before, candidates)
	u.addState(after)
	return u.withinLimits()
}

// addMoveVars adds the variables of a step that determine which candidates occur.
func (u *Unrolling) addMoveVars(candidates []candidate) {
	unrolled := u.Model
	s := step{busyInstance: u.instance()}
	if u.parallel {
		s.occurs = map[int]model.VarID{}
		var some []model.Bool
		for i := range candidates {
			v := unrolled.AddBool(movesFind)
			s.occurs[candidates[i].index] = v
			candidates[i].occurs = unrolled.BoolVar(v)
			some = append(some, candidates[i].occurs)
		}
		unrolled.Constrain(s.busyInstance, model.True, model.Assert{B: unrolled.Or(some...)})
		u.steps = append(u.steps, s)
		return
	}
	values := []int64{0}
	for _, c := range candidates {
		values = append(values, int64(c.index)+1)
	}
	s.chosen = unrolled.AddInt(model.Values(values...), movesFind, true)
	chosen := unrolled.IntVar(s.chosen)
	for i, c := range candidates {
		candidates[i].occurs = is(unrolled, chosen, int64(c.index)+1)
	}
	idle := is(unrolled, chosen, 0)
	unrolled.Constrain(s.busyInstance, model.True, model.Assert{B: idle.Not()})
	if n := len(u.steps); n > 0 { // nothing follows an idle step
		u.requireIf(is(unrolled, unrolled.IntVar(u.steps[n-1].chosen), 0), idle)
	}
	u.steps = append(u.steps, s)
}

func is(m *model.Model, x model.Int, value int64) model.Bool {
	return m.In(x, model.Range(value, value))
}

// successor is the state after the step: what changes is changed by an action that occurs
// (explanatory frame axioms).
func (u *Unrolling) successor(before *state, candidates []candidate) (state, error) {
	after := state{bools: append([]model.Bool(nil), before.bools...), ints: append([]model.Int(nil), before.ints...)}
	writers := make([][]write, len(before.bools))
	for _, c := range candidates {
		for i := range c.effects {
			e := &c.effects[i]
			writers[e.v] = append(writers[e.v], write{e, c.occurs})
		}
	}
	for v, ws := range writers {
		if len(ws) == 0 {
			continue
		}
		if err := u.withinLimits(); err != nil {
			return after, err
		}
		if u.program.model.Vars[v].Bool {
			after.bools[v] = u.boolAfter(before, before.bools[v], ws)
		} else {
			after.ints[v] = u.intAfter(before, before.ints[v], u.program.model.Vars[v], ws)
		}
	}
	if u.parallel {
		u.forbidInterference(candidates)
	}
	return after, nil
}

// write is an effect of a candidate on some variable.
type write struct {
	*effect
	occurs model.Bool
}

// boolAfter is a boolean variable in the successor.
func (u *Unrolling) boolAfter(before *state, old model.Bool, ws []write) model.Bool {
	unrolled := u.Model
	var rising, falling []model.Bool
	for _, w := range ws {
		rising = append(rising, unrolled.And(w.occurs, before.rewrite.Bool(w.rises)))
		falling = append(falling, unrolled.And(w.occurs, before.rewrite.Bool(w.falls)))
	}
	rises, falls := unrolled.Or(rising...), unrolled.Or(falling...)
	if unrolled.And(old.Not(), rises) == model.False && unrolled.And(old, falls) == model.False {
		return old
	}
	now := unrolled.BoolVar(unrolled.AddBool(-1))
	u.Require(unrolled.Or(old, now.Not(), rises))
	u.Require(unrolled.Or(old.Not(), now, falls))
	for i, w := range ws {
		if b := before.rewrite.Bool(w.b); b.Node() == 0 {
			u.requireIf(w.occurs, unrolled.Iff(now, b))
			continue
		}
		u.Require(unrolled.Or(rising[i].Not(), old, now))
		u.Require(unrolled.Or(falling[i].Not(), old.Not(), now.Not()))
	}
	return now
}

// intAfter is a variable of another kind in the successor.
func (u *Unrolling) intAfter(before *state, old model.Int, of *model.Var, ws []write) model.Int {
	unrolled := u.Model
	domain := u.possibleValues(old, of.Domain)
	type update struct {
		when model.Bool
		x    model.Int
	}
	var updates []update
	var changes []model.Bool
	for _, w := range ws {
		for _, c := range w.cases {
			when, x := unrolled.And(w.occurs, before.rewrite.Bool(c.when)), before.rewrite.Int(c.x)
			if when == model.False || x == old {
				continue
			}
			updates, changes = append(updates, update{when, x}), append(changes, when)
			domain = domain.Union(u.possibleValues(x, of.Domain))
		}
	}
	if len(updates) == 0 {
		return old
	}
	now := unrolled.IntVar(unrolled.AddInt(domain, -1, of.Nominal))
	u.requireIf(unrolled.Or(changes...).Not(), unrolled.Equal(now, old))
	for _, c := range updates {
		u.requireIf(c.when, unrolled.Equal(now, c.x))
	}
	return now
}

// possibleValues are the values of a domain that an expression may have.
func (u *Unrolling) possibleValues(x model.Int, domain model.Domain) model.Domain {
	if n, isVar := u.Model.Ints[x].(model.IntVar); isVar {
		return domain.Intersect(u.Model.Vars[n.Var].Domain)
	}
	b := u.Model.Bounds(x)
	return domain.Intersect(model.Range(b.Lo, b.Hi))
}

// domainsGrew reports whether some variable may have a value that it could not have before.
func (u *Unrolling) domainsGrew(before, after *state) bool {
	for v, x := range u.program.model.Vars {
		switch {
		case x.Bool && before.bools[v].Node() == 0 && after.bools[v] != before.bools[v]:
			return true
		case !x.Bool && after.ints[v] != before.ints[v] &&
			u.possibleValues(after.ints[v], x.Domain).Size() != u.possibleValues(before.ints[v], x.Domain).Size():
			return true
		}
	}
	return false
}
