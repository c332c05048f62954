package judge

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
	"nazo/dsl/value"
)

// each calls f for every binding of the names that passes the filter, until f returns false. It
// reports whether it reached the end.
func (ev *evaluator) each(b *dsl.Binders, sc *scope, f func(*scope) bool) bool {
	return ev.bind(&loop{check.JoinLoop{Binders: b}, f}, 0, sc)
}

// eachThat calls f for every binding that passes the filter, but for some for which the body
// does not hold or, if fails, holds.
func (ev *evaluator) eachThat(b *dsl.Binders, body dsl.Expr, fails bool, sc *scope, f func(*scope) bool) bool {
	return ev.bind(&loop{check.JoinLoop{Binders: b, Body: body, Fails: fails}, f}, 0, sc)
}

// bind binds the names from place i on.
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
		return sc.with(b.Names[0].Text, v)
	}
	parts := value.Elements(v)
	switch v := v.(type) {
	case value.None: // whose parts are none, too
		parts = slices.Repeat([]value.Value{v}, len(b.Names))
	case value.Edge:
		if b.Pattern == dsl.PatternPair { // which does not say which end of an arc is which
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
		sc = sc.with(name.Text, parts[i])
	}
	return sc
}

// quantifier computes the prefix forms.
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
		if !isNumber(v) {
			continue
		}
		var err error
		if total, err = library.Multiply(total, v); err != nil {
			ev.fail(x, codeSize, "%s", err)
		}
	}
	return total
}

// count is the number of bindings for which the body holds.
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

// before has the elements that a prefix takes: those before the first for which the
// body does not hold. For a first it has the first for which it does. Elements that the
// filter refuses are not there.
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
func (ev *evaluator) collect(b *dsl.Binders, body dsl.Expr, sc *scope) []value.Value {
	var out []value.Value
	ev.each(b, sc, func(sc *scope) bool {
		out = append(out, ev.eval(body, sc))
		ev.tooMany(b, len(out))
		return true
	})
	return out
}

// comprehension makes a set or a list of what its head is worth, or, without a head,
// of the elements that pass.
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

// A loop need not visit members that its conditions refuse. Package check says which expressions
// tell members apart, and here an index looks the members up. Each condition is still tested for
// each member found.

// loop is what goes through the bindings of binders.
type loop struct {
	check.JoinLoop
	f func(*scope) bool
}

// candidates are the members that the i-th binder of a loop visits, in order. Some that the loop's
// conditions refuse may be missing.
func (ev *evaluator) candidates(l *loop, i int, sc *scope) []value.Value {
	item := l.Binders.Items[i]
	probes := ev.probes(l, i, sc)
	if len(probes) == 0 {
		return ev.members(item.In, ev.eval(item.In, sc))
	}
	if call, f := ev.selecting(item); f != nil {
		if only := ev.only(item, probes, sc); only != nil {
			return ev.members(call, ev.applyOnly(f, call, ev.evalAll(call.Args, sc), only))
		}
	}
	in := ev.eval(item.In, sc)
	if id, size := check.Identity(in); ev.joins.when.Pays(size) {
		var best []value.Value
		found := false
		for _, p := range probes {
			if x := ev.indexFor(item, p, id, in); x != nil {
				if v, ok := ev.sought(p, sc); ok {
					if members := x.find(value.KeyOf(v)); !found || len(members) < len(best) {
						best, found = members, true
					}
				}
			}
		}
		if found {
			return best
		}
	}
	return ev.members(item.In, in)
}

// probes are the probes of a binder. They are nil for puzzles that move, since each state would
// need its own.
func (ev *evaluator) probes(l *loop, i int, sc *scope) []check.JoinProbe {
	if ev.spec.Moving() || ev.joins.when == check.NeverHolds {
		return nil
	}
	key := probeKey{l.Binders.Items[i], l.Body, l.Fails}
	p, done := ev.joins.probes[key]
	if !done {
		p = l.Probes(i, func(name string) bool { _, local := sc.lookup(name); return local })
		ev.joins.probes[key] = p
	}
	return p
}

// quietly evaluates what need not have a value: a mistake in it is reported where it is needed.
func (ev *evaluator) quietly(f func()) (ok bool) {
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

// sought is the value that members are looked up by, if the premises of a probe hold. Of how near none is no
// comparison holds, and where one fails that is not for being near.
func (ev *evaluator) sought(p check.JoinProbe, sc *scope) (v value.Value, ok bool) {
	ok = ev.applies(p, sc) && ev.quietly(func() { v = ev.eval(p.Value, sc) })
	return v, ok && value.Scalar(v) && (p.Kind != check.Near || !isNone(v))
}

func (ev *evaluator) applies(p check.JoinProbe, sc *scope) bool {
	for _, q := range p.Premises {
		holds := false
		if !ev.quietly(func() { holds = ev.condition(q.X, sc) == q.Holds }) || !holds {
			return false
		}
	}
	return true
}

// selecting is the call in a binder whose function can list the members that matter. Otherwise f is
// nil.
func (ev *evaluator) selecting(item *dsl.Binder) (call *dsl.Call, f *library.Function) {
	call, ok := item.In.(*dsl.Call)
	if !ok {
		return nil, nil
	}
	if _, def := ev.defs[call.Func.Text]; def {
		return nil, nil
	}
	if f = library.Find(call.Func.Text); f == nil || !f.Selects {
		return nil, nil
	}
	return call, f
}

// only are the conditions that a function heeds; nil if there are none.
func (ev *evaluator) only(item *dsl.Binder, probes []check.JoinProbe, sc *scope) *library.Only {
	only := &library.Only{Size: -1}
	for _, p := range probes {
		switch {
		case p.Kind == check.Alike && ev.applies(p, sc):
			only.Key = func(v value.Value) (key value.Key, ok bool) {
				var of value.Value
				if !ev.quietly(func() { of = ev.eval(p.Of, (*scope)(nil).with(p.First, v)) }) || !value.Scalar(of) {
					return key, false
				}
				return value.KeyOf(of), true
			}
		case p.Kind == check.Has && p.Plain(item):
			if v, ok := ev.sought(p, sc); ok {
				only.Has = v
			}
		case p.Kind == check.Equal && check.IsSize(p.Of, item):
			if v, ok := ev.sought(p, sc); ok {
				if n, isInt := v.(value.Int); isInt && 0 <= n && n <= library.MaxCells {
					only.Size = int(n)
				}
			}
		}
	}
	if only.Has == nil && only.Key == nil && only.Size < 0 {
		return nil
	}
	return only
}

// joins remembers what loops look members up by.
type joins struct {
	when   check.JoinWhen
	probes map[probeKey][]check.JoinProbe
	// indexes that hold for all answers, and those of the answer at hand.
	known, found map[indexKey]*index
}

type probeKey struct {
	item  *dsl.Binder
	body  dsl.Expr
	fails bool
}

type indexKey struct {
	of   dsl.Expr
	kind check.ProbeKind
	in   any
	body check.Instance
}

// mostIndexes bounds the collections that are remembered at once.
const mostIndexes = 1 << 12

func newJoins(when check.JoinWhen) joins {
	return joins{when: when, probes: map[probeKey][]check.JoinProbe{}, known: map[indexKey]*index{}}
}

// index has the members of a collection by what an expression that depends on them is worth.
type index struct {
	members []value.Value
	byKey   map[value.Key][]int32
	rest    []int32 // those of which no key tells
}

// indexFor is the index for a probe. It is nil the first time that a collection is visited, since
// nobody may come back, unless lookups are always wanted.
func (ev *evaluator) indexFor(item *dsl.Binder, p check.JoinProbe, id any, in value.Value) *index {
	if p.Kind == check.Alike {
		return nil
	}
	indexes := ev.joins.known
	if ev.spec.Unknown(p.Of) || ev.spec.Unknown(item.In) {
		indexes = ev.joins.found
	}
	key := indexKey{p.Of, p.Kind, id, ev.body}
	x, met := indexes[key]
	if !met && len(indexes) >= mostIndexes {
		clear(indexes)
	}
	switch {
	case !met && ev.joins.when != check.Always:
		indexes[key] = nil
	case x == nil:
		x = ev.newIndex(item, p, in)
		indexes[key] = x
	}
	return x
}

func (ev *evaluator) newIndex(item *dsl.Binder, p check.JoinProbe, in value.Value) *index {
	members := ev.members(item.In, in)
	x := &index{members, make(map[value.Key][]int32, len(members)), nil}
	entries := 0
	for i, m := range members {
		ev.tick(item)
		var of value.Value
		var values []value.Value
		ok := ev.quietly(func() { of = ev.eval(p.Of, ev.match(item, m, nil)) })
		if ok {
			values, ok = ev.matching(p, m, of)
		}
		if entries += len(values); !ok || entries > library.DefaultMost {
			x.rest = append(x.rest, int32(i))
			continue
		}
		for _, v := range values {
			k := value.KeyOf(v)
			if places := x.byKey[k]; len(places) == 0 || places[len(places)-1] != int32(i) {
				x.byKey[k] = append(places, int32(i))
			}
		}
	}
	return x
}

// find are the members that may have a value.
func (x *index) find(k value.Key) []value.Value {
	found, rest := x.byKey[k], x.rest
	out := make([]value.Value, 0, len(found)+len(rest))
	for len(found)+len(rest) > 0 { // in their order
		if len(rest) == 0 || len(found) > 0 && found[0] < rest[0] {
			out = append(out, x.members[found[0]])
			found = found[1:]
		} else {
			out = append(out, x.members[rest[0]])
			rest = rest[1:]
		}
	}
	return out
}

// matching are the values for which a probe may hold of a member. ok is false if they can't be
// listed.
func (ev *evaluator) matching(p check.JoinProbe, member, of value.Value) (values []value.Value, ok bool) {
	switch p.Kind {
	case check.Equal:
		values = []value.Value{of}
	case check.Has:
		switch of := of.(type) {
		case value.None:
		case *value.Set:
			values = of.List()
		case value.List:
			values = of
		default:
			return nil, false
		}
	case check.Near:
		most, isInt := of.(value.Int)
		f := library.Find(p.Func.Text)
		if _, def := ev.defs[p.Func.Text]; def || !isInt || f == nil || f.Near == nil {
			return nil, false
		}
		if !p.OrEqual {
			most--
		}
		if values, ok = f.Near(member, int64(most)); !ok {
			return nil, false
		}
	}
	for _, v := range values {
		if !value.Scalar(v) {
			return nil, false
		}
	}
	return values, true
}
