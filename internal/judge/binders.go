package judge

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
	"nazo/dsl/value"
)

// each calls f for every binding of the names that passes the filter, until f returns false. It reports whether it
// reached the end.
func (ev *evaluator) each(b *dsl.Binders, sc *scope, f func(*scope) bool) bool {
	return ev.bind(&loop{check.JoinLoop{Binders: b}, f}, 0, sc)
}

// eachThat is like each, but may skip bindings for which the body is false, or with fails, true.
func (ev *evaluator) eachThat(b *dsl.Binders, body dsl.Expr, fails bool, sc *scope, f func(*scope) bool) bool {
	return ev.bind(&loop{check.JoinLoop{Binders: b, Body: body, Fails: fails}, f}, 0, sc)
}

// bind binds the names from index i on.
func (ev *evaluator) bind(l *loop, i int, sc *scope) bool {
	b := l.Binders
	ev.tick(b)
	if i == len(b.Items) {
		return b.Where != nil && !ev.condition(b.Where, sc) || l.f(sc)
	}
	item := b.Items[i]
	if item.Value != nil {
		return ev.bind(l, i+1, ev.match(item, ev.eval(item.Value, sc), sc))
	}
	for _, m := range ev.candidates(l, i, sc) {
		if !ev.bind(l, i+1, ev.match(item, m, sc)) {
			return false
		}
	}
	return true
}

// match binds the names of a pattern to a value or its parts.
func (ev *evaluator) match(b *dsl.Binder, v value.Value, sc *scope) *scope {
	if b.Pattern == dsl.PatternName {
		return sc.With(b.Names[0].Text, v)
	}
	parts := value.Elements(v)
	switch v := v.(type) {
	case value.None: // the parts of none are none
		parts = slices.Repeat([]value.Value{v}, len(b.Names))
	case value.Edge:
		if b.Pattern == dsl.PatternPair { // {a, b} ignores the direction of an arc
			v = value.MakeEdge(v.A, v.B, false)
		}
		parts = []value.Value{v.A, v.B}
	case *value.Set:
		parts = v.Sorted()
	}
	if len(parts) != len(b.Names) {
		ev.fail(b, "pattern-mismatch", "%s has no %d parts to bind", value.Kind(v), len(b.Names))
	}
	for i, name := range b.Names {
		sc = sc.With(name.Text, parts[i])
	}
	return sc
}

// quantifier computes expressions such as all, sum and first.
func (ev *evaluator) quantifier(x *dsl.Quantifier, sc *scope) value.Value {
	switch x.Op {
	case dsl.OpAll:
		return value.Of(ev.eachThat(x.Binders, x.Body, true, sc, func(sc *scope) bool { return ev.condition(x.Body, sc) }))
	case dsl.OpSome:
		return value.Of(!ev.eachThat(x.Binders, x.Body, false, sc, func(sc *scope) bool { return !ev.condition(x.Body, sc) }))
	case dsl.OpNo:
		return value.Of(ev.eachThat(x.Binders, x.Body, false, sc, func(sc *scope) bool { return !ev.condition(x.Body, sc) }))
	case dsl.OpOne:
		return value.Of(ev.count(x, sc) == 1)
	case dsl.OpCount:
		return value.Int(ev.count(x, sc))
	case dsl.OpFirst:
		for _, v := range ev.before(x, sc, true) {
			return v
		}
		return value.None{}
	case dsl.OpPrefix:
		return value.List(ev.before(x, sc, false))
	}
	values := ev.collect(x.Binders, x.Body, sc)
	switch x.Op {
	case dsl.OpSum:
		return library.Sum(values)
	case dsl.OpMin:
		return library.Least(values)
	case dsl.OpMax:
		return library.Greatest(values)
	}
	var total value.Value = value.Int(1) // a product
	for _, v := range values {
		if !value.IsNumber(v) {
			continue
		}
		var err error
		if total, err = library.Multiply(total, v); err != nil {
			ev.fail(x, codeSize, "%s", err)
		}
	}
	return total
}

// count returns the number of bindings for which the body holds.
func (ev *evaluator) count(x *dsl.Quantifier, sc *scope) int {
	n := 0
	ev.eachThat(x.Binders, x.Body, false, sc, func(sc *scope) bool {
		if ev.condition(x.Body, sc) {
			n++
		}
		return true
	})
	return n
}

// before returns the elements before the first for which the body fails. With first it returns the first element
// for which the body holds, if any. It ignores elements that the filter refuses.
func (ev *evaluator) before(x *dsl.Quantifier, sc *scope, first bool) (out []value.Value) {
	item := x.Binders.Items[0]
	if len(x.Binders.Items) != 1 || item.In == nil {
		ev.fail(x.Binders, "one-binder", "%s takes one binder", x.Op)
	}
	for _, v := range ev.members(item.In, ev.eval(item.In, sc)) {
		ev.tick(x)
		local := ev.match(item, v, sc)
		if x.Binders.Where != nil && !ev.condition(x.Binders.Where, local) {
			continue
		}
		switch holds := ev.condition(x.Body, local); {
		case first && holds:
			return []value.Value{v}
		case !first && !holds:
			return out
		case !first:
			out = append(out, v)
		}
	}
	return out
}

// collect evaluates body for every binding.
func (ev *evaluator) collect(b *dsl.Binders, body dsl.Expr, sc *scope) (out []value.Value) {
	ev.each(b, sc, func(sc *scope) bool {
		out = append(out, ev.eval(body, sc))
		ev.tooMany(b, len(out))
		return true
	})
	return out
}

// comprehension collects the values of its head, or without a head the elements that pass.
func (ev *evaluator) comprehension(x *dsl.Comprehension, sc *scope) value.Value {
	if x.Head != nil {
		return collection(ev.collect(x.Binders, x.Head, sc), !x.List)
	}
	item := x.Binders.Items[0]
	var out []value.Value
	for _, v := range ev.candidates(&loop{JoinLoop: check.JoinLoop{Binders: x.Binders}}, 0, sc) {
		if local := ev.match(item, v, sc); x.Binders.Where == nil || ev.condition(x.Binders.Where, local) {
			out = append(out, v)
		}
	}
	return collection(out, !x.List)
}

// A loop need not visit members that its conditions refuse. Package check looks the others up. Each condition is
// still tested for each member found.

// loop is an iteration over the bindings of binders.
type loop struct {
	check.JoinLoop
	f func(*scope) bool
}

// candidates returns the members that the i-th binder of a loop visits, in order. It may omit some that the loop's
// conditions refuse.
func (ev *evaluator) candidates(l *loop, i int, sc *scope) []value.Value {
	item := l.Binders.Items[i]
	if ev.spec.Moving() { // each state would need its own indexes
		return ev.members(item.In, ev.eval(item.In, sc))
	}
	return ev.lookup.Candidates(looker{ev}, l.JoinLoop, i, ev.body, sc)
}

// looker evaluates for lookups.
type looker struct{ *evaluator }

// Eval returns the value of an expression.
func (ev looker) Eval(x dsl.Expr, sc *scope) value.Value { return ev.eval(x, sc) }

// Quietly calls f and reports whether it ends without a mistake of the spec. Limits of time and size still stop the judge.
func (ev looker) Quietly(f func()) (ok bool) {
	source, body, depth := ev.source, ev.body, ev.depth
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			if r.d.Code == codeTime || r.d.Code == codeSize {
				panic(r)
			}
			ev.source, ev.body, ev.depth, ok = source, body, depth, false
		default:
			panic(r)
		}
	}()
	f()
	return true
}

// Holds implements [check.Evaluator].
func (ev looker) Holds(x dsl.Expr, sc *scope, holds bool) bool { return ev.condition(x, sc) == holds }

// Usable implements [check.Evaluator].
func (ev looker) Usable(check.JoinProbe) bool { return true }

// Select implements [check.Evaluator].
func (ev looker) Select(f *library.Function, call *dsl.Call, only *library.Only, sc *scope) ([]value.Value, bool) {
	return ev.members(call, ev.applyOnly(f, call, ev.evalAll(call.Args, sc), only)), true
}

// MembersOf implements [check.Evaluator].
func (ev looker) MembersOf(item *dsl.Binder, in value.Value) []value.Value {
	return ev.members(item.In, in)
}

// Keys implements [check.Evaluator].
func (ev looker) Keys(item *dsl.Binder, p check.JoinProbe, m value.Value) (keys []value.Key, ok bool) {
	ev.tick(item)
	var of value.Value
	if !ev.Quietly(func() { of = ev.eval(p.Of, ev.match(item, m, nil)) }) {
		return nil, false
	}
	return ev.lookup.KeysOf(p, m, of)
}
