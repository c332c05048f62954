package unroll

import "nazo/model"

// candidate is a move that may be possible at the time that is being unrolled.
type candidate struct {
	*action
	index int // of the action
	guard model.Bool
	made  model.Bool // it is made
}

// Extend adds one step and the state after it.
func (u *Unrolling) Extend() error {
	before := &u.states[len(u.states)-1]
	var candidates []candidate
	for i := range u.of.actions {
		a := &u.of.actions[i]
		if guard := before.rewrite.Bool(a.guard); guard != model.False {
			candidates = append(candidates, candidate{action: a, index: i, guard: guard})
		}
		if err := u.check(); err != nil {
			return err
		}
	}
	u.choose(candidates)
	for _, c := range candidates {
		u.under(c.made, c.guard)
	}
	after, err := u.change(before, candidates)
	if err != nil {
		return err
	}
	u.steps[len(u.steps)-1].grew = u.grew(before, &after)
	u.charge(before, candidates)
	u.add(after)
	return u.check()
}

// choose adds the variables that say which of the candidates are made.
func (u *Unrolling) choose(candidates []candidate) {
	still := u.Model
	s := step{busy: u.instance()}
	if u.parallel {
		s.made = map[int]model.VarID{}
		var some []model.Bool
		for i := range candidates {
			v := still.AddBool(movesFind)
			s.made[candidates[i].index] = v
			candidates[i].made = still.BoolVar(v)
			some = append(some, candidates[i].made)
		}
		still.Constrain(s.busy, model.True, model.Assert{B: still.Or(some...)})
		u.steps = append(u.steps, s)
		return
	}
	values := []int64{0}
	for _, c := range candidates {
		values = append(values, int64(c.index)+1)
	}
	s.chosen = still.AddInt(model.Values(values...), movesFind, true)
	chosen := still.IntVar(s.chosen)
	for i, c := range candidates {
		candidates[i].made = is(still, chosen, int64(c.index)+1)
	}
	idle := is(still, chosen, 0)
	still.Constrain(s.busy, model.True, model.Assert{B: idle.Not()})
	if n := len(u.steps); n > 0 { // nothing follows an idle step
		u.under(is(still, still.IntVar(u.steps[n-1].chosen), 0), idle)
	}
	u.steps = append(u.steps, s)
}

func is(m *model.Model, x model.Int, value int64) model.Bool {
	return m.In(x, model.Range(value, value))
}

// change makes the state after the moves that are made.
func (u *Unrolling) change(before *state, candidates []candidate) (state, error) {
	after := state{bools: append([]model.Bool(nil), before.bools...), ints: append([]model.Int(nil), before.ints...)}
	writers := make([][]write, len(before.bools))
	for _, c := range candidates {
		for i := range c.effects {
			e := &c.effects[i]
			writers[e.v] = append(writers[e.v], write{e, c.made})
		}
	}
	for v, ws := range writers {
		if len(ws) == 0 {
			continue
		}
		if err := u.check(); err != nil {
			return after, err
		}
		if u.of.model.Vars[v].Bool {
			after.bools[v] = u.boolAfter(before, before.bools[v], ws)
		} else {
			after.ints[v] = u.intAfter(before, before.ints[v], u.of.model.Vars[v], ws)
		}
	}
	if u.parallel {
		u.exclude(candidates)
	}
	return after, nil
}

// write is an effect of a move on some variable.
type write struct {
	*effect
	made model.Bool
}

// boolAfter is a boolean variable after it was written.
func (u *Unrolling) boolAfter(before *state, old model.Bool, ws []write) model.Bool {
	still := u.Model
	var rising, falling []model.Bool
	for _, w := range ws {
		rising = append(rising, still.And(w.made, before.rewrite.Bool(w.rises)))
		falling = append(falling, still.And(w.made, before.rewrite.Bool(w.falls)))
	}
	rises, falls := still.Or(rising...), still.Or(falling...)
	if still.And(old.Not(), rises) == model.False && still.And(old, falls) == model.False {
		return old
	}
	now := still.BoolVar(still.AddBool(-1))
	u.Require(still.Or(old, now.Not(), rises))
	u.Require(still.Or(old.Not(), now, falls))
	for i, w := range ws {
		if b := before.rewrite.Bool(w.b); b.Node() == 0 {
			u.under(w.made, still.Iff(now, b))
			continue
		}
		u.Require(still.Or(rising[i].Not(), old, now))
		u.Require(still.Or(falling[i].Not(), old.Not(), now.Not()))
	}
	return now
}

// intAfter is another variable after it was written.
func (u *Unrolling) intAfter(before *state, old model.Int, of model.Var, ws []write) model.Int {
	still := u.Model
	domain := u.possible(old, of.Domain)
	type update struct {
		when model.Bool
		x    model.Int
	}
	var updates []update
	var changes []model.Bool
	for _, w := range ws {
		for _, c := range w.cases {
			when, x := still.And(w.made, before.rewrite.Bool(c.when)), before.rewrite.Int(c.x)
			if when == model.False || x == old {
				continue
			}
			updates, changes = append(updates, update{when, x}), append(changes, when)
			domain = domain.Union(u.possible(x, of.Domain))
		}
	}
	if len(updates) == 0 {
		return old
	}
	now := still.IntVar(still.AddInt(domain, -1, of.Nominal))
	u.under(still.Or(changes...).Not(), still.Equal(now, old))
	for _, c := range updates {
		u.under(c.when, still.Equal(now, c.x))
	}
	return now
}

// possible is the values of a domain that an expression may have.
func (u *Unrolling) possible(x model.Int, domain model.Domain) model.Domain {
	if n, isVar := u.Model.Ints[x].(model.IntVar); isVar {
		return domain.Intersect(u.Model.Vars[n.Var].Domain)
	}
	b := u.Model.Bounds(x)
	return domain.Intersect(model.Range(b.Lo, b.Hi))
}

// grew says that some variable may have a value that it could not have before.
func (u *Unrolling) grew(before, after *state) bool {
	for v, x := range u.of.model.Vars {
		switch {
		case x.Bool && before.bools[v].Node() == 0 && after.bools[v] != before.bools[v]:
			return true
		case !x.Bool && after.ints[v] != before.ints[v] &&
			u.possible(after.ints[v], x.Domain).Size() != u.possible(before.ints[v], x.Domain).Size():
			return true
		}
	}
	return false
}
