package compile

import (
	"fmt"

	"nazo/dsl"
	"nazo/model"
	"nazo/symmetry"
	"nazo/value"
)

// arrayLayout has a value for each key; in a permutation the values are the
// keys, each once.
type arrayLayout struct {
	keys        *value.Set
	parts       []layout
	permutation bool
	board       *value.Board
}

func (l *arrayLayout) unknown(ev *lowerer, at dsl.Node, find int32) value.Value {
	values := make([]value.Value, len(l.parts))
	for i, p := range l.parts {
		ev.tick(at)
		values[i] = p.unknown(ev, at, find)
	}
	a := value.NewArray(l.keys, values, l.board)
	if l.permutation {
		ev.require(ev.truth(permuted(ev, at, a)))
	}
	return a
}

// permuted is the condition that the values of an array are all different.
func permuted(ev *lowerer, at dsl.Node, a *value.Array) value.Value {
	if value.Known(a) {
		return ev.ofKnown("distinct", at, a)
	}
	return ev.distinct(at, []value.Value{a})
}

func (l *arrayLayout) decode(s model.Solution) value.Value {
	values := make([]value.Value, len(l.parts))
	for i, p := range l.parts {
		values[i] = p.decode(s)
	}
	return value.NewArray(l.keys, values, l.board)
}

func (l *arrayLayout) names(of string) (out []string) {
	for i, k := range l.keys.List() {
		out = append(out, l.parts[i].names(of+"["+value.String(k)+"]")...)
	}
	return out
}

func (l *arrayLayout) admits(v value.Value) bool {
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != l.keys.Len() {
		return false
	}
	for i, k := range l.keys.List() {
		part, found := a.At(k)
		if !found || !l.parts[i].(encodable).admits(part) {
			return false
		}
	}
	return !l.permutation || value.NewSet(a.Values...).Len() == l.keys.Len()
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

func (l *arrayLayout) assign(ev *lowerer, at dsl.Node, v value.Value, e *effects) model.Bool {
	var fits []model.Bool
	for i, k := range l.keys.List() {
		fits = append(fits, l.state(i).assign(ev, at, ev.at(at, v, k), e))
	}
	return ev.and(append(fits, l.differ(ev, e))...)
}

// differ is the condition that the values of a permutation remain different under
// the effects.
func (l *arrayLayout) differ(ev *lowerer, e *effects) model.Bool {
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

func (l *arrayLayout) stored(v value.Value) value.Value {
	if list, ok := v.(value.List); ok && l.permutation && len(list) == l.keys.Len() {
		return value.NewArray(l.keys, list, l.board) // in the order of the keys
	}
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != l.keys.Len() {
		return v
	}
	values := make([]value.Value, l.keys.Len())
	for i, k := range l.keys.List() {
		part, found := a.At(k)
		if !found {
			return v
		}
		values[i] = l.state(i).stored(part)
	}
	return value.NewArray(l.keys, values, l.board)
}

// expected is only asked of a permutation: others begin key by key.
func (l *arrayLayout) expected() string { return "each of its keys once" }

func (l *arrayLayout) empty() value.Value {
	values := make([]value.Value, len(l.parts))
	for i := range l.parts {
		if values[i] = l.state(i).empty(); values[i] == nil {
			return nil
		}
	}
	if len(values) == 0 {
		return nil
	}
	return value.NewArray(l.keys, values, l.board)
}

func (l *arrayLayout) permute(t symmetry.Transform, state string, other layout, out *model.Permutation) error {
	to := other.(*arrayLayout)
	keys := t
	keys.Permuted = nil // keys are places, not values
	for i, k := range l.keys.List() {
		w, ok := keys.Apply(k)
		if image, moves := t.Places[value.KeyOf(k)]; moves {
			w, ok = image, true
		}
		j := to.keys.Index(w)
		if !ok || j < 0 {
			return fmt.Errorf("%s has no place for %s", state, value.String(w))
		}
		inner := t
		inner.Places = nil
		if err := l.state(i).permute(inner, state, to.parts[j], out); err != nil {
			return err
		}
	}
	return nil
}
