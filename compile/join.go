package compile

import (
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// A loop skips members for which a condition is known to be false. Package check finds conditions
// that select members; here the members are looked up by them (hash join).

// loop is what goes through bindings of binders.
type loop struct {
	check.JoinLoop
	f     func(sc *scope, guard model.Bool) bool
	bound int // bindings so far, those that the filter refuses among them
}

// candidates are the members of what the i-th binder of a loop goes through, in their order,
// but for some of which the loop's conditions are known to be false.
func (ev *evaluator) candidates(l *loop, i int, sc *scope) []value.Alternative {
	item := l.Binders.Items[i]
	probes := ev.probes(l, i, sc)
	if len(probes) > 0 {
		if some, ok := ev.listed(item, probes, sc); ok {
			return some
		}
	}
	in := ev.eval(item.In, sc)
	if len(probes) > 0 {
		if some, ok := ev.indexedMembers(item, probes, in, sc); ok {
			return some
		}
	}
	members, _ := ev.Members(item.In, in)
	return members
}

// probes are those of a binder; nil where things move, since there what is known changes.
func (ev *evaluator) probes(l *loop, i int, sc *scope) []check.JoinProbe {
	if ev.Moving() || ev.joins.when == check.NeverHolds {
		return nil
	}
	key := probeKey{l.Binders.Items[i], l.Body, l.Fails}
	if p, done := ev.joins.probes[key]; done {
		return p
	}
	var out []check.JoinProbe
	for _, p := range l.Probes(i, func(name string) bool { _, local := sc.lookup(name); return local }) {
		if ev.cheap(p.Of) && (p.Value == nil || ev.cheap(p.Value)) && !slices.ContainsFunc(p.Premises, func(q check.JoinPremise) bool { return ev.program.spec.Unknown(q.X) }) {
			out = append(out, p)
		}
	}
	ev.joins.probes[key] = out
	return out
}

// cheap reports whether no nodes are made when an expression is evaluated.
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

// quietly evaluates what need not have a value: a mistake in it is reported where it is needed, if
// it is.
func (ev *evaluator) quietly(f func()) (ok bool) {
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

// applies reports whether the premises of a probe are known.
func (ev *evaluator) applies(p check.JoinProbe, sc *scope) bool {
	for _, q := range p.Premises {
		holds := false
		if !ev.quietly(func() { holds = ev.condition(q.X, sc) == model.Const(q.Holds) }) || !holds {
			return false
		}
	}
	return true
}

// lookupKey returns the value to look up; ok is false if it is unknown, or if keys can't decide
// equality.
func (ev *evaluator) lookupKey(p check.JoinProbe, sc *scope) (v value.Value, ok bool) {
	ok = ev.applies(p, sc) && ev.quietly(func() { v = ev.eval(p.Value, sc) })
	return v, ok && value.Scalar(v) && (p.Kind != check.Near || !lower.Absent(v))
}

// listed are the members if a function of the library can list just these.
func (ev *evaluator) listed(item *dsl.Binder, probes []check.JoinProbe, sc *scope) (members []value.Alternative, ok bool) {
	call, isCall := item.In.(*dsl.Call)
	if !isCall || ev.program.defs[call.Func.Text] != nil {
		return nil, false
	}
	f := library.Find(call.Func.Text)
	if f == nil || !f.Selects {
		return nil, false
	}
	only := &library.Only{Size: -1}
	for _, p := range probes {
		switch {
		case p.Kind == check.Alike && ev.applies(p, sc):
			only.Key = func(v value.Value) (key value.Key, ok bool) {
				var of value.Value
				ok = ev.quietly(func() { of = ev.eval(p.Of, (*scope)(nil).with(p.First, v)) }) && value.Known(of) && value.Scalar(of)
				if ok {
					key = value.KeyOf(of)
				}
				return key, ok
			}
		case p.Kind == check.Has && p.Plain(item):
			if v, ok := ev.lookupKey(p, sc); ok {
				only.Has = v
			}
		case p.Kind == check.Equal && check.IsSize(p.Of, item):
			if v, ok := ev.lookupKey(p, sc); ok {
				if n, ok := v.(value.Int); ok && n >= 0 && n <= library.MaxCells {
					only.Size = int(n)
				}
			}
		}
	}
	if only.Has == nil && only.Key == nil && only.Size < 0 {
		return nil, false
	}
	args := ev.evalAll(call.Args, sc)
	if a, isArray := args[0].(*value.Array); isArray && f.Board {
		args[0] = a.Keys
	}
	if slices.ContainsFunc(args, func(v value.Value) bool { return !value.Known(v) }) {
		return nil, false
	}
	members, _ = ev.Members(call, ev.applyOnly(f, call, args, only))
	return members, true
}

// indexedMembers are the members found by that probe that leaves the fewest.
func (ev *evaluator) indexedMembers(item *dsl.Binder, probes []check.JoinProbe, in value.Value, sc *scope) (best []value.Alternative, ok bool) {
	id, size := check.Identity(in)
	if !ev.joins.when.Pays(size) {
		return nil, false
	}
	for _, p := range probes {
		if p.Kind == check.Alike {
			continue
		}
		x := ev.indexFor(item, p, id, in)
		if x == nil {
			continue
		}
		v, known := ev.lookupKey(p, sc)
		if !known {
			continue
		}
		if found := x.find(value.KeyOf(v)); !ok || len(found) < len(best) {
			best, ok = found, true
		}
	}
	ev.Work(len(best))
	return best, ok
}

// joins remembers what loops look members up by.
type joins struct {
	probes  map[probeKey][]check.JoinProbe
	indexes map[indexKey]*index
	when    check.JoinWhen
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

func newJoins() joins {
	return joins{probes: map[probeKey][]check.JoinProbe{}, indexes: map[indexKey]*index{}}
}

// index has the members of a collection by values of an expression that depends on them.
type index struct {
	members []value.Alternative
	byKey   map[value.Key][]int32
	rest    []int32 // those that may have any value
}

// indexFor is the index for a probe, nil if it is not worth while: who goes through a collection
// once only needs none.
func (ev *evaluator) indexFor(item *dsl.Binder, p check.JoinProbe, id any, in value.Value) *index {
	key := indexKey{p.Of, p.Kind, id, ev.body}
	x, met := ev.joins.indexes[key]
	if !met && len(ev.joins.indexes) >= mostIndexes {
		clear(ev.joins.indexes)
	}
	switch {
	case !met && ev.joins.when != check.Always:
		ev.joins.indexes[key] = nil
		return nil
	case x == nil:
		x = ev.newIndex(item, p, in)
		ev.joins.indexes[key] = x
	}
	return x
}

func (ev *evaluator) newIndex(item *dsl.Binder, p check.JoinProbe, in value.Value) *index {
	members, _ := ev.Members(item.In, in)
	x := &index{members, make(map[value.Key][]int32, len(members)), nil}
	entries := 0
	for i, m := range members {
		ev.Tick(item)
		var of value.Value
		var keys []value.Key
		ok := ev.quietly(func() { of = ev.eval(p.Of, ev.match(item, m.Value, nil)) })
		if ok {
			keys, ok = ev.keysOf(p, m.Value, of)
		}
		if entries += len(keys); !ok || entries > ev.Limits.Elements {
			x.rest = append(x.rest, int32(i))
			continue
		}
		ev.Work(len(keys))
		for _, k := range keys {
			if of := x.byKey[k]; len(of) == 0 || of[len(of)-1] != int32(i) {
				x.byKey[k] = append(of, int32(i))
			}
		}
	}
	return x
}

// find are the members that may have a value.
func (x *index) find(k value.Key) []value.Alternative {
	found := x.byKey[k]
	if len(x.rest) > 0 {
		found = slices.Concat(found, x.rest)
		slices.Sort(found)
	}
	out := make([]value.Alternative, len(found))
	for n, i := range found {
		out[n] = x.members[i]
	}
	return out
}

// keysOf are the keys of all values for which a probe may hold of a member: what it is, what it
// has, what is near; ok is false if these can't be listed.
func (ev *evaluator) keysOf(p check.JoinProbe, member, of value.Value) (keys []value.Key, ok bool) {
	if c, choice := of.(value.Choice); choice && p.Kind != check.Near {
		for _, a := range c.Alts {
			more, ok := ev.keysOf(p, member, a.Value)
			if !ok {
				return nil, false
			}
			keys = append(keys, more...)
		}
		return keys, true
	}
	var values []value.Value
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
		case value.Guarded:
			for _, m := range of.Members {
				values = append(values, m.Value)
			}
		default:
			return nil, false
		}
	case check.Near:
		most, isInt := of.(value.Int)
		f := library.Find(p.Func.Text)
		if !isInt || f == nil || f.Near == nil || ev.program.defs[p.Func.Text] != nil {
			return nil, false
		}
		if !p.OrEqual {
			most--
		}
		if values, ok = f.Near(member, int64(most)); !ok {
			return nil, false
		}
	}
	keys = make([]value.Key, len(values))
	for i, v := range values {
		if !value.Scalar(v) {
			return nil, false
		}
		keys[i] = value.KeyOf(v)
	}
	return keys, true
}
