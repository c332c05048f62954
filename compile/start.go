package compile

import (
	"fmt"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/model"
	"nazo/value"
)

// starts says which values the variables may begin with.
func (ev *evaluator) starts(p *Problem) {
	start := make(model.Solution, len(ev.m.Vars))
	open := make([]bool, len(ev.m.Vars))
	known := ev.plain()
	for i, s := range p.States {
		d := ev.program.decls[s.Name]
		find := ev.m.Finds[len(p.secrets)+i] // states come after what is hidden
		var v value.Value
		known.source = d.source
		known.attempt(func() { v = known.begin(s, d.stmt.(*dsl.State), start) })
		p.moves.start = append(p.moves.start, v)
		for _, id := range find.Vars {
			open[id] = v == nil
		}
	}
	for _, s := range p.secrets {
		s.layout.encode(s.known, start)
	}
	for id, v := range ev.m.Vars {
		domain := v.Domain
		if !open[id] {
			domain = model.Range(start[id], start[id])
		}
		ev.m.Machine.Start = append(ev.m.Machine.Start, domain)
	}
}

// begin is the value of a state at the start, which it also encodes; nil for an
// open choice.
func (ev *evaluator) begin(s State, stmt *dsl.State, start model.Solution) value.Value {
	if stmt.Init == nil {
		v := emptied(s.layout)
		if v != nil {
			s.layout.(stateLayout).encode(v, start)
		}
		return v
	}
	array, keyed := s.layout.(*arrayLayout)
	if !keyed || stmt.Keys == nil {
		return ev.beginOne(s.Name, s.layout.(stateLayout), stmt.Init, nil, start)
	}
	var values []value.Value
	ev.each(stmt.Keys, nil, func(sc *scope, _ model.Bool) bool {
		i := len(values)
		name := s.Name + "[" + value.String(array.keys.List()[i]) + "]"
		values = append(values, ev.beginOne(name, array.state(i), stmt.Init, sc, start))
		return true
	})
	return value.NewArray(array.keys, values, array.board)
}

func (ev *evaluator) beginOne(name string, l stateLayout, init dsl.Expr, sc *scope, start model.Solution) value.Value {
	v := asStored(l, ev.eval(init, sc))
	if !l.encode(v, start) {
		panic(stop{diag.Errorf(ev.source, init.Span(), "outside-state", "the start of `%s` is %s", name, valueText(v)).Expect(expectedOf(l))})
	}
	return v
}

// asStored brings a known value into the form in which a state has it.
func asStored(l layout, v value.Value) value.Value {
	switch l := l.(type) {
	case *setLayout:
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
	case *stackLayout:
		if ring, ok := v.(value.Ring); ok {
			return value.List(ring)
		}
		if absent(v) {
			return value.List(nil)
		}
	case *arrayLayout:
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
			values[i] = asStored(l.parts[i], part)
		}
		return value.NewArray(l.keys, values, l.board)
	}
	return v
}

// expectedOf says what a state may be.
func expectedOf(l layout) string {
	switch l := l.(type) {
	case *scalarLayout:
		text := givens.OneOf{Values: l.values}.Describe()
		if l.optional {
			text += ", or none"
		}
		return text
	case *setLayout:
		return "a set of " + givens.OneOf{Values: l.universe}.Describe()
	case *stackLayout:
		return fmt.Sprintf("a list of %d values at most, each one of %s", len(l.slots), l.describe())
	case *arrayLayout:
		return "each of its keys once" // a permutation: others begin key by key
	}
	panic("compile: a state has no description")
}

func (l *stackLayout) describe() string {
	if len(l.slots) == 0 {
		return "none"
	}
	return expectedOf(l.slots[0])
}

// emptied is the start of a state that consists of stacks; nil for others.
func emptied(l layout) value.Value {
	switch l := l.(type) {
	case *stackLayout:
		return value.List(nil)
	case *arrayLayout:
		values := make([]value.Value, len(l.parts))
		for i, p := range l.parts {
			if values[i] = emptied(p); values[i] == nil {
				return nil
			}
		}
		if len(values) > 0 {
			return value.NewArray(l.keys, values, l.board)
		}
	}
	return nil
}
