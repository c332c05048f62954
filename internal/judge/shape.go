package judge

import (
	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
)

// Shape is which values a find or a state may have: a [*ScalarShape], [*SetShape],
// [*ArrayShape], [*RouteShape], [*RegionsShape] or [*StackShape].
type Shape interface {
	// Admits reports whether a known value has the shape.
	Admits(v value.Value) bool
	// stored converts a value into the form in which a state stores it. A value that a state can't
	// have stays.
	stored(v value.Value) value.Value
	// empty is the start of a state that consists of stacks; nil for others.
	empty() value.Value
}

// shape evaluates what a find or a state may be: one value of a domain, or one for each
// key.
func (ev *evaluator) shape(keys *dsl.Binders, domain dsl.Expr) Shape {
	if keys == nil {
		return ev.domain(domain, nil)
	}
	return ev.keyed(keys, domain)
}

// keyOf is the key that binders have just bound: the value of the only name, or the
// tuple of all of them. Local names (v = …) are no part of it.
func keyOf(keys *dsl.Binders, sc *scope) value.Value {
	parts := boundBy(keys, sc)
	if len(parts) == 1 {
		return parts[0]
	}
	return value.Tuple(parts)
}

// boundBy has the values of the names that range over collections.
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

// size is the number of values of a set or a range.
func size(v value.Value) int {
	if r, ok := v.(value.Range); ok {
		return int(max(r.Hi-r.Lo+1, 0))
	}
	return v.(*value.Set).Len()
}

// values are those of a domain that has single values, any set, and whether none is
// one more.
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

// listed are members in the order in which a sequence has them.
func listed(members []value.Value, v value.Value) []value.Value {
	if elements := value.Elements(v); elements != nil {
		return elements
	}
	return members
}

// spelt are the values of a domain as a set.
func (ev *evaluator) spelt(x dsl.Expr, sc *scope) *value.Set {
	values, _ := ev.values(x, sc)
	if s, ok := values.(*value.Set); ok {
		return s
	}
	return value.NewSet(ev.members(x, values)...)
}

// ScalarShape is one of some values, or none if it is optional.
type ScalarShape struct {
	Values   value.Value // a *value.Set or a value.Range, which is not spelt out
	Optional bool
}

// Admits reports whether a value is one of those.
func (s *ScalarShape) Admits(v value.Value) bool {
	return isNone(v) && s.Optional || contains(s.Values, v)
}

func (s *ScalarShape) stored(v value.Value) value.Value { return v }
func (s *ScalarShape) empty() value.Value               { return nil }

// contains reports whether a value is one of a set or a range.
func contains(s, v value.Value) bool {
	if r, ok := s.(value.Range); ok {
		n, isInt := v.(value.Int)
		return isInt && r.Lo <= int64(n) && int64(n) <= r.Hi
	}
	return s.(*value.Set).Contains(v)
}

// SetShape is a set of some of the members.
type SetShape struct{ Members *value.Set }

// Admits reports whether a value is a set without other members.
func (s *SetShape) Admits(v value.Value) bool {
	set, ok := v.(*value.Set)
	if !ok {
		return false
	}
	for _, m := range set.List() {
		if !s.Members.Contains(m) {
			return false
		}
	}
	return true
}

// stored is the set that a collection makes: of a list without none.
func (s *SetShape) stored(v value.Value) value.Value {
	switch c := v.(type) {
	case value.None:
		return value.NewSet()
	case value.Range:
		if c.Hi-c.Lo > int64(s.Members.Len()) {
			return v // too many to be spelt out
		}
		return value.NewSet(value.Elements(c)...)
	case *value.Board, value.List, *value.Route:
		members, _ := value.Members(c)
		return value.NewSet(members...)
	}
	return v
}

func (s *SetShape) empty() value.Value { return nil }

// ArrayShape is an array with a value of its own shape, in Parts, for each key.
type ArrayShape struct {
	Keys  *value.Set
	Parts []Shape
	// Permutation is true if the values are the keys, each once.
	Permutation bool
	// Board is the board of the keys. It is nil unless all are cells of one board.
	Board *value.Board
}

// Admits reports whether a value is an array over the keys, with values that fit.
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

// keyIn is the key that one or several indices mean: a cell by its row and column, or a
// tuple.
func (s *ArrayShape) keyIn(keys []value.Value) value.Value {
	switch {
	case len(keys) == 1:
		return keys[0]
	case isPlace(s.Board, keys):
		return cellAt(s.Board, keys[0], keys[1])
	}
	return value.Tuple(keys)
}

// keyed is the shape of a find or a state with keys.
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

// StackShape is a list of UpTo values at most, each of the shape Of.
type StackShape struct {
	Of   *ScalarShape
	UpTo int
}

// Admits reports whether a value is such a list.
func (s *StackShape) Admits(v value.Value) bool {
	list, ok := v.(value.List)
	if !ok || len(list) > s.UpTo {
		return false
	}
	for _, x := range list {
		if !s.Of.Admits(x) {
			return false
		}
	}
	return true
}

func (s *StackShape) stored(v value.Value) value.Value {
	if ring, ok := v.(value.Ring); ok {
		return value.List(ring)
	}
	if isNone(v) {
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
	if size(values) == 0 && !optional {
		most = 0
	}
	return &StackShape{Of: &ScalarShape{Values: values, Optional: optional}, UpTo: int(most)}
}
