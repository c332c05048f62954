package compile

import (
	"fmt"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// listLayout is a list of known length, or a tuple, in a hidden given.
type listLayout struct {
	Elems []layout
	Tuple bool
}

func (l *listLayout) of(parts []value.Value) value.Value {
	if l.Tuple {
		return value.Tuple(parts)
	}
	return value.List(parts)
}

// Unknown makes the variables; see layout.
func (l *listLayout) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	parts := make([]value.Value, len(l.Elems))
	for i, p := range l.Elems {
		lw.Tick(at)
		parts[i] = p.Unknown(lw, at, find)
	}
	return l.of(parts)
}

// Decode reads a value off a solution; see layout.
func (l *listLayout) Decode(s model.Solution) value.Value {
	return l.of(alg.Map(l.Elems, func(p layout) value.Value { return p.Decode(s) }))
}

// Meanings says what the variables mean. See layout.
func (l *listLayout) Meanings(of string, key value.Value) (out []Meaning) {
	for i, p := range l.Elems {
		out = append(out, p.Meanings(fmt.Sprintf("%s[%d]", of, i+1), key)...)
	}
	return out
}

func (l *listLayout) admits(v value.Value) bool {
	_, tuple := v.(value.Tuple)
	_, list := v.(value.List)
	parts := value.Elements(v)
	if tuple != l.Tuple || list == l.Tuple || len(parts) != len(l.Elems) {
		return false
	}
	for i, p := range l.Elems {
		if !p.admits(parts[i]) {
			return false
		}
	}
	return true
}

func (l *listLayout) encode(v value.Value, s model.Solution) {
	for i, p := range value.Elements(v) {
		l.Elems[i].encode(p, s)
	}
}

// stackLayout is a list of at most as many values as there are slots. It has a variable for its size, and those of the
// slots. An unused slot has the least value of its variable, so that equal stacks are equal states.
type stackLayout struct {
	Slots []*scalarLayout
	Blank value.Value
	size  model.VarID
}

// Unknown makes the variables; see layout.
func (l *stackLayout) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	l.size = lw.Model.AddInt(model.Range(0, int64(len(l.Slots))), find, false)
	s := value.Stack{Size: lw.Model.IntVar(l.size), Slots: make([]value.Value, len(l.Slots)), Blank: l.Blank}
	for i, slot := range l.Slots {
		lw.Tick(at)
		s.Slots[i] = slot.Unknown(lw, at, find)
		if i == 0 {
			l.Blank = slot.least(lw.Model)
			s.Blank = l.Blank
		}
	}
	return s
}

// least returns the value whose code is the least.
func (l *scalarLayout) least(m *model.Model) value.Value {
	if l.only != nil {
		return l.only
	}
	s := make(model.Solution, l.variable+1)
	s[l.variable] = m.Vars[l.variable].Domain.Bounds().Lo
	return l.Decode(s)
}

// Decode reads a value off a solution; see layout.
func (l *stackLayout) Decode(s model.Solution) value.Value {
	out := make(value.List, s[l.size])
	for i := range out {
		out[i] = l.Slots[i].Decode(s)
	}
	return out
}

// Meanings says what the variables mean. See layout.
func (l *stackLayout) Meanings(of string, key value.Value) []Meaning {
	out := []Meaning{{Var: l.size, Of: "size of " + of, Key: key, Values: func(n int64) value.Value { return value.Int(n) }}}
	for i, slot := range l.Slots {
		out = append(out, slot.Meanings(fmt.Sprintf("%s[%d]", of, i+1), key)...)
	}
	return out
}

func (l *stackLayout) admits(v value.Value) bool {
	list, ok := v.(value.List)
	if !ok || len(list) > len(l.Slots) {
		return false
	}
	for i, x := range list {
		if !l.Slots[i].admits(x) {
			return false
		}
	}
	return true
}

func (l *stackLayout) encode(v value.Value, s model.Solution) {
	list := v.(value.List)
	s[l.size] = int64(len(list))
	for i, slot := range l.Slots {
		x := l.Blank
		if i < len(list) {
			x = list[i]
		}
		slot.encode(x, s)
	}
}

// Assign says what the variables become. See stateLayout.
func (l *stackLayout) Assign(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool {
	s, ok := lw.AsStack(at, v, l.Blank)
	if !ok {
		return model.False
	}
	e.SetInt(l.size, s.Size)
	fits := []model.Bool{lw.Model.LessEq(s.Size, lw.Model.Int(int64(len(l.Slots))))}
	for i, slot := range l.Slots {
		if i >= len(s.Slots) {
			slot.Assign(lw, at, l.Blank, e)
			continue
		}
		inUse := lw.Model.LessEq(lw.Model.Int(int64(i+1)), s.Size)
		fits = append(fits, lw.Or(inUse.Not(), slot.Assign(lw, at, s.Slots[i], e)))
	}
	return lw.And(fits...)
}

// Stored has the form that a state has; see stateLayout.
func (l *stackLayout) Stored(v value.Value) value.Value {
	if ring, ok := v.(value.Ring); ok {
		return value.List(ring)
	}
	if lower.Absent(v) {
		return value.List(nil)
	}
	return v
}

// Expected describes the possible values. See stateLayout.
func (l *stackLayout) Expected() string {
	values := "none"
	if len(l.Slots) > 0 {
		values = l.Slots[0].Expected()
	}
	return fmt.Sprintf("a list of %s at most, each one of %s", diag.Count(len(l.Slots), "value"), values)
}

// Empty is the start of stacks; see stateLayout.
func (l *stackLayout) Empty() value.Value { return value.List(nil) }

// Permute notes what becomes of the variables; see stateLayout.
func (l *stackLayout) Permute(t value.Transform, state string, to layout, out *model.Permutation) error {
	target := to.(*stackLayout)
	if len(l.Slots) != len(target.Slots) {
		return fmt.Errorf("the stacks of %s differ in size", state)
	}
	out.Vars[l.size] = target.size
	if blank, _ := t.Apply(l.Blank); !value.Equal(blank, target.Blank) {
		return fmt.Errorf("what stacks as %s hold would change, which is not supported", state)
	}
	for i := range l.Slots {
		if err := l.Slots[i].Permute(t, state, target.Slots[i], out); err != nil {
			return err
		}
	}
	return nil
}
