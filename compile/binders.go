package compile

import (
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// each calls f for every binding of the names whose guard may hold: elements are in their collections and the
// filter is true. f returns false to stop. each reports whether it reached the end.
func (ev *evaluator) each(b *dsl.Binders, sc *scope, f func(sc *scope, guard model.Bool) bool) bool {
	return ev.run(&loop{JoinLoop: check.JoinLoop{Binders: b}, f: f}, sc)
}

// eachThat is like each, but may skip bindings whose body is known to be false, or with fails, true.
func (ev *evaluator) eachThat(b *dsl.Binders, body dsl.Expr, fails bool, sc *scope, f func(sc *scope, guard model.Bool) bool) bool {
	return ev.run(&loop{JoinLoop: check.JoinLoop{Binders: b, Body: body, Fails: fails}, f: f}, sc)
}

// run runs a loop and counts its bindings.
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
		return sc.With(b.Names[0].Text, v)
	}
	parts := apart(b, v)
	if c, ok := v.(value.Choice); ok {
		parts = ev.columns(b, c)
	}
	if len(parts) != len(b.Names) {
		ev.Fail(b, "pattern-mismatch", "%s has no %d parts to bind", value.Kind(v), len(b.Names))
	}
	for i, name := range b.Names {
		sc = sc.With(name.Text, parts[i])
	}
	return sc
}

// apart splits a known value for a pattern. {a, b} ignores the direction of an arc, and binds its ends in ascending
// order, as for an edge. The parts of none are none.
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

// columns splits a choice among values with equally many parts, part by part.
func (ev *evaluator) columns(b *dsl.Binder, c value.Choice) []value.Value {
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
	return alg.Map(columns, func(alts []value.Alternative) value.Value { return ev.Choose(b, alts) })
}

// collect evaluates body for every binding.
func (ev *evaluator) collect(b *dsl.Binders, body dsl.Expr, sc *scope) []value.Alternative {
	return ev.collectBy(b, sc, func(sc *scope) value.Value { return ev.eval(body, sc) })
}

func (ev *evaluator) collectBy(b *dsl.Binders, sc *scope, body func(*scope) value.Value) (out []value.Alternative) {
	ev.each(b, sc, func(sc *scope, guard model.Bool) bool {
		out = append(out, value.Alternative{Guard: guard, Value: body(sc)})
		ev.TooMany(b, len(out))
		return true
	})
	return out
}

// comprehension collects the values of its head, or without a head the elements that pass.
func (ev *evaluator) comprehension(x *dsl.Comprehension, sc *scope) value.Value {
	if x.Head != nil {
		return ev.Guarded(x, ev.collect(x.Binders, x.Head, sc), !x.List)
	}
	// The pattern is the head, so the elements themselves are kept.
	item := x.Binders.Items[0]
	var out []value.Alternative
	for _, m := range ev.candidates(&loop{JoinLoop: check.JoinLoop{Binders: x.Binders}}, 0, sc) {
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

// quantifier computes expressions such as all, sum and first.
func (ev *evaluator) quantifier(x *dsl.Quantifier, sc *scope) value.Value {
	switch x.Op {
	case dsl.OpAll:
		return value.Bool(ev.some(x.Binders, x.Body, sc, true).Not())
	case dsl.OpSome:
		return value.Bool(ev.some(x.Binders, x.Body, sc, false))
	case dsl.OpNo:
		return value.Bool(ev.some(x.Binders, x.Body, sc, false).Not())
	case dsl.OpOne:
		return value.Bool(ev.Equal(x, ev.Count(x, ev.conditions(x, sc)), value.Int(1)))
	case dsl.OpCount:
		return ev.Count(x, ev.conditions(x, sc))
	case dsl.OpFirst:
		return ev.first(x, sc)
	case dsl.OpPrefix:
		return ev.prefix(x, sc, 0)
	}
	values := ev.collect(x.Binders, x.Body, sc)
	switch x.Op {
	case dsl.OpSum:
		return ev.Sum(x, values)
	case dsl.OpProduct:
		return ev.Product(x, values)
	case dsl.OpMin:
		return ev.Extremum(x, values, false)
	case dsl.OpMax:
		return ev.Extremum(x, values, true)
	}
	panic("compile: unknown quantifier " + x.Op.String())
}

// some is the disjunction over all bindings of the body, or of its negation. It stops at the first that is known to
// hold.
func (ev *evaluator) some(b *dsl.Binders, body dsl.Expr, sc *scope, negated bool) model.Bool {
	var cases []model.Bool
	ev.eachThat(b, body, negated, sc, func(sc *scope, guard model.Bool) bool {
		c := ev.condition(body, sc)
		if negated {
			c = c.Not()
		}
		c = ev.And(guard, c)
		cases = append(cases, c)
		return c != model.True
	})
	return ev.Or(cases...)
}

// conditions returns the bodies of a count, each with its guard.
func (ev *evaluator) conditions(x *dsl.Quantifier, sc *scope) (out []model.Bool) {
	ev.eachThat(x.Binders, x.Body, false, sc, func(sc *scope, guard model.Bool) bool {
		out = append(out, ev.And(guard, ev.condition(x.Body, sc)))
		return true
	})
	return out
}

// first returns the first element for which the body holds, or none.
func (ev *evaluator) first(x *dsl.Quantifier, sc *scope) value.Value {
	item := ev.onlyBinder(x)
	in := ev.eval(item.In, sc)
	if c, ok := in.(value.Choice); ok && ev.Moving() {
		// Searching each collection by itself keeps independent conditions apart.
		return ev.Choose(x, lower.MapValues(c.Alts, func(in value.Value) value.Value { return ev.firstIn(x, in, sc) }))
	}
	return ev.firstIn(x, in, sc)
}

func (ev *evaluator) firstIn(x *dsl.Quantifier, in value.Value, sc *scope) value.Value {
	var alts []value.Alternative
	none := model.True // none so far
	ev.eachElement(x, in, sc, func(v value.Value, exists, holds model.Bool) bool {
		found := ev.And(exists, holds)
		alts = append(alts, value.Alternative{Guard: ev.And(none, found), Value: v})
		none = ev.And(none, found.Not())
		return none != model.False
	})
	return ev.Choose(x, append(alts, value.Alternative{Guard: none, Value: value.None{}}))
}

// prefix returns the elements before the first for which the body fails. Of a long list it may return only the
// first most elements, if most is not 0.
func (ev *evaluator) prefix(x *dsl.Quantifier, sc *scope, most int) value.Value {
	there := 0 // members that are certainly in the collection
	var members []value.Alternative
	soFar := model.True // the body has held for all so far
	ev.eachElement(x, ev.eval(ev.onlyBinder(x).In, sc), sc, func(v value.Value, exists, holds model.Bool) bool {
		soFar = ev.And(soFar, ev.Or(exists.Not(), holds))
		members = append(members, value.Alternative{Guard: ev.And(soFar, exists), Value: v})
		if exists == model.True {
			there++
		}
		return soFar != model.False && (most == 0 || there < most)
	})
	return ev.Guarded(x, members, false)
}

// onlyBinder returns the single binder of a first or prefix.
func (ev *evaluator) onlyBinder(x *dsl.Quantifier) *dsl.Binder {
	if len(x.Binders.Items) != 1 || x.Binders.Items[0].In == nil {
		ev.Fail(x.Binders, "one-binder", "%s takes one binder", x.Op)
	}
	return x.Binders.Items[0]
}

// eachElement yields each element of a first or prefix, whether it exists, and whether the body holds for it.
func (ev *evaluator) eachElement(x *dsl.Quantifier, in value.Value, sc *scope, f func(v value.Value, exists, holds model.Bool) bool) {
	item := x.Binders.Items[0]
	members, _ := ev.Members(item.In, in)
	for _, m := range members {
		local := ev.match(item, m.Value, sc)
		exists := m.Guard
		if x.Binders.Where != nil {
			exists = ev.And(exists, ev.condition(x.Binders.Where, local))
		}
		if !f(m.Value, exists, ev.condition(x.Body, local)) {
			return
		}
	}
}

// loop is an iteration over the bindings of binders.
type loop struct {
	check.JoinLoop
	f     func(sc *scope, guard model.Bool) bool
	bound int // bindings so far, including those that the filter refuses
}

// candidates returns the members that the i-th binder of a loop ranges over, in order. It may omit members for
// which the loop's conditions are known to be false.
func (ev *evaluator) candidates(l *loop, i int, sc *scope) []value.Alternative {
	item := l.Binders.Items[i]
	if ev.Moving() { // known values change
		return ev.MembersOf(item, ev.eval(item.In, sc))
	}
	found := ev.lookup.Candidates(looker{ev}, l.JoinLoop, i, ev.body, sc)
	ev.Work(len(found))
	return found
}

// looker evaluates for lookups.
type looker struct{ *evaluator }

// Quietly runs f and reports whether it finished. It swallows errors of f except limits.
func (ev looker) Quietly(f func()) (ok bool) {
	source, depth, body := ev.Source, ev.depth, ev.body
	defer func() {
		switch r := recover().(type) {
		case nil:
		case lower.Stop:
			if r.D.Code == lower.CodeTime || r.D.Code == lower.CodeSize {
				panic(r)
			}
			ev.Source, ev.depth, ev.body, ok = source, depth, body, false
		default:
			panic(r)
		}
	}()
	f()
	return true
}

// Eval evaluates an expression.
func (ev looker) Eval(x dsl.Expr, sc *scope) value.Value { return ev.eval(x, sc) }

// Holds reports whether a condition is known to be true, or false.
func (ev looker) Holds(x dsl.Expr, sc *scope, holds bool) bool {
	return ev.condition(x, sc) == model.Const(holds)
}

// Usable reports whether evaluating a probe makes no nodes.
func (ev looker) Usable(p check.JoinProbe) bool {
	return ev.cheap(p.Of) && (p.Value == nil || ev.cheap(p.Value)) && !slices.ContainsFunc(p.Premises, func(q check.JoinPremise) bool { return ev.program.spec.Unknown(q.X) })
}

// cheap reports whether evaluating an expression makes no nodes.
func (ev *evaluator) cheap(x dsl.Expr) bool {
	if !ev.program.spec.Unknown(x) {
		return true
	}
	switch x := x.(type) {
	case *dsl.Name:
		return true
	case *dsl.Index:
		_, name := x.X.(*dsl.Name)
		return name && !slices.ContainsFunc(x.Keys, ev.program.spec.Unknown)
	}
	return false
}

// Select returns the members of a call, reduced to those that a lookup asks for. ok is false if an argument is unknown.
func (ev looker) Select(f *library.Function, call *dsl.Call, only *library.Only, sc *scope) (members []value.Alternative, ok bool) {
	args := f.OfBoard(ev.evalAll(call.Args, sc))
	if slices.ContainsFunc(args, func(v value.Value) bool { return !value.Known(v) }) {
		return nil, false
	}
	members, _ = ev.Members(call, ev.applyOnly(f, call, args, only))
	return members, true
}

// MembersOf returns the members of a collection that a binder ranges over.
func (ev *evaluator) MembersOf(item *dsl.Binder, in value.Value) []value.Alternative {
	members, _ := ev.Members(item.In, in)
	return members
}

// Keys returns the keys under which a probe finds a member. ok is false if they are unknown.
func (ev looker) Keys(item *dsl.Binder, p check.JoinProbe, m value.Alternative) (keys []value.Key, ok bool) {
	ev.Tick(item)
	var of value.Value
	if !ev.Quietly(func() { of = ev.eval(p.Of, ev.match(item, m.Value, nil)) }) {
		return nil, false
	}
	keys, ok = ev.keysOf(p, m.Value, of)
	ev.Work(len(keys))
	return keys, ok
}

// keysOf returns the keys of all possible values.
func (ev looker) keysOf(p check.JoinProbe, member, of value.Value) (keys []value.Key, ok bool) {
	c, choice := of.(value.Choice)
	if !choice || p.Kind == check.Near {
		return ev.lookup.KeysOf(p, member, of)
	}
	for _, a := range c.Alts {
		more, ok := ev.keysOf(p, member, a.Value)
		if !ok {
			return nil, false
		}
		keys = append(keys, more...)
	}
	return keys, true
}
