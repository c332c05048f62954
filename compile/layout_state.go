package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// encodable is a layout whose values can be written as variables, too.
type encodable interface {
	layout
	// admits says whether a known value has this shape.
	admits(v value.Value) bool
	// encode writes the variables that decode reads; ok is false if the layout
	// does not admit the value.
	encode(v value.Value, s model.Solution) (ok bool)
}

// stateLayout is the layout of what a state may be.
type stateLayout interface {
	encodable
	// assign notes what the variables become where the value becomes v. It
	// returns the condition under which the layout admits v; elsewhere the
	// variables may get anything.
	assign(ev *evaluator, at dsl.Node, v value.Value, e *effects) model.Bool
}

func (l *scalarLayout) encode(v value.Value, s model.Solution) bool {
	if !l.admits(v) {
		return false
	}
	if l.only == nil {
		s[l.variable] = l.codeOf(v)
	}
	return true
}

// codeOf is the value of the variable that stands for a value that the layout
// admits.
func (l *scalarLayout) codeOf(v value.Value) int64 {
	switch {
	case l.isBool():
		if v == value.True {
			return 1
		}
		return 0
	case absent(v):
		return l.none
	case l.numbers != nil:
		return int64(v.(value.Int))
	}
	return int64(l.values.(*value.Set).Index(v))
}

func (l *scalarLayout) assign(ev *evaluator, at dsl.Node, v value.Value, e *effects) model.Bool {
	switch {
	case l.only != nil:
		return ev.equal(at, v, l.only)
	case value.Known(v):
		if !l.admits(v) {
			return model.False
		}
		if l.isBool() {
			e.setBool(l.variable, model.Bool(v.(value.Bool)))
		} else {
			e.setInt(l.variable, ev.m.Int(l.codeOf(v)))
		}
		return model.True
	case l.isBool():
		if b, ok := v.(value.Bool); ok {
			e.setBool(l.variable, model.Bool(b))
			return model.True
		}
	case l.numbers != nil:
		if u, ok := v.(value.Unknown); ok {
			return l.assignNumber(ev, u, e)
		}
	}
	return l.assignOther(ev, at, v, e)
}

func (l *scalarLayout) assignNumber(ev *evaluator, u value.Unknown, e *effects) model.Bool {
	inside := ev.inside(u.X, l.numbers)
	x, none, marked := ev.marked(u)
	if !l.optional {
		e.setInt(l.variable, u.X)
		if marked && !l.numbers.Contains(none) {
			return inside
		}
		return ev.and(u.Defined, inside)
	}
	if marked && none == l.none {
		e.setInt(l.variable, x)
	} else {
		e.setInt(l.variable, ev.m.If(u.Defined, u.X, ev.m.Int(l.none)))
	}
	return ev.or(u.Defined.Not(), inside)
}

// assignOther takes a value apart into the known ones that it may be.
func (l *scalarLayout) assignOther(ev *evaluator, at dsl.Node, v value.Value, e *effects) model.Bool {
	alts := ev.alternatives(at, v)
	codes := make([]model.Int, len(alts))
	var fits []model.Bool
	same := true // each alternative has its place as its code
	for i, a := range alts {
		code := int64(0)
		if l.admits(a.Value) {
			fits = append(fits, a.Guard)
			code = l.codeOf(a.Value)
		}
		codes[i] = ev.m.Int(code)
		same = same && code == int64(i)
	}
	ok := ev.or(fits...)
	if len(fits) == len(alts) {
		ok = model.True // exactly one of them holds
	}
	var x model.Int
	switch c, choice := v.(value.Choice); {
	case choice && c.Indexed && same:
		x = c.Index
	case choice && c.Indexed:
		x = ev.element(c.Index, codes)
	default:
		x = ev.byGuards(alts)(codes)
	}
	if l.isBool() {
		e.setBool(l.variable, ev.m.In(x, model.Range(1, 1)))
	} else {
		e.setInt(l.variable, x)
	}
	return ok
}

func (l *setLayout) encode(v value.Value, s model.Solution) bool {
	if !l.admits(v) {
		return false
	}
	for i, member := range l.universe.List() {
		s[int(l.first)+i] = 0
		if v.(*value.Set).Contains(member) {
			s[int(l.first)+i] = 1
		}
	}
	return true
}

func (l *setLayout) assign(ev *evaluator, at dsl.Node, v value.Value, e *effects) model.Bool {
	if !isCollection(v) {
		return model.False
	}
	on := make([]model.Bool, l.universe.Len())
	for i := range on {
		on[i] = model.False
	}
	members, isSet := ev.members(at, v)
	if !isSet { // a list may hold what is unknown, and none, which no set does
		members, _ = ev.members(at, ev.guarded(at, members, true))
	}
	var outside []model.Bool
	for _, m := range members {
		if i := l.universe.Index(m.Value); i >= 0 {
			on[i] = ev.or(on[i], m.Guard)
		} else {
			outside = append(outside, m.Guard)
		}
	}
	for i, b := range on {
		e.setBool(l.first+model.VarID(i), b)
	}
	return ev.or(outside...).Not()
}

func (l *arrayLayout) encode(v value.Value, s model.Solution) bool {
	if !l.admits(v) {
		return false
	}
	for i, k := range l.keys.List() {
		part, _ := v.(*value.Array).At(k)
		l.parts[i].(encodable).encode(part, s)
	}
	return true
}

// state is the layout of the value at one of the keys.
func (l *arrayLayout) state(i int) stateLayout { return l.parts[i].(stateLayout) }

func (l *arrayLayout) assign(ev *evaluator, at dsl.Node, v value.Value, e *effects) model.Bool {
	var fits []model.Bool
	for i, k := range l.keys.List() {
		fits = append(fits, l.state(i).assign(ev, at, ev.at(at, v, k), e))
	}
	return ev.and(append(fits, l.differ(ev, e))...)
}

// differ is the condition that the values of a permutation remain different under
// the effects.
func (l *arrayLayout) differ(ev *evaluator, e *effects) model.Bool {
	if !l.permutation {
		return model.True
	}
	var all []model.Bool
	for i := range l.parts {
		for j := range i {
			a, b := l.parts[i].(*scalarLayout), l.parts[j].(*scalarLayout)
			if a.only != nil {
				continue
			}
			x, y := e.of(a.variable), e.of(b.variable)
			if x == unchanged(e.m, a.variable) && y == unchanged(e.m, b.variable) {
				continue // they differ before
			}
			if a.isBool() {
				all = append(all, ev.iff(x.B, y.B).Not())
			} else {
				all = append(all, ev.m.Equal(x.X, y.X).Not())
			}
		}
	}
	return ev.and(all...)
}
