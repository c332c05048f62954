package lower

import (
	"math/bits"
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// IsCollection reports whether v has members.
func IsCollection(v value.Value) bool {
	switch v := v.(type) {
	case value.List, value.Ring, *value.Set, value.Range, value.Guarded, value.Stack, *value.Route, value.Runs, value.Part, value.Share:
		return true
	case value.Choice:
		return !slices.ContainsFunc(v.Alts, func(a value.Alternative) bool { return !IsCollection(a.Value) && !Absent(a.Value) })
	}
	return false
}

// IsSet reports whether v is a set rather than a sequence.
func IsSet(v value.Value) bool {
	switch v := v.(type) {
	case *value.Set, value.Range, *value.Route, value.Part, value.Share:
		return true
	case value.Guarded:
		return v.IsSet
	case value.Choice:
		return !slices.ContainsFunc(v.Alts, func(a value.Alternative) bool { return !IsSet(a.Value) && !Absent(a.Value) })
	}
	return false
}

// ByMembers reports whether the members of v have conditions each, rather than v being one of several known
// collections.
func ByMembers(v value.Value) bool {
	switch v.(type) {
	case value.Guarded, value.Part, value.Share:
		return true
	}
	return false
}

// PlainSet turns a board into the set of its cells. It returns other values unchanged.
func PlainSet(v value.Value) value.Value {
	if b, ok := v.(*value.Board); ok {
		return value.BoardSet(b)
	}
	return v
}

// Members lists the members of a collection, each with its guard. Those of a route are its edges, those of an array
// its values. none has no members.
func (lw *Lowerer) Members(at dsl.Node, v value.Value) (out []value.Alternative, set bool) {
	out, set = lw.list(at, v)
	lw.Work(len(out))
	return out, set
}

func (lw *Lowerer) list(at dsl.Node, v value.Value) (out []value.Alternative, set bool) {
	switch v := v.(type) {
	case value.None:
		return nil, true
	case value.Guarded:
		return v.Members, v.IsSet
	case value.Part:
		return lw.Members(at, lw.partMembers(at, v))
	case value.Share:
		members, _ := lw.Members(at, v.Of)
		return lw.those(members, func(m value.Value) model.Bool { return model.Const(v.Among.Contains(m)) }), true
	case *value.Route:
		for i, on := range v.Edges {
			if on != model.False {
				out = append(out, value.Alternative{Guard: on, Value: v.Graph.Edge(i)})
			}
		}
		return out, true
	case *value.Array:
		return Always(v.Values), false
	case *value.Board:
		return Always(v.Cells()), true
	case value.Choice:
		g := lw.unite(at, v.Alts)
		if _, again := g.(value.Choice); again {
			break
		}
		return lw.Members(at, g)
	case value.Runs:
		return lw.runsList(at, v).Members, false
	case value.Stack:
		return lw.stackAsList(v).Members, false
	case *value.Set:
		return Always(v.Sorted()), true
	case value.Range:
		lw.TooMany(at, int(min(v.Hi-v.Lo, 1<<40))+1)
	}
	if elements := value.Elements(v); elements != nil || IsCollection(v) {
		return Always(elements), IsSet(v)
	}
	lw.Fail(at, "not-a-collection", "expected a collection, found %s", value.Kind(v))
	return nil, false
}

// Always returns members without conditions.
func Always(vs []value.Value) []value.Alternative {
	return alg.Map(vs, func(v value.Value) value.Alternative { return value.Alternative{Guard: model.True, Value: v} })
}

func valuesOf(members []value.Alternative) []value.Value {
	return alg.Map(members, func(m value.Alternative) value.Value { return m.Value })
}

// MapValues returns alternatives with the same guards and other values.
func MapValues(alts []value.Alternative, f func(value.Value) value.Value) []value.Alternative {
	out := make([]value.Alternative, len(alts))
	for i, a := range alts {
		out[i] = value.Alternative{Guard: a.Guard, Value: f(a.Value)}
	}
	return out
}

// under returns alternatives that need a further condition.
func (lw *Lowerer) under(cond model.Bool, alts []value.Alternative) []value.Alternative {
	return alg.Map(alts, func(a value.Alternative) value.Alternative {
		return value.Alternative{Guard: lw.And(cond, a.Guard), Value: a.Value}
	})
}

func guardsOf(members []value.Alternative) []model.Bool {
	return alg.Map(members, func(m value.Alternative) model.Bool { return m.Guard })
}

// oneHolds is the condition that a condition on the value of some alternative holds together with its guard.
func (lw *Lowerer) oneHolds(alts []value.Alternative, condition func(value.Value) model.Bool) model.Bool {
	return lw.Or(alg.Map(alts, func(a value.Alternative) model.Bool { return lw.And(a.Guard, condition(a.Value)) })...)
}

// Guarded makes a collection of members that may repeat. A set merges repeats and sorts its members, so that the
// order does not depend on what is known. If nothing is unknown, the result is a plain set or list.
func (lw *Lowerer) Guarded(at dsl.Node, members []value.Alternative, set bool) value.Value {
	lw.TooMany(at, len(members))
	lw.Work(len(members))
	unique := make([]value.Alternative, 0, len(members))
	var index map[value.Key]int
	if set {
		index = make(map[value.Key]int, len(members))
	}
	known := true
	for _, m := range members {
		if m.Guard == model.False || set && Absent(m.Value) {
			continue
		}
		if set {
			if !value.Known(m.Value) {
				return lw.spread(at, members)
			}
			k := value.KeyOf(m.Value)
			if i, repeated := index[k]; repeated {
				unique[i].Guard = lw.Or(unique[i].Guard, m.Guard)
				continue
			}
			index[k] = len(unique)
		}
		unique = append(unique, m)
	}
	ascending := func(a, b value.Alternative) int { return value.Compare(a.Value, b.Value) }
	if set && !slices.IsSortedFunc(unique, ascending) {
		slices.SortStableFunc(unique, ascending)
	}
	values := make([]value.Value, len(unique))
	for i, m := range unique {
		known = known && m.Guard == model.True
		values[i] = m.Value
	}
	switch {
	case !known:
		return value.Guarded{Members: unique, IsSet: set}
	case set:
		return value.NewSet(values...)
	}
	return value.List(values)
}

// spread makes a set of unknown members, over the values that each may take.
func (lw *Lowerer) spread(at dsl.Node, members []value.Alternative) value.Value {
	var flat []value.Alternative
	for _, m := range members {
		flat = append(flat, lw.under(m.Guard, lw.Alternatives(at, m.Value))...)
	}
	return lw.Guarded(at, flat, true)
}

// In is the condition a in s.
func (lw *Lowerer) In(at dsl.Node, a, s value.Value) model.Bool {
	if Absent(a, s) {
		return model.False
	}
	switch set := s.(type) {
	case *value.Route:
		return lw.onRoute(at, a, set)
	case value.Part:
		return lw.inPartOf(at, a, set)
	case value.Share:
		return lw.And(lw.In(at, a, set.Among), lw.In(at, a, set.Of))
	case value.Range:
		if u, ok := a.(value.Unknown); ok {
			return lw.And(u.Defined, lw.Model.In(u.X, model.Range(set.Lo, set.Hi)))
		}
		if i, ok := a.(value.Int); ok {
			return model.Const(set.Lo <= int64(i) && int64(i) <= set.Hi)
		}
	case *value.Set:
		if value.Known(a) {
			return model.Const(set.Contains(a))
		}
		if u, ok := a.(value.Unknown); ok {
			return lw.And(u.Defined, lw.Model.In(u.X, domainOfSet(set)))
		}
	case value.Guarded:
		if set.IsSet && value.Known(a) {
			lw.Work(bits.Len(uint(len(set.Members))))
			return guardOf(set, a)
		}
	case value.Choice:
		return lw.oneHolds(set.Alts, func(v value.Value) model.Bool { return lw.In(at, a, v) })
	}
	if c, ok := a.(value.Choice); ok {
		return lw.oneHolds(c.Alts, func(v value.Value) model.Bool { return lw.In(at, v, s) })
	}
	members, _ := lw.Members(at, s)
	return lw.And(lw.defined(a), lw.oneHolds(members, func(v value.Value) model.Bool { return lw.Equal(at, a, v) }))
}

// guardOf returns the condition that a known value is in a set, whose members are sorted.
func guardOf(set value.Guarded, v value.Value) model.Bool {
	i, found := slices.BinarySearchFunc(set.Members, v, func(m value.Alternative, v value.Value) int {
		return value.Compare(m.Value, v)
	})
	if !found {
		return model.False
	}
	return set.Members[i].Guard
}

// defined is the condition that v is not none.
func (lw *Lowerer) defined(v value.Value) model.Bool {
	switch v := v.(type) {
	case value.None:
		return model.False
	case value.Unknown:
		return v.Defined
	case value.Long:
		return v.Defined
	case value.Choice:
		for _, a := range v.Alts {
			if Absent(a.Value) {
				return a.Guard.Not()
			}
		}
	}
	return model.True
}

// domainOfSet returns the numbers in a known set that fit a model.
func domainOfSet(s *value.Set) model.Domain {
	var numbers []int64
	for _, v := range s.List() {
		if i, ok := v.(value.Int); ok {
			numbers = append(numbers, int64(i))
		}
	}
	return model.Values(numbers...)
}

// onRoute is the condition that a vertex or an edge belongs to a route.
func (lw *Lowerer) onRoute(at dsl.Node, a value.Value, w *value.Route) model.Bool {
	if !value.Known(a) {
		return lw.Truth(lw.Lift(at, []value.Value{a}, func(vs []value.Value) value.Value {
			return value.Bool(lw.onRoute(at, vs[0], w))
		}))
	}
	if e, ok := a.(value.Edge); ok {
		if i := w.Graph.EdgeIndex(e); i >= 0 {
			return w.Edges[i]
		}
		return model.False
	}
	if i := w.Graph.Vertices.Index(a); i >= 0 {
		return w.Vertices[i]
	}
	return model.False
}

// Subset is the condition a subset b.
func (lw *Lowerer) Subset(at dsl.Node, a, b value.Value) model.Bool {
	if Absent(a, b) {
		return model.False
	}
	a, b = PlainSet(a), PlainSet(b)
	if value.Known(a) && value.Known(b) {
		if _, isRange := b.(value.Range); !isRange {
			b = lw.AsKnownSet(at, b)
		}
	}
	members, _ := lw.Members(at, a)
	all := []model.Bool{lw.defined(a), lw.defined(b)}
	for _, m := range members { // ignoring none
		all = append(all, lw.Or(m.Guard.Not(), lw.defined(m.Value).Not(), lw.In(at, m.Value, b)))
	}
	return lw.And(all...)
}

// AsKnownSet converts a known collection to a set.
func (lw *Lowerer) AsKnownSet(at dsl.Node, v value.Value) *value.Set {
	if s, ok := v.(*value.Set); ok {
		return s
	}
	if !value.Known(v) {
		lw.Fail(at, "must-be-known", "this collection must be known: it may not depend on a find")
	}
	members, _ := lw.Members(at, v)
	return value.NewSet(valuesOf(members)...)
}

// join is a + b for collections. If a side is a set, the result is a set.
func (lw *Lowerer) join(at dsl.Node, a, b value.Value) value.Value {
	if p, ok := oneReach(Always([]value.Value{a, b})); ok {
		return p
	}
	x, setA := lw.Members(at, a)
	y, setB := lw.Members(at, b)
	if Absent(a) {
		setA = setB
	}
	if Absent(b) {
		setB = setA
	}
	return lw.Guarded(at, slices.Concat(x, y), setA || setB)
}

// without is a - b for collections. A list stays a list.
func (lw *Lowerer) without(at dsl.Node, a, b value.Value) value.Value {
	members, set := lw.Members(at, a)
	if !Absent(b) {
		other := PlainSet(b)
		members = lw.those(members, func(v value.Value) model.Bool { return lw.In(at, v, other).Not() })
	}
	return lw.Guarded(at, members, set)
}

// Intersect is a & b. The known side, or else a, gives the order. A route takes part with edges or vertices,
// depending on the other side.
func (lw *Lowerer) Intersect(at dsl.Node, a, b value.Value) value.Value {
	if Absent(a, b) {
		return value.NewSet()
	}
	a, b = PlainSet(a), PlainSet(b)
	if _, route := a.(*value.Route); route || (IsSet(a) || IsSet(b)) && !value.Known(a) && value.Known(b) {
		a, b = b, a
	}
	if share, ok := lw.share(a, b); ok {
		return share
	}
	members, set := lw.Members(at, a)
	both := lw.those(members, func(v value.Value) model.Bool { return lw.In(at, v, b) })
	return lw.Guarded(at, both, set || IsSet(b))
}

// share returns the members of an area that are in a known set, to be counted without a condition for each.
func (lw *Lowerer) share(known, of value.Value) (share value.Share, ok bool) {
	among, isSet := known.(*value.Set)
	p, isPart := of.(value.Part)
	return value.Share{Of: p, Among: among}, isSet && isPart && p.Web.Whole && len(p.From) == 1 && !lw.Moving()
}

// those returns the members that have a property.
func (lw *Lowerer) those(members []value.Alternative, property func(value.Value) model.Bool) []value.Alternative {
	return alg.Map(members, func(m value.Alternative) value.Alternative {
		return value.Alternative{Guard: lw.And(m.Guard, property(m.Value)), Value: m.Value}
	})
}
