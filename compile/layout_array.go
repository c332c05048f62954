package compile

import (
	"fmt"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// arrayLayout has a value for each key. In a permutation the values are the keys, each once.
type arrayLayout struct {
	Keys        *value.Set
	Elems       []layout
	Permutation bool
	Board       *value.Board
}

// Unknown makes the variables; see layout.
func (l *arrayLayout) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	values := make([]value.Value, len(l.Elems))
	for i, p := range l.Elems {
		lw.Tick(at)
		values[i] = p.Unknown(lw, at, find)
	}
	a := value.NewArray(l.Keys, values, l.Board)
	if l.Permutation {
		lw.Require(lw.Truth(permuted(lw, at, a)))
	}
	return a
}

// permuted is the condition that the values of an array are different.
func permuted(lw *lower.Lowerer, at dsl.Node, a *value.Array) value.Value {
	if value.Known(a) {
		return lw.OfKnown("distinct", at, a)
	}
	return lw.Distinct(at, []value.Value{a})
}

// Decode reads a value off a solution; see layout.
func (l *arrayLayout) Decode(s model.Solution) value.Value {
	return value.NewArray(l.Keys, alg.Map(l.Elems, func(p layout) value.Value { return p.Decode(s) }), l.Board)
}

// Meanings says what the variables mean. See layout.
func (l *arrayLayout) Meanings(of string, _ value.Value) (out []Meaning) {
	for i, k := range l.Keys.List() {
		out = append(out, l.Elems[i].Meanings(of+"["+value.String(k)+"]", k)...)
	}
	return out
}

func (l *arrayLayout) admits(v value.Value) bool {
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != l.Keys.Len() {
		return false
	}
	for i, k := range l.Keys.List() {
		part, found := a.At(k)
		if !found || !l.Elems[i].admits(part) {
			return false
		}
	}
	return !l.Permutation || value.NewSet(a.Values...).Len() == l.Keys.Len()
}

func (l *arrayLayout) encode(v value.Value, s model.Solution) {
	for i, k := range l.Keys.List() {
		part, _ := v.(*value.Array).At(k)
		l.Elems[i].encode(part, s)
	}
}

// State returns the layout of the value at a key, by its index.
func (l *arrayLayout) State(i int) stateLayout { return l.Elems[i].(stateLayout) }

// Assign says what the variables become. See stateLayout.
func (l *arrayLayout) Assign(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool {
	var fits []model.Bool
	for i, k := range l.Keys.List() {
		fits = append(fits, l.State(i).Assign(lw, at, lw.At(at, v, k), e))
	}
	return lw.And(append(fits, l.Differ(lw, e))...)
}

// Differ is the condition that the values of a permutation remain different under the effects.
func (l *arrayLayout) Differ(lw *lower.Lowerer, e *lower.Effects) model.Bool {
	if !l.Permutation {
		return model.True
	}
	var all []model.Bool
	for i := range l.Elems {
		for j := range i {
			a, b := l.Elems[i].(*scalarLayout), l.Elems[j].(*scalarLayout)
			if a.only != nil {
				continue
			}
			x, y := e.Of(a.variable), e.Of(b.variable)
			if x == lower.Unchanged(e.Model, a.variable) && y == lower.Unchanged(e.Model, b.variable) {
				continue // they differed before
			}
			if a.isBool() {
				all = append(all, lw.Iff(x.B, y.B).Not())
			} else {
				all = append(all, lw.Model.Equal(x.X, y.X).Not())
			}
		}
	}
	return lw.And(all...)
}

// Stored has the form that a state has; see stateLayout.
func (l *arrayLayout) Stored(v value.Value) value.Value {
	if list, ok := v.(value.List); ok && l.Permutation && len(list) == l.Keys.Len() {
		return value.NewArray(l.Keys, list, l.Board) // in the order of the keys
	}
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != l.Keys.Len() {
		return v
	}
	values := make([]value.Value, l.Keys.Len())
	for i, k := range l.Keys.List() {
		part, found := a.At(k)
		if !found {
			return v
		}
		values[i] = l.State(i).Stored(part)
	}
	return value.NewArray(l.Keys, values, l.Board)
}

// Expected is only used for a permutation. Others begin key by key.
func (l *arrayLayout) Expected() string { return "each of its keys once" }

// Empty is the start of stacks; see stateLayout.
func (l *arrayLayout) Empty() value.Value {
	values := make([]value.Value, len(l.Elems))
	for i := range l.Elems {
		if values[i] = l.State(i).Empty(); values[i] == nil {
			return nil
		}
	}
	if len(values) == 0 {
		return nil
	}
	return value.NewArray(l.Keys, values, l.Board)
}

// Permute notes what becomes of the variables; see stateLayout.
func (l *arrayLayout) Permute(t value.Transform, state string, other layout, out *model.Permutation) error {
	to := other.(*arrayLayout)
	keys := t
	keys.Permuted = nil // keys are places, not values
	for i, k := range l.Keys.List() {
		w, ok := keys.Apply(k)
		if image, moves := t.Places[value.KeyOf(k)]; moves {
			w, ok = image, true
		}
		j := to.Keys.Index(w)
		if !ok || j < 0 {
			return fmt.Errorf("%s has no place for %s", state, value.String(w))
		}
		inner := t
		inner.Places = nil
		if err := l.State(i).Permute(inner, state, to.Elems[j], out); err != nil {
			return err
		}
	}
	return nil
}

// setLayout is a subset of a known set, with a boolean variable for each member.
type setLayout struct {
	Universe *value.Set
	first    model.VarID
}

// Unknown makes the variables; see layout.
func (l *setLayout) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	first, on := addBools(lw, at, find, l.Universe.Len())
	l.first = first
	members := make([]value.Alternative, len(on))
	for i, v := range l.Universe.List() {
		members[i] = value.Alternative{Guard: on[i], Value: v}
	}
	return lw.Guarded(at, members, true)
}

// Decode reads a value off a solution; see layout.
func (l *setLayout) Decode(s model.Solution) value.Value {
	var out []value.Value
	for i, v := range l.Universe.List() {
		if s[int(l.first)+i] != 0 {
			out = append(out, v)
		}
	}
	return value.NewSet(out...)
}

// Meanings says what the variables mean. See layout.
func (l *setLayout) Meanings(of string, key value.Value) []Meaning {
	return memberships(of, key, l.first, l.Universe.List())
}

func (l *setLayout) admits(v value.Value) bool {
	s, ok := v.(*value.Set)
	return ok && !slices.ContainsFunc(s.List(), func(member value.Value) bool { return !l.Universe.Contains(member) })
}

func (l *setLayout) encode(v value.Value, s model.Solution) {
	encodeBools(alg.Map(l.Universe.List(), func(m value.Value) model.Bool { return model.Const(v.(*value.Set).Contains(m)) }), l.first, s)
}

// Assign says what the variables become. See stateLayout.
func (l *setLayout) Assign(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool {
	if !lower.IsCollection(v) {
		return model.False
	}
	on := slices.Repeat([]model.Bool{model.False}, l.Universe.Len())
	members, isSet := lw.Members(at, v)
	if !isSet { // a list may hold unknown values, and none, which no set does
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

// Stored has the form that a state has; see stateLayout.
func (l *setLayout) Stored(v value.Value) value.Value {
	if r, isRange := lower.PlainSet(v).(value.Range); isRange && r.Hi-r.Lo > int64(l.Universe.Len()) {
		return v // too many members to list
	}
	if lower.IsSet(lower.PlainSet(v)) {
		return value.NewSet(value.Elements(lower.PlainSet(v))...)
	}
	if list, isList := v.(value.List); isList {
		return value.NewSet(slices.DeleteFunc(slices.Clone(list), func(x value.Value) bool { return lower.Absent(x) })...)
	}
	if lower.Absent(v) {
		return value.NewSet()
	}
	return v
}

// Expected describes the possible values. See stateLayout.
func (l *setLayout) Expected() string {
	return "a set of " + instance.OneOf{Values: l.Universe}.Describe()
}

// Empty is the start of stacks; see stateLayout.
func (l *setLayout) Empty() value.Value { return nil }

// Permute notes what becomes of the variables; see stateLayout.
func (l *setLayout) Permute(t value.Transform, state string, to layout, out *model.Permutation) error {
	target := to.(*setLayout)
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
