package check

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// A loop need not try members for which a condition can't hold. [JoinLoop.Probes] finds conditions that
// select members, and a Lookup finds the members by them (hash join). This is only an optimisation: its
// user evaluates the whole condition for each member found.

// Scope binds a local name. Scopes form a list that ends in nil.
type Scope struct {
	Name  string
	Value value.Value
	Up    *Scope
}

// With returns an inner scope in which one more name has a value.
func (s *Scope) With(name string, v value.Value) *Scope { return &Scope{name, v, s} }

// Lookup returns the value of a name.
func (s *Scope) Lookup(name string) (value.Value, bool) {
	for ; s != nil; s = s.Up {
		if s.Name == name {
			return s.Value, true
		}
	}
	return nil, false
}

// Evaluator evaluates expressions for a Lookup. M is a member of a collection.
type Evaluator[M any] interface {
	Eval(x dsl.Expr, sc *Scope) value.Value
	// Quietly runs an evaluation that may fail. It reports whether there was no mistake. A mistake is
	// reported later if the value is needed.
	Quietly(f func()) bool
	// Holds reports whether a condition is known to have the truth value holds.
	Holds(x dsl.Expr, sc *Scope, holds bool) bool
	// Usable reports whether a probe may be evaluated for members that fail the condition.
	Usable(p JoinProbe) bool
	// Select lists the members of a library function's result and may omit those that the conditions
	// exclude. ok is false if the function does not support that.
	Select(f *library.Function, call *dsl.Call, only *library.Only, sc *Scope) (members []M, ok bool)
	MembersOf(item *dsl.Binder, in value.Value) []M
	// Keys lists the keys of all values with which a probe may hold for a member. ok is false if they can't be listed.
	Keys(item *dsl.Binder, p JoinProbe, m M) (keys []value.Key, ok bool)
}

// Lookup caches the probes and indexes of loops.
type Lookup[M any] struct {
	when   JoinWhen
	spec   *Spec
	defs   map[string]bool
	most   int // maximum number of entries in an index
	probes map[probeKey][]JoinProbe
	// known holds indexes that are valid for all answers, found those of the current answer.
	known, found map[indexKey]*memberIndex[M]
}

type probeKey struct {
	item  *dsl.Binder
	body  dsl.Expr
	fails bool
}

type indexKey struct {
	of   dsl.Expr
	kind ProbeKind
	in   any
	body Instance
}

// mostIndexes bounds the cached indexes.
const mostIndexes = 1 << 12

// NewLookup returns a Lookup whose indexes have at most most entries.
func NewLookup[M any](spec *Spec, when JoinWhen, most int) Lookup[M] {
	l := Lookup[M]{when: when, spec: spec, defs: map[string]bool{}, most: most, probes: map[probeKey][]JoinProbe{}, known: map[indexKey]*memberIndex[M]{}}
	for _, d := range spec.Defs {
		l.defs[d.Stmt.Name.Text] = true
	}
	return l.ForAnswer()
}

// ForAnswer returns a copy without the indexes that depend on finds or states.
func (l Lookup[M]) ForAnswer() Lookup[M] {
	l.found = map[indexKey]*memberIndex[M]{}
	return l
}

// When tells for which collections members are looked up.
func (l *Lookup[M]) When() JoinWhen { return l.when }

// Candidates lists the members that the i-th binder of a loop ranges over, in order. It may omit
// members that the loop's conditions exclude. body is the instance of the def that has the loop.
func (l *Lookup[M]) Candidates(ev Evaluator[M], loop JoinLoop, i int, body Instance, sc *Scope) []M {
	item := loop.Binders.Items[i]
	probes := l.probesOf(ev, loop, i, sc)
	if len(probes) == 0 {
		return ev.MembersOf(item, ev.Eval(item.In, sc))
	}
	if call, ok := item.In.(*dsl.Call); ok && !l.defs[call.Func.Text] {
		if f := library.Find(call.Func.Text); f != nil && f.Selects {
			if only := onlyOf(ev, item, probes, sc); only != nil {
				if members, ok := ev.Select(f, call, only, sc); ok {
					return members
				}
			}
		}
	}
	in := ev.Eval(item.In, sc)
	if members, ok := l.indexed(ev, item, probes, in, body, sc); ok {
		return members
	}
	return ev.MembersOf(item, in)
}

func (l *Lookup[M]) probesOf(ev Evaluator[M], loop JoinLoop, i int, sc *Scope) []JoinProbe {
	if l.when == NeverHolds {
		return nil
	}
	key := probeKey{loop.Binders.Items[i], loop.Body, loop.Fails}
	probes, done := l.probes[key]
	if !done {
		all := loop.Probes(i, func(name string) bool { _, local := sc.Lookup(name); return local })
		probes = slices.DeleteFunc(all, func(p JoinProbe) bool { return !ev.Usable(p) })
		l.probes[key] = probes
	}
	return probes
}

func applies[M any](ev Evaluator[M], p JoinProbe, sc *Scope) bool {
	return !slices.ContainsFunc(p.Premises, func(q JoinPremise) bool {
		holds := false
		return !ev.Quietly(func() { holds = ev.Holds(q.X, sc, q.Holds) }) || !holds
	})
}

// probeValue returns the value by which members are looked up. ok is false if the premises of the probe
// fail, if the value is unknown, or if keys can't decide equality. No member is near none.
func probeValue[M any](ev Evaluator[M], p JoinProbe, sc *Scope) (v value.Value, ok bool) {
	ok = applies(ev, p, sc) && ev.Quietly(func() { v = ev.Eval(p.Value, sc) }) && value.Scalar(v)
	if value.IsNone(v) && p.Kind == Near {
		return nil, false
	}
	return v, ok
}

// onlyOf converts probes to the conditions that a library function supports. It is nil without any.
func onlyOf[M any](ev Evaluator[M], item *dsl.Binder, probes []JoinProbe, sc *Scope) *library.Only {
	only := &library.Only{Size: -1}
	for _, p := range probes {
		switch {
		case p.Kind == Alike && applies(ev, p, sc):
			only.Key = func(v value.Value) (key value.Key, ok bool) {
				var of value.Value
				if !ev.Quietly(func() { of = ev.Eval(p.Of, (*Scope)(nil).With(p.First, v)) }) || !value.Scalar(of) {
					return key, false
				}
				return value.KeyOf(of), true
			}
		case p.Kind == Has && isName(p.Of, item):
			if v, ok := probeValue(ev, p, sc); ok {
				only.Has = v
			}
		case p.Kind == Equal && isSize(p.Of, item):
			if v, ok := probeValue(ev, p, sc); ok {
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

// indexed returns the members found by the most selective probe.
func (l *Lookup[M]) indexed(ev Evaluator[M], item *dsl.Binder, probes []JoinProbe, in value.Value, body Instance, sc *Scope) (best []M, ok bool) {
	id, size := identity(in)
	if !l.when.pays(size) {
		return nil, false
	}
	for _, p := range probes {
		x := l.indexFor(ev, item, p, indexKey{p.Of, p.Kind, id, body}, in)
		if x == nil {
			continue
		}
		if v, known := probeValue(ev, p, sc); known {
			if found := x.find(value.KeyOf(v)); !ok || len(found) < len(best) {
				best, ok = found, true
			}
		}
	}
	return best, ok
}

// memberIndex maps the values of an expression to the members of a collection that have them.
type memberIndex[M any] struct {
	members []M
	byKey   map[value.Key][]int32
	rest    []int32 // members that may have any value
}

// indexFor returns the index for a probe. It is nil on the first use of a collection, which may be the
// only one, unless members are always looked up.
func (l *Lookup[M]) indexFor(ev Evaluator[M], item *dsl.Binder, p JoinProbe, key indexKey, in value.Value) *memberIndex[M] {
	if p.Kind == Alike {
		return nil
	}
	indexes := l.known
	if l.spec.Unknown(p.Of) || l.spec.Unknown(item.In) {
		indexes = l.found
	}
	x, met := indexes[key]
	if !met && len(indexes) >= mostIndexes {
		clear(indexes)
	}
	if x == nil && (met || l.when == Always) {
		x = l.newIndex(ev, item, p, in)
	}
	indexes[key] = x
	return x
}

func (l *Lookup[M]) newIndex(ev Evaluator[M], item *dsl.Binder, p JoinProbe, in value.Value) *memberIndex[M] {
	members := ev.MembersOf(item, in)
	x := &memberIndex[M]{members, make(map[value.Key][]int32, len(members)), nil}
	entries := 0
	for i, m := range members {
		keys, ok := ev.Keys(item, p, m)
		if entries += len(keys); !ok || entries > l.most {
			x.rest = append(x.rest, int32(i))
			continue
		}
		for _, k := range keys {
			if of := x.byKey[k]; len(of) == 0 || of[len(of)-1] != int32(i) {
				x.byKey[k] = append(of, int32(i))
			}
		}
	}
	return x
}

// find returns the members that may have a value, in order.
func (x *memberIndex[M]) find(k value.Key) []M {
	found := x.byKey[k]
	if len(x.rest) > 0 {
		found = slices.Concat(found, x.rest)
		slices.Sort(found)
	}
	return alg.Map(found, func(i int32) M { return x.members[i] })
}

// KeysOf lists the keys of all values with which a probe holds for a member. of is the value of the
// probe's expression. ok is false if the keys can't be listed.
func (l *Lookup[M]) KeysOf(p JoinProbe, member, of value.Value) (keys []value.Key, ok bool) {
	var values []value.Value
	switch p.Kind {
	case Equal:
		values = []value.Value{of}
	case Has:
		switch of := of.(type) {
		case value.None:
		case *value.Set:
			values = of.List()
		case value.List:
			values = of
		case value.Guarded:
			values = append(values, alg.Map(of.Members, func(m value.Alternative) value.Value { return m.Value })...)
		default:
			return nil, false
		}
	case Near:
		most, isInt := of.(value.Int)
		f := library.Find(p.Func.Text)
		if !isInt || f == nil || f.Near == nil || l.defs[p.Func.Text] {
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
