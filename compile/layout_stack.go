package compile

import (
	"fmt"

	"nazo/dsl"
	"nazo/model"
	"nazo/symmetry"
	"nazo/value"
)

// stackLayout is a list of at most as many values as there are slots: a variable
// for its size, and those of the slots. So that equal stacks are equal states, a
// slot that is not in use has the least value of its variable.
type stackLayout struct {
	slots []*scalarLayout
	blank value.Value
	size  model.VarID
}

func (l *stackLayout) unknown(ev *lowerer, at dsl.Node, find int32) value.Value {
	l.size = ev.m.AddInt(model.Range(0, int64(len(l.slots))), find, false)
	s := value.Stack{Size: ev.m.IntVar(l.size), Slots: make([]value.Value, len(l.slots)), Blank: l.blank}
	for i, slot := range l.slots {
		ev.tick(at)
		s.Slots[i] = slot.unknown(ev, at, find)
		if i == 0 {
			l.blank = slot.least(ev.m)
			s.Blank = l.blank
		}
	}
	return s
}

// least is the value of which the variable has its least value.
func (l *scalarLayout) least(m *model.Model) value.Value {
	if l.only != nil {
		return l.only
	}
	s := make(model.Solution, l.variable+1)
	s[l.variable] = m.Vars[l.variable].Domain.Bounds().Lo
	return l.decode(s)
}

func (l *stackLayout) decode(s model.Solution) value.Value {
	out := make(value.List, s[l.size])
	for i := range out {
		out[i] = l.slots[i].decode(s)
	}
	return out
}

func (l *stackLayout) names(of string) []string {
	out := []string{"size of " + of}
	for i, slot := range l.slots {
		out = append(out, slot.names(fmt.Sprintf("%s[%d]", of, i+1))...)
	}
	return out
}

func (l *stackLayout) admits(v value.Value) bool {
	list, ok := v.(value.List)
	if !ok || len(list) > len(l.slots) {
		return false
	}
	for i, x := range list {
		if !l.slots[i].admits(x) {
			return false
		}
	}
	return true
}

func (l *stackLayout) encode(v value.Value, s model.Solution) bool {
	if !l.admits(v) {
		return false
	}
	list := v.(value.List)
	s[l.size] = int64(len(list))
	for i, slot := range l.slots {
		x := l.blank
		if i < len(list) {
			x = list[i]
		}
		slot.encode(x, s)
	}
	return true
}

func (l *stackLayout) assign(ev *lowerer, at dsl.Node, v value.Value, e *effects) model.Bool {
	s, ok := ev.asStack(at, v, l.blank)
	if !ok {
		return model.False
	}
	e.setInt(l.size, s.Size)
	fits := []model.Bool{ev.m.LessEq(s.Size, ev.m.Int(int64(len(l.slots))))}
	for i, slot := range l.slots {
		if i >= len(s.Slots) {
			slot.assign(ev, at, l.blank, e)
			continue
		}
		inUse := ev.m.LessEq(ev.m.Int(int64(i+1)), s.Size)
		fits = append(fits, ev.or(inUse.Not(), slot.assign(ev, at, s.Slots[i], e)))
	}
	return ev.and(fits...)
}

func (l *stackLayout) stored(v value.Value) value.Value {
	if ring, ok := v.(value.Ring); ok {
		return value.List(ring)
	}
	if absent(v) {
		return value.List(nil)
	}
	return v
}

func (l *stackLayout) expected() string {
	values := "none"
	if len(l.slots) > 0 {
		values = l.slots[0].expected()
	}
	return fmt.Sprintf("a list of %d values at most, each one of %s", len(l.slots), values)
}

func (l *stackLayout) empty() value.Value { return value.List(nil) }

func (l *stackLayout) permute(t symmetry.Transform, state string, to layout, out *model.Permutation) error {
	target := to.(*stackLayout)
	if len(l.slots) != len(target.slots) {
		return fmt.Errorf("the stacks of %s differ in size", state)
	}
	out.Vars[l.size] = target.size
	if blank, _ := t.Apply(l.blank); !value.Equal(blank, target.blank) {
		return fmt.Errorf("what stacks as %s hold would change, which is not supported", state)
	}
	for i := range l.slots {
		if err := l.slots[i].permute(t, state, target.slots[i], out); err != nil {
			return err
		}
	}
	return nil
}
