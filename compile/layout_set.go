package compile

import (
	"fmt"

	"nazo/dsl"
	"nazo/givens"
	"nazo/model"
	"nazo/symmetry"
	"nazo/value"
)

// setLayout is any subset of a known set: a boolean variable for each member.
type setLayout struct {
	universe *value.Set
	first    model.VarID
}

func (l *setLayout) unknown(ev *lowerer, at dsl.Node, find int32) value.Value {
	members := make([]value.Alternative, l.universe.Len())
	for i, v := range l.universe.List() {
		ev.tick(at)
		id := ev.m.AddBool(find)
		if i == 0 {
			l.first = id
		}
		members[i] = value.Alternative{Guard: ev.m.BoolVar(id), Value: v}
	}
	return ev.guarded(at, members, true)
}

func (l *setLayout) decode(s model.Solution) value.Value {
	var out []value.Value
	for i, v := range l.universe.List() {
		if s[int(l.first)+i] != 0 {
			out = append(out, v)
		}
	}
	return value.NewSet(out...)
}

func (l *setLayout) names(of string) []string { return membersOf(of, l.universe.List()) }

// membersOf names the variables that say which values are in something.
func membersOf(of string, values []value.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = value.String(v) + " in " + of
	}
	return out
}

func (l *setLayout) admits(v value.Value) bool {
	s, ok := v.(*value.Set)
	if !ok {
		return false
	}
	for _, member := range s.List() {
		if !l.universe.Contains(member) {
			return false
		}
	}
	return true
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

func (l *setLayout) assign(ev *lowerer, at dsl.Node, v value.Value, e *effects) model.Bool {
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

func (l *setLayout) stored(v value.Value) value.Value {
	if r, isRange := plainSet(v).(value.Range); isRange && r.Hi-r.Lo > int64(l.universe.Len()) {
		return v // too many to be spelt out
	}
	if isSet(plainSet(v)) {
		return value.NewSet(value.Elements(plainSet(v))...)
	}
	if list, isList := v.(value.List); isList {
		var members []value.Value
		for _, x := range list {
			if !absent(x) {
				members = append(members, x)
			}
		}
		return value.NewSet(members...)
	}
	if absent(v) {
		return value.NewSet()
	}
	return v
}

func (l *setLayout) expected() string {
	return "a set of " + givens.OneOf{Values: l.universe}.Describe()
}

func (l *setLayout) empty() value.Value { return nil }

func (l *setLayout) permute(t symmetry.Transform, state string, to layout, out *model.Permutation) error {
	target := to.(*setLayout)
	for i, v := range l.universe.List() {
		w, _ := t.Apply(v)
		j := target.universe.Index(w)
		if j < 0 {
			return fmt.Errorf("%s has no place for %s", state, value.String(w))
		}
		out.Vars[int(l.first)+i] = target.first + model.VarID(j)
	}
	return nil
}
