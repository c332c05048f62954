package compile

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/join"
	"nazo/model"
	"nazo/value"
)

// each calls f for every binding of the names, with the condition under which
// the binding exists: that its elements are in their collections and that the
// filter holds. Bindings whose condition is known to be false are left out. f
// returns false to end; each reports whether it went through to the end.
func (ev *evaluator) each(b *dsl.Binders, sc *scope, f func(sc *scope, guard model.Bool) bool) bool {
	return ev.run(&loop{Loop: join.Loop{Binders: b}, f: f}, sc)
}

// eachThat calls f for every binding but some for which the body is known to be false or, if
// fails, true.
func (ev *evaluator) eachThat(b *dsl.Binders, body dsl.Expr, fails bool, sc *scope, f func(sc *scope, guard model.Bool) bool) bool {
	return ev.run(&loop{Loop: join.Loop{Binders: b, Body: body, Fails: fails}, f: f}, sc)
}

// run goes through a loop, and counts its bindings.
func (ev *evaluator) run(l *loop, sc *scope) bool {
	if ev.cost != nil {
		defer ev.cost.bound(l.Binders, &l.bound)
	}
	return ev.bind(l, 0, sc, model.True)
}

func (ev *evaluator) bind(l *loop, i int, sc *scope, guard model.Bool) bool {
	b := l.Binders
	ev.Tick(b)
	if i == len(b.Items) {
		l.bound++
		if b.Where != nil {
			guard = ev.And(guard, ev.condition(b.Where, sc))
		}
		return guard == model.False || l.f(sc, guard)
	}
	item := b.Items[i]
	if item.Value != nil {
		return ev.bind(l, i+1, ev.match(item, ev.eval(item.Value, sc), sc), guard)
	}
	for _, m := range ev.candidates(l, i, sc) {
		if g := ev.And(guard, m.Guard); g != model.False {
			if !ev.bind(l, i+1, ev.match(item, m.Value, sc), g) {
				return false
			}
		}
	}
	return true
}

// match binds the names of a pattern to a value or its parts.
func (ev *evaluator) match(b *dsl.Binder, v value.Value, sc *scope) *scope {
	if b.Pattern == dsl.PatternName {
		return sc.with(b.Names[0].Text, v)
	}
	parts := apart(b, v)
	if c, ok := v.(value.Choice); ok {
		parts = ev.partsOf(b, c)
	}
	if len(parts) != len(b.Names) {
		ev.Fail(b, "pattern-mismatch", "%s has no %d parts to bind", value.Kind(v), len(b.Names))
	}
	for i, name := range b.Names {
		sc = sc.with(name.Text, parts[i])
	}
	return sc
}

// apart takes a known value apart for a pattern. {a, b} does not say which end of an
// arc is which: it binds them in ascending order, as those of an edge. The parts of none are none.
func apart(b *dsl.Binder, v value.Value) []value.Value {
	switch v := v.(type) {
	case value.None:
		return slices.Repeat([]value.Value{v}, len(b.Names))
	case value.Edge:
		if b.Pattern == dsl.PatternPair {
			v = value.MakeEdge(v.A, v.B, false)
		}
		return []value.Value{v.A, v.B}
	case *value.Set:
		return v.Sorted()
	}
	return value.Elements(v)
}

// partsOf takes a choice among values of as many parts apart, part by part.
func (ev *evaluator) partsOf(b *dsl.Binder, c value.Choice) []value.Value {
	columns := make([][]value.Alternative, len(b.Names))
	for _, a := range c.Alts {
		parts := apart(b, a.Value)
		if len(parts) != len(b.Names) {
			return nil
		}
		for i, p := range parts {
			columns[i] = append(columns[i], value.Alternative{Guard: a.Guard, Value: p})
		}
	}
	out := make([]value.Value, len(columns))
	for i, alts := range columns {
		out[i] = ev.Choose(b, alts)
	}
	return out
}

// collect evaluates body for every binding.
func (ev *evaluator) collect(b *dsl.Binders, body dsl.Expr, sc *scope) []value.Alternative {
	return ev.collectBy(b, sc, func(sc *scope) value.Value { return ev.eval(body, sc) })
}

func (ev *evaluator) collectBy(b *dsl.Binders, sc *scope, body func(*scope) value.Value) []value.Alternative {
	var out []value.Alternative
	ev.each(b, sc, func(sc *scope, guard model.Bool) bool {
		out = append(out, value.Alternative{Guard: guard, Value: body(sc)})
		ev.TooMany(b, len(out))
		return true
	})
	return out
}

// comprehension makes a set or a list of what its head is worth, or, without a
// head, of the elements that pass.
func (ev *evaluator) comprehension(x *dsl.Comprehension, sc *scope) value.Value {
	if x.Head != nil {
		return ev.Guarded(x, ev.collect(x.Binders, x.Head, sc), !x.List)
	}
	// The pattern is the head, so the elements themselves are kept.
	item := x.Binders.Items[0]
	var out []value.Alternative
	for _, m := range ev.candidates(&loop{Loop: join.Loop{Binders: x.Binders}}, 0, sc) {
		guard := m.Guard
		if x.Binders.Where != nil {
			guard = ev.And(guard, ev.condition(x.Binders.Where, ev.match(item, m.Value, sc)))
		}
		if guard != model.False {
			out = append(out, value.Alternative{Guard: guard, Value: m.Value})
		}
	}
	return ev.Guarded(x, out, !x.List)
}
