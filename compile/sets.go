package compile

import (
	"math/bits"
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// isCollection reports whether v has members.
func isCollection(v value.Value) bool {
	switch v := v.(type) {
	case value.List, value.Ring, *value.Set, value.Range, value.Guarded, value.Stack, *value.Route, value.Runs:
		return true
	case value.Choice:
		for _, a := range v.Alts {
			if !isCollection(a.Value) && !absent(a.Value) {
				return false
			}
		}
		return true
	}
	return false
}

// isSet reports whether v is a set rather than a sequence.
func isSet(v value.Value) bool {
	switch v := v.(type) {
	case *value.Set, value.Range, *value.Route:
		return true
	case value.Guarded:
		return v.IsSet
	case value.Choice:
		for _, a := range v.Alts {
			if !isSet(a.Value) && !absent(a.Value) {
				return false
			}
		}
		return true
	}
	return false
}

// plainSet turns a board into the set of its cells; other values stay.
func plainSet(v value.Value) value.Value {
	if b, ok := v.(*value.Board); ok {
		return value.BoardSet(b)
	}
	return v
}

// members lists what is in a collection, each with its guard: of a path, cycle
// or links its edges, of an array its values, of none nothing.
func (ev *lowerer) members(at dsl.Node, v value.Value) (out []value.Alternative, set bool) {
	out, set = ev.list(at, v)
	ev.work(len(out))
	return out, set
}

func (ev *lowerer) list(at dsl.Node, v value.Value) (out []value.Alternative, set bool) {
	switch v := v.(type) {
	case value.None:
		return nil, true
	case value.Guarded:
		return v.Members, v.IsSet
	case *value.Route:
		for i, on := range v.Edges {
			if on != model.False {
				out = append(out, value.Alternative{Guard: on, Value: v.Graph.Edge(i)})
			}
		}
		return out, true
	case *value.Array:
		return always(v.Values), false
	case *value.Board:
		return always(v.Cells()), true
	case value.Choice:
		g := ev.unite(at, v.Alts)
		if _, again := g.(value.Choice); again {
			break
		}
		return ev.members(at, g)
	case value.Runs:
		return ev.runsList(at, v).Members, false
	case value.Stack:
		return ev.stackAsList(v).Members, false
	case *value.Set:
		return always(v.Sorted()), true
	case value.Range:
		ev.tooMany(at, int(min(v.Hi-v.Lo, 1<<40)))
	}
	if elements := value.Elements(v); elements != nil || isCollection(v) {
		return always(elements), isSet(v)
	}
	ev.fail(at, "not-a-collection", "expected a collection, found %s", value.Kind(v))
	return nil, false
}

func always(vs []value.Value) []value.Alternative {
	out := make([]value.Alternative, len(vs))
	for i, v := range vs {
		out[i] = value.Alternative{Guard: model.True, Value: v}
	}
	return out
}

// guarded makes a collection of members that may repeat. In a set repeats are
// merged and the members put in ascending order, so that what comes first does
// not depend on what is known; if nothing is unknown the result is a plain set
// or list.
func (ev *lowerer) guarded(at dsl.Node, members []value.Alternative, set bool) value.Value {
	ev.tooMany(at, len(members))
	ev.work(len(members))
	kept := make([]value.Alternative, 0, len(members))
	var index map[value.Key]int
	if set {
		index = make(map[value.Key]int, len(members))
	}
	known := true
	for _, m := range members {
		if m.Guard == model.False || set && absent(m.Value) {
			continue
		}
		if set {
			if !value.Known(m.Value) {
				return ev.spread(at, members)
			}
			k := value.KeyOf(m.Value)
			if i, repeated := index[k]; repeated {
				kept[i].Guard = ev.or(kept[i].Guard, m.Guard)
				continue
			}
			index[k] = len(kept)
		}
		kept = append(kept, m)
	}
	ascending := func(a, b value.Alternative) int { return value.Compare(a.Value, b.Value) }
	if set && !slices.IsSortedFunc(kept, ascending) {
		slices.SortStableFunc(kept, ascending)
	}
	values := make([]value.Value, len(kept))
	for i, m := range kept {
		known = known && m.Guard == model.True
		values[i] = m.Value
	}
	switch {
	case !known:
		return value.Guarded{Members: kept, IsSet: set}
	case set:
		return value.NewSet(values...)
	}
	return value.List(values)
}

// spread makes a set of members that are unknown themselves: over the values
// that each may take.
func (ev *lowerer) spread(at dsl.Node, members []value.Alternative) value.Value {
	var flat []value.Alternative
	for _, m := range members {
		if value.Known(m.Value) {
			flat = append(flat, m)
			continue
		}
		for _, a := range ev.alternatives(at, m.Value) {
			flat = append(flat, value.Alternative{Guard: ev.and(m.Guard, a.Guard), Value: a.Value})
		}
	}
	return ev.guarded(at, flat, true)
}

func (ev *evaluator) setLiteral(x *dsl.SetLit, sc *scope) value.Value {
	return ev.guarded(x, always(ev.evalAll(x.Elems, sc)), true)
}

// in is a in s.
func (ev *lowerer) in(at dsl.Node, a, s value.Value) model.Bool {
	if absent(a, s) {
		return model.False
	}
	switch set := s.(type) {
	case *value.Route:
		return ev.onRoute(at, a, set)
	case value.Range:
		if u, ok := a.(value.Unknown); ok {
			return ev.and(u.Defined, ev.m.In(u.X, model.Range(set.Lo, set.Hi)))
		}
		if i, ok := a.(value.Int); ok {
			return model.Const(set.Lo <= int64(i) && int64(i) <= set.Hi)
		}
	case *value.Set:
		if value.Known(a) {
			return model.Const(set.Contains(a))
		}
		if u, ok := a.(value.Unknown); ok {
			return ev.and(u.Defined, ev.m.In(u.X, domainOfSet(set)))
		}
	case value.Guarded:
		if set.IsSet && value.Known(a) {
			ev.work(bits.Len(uint(len(set.Members))))
			return guardOf(set, a)
		}
	case value.Choice:
		var cases []model.Bool
		for _, alt := range set.Alts {
			cases = append(cases, ev.and(alt.Guard, ev.in(at, a, alt.Value)))
		}
		return ev.or(cases...)
	}
	if c, ok := a.(value.Choice); ok {
		var cases []model.Bool
		for _, alt := range c.Alts {
			cases = append(cases, ev.and(alt.Guard, ev.in(at, alt.Value, s)))
		}
		return ev.or(cases...)
	}
	members, _ := ev.members(at, s)
	var cases []model.Bool
	for _, m := range members {
		cases = append(cases, ev.and(m.Guard, ev.equal(at, a, m.Value)))
	}
	return ev.and(ev.defined(a), ev.or(cases...))
}

// guardOf is the condition that a known value is in a set, whose members are in ascending
// order.
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
func (ev *lowerer) defined(v value.Value) model.Bool {
	switch v := v.(type) {
	case value.None:
		return model.False
	case value.Unknown:
		return v.Defined
	case value.Long:
		return v.Defined
	case value.Choice:
		for _, a := range v.Alts {
			if absent(a.Value) {
				return a.Guard.Not()
			}
		}
	}
	return model.True
}

// domainOfSet are the numbers in a known set that fit a model.
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
func (ev *lowerer) onRoute(at dsl.Node, a value.Value, w *value.Route) model.Bool {
	if !value.Known(a) {
		return ev.truth(ev.lift(at, []value.Value{a}, func(vs []value.Value) value.Value {
			return value.Bool(ev.onRoute(at, vs[0], w))
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

// subset is a subset b.
func (ev *lowerer) subset(at dsl.Node, a, b value.Value) model.Bool {
	if absent(a, b) {
		return model.False
	}
	a, b = plainSet(a), plainSet(b)
	if value.Known(a) && value.Known(b) {
		if _, isRange := b.(value.Range); !isRange {
			b = ev.asKnownSet(at, b)
		}
	}
	members, _ := ev.members(at, a)
	all := []model.Bool{ev.defined(a), ev.defined(b)}
	for _, m := range members { // none is skipped
		all = append(all, ev.or(m.Guard.Not(), ev.defined(m.Value).Not(), ev.in(at, m.Value, b)))
	}
	return ev.and(all...)
}

// asKnownSet is a known collection as a set.
func (ev *lowerer) asKnownSet(at dsl.Node, v value.Value) *value.Set {
	if s, ok := v.(*value.Set); ok {
		return s
	}
	if !value.Known(v) {
		ev.fail(at, "must-be-known", "this collection must be known: it may not depend on a find")
	}
	members, _ := ev.members(at, v)
	values := make([]value.Value, len(members))
	for i, m := range members {
		values[i] = m.Value
	}
	return value.NewSet(values...)
}

// join is a + b for collections: lists are put one after the other; with a set
// the result is a set.
func (ev *lowerer) join(at dsl.Node, a, b value.Value) value.Value {
	x, setA := ev.members(at, a)
	y, setB := ev.members(at, b)
	if absent(a) {
		setA = setB
	}
	if absent(b) {
		setB = setA
	}
	return ev.guarded(at, slices.Concat(x, y), setA || setB)
}

// without is a - b for collections; a list stays a list.
func (ev *lowerer) without(at dsl.Node, a, b value.Value) value.Value {
	members, set := ev.members(at, a)
	other := plainSet(b)
	out := make([]value.Alternative, len(members))
	for i, m := range members {
		guard := m.Guard
		if !absent(b) {
			guard = ev.and(guard, ev.in(at, m.Value, other).Not())
		}
		out[i] = value.Alternative{Guard: guard, Value: m.Value}
	}
	return ev.guarded(at, out, set)
}

// intersect is a & b. The side that is known, or a itself, gives the order; with
// a path, cycle or links it says whether edges or vertices are meant.
func (ev *lowerer) intersect(at dsl.Node, a, b value.Value) value.Value {
	if absent(a, b) {
		return value.NewSet()
	}
	a, b = plainSet(a), plainSet(b)
	if _, route := a.(*value.Route); route || (isSet(a) || isSet(b)) && !value.Known(a) && value.Known(b) {
		a, b = b, a
	}
	members, set := ev.members(at, a)
	out := make([]value.Alternative, len(members))
	for i, m := range members {
		out[i] = value.Alternative{Guard: ev.and(m.Guard, ev.in(at, m.Value, b)), Value: m.Value}
	}
	return ev.guarded(at, out, set || isSet(b))
}
