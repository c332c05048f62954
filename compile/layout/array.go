package layout

import (
	"fmt"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/model"
	"nazo/symmetry"
	"nazo/value"
)

// Array has a value for each key; in a permutation the values are the
// keys, each once.
type Array struct {
	Keys        *value.Set
	Parts       []Layout
	Permutation bool
	Board       *value.Board
}

// Unknown makes the variables; see [Layout].
func (l *Array) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	values := make([]value.Value, len(l.Parts))
	for i, p := range l.Parts {
		lw.Tick(at)
		values[i] = p.Unknown(lw, at, find)
	}
	a := value.NewArray(l.Keys, values, l.Board)
	if l.Permutation {
		lw.Require(lw.Truth(permuted(lw, at, a)))
	}
	return a
}

// permuted is the condition that the values of an array are all different.
func permuted(lw *lower.Lowerer, at dsl.Node, a *value.Array) value.Value {
	if value.Known(a) {
		return lw.OfKnown("distinct", at, a)
	}
	return lw.Distinct(at, []value.Value{a})
}

// Decode reads a value off a solution; see [Layout].
func (l *Array) Decode(s model.Solution) value.Value {
	values := make([]value.Value, len(l.Parts))
	for i, p := range l.Parts {
		values[i] = p.Decode(s)
	}
	return value.NewArray(l.Keys, values, l.Board)
}

// Meanings says what the variables stand for; see [Layout].
func (l *Array) Meanings(of string, _ value.Value) (out []Meaning) {
	for i, k := range l.Keys.List() {
		out = append(out, l.Parts[i].Meanings(of+"["+value.String(k)+"]", k)...)
	}
	return out
}

func (l *Array) admits(v value.Value) bool {
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != l.Keys.Len() {
		return false
	}
	for i, k := range l.Keys.List() {
		part, found := a.At(k)
		if !found || !l.Parts[i].admits(part) {
			return false
		}
	}
	return !l.Permutation || value.NewSet(a.Values...).Len() == l.Keys.Len()
}

// Encode writes a value as variables; see [Layout].
func (l *Array) Encode(v value.Value, s model.Solution) bool {
	if p, ok := v.(*value.Partly); ok {
		return encodeParts(p, l.Keys.List(), func(i int, part value.Value) bool { return l.Parts[i].Encode(part, s) })
	}
	if !l.admits(v) {
		return false
	}
	for i, k := range l.Keys.List() {
		part, _ := v.(*value.Array).At(k)
		l.Parts[i].Encode(part, s)
	}
	return true
}

// State is the layout of the value at one of the keys.
func (l *Array) State(i int) OfState { return l.Parts[i].(OfState) }

// Assign notes what the variables become; see [OfState].
func (l *Array) Assign(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool {
	var fits []model.Bool
	for i, k := range l.Keys.List() {
		fits = append(fits, l.State(i).Assign(lw, at, lw.At(at, v, k), e))
	}
	return lw.And(append(fits, l.Differ(lw, e))...)
}

// Differ is the condition that the values of a permutation remain different under
// the effects.
func (l *Array) Differ(lw *lower.Lowerer, e *lower.Effects) model.Bool {
	if !l.Permutation {
		return model.True
	}
	var all []model.Bool
	for i := range l.Parts {
		for j := range i {
			a, b := l.Parts[i].(*Scalar), l.Parts[j].(*Scalar)
			if a.only != nil {
				continue
			}
			x, y := e.Of(a.variable), e.Of(b.variable)
			if x == lower.Unchanged(e.Model, a.variable) && y == lower.Unchanged(e.Model, b.variable) {
				continue // they differ before
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

// Stored has the form that a state has; see [OfState].
func (l *Array) Stored(v value.Value) value.Value {
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

// Expected is only asked of a permutation: others begin key by key.
func (l *Array) Expected() string { return "each of its keys once" }

// Empty is the start of stacks; see [OfState].
func (l *Array) Empty() value.Value {
	values := make([]value.Value, len(l.Parts))
	for i := range l.Parts {
		if values[i] = l.State(i).Empty(); values[i] == nil {
			return nil
		}
	}
	if len(values) == 0 {
		return nil
	}
	return value.NewArray(l.Keys, values, l.Board)
}

// Permute notes what becomes of the variables; see [OfState].
func (l *Array) Permute(t symmetry.Transform, state string, other Layout, out *model.Permutation) error {
	to := other.(*Array)
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
		if err := l.State(i).Permute(inner, state, to.Parts[j], out); err != nil {
			return err
		}
	}
	return nil
}
