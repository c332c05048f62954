package judge

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
)

// Shape is the set of possible values of a find or a state: a [*ScalarShape], [*SetShape], [*ArrayShape],
// [*RouteShape], [*RegionsShape] or [*StackShape].
type Shape interface {
	// Admits reports whether a known value has the shape.
	Admits(v value.Value) bool
	// stored converts a value to the form in which a state stores it. It returns an inadmissible value unchanged.
	stored(v value.Value) value.Value
	// empty returns the start of a state that consists of stacks, else nil.
	empty() value.Value
}

// shape evaluates the domain of a find or a state, with a value for each key, if any.
func (ev *evaluator) shape(keys *dsl.Binders, domain dsl.Expr) Shape {
	if keys == nil {
		return ev.domain(domain, nil)
	}
	return ev.keyed(keys, domain)
}

// keyOf returns the key that binders have just bound: the value of the only name, or the tuple of all of them.
// Local names (v = …) are no part of it.
func keyOf(keys *dsl.Binders, sc *scope) value.Value {
	parts := boundBy(keys, sc)
	if len(parts) == 1 {
		return parts[0]
	}
	return value.Tuple(parts)
}

// boundBy returns the values of the names that range over collections.
func boundBy(b *dsl.Binders, sc *scope) (out []value.Value) {
	for _, item := range b.Items {
		if item.In == nil {
			continue
		}
		for _, n := range item.Names {
			v, _ := sc.Lookup(n.Text)
			out = append(out, v)
		}
	}
	return out
}

// domain evaluates a domain.
func (ev *evaluator) domain(x dsl.Expr, sc *scope) Shape {
	switch x := x.(type) {
	case *dsl.If:
		if ev.condition(x.Cond, sc) {
			return ev.domain(x.Then, sc)
		}
		return ev.domain(x.Else, sc)
	case *dsl.SetOf:
		return &SetShape{ev.spelt(x.Of, sc)}
	case *dsl.PermutationOf:
		return ev.permutation(x, sc)
	case *dsl.PathIn:
		return ev.walk(value.Path, x.Graph, x.Crossing, x.Directed, sc)
	case *dsl.CycleIn:
		return ev.walk(value.Cycle, x.Graph, x.Crossing, x.Directed, sc)
	case *dsl.LinksIn:
		return ev.links(x, sc)
	case *dsl.RegionsIn:
		return ev.regions(x, sc)
	case *dsl.StackOf:
		return ev.stack(x, sc)
	}
	values, optional := ev.values(x, sc)
	return &ScalarShape{Values: values, Optional: optional}
}

// values returns the possible values of a scalar domain, and whether it may be none.
func (ev *evaluator) values(x dsl.Expr, sc *scope) (values value.Value, optional bool) {
	switch x := x.(type) {
	case *dsl.Optional:
		values, _ = ev.values(x.Of, sc)
		return values, true
	case *dsl.Union:
		var all []value.Value
		for _, part := range x.Parts {
			some, none := ev.values(part, sc)
			all = append(all, ev.members(part, some)...)
			optional = optional || none
		}
		return value.NewSet(all...), optional
	case *dsl.Name:
		if x.Text == "bool" {
			return value.NewSet(value.False, value.True), false
		}
	}
	v := ev.eval(x, sc)
	switch v := cellsOf(v).(type) {
	case value.Range, *value.Set:
		return v, false
	}
	return value.NewSet(listed(ev.members(x, v), v)...), false
}

// listed returns members in the order of their sequence, if any.
func listed(members []value.Value, v value.Value) []value.Value {
	if elements := value.Elements(v); elements != nil {
		return elements
	}
	return members
}

// spelt returns the values of a domain as a set.
func (ev *evaluator) spelt(x dsl.Expr, sc *scope) *value.Set {
	values, _ := ev.values(x, sc)
	if s, ok := values.(*value.Set); ok {
		return s
	}
	return value.NewSet(ev.members(x, values)...)
}

// ScalarShape admits some values, and none if it is optional.
type ScalarShape struct {
	Values   value.Value // a *value.Set or a value.Range
	Optional bool
}

// Admits reports whether v is a possible value.
func (s *ScalarShape) Admits(v value.Value) bool {
	return value.IsNone(v) && s.Optional || s.Values.(value.Collection).Contains(v)
}

func (s *ScalarShape) stored(v value.Value) value.Value { return v }
func (s *ScalarShape) empty() value.Value               { return nil }

// SetShape is a set of some of the members.
type SetShape struct{ Members *value.Set }

// Admits reports whether a value is a set without other members.
func (s *SetShape) Admits(v value.Value) bool {
	set, ok := v.(*value.Set)
	return ok && !slices.ContainsFunc(set.List(), func(m value.Value) bool { return !s.Members.Contains(m) })
}

// stored converts a collection to a set. It drops none from a list.
func (s *SetShape) stored(v value.Value) value.Value {
	switch c := v.(type) {
	case value.None:
		return value.NewSet()
	case value.Range:
		if c.Hi-c.Lo > int64(s.Members.Len()) {
			return v // too many members to list
		}
		return value.NewSet(value.Elements(c)...)
	case *value.Board, value.List, *value.Route:
		members, _ := value.Members(c)
		return value.NewSet(members...)
	}
	return v
}

func (s *SetShape) empty() value.Value { return nil }

// ArrayShape is an array with a value for each key. Parts has their shapes.
type ArrayShape struct {
	Keys  *value.Set
	Parts []Shape
	// Permutation means that the values are the keys, each once.
	Permutation bool
	// Board is the board of the keys, or nil unless all are cells of one board.
	Board *value.Board
}

// Admits reports whether a value is an array over the keys, with admissible values.
func (s *ArrayShape) Admits(v value.Value) bool {
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != s.Keys.Len() {
		return false
	}
	for i, k := range s.Keys.List() {
		if part, found := a.At(k); !found || !s.Parts[i].Admits(part) {
			return false
		}
	}
	return !s.Permutation || value.NewSet(a.Values...).Len() == s.Keys.Len()
}

func (s *ArrayShape) stored(v value.Value) value.Value {
	if list, ok := v.(value.List); ok && s.Permutation && len(list) == s.Keys.Len() {
		return value.NewArray(s.Keys, list, s.Board) // in the order of the keys
	}
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != s.Keys.Len() {
		return v
	}
	values := make([]value.Value, s.Keys.Len())
	for i, k := range s.Keys.List() {
		part, found := a.At(k)
		if !found {
			return v
		}
		values[i] = s.Parts[i].stored(part)
	}
	return value.NewArray(s.Keys, values, s.Board)
}

func (s *ArrayShape) empty() value.Value {
	if s.Keys.Len() == 0 {
		return nil
	}
	values := make([]value.Value, len(s.Parts))
	for i := range s.Parts {
		if values[i] = s.Parts[i].empty(); values[i] == nil {
			return nil
		}
	}
	return value.NewArray(s.Keys, values, s.Board)
}

// keyIn returns the key for one or several indices: a cell by its row and column, or a tuple.
func (s *ArrayShape) keyIn(keys []value.Value) value.Value {
	switch {
	case len(keys) == 1:
		return keys[0]
	case isPlace(s.Board, keys):
		return cellAt(s.Board, keys[0], keys[1])
	}
	return value.Tuple(keys)
}

// keyed evaluates the domain of a find or a state with keys.
func (ev *evaluator) keyed(keys *dsl.Binders, domain dsl.Expr) Shape {
	s := &ArrayShape{}
	var list []value.Value
	ev.each(keys, nil, func(sc *scope) bool {
		list = append(list, keyOf(keys, sc))
		s.Parts = append(s.Parts, ev.domain(domain, sc))
		return true
	})
	s.Keys = value.NewSet(list...)
	s.Board = value.BoardOf(s.Keys)
	return s
}

func (ev *evaluator) permutation(x *dsl.PermutationOf, sc *scope) Shape {
	s := &ArrayShape{Keys: ev.spelt(x.Of, sc), Permutation: true}
	s.Board = value.BoardOf(s.Keys)
	for range s.Keys.Len() {
		s.Parts = append(s.Parts, &ScalarShape{Values: s.Keys})
	}
	return s
}

// StackShape is a list of at most UpTo values of the shape Of.
type StackShape struct {
	Of   *ScalarShape
	UpTo int
}

// Admits reports whether a value is such a list.
func (s *StackShape) Admits(v value.Value) bool {
	list, ok := v.(value.List)
	return ok && len(list) <= s.UpTo && !slices.ContainsFunc(list, func(x value.Value) bool { return !s.Of.Admits(x) })
}

func (s *StackShape) stored(v value.Value) value.Value {
	if ring, ok := v.(value.Ring); ok {
		return value.List(ring)
	}
	if value.IsNone(v) {
		return value.List(nil)
	}
	return v
}

func (s *StackShape) empty() value.Value { return value.List(nil) }

func (ev *evaluator) stack(x *dsl.StackOf, sc *scope) Shape {
	values, optional := ev.values(x.Of, sc)
	most, ok := ev.eval(x.Cap, sc).(value.Int)
	if !ok || most < 0 || most > library.DefaultMost {
		ev.fail(x.Cap, "bad-bound", "a stack has room for a known number of values, 0 or more")
	}
	if values.(value.Collection).Len() == 0 && !optional {
		most = 0
	}
	return &StackShape{Of: &ScalarShape{Values: values, Optional: optional}, UpTo: int(most)}
}
