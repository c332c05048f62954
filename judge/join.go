package judge

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/join"
	"nazo/library"
	"nazo/value"
)

// A loop need not go through members that its conditions refuse: package join says by which these
// are told from others, here the members are looked up by them. The conditions are put to each
// member all the same.

// loop is what goes through the bindings of binders.
type loop struct {
	join.Loop
	f func(*scope) bool
}

// candidates are the members of what the i-th binder of a loop goes through, in their order,
// but for some that the loop's conditions refuse.
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
	if id, size := join.Identity(in); ev.joins.when.Pays(size) {
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

// probes are those of a binder; nil where things move, since each state would want its own.
func (ev *evaluator) probes(l *loop, i int, sc *scope) []join.Probe {
	if ev.spec.Moving() || ev.joins.when == join.Never {
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
func (ev *evaluator) sought(p join.Probe, sc *scope) (v value.Value, ok bool) {
	ok = ev.applies(p, sc) && ev.quietly(func() { v = ev.eval(p.Value, sc) })
	return v, ok && value.Scalar(v) && (p.Kind != join.Near || !isNone(v))
}

func (ev *evaluator) applies(p join.Probe, sc *scope) bool {
	for _, q := range p.Premises {
		holds := false
		if !ev.quietly(func() { holds = ev.condition(q.X, sc) == q.Holds }) || !holds {
			return false
		}
	}
	return true
}

// selecting is the call that a binder goes through, if its function can list the members that
// matter; else f is nil.
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
func (ev *evaluator) only(item *dsl.Binder, probes []join.Probe, sc *scope) *library.Only {
	only := &library.Only{Size: -1}
	for _, p := range probes {
		switch {
		case p.Kind == join.Alike && ev.applies(p, sc):
			only.Key = func(v value.Value) (key value.Key, ok bool) {
				var of value.Value
				if !ev.quietly(func() { of = ev.eval(p.Of, (*scope)(nil).with(p.First, v)) }) || !value.Scalar(of) {
					return key, false
				}
				return value.KeyOf(of), true
			}
		case p.Kind == join.Has && p.Plain(item):
			if v, ok := ev.sought(p, sc); ok {
				only.Has = v
			}
		case p.Kind == join.Equal && join.IsSize(p.Of, item):
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
	when   join.When
	probes map[probeKey][]join.Probe
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
	kind join.Kind
	in   any
	body check.Instance
}

// mostIndexes bounds the collections that are remembered at once.
const mostIndexes = 1 << 12

func newJoins(when join.When) joins {
	return joins{when: when, probes: map[probeKey][]join.Probe{}, known: map[indexKey]*index{}}
}

// index has the members of a collection by what an expression that depends on them is worth.
type index struct {
	members []value.Value
	byKey   map[value.Key][]int32
	rest    []int32 // those of which no key tells
}

// indexFor is the index for a probe; nil for whoever goes through a collection for the first
// time, and may not come back, unless members are always looked up.
func (ev *evaluator) indexFor(item *dsl.Binder, p join.Probe, id any, in value.Value) *index {
	if p.Kind == join.Alike {
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
	case !met && ev.joins.when != join.Always:
		indexes[key] = nil
	case x == nil:
		x = ev.newIndex(item, p, in)
		indexes[key] = x
	}
	return x
}

func (ev *evaluator) newIndex(item *dsl.Binder, p join.Probe, in value.Value) *index {
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

// matching are the values with which a probe may hold of a member; ok is false if these can't
// be listed.
func (ev *evaluator) matching(p join.Probe, member, of value.Value) (values []value.Value, ok bool) {
	switch p.Kind {
	case join.Equal:
		values = []value.Value{of}
	case join.Has:
		switch of := of.(type) {
		case value.None:
		case *value.Set:
			values = of.List()
		case value.List:
			values = of
		default:
			return nil, false
		}
	case join.Near:
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
