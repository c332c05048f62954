package judge

import (
	"slices"

	"nazo/dsl"
	"nazo/value"
)

// members are those of a collection: of a path, cycle or links the edges, of an array
// the values, of none nothing. Those of a set come in ascending order.
func (ev *evaluator) members(at dsl.Node, v value.Value) []value.Value {
	if r, ok := v.(value.Range); ok {
		ev.tooMany(at, int(min(r.Hi-r.Lo, 1<<40))+1)
	}
	out, ok := value.Members(v)
	if !ok {
		ev.fail(at, "not-a-collection", "expected a collection, found %s", value.Kind(v))
	}
	return out
}

// setOf is the set of some values, listed in ascending order.
func setOf(vs []value.Value) *value.Set {
	s := value.NewSet(vs...)
	if slices.IsSortedFunc(s.List(), value.Compare) {
		return s
	}
	return value.NewSet(s.Sorted()...)
}

// collection is the value that members make: a set, or a list.
func collection(members []value.Value, set bool) value.Value {
	if set {
		return setOf(members)
	}
	return value.List(members)
}

// isSet tells sets from sequences; the cells of a board are a set, and so are the edges
// of a path, cycle or links.
func isSet(v value.Value) bool {
	switch v.(type) {
	case *value.Set, value.Range, *value.Board, *value.Route:
		return true
	}
	return false
}

// isCollection reports whether a value has members, and is no array, tuple or board.
func isCollection(v value.Value) bool {
	switch v.(type) {
	case *value.Set, value.Range, value.List, value.Ring, *value.Route:
		return true
	}
	return false
}

// equal is a = b, which is total: none equals none only. Where one side is a set the
// other counts as one.
func (ev *evaluator) equal(at dsl.Node, a, b value.Value) bool {
	r, okA := a.(value.Range)
	s, okB := b.(value.Range)
	if okA && okB {
		return value.Equal(r, s)
	}
	a, b = cellsOf(a), cellsOf(b)
	if isCollection(a) && isCollection(b) && (isSet(a) || isSet(b)) {
		return ev.subset(at, a, b) && ev.subset(at, b, a)
	}
	return value.Equal(a, b)
}

// cellsOf is the set of cells that a board is; other values stay.
func cellsOf(v value.Value) value.Value {
	if b, ok := v.(*value.Board); ok {
		return value.BoardSet(b)
	}
	return v
}

// in is a in s: a member of a collection, a vertex or an edge of a path, cycle or
// links.
func (ev *evaluator) in(at dsl.Node, a, s value.Value) bool {
	if isNone(a) || isNone(s) {
		return false
	}
	switch s := s.(type) {
	case *value.Route:
		return onRoute(a, s)
	case value.Range:
		n, ok := a.(value.Int)
		return ok && s.Lo <= int64(n) && int64(n) <= s.Hi
	case *value.Set:
		return s.Contains(a)
	}
	return slices.ContainsFunc(ev.members(at, s), func(m value.Value) bool { return ev.equal(at, a, m) })
}

// onRoute reports whether a vertex or an edge belongs to a path, cycle or links.
func onRoute(a value.Value, w *value.Route) bool {
	if e, ok := a.(value.Edge); ok {
		return w.HasEdge(e)
	}
	return w.HasVertex(a)
}

// subset reports whether every member of a is in b; none is passed over.
func (ev *evaluator) subset(at dsl.Node, a, b value.Value) bool {
	switch b.(type) {
	case value.Range, *value.Set:
	default:
		b = value.NewSet(ev.members(at, b)...)
	}
	for _, m := range ev.members(at, a) {
		if !isNone(m) && !ev.in(at, m, b) {
			return false
		}
	}
	return true
}

// add is a + b: of numbers their sum, of collections what is in either. Lists are put
// one after the other; with a set the result is a set.
func (ev *evaluator) add(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case isNumber(a) && isNumber(b):
		return value.Add(a, b)
	case isNone(a) && isNone(b), isNone(a) && isNumber(b), isNumber(a) && isNone(b):
		return value.None{}
	}
	x, y := ev.members(at, a), ev.members(at, b)
	ev.tooMany(at, len(x)+len(y))
	return collection(slices.Concat(x, y), isSet(a) || isSet(b))
}

// subtract is a - b: of numbers their difference, of collections what is in a and not
// in b; a list stays a list.
func (ev *evaluator) subtract(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case isNumber(a) && isNumber(b):
		return value.Sub(a, b)
	case isNone(a) && isNone(b), isNone(a) && isNumber(b), isNumber(a) && isNone(b):
		return value.None{}
	}
	out := ev.filter(at, a, func(v value.Value) bool { return !ev.in(at, v, b) })
	return collection(out, isSet(a) || isNone(a))
}

// intersect is a & b, a list only if both sides are. Beside a path, cycle or links the
// other side shows whether edges or vertices are meant.
func (ev *evaluator) intersect(at dsl.Node, a, b value.Value) value.Value {
	if isNone(a) || isNone(b) {
		return value.NewSet()
	}
	if _, route := a.(*value.Route); route {
		a, b = b, a
	}
	out := ev.filter(at, a, func(v value.Value) bool { return ev.in(at, v, b) })
	return collection(out, isSet(a) || isSet(b))
}

// filter has the members of a collection that are kept.
func (ev *evaluator) filter(at dsl.Node, v value.Value, keep func(value.Value) bool) []value.Value {
	var out []value.Value
	for _, m := range ev.members(at, v) {
		if keep(m) {
			out = append(out, m)
		}
	}
	return out
}
