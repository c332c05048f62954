package layout

import (
	"fmt"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/givens"
	"nazo/model"
	"nazo/symmetry"
	"nazo/value"
)

// Set is any subset of a known set: a boolean variable for each member.
type Set struct {
	Universe *value.Set
	first    model.VarID
}

// Unknown makes the variables; see [Layout].
func (l *Set) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	members := make([]value.Alternative, l.Universe.Len())
	for i, v := range l.Universe.List() {
		lw.Tick(at)
		id := lw.Model.AddBool(find)
		if i == 0 {
			l.first = id
		}
		members[i] = value.Alternative{Guard: lw.Model.BoolVar(id), Value: v}
	}
	return lw.Guarded(at, members, true)
}

// Decode reads a value off a solution; see [Layout].
func (l *Set) Decode(s model.Solution) value.Value {
	var out []value.Value
	for i, v := range l.Universe.List() {
		if s[int(l.first)+i] != 0 {
			out = append(out, v)
		}
	}
	return value.NewSet(out...)
}

// Meanings says what the variables stand for; see [Layout].
func (l *Set) Meanings(of string, key value.Value) []Meaning {
	return memberships(of, key, l.first, l.Universe.List())
}

func (l *Set) admits(v value.Value) bool {
	s, ok := v.(*value.Set)
	if !ok {
		return false
	}
	for _, member := range s.List() {
		if !l.Universe.Contains(member) {
			return false
		}
	}
	return true
}

// Encode writes a value as variables; see [Layout].
func (l *Set) Encode(v value.Value, s model.Solution) bool {
	if p, ok := v.(*value.Partly); ok {
		return encodeParts(p, l.Universe.List(), encodeBool(l.first, s))
	}
	if !l.admits(v) {
		return false
	}
	for i, member := range l.Universe.List() {
		s[int(l.first)+i] = 0
		if v.(*value.Set).Contains(member) {
			s[int(l.first)+i] = 1
		}
	}
	return true
}

// Assign notes what the variables become; see [OfState].
func (l *Set) Assign(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool {
	if !lower.IsCollection(v) {
		return model.False
	}
	on := make([]model.Bool, l.Universe.Len())
	for i := range on {
		on[i] = model.False
	}
	members, isSet := lw.Members(at, v)
	if !isSet { // a list may hold what is unknown, and none, which no set does
		members, _ = lw.Members(at, lw.Guarded(at, members, true))
	}
	var outside []model.Bool
	for _, m := range members {
		if i := l.Universe.Index(m.Value); i >= 0 {
			on[i] = lw.Or(on[i], m.Guard)
		} else {
			outside = append(outside, m.Guard)
		}
	}
	for i, b := range on {
		e.SetBool(l.first+model.VarID(i), b)
	}
	return lw.Or(outside...).Not()
}

// Stored has the form that a state has; see [OfState].
func (l *Set) Stored(v value.Value) value.Value {
	if r, isRange := lower.PlainSet(v).(value.Range); isRange && r.Hi-r.Lo > int64(l.Universe.Len()) {
		return v // too many to be spelt out
	}
	if lower.IsSet(lower.PlainSet(v)) {
		return value.NewSet(value.Elements(lower.PlainSet(v))...)
	}
	if list, isList := v.(value.List); isList {
		var members []value.Value
		for _, x := range list {
			if !lower.Absent(x) {
				members = append(members, x)
			}
		}
		return value.NewSet(members...)
	}
	if lower.Absent(v) {
		return value.NewSet()
	}
	return v
}

// Expected says what a state may be; see [OfState].
func (l *Set) Expected() string {
	return "a set of " + givens.OneOf{Values: l.Universe}.Describe()
}

// Empty is the start of stacks; see [OfState].
func (l *Set) Empty() value.Value { return nil }

// Permute notes what becomes of the variables; see [OfState].
func (l *Set) Permute(t symmetry.Transform, state string, to Layout, out *model.Permutation) error {
	target := to.(*Set)
	for i, v := range l.Universe.List() {
		w, _ := t.Apply(v)
		j := target.Universe.Index(w)
		if j < 0 {
			return fmt.Errorf("%s has no place for %s", state, value.String(w))
		}
		out.Vars[int(l.first)+i] = target.first + model.VarID(j)
	}
	return nil
}
