package judge

import (
	"nazo/dsl"
	"nazo/value"
)

// ArrayShape is an array with a value of its own shape, in Parts, for each key.
type ArrayShape struct {
	Keys  *value.Set
	Parts []Shape
	// Permutation is true if the values are the keys, each once.
	Permutation bool
	// Board is that of the keys; nil unless all are cells of one.
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
