package judge

import (
	"nazo/dsl"
	"nazo/value"
)

// index computes a[k], a[i, j] and a[keys]; what is out of range is none. Several keys
// are a row and a column of a grid, the tuple that is a key of an array, or one after
// the other.
func (ev *evaluator) index(at dsl.Node, of value.Value, keys []value.Value) value.Value {
	if len(keys) == 1 {
		return ev.at(at, of, keys[0])
	}
	a, ok := of.(*value.Array)
	switch {
	case !ok:
	case isPlace(a.Board, keys):
		return ev.at(at, a, cellAt(a.Board, keys[0], keys[1]))
	case a.Keys.Len() == 0 || isTuple(a.Keys.List()[0]):
		return ev.at(at, a, value.Tuple(keys))
	}
	for _, k := range keys {
		of = ev.at(at, of, k)
	}
	return of
}

func isTuple(v value.Value) bool {
	_, ok := v.(value.Tuple)
	return ok
}

// isPlace reports whether keys are a row and a column, one of which may be none.
func isPlace(b *value.Board, keys []value.Value) bool {
	if b == nil || len(keys) != 2 {
		return false
	}
	for _, k := range keys {
		if !isNumber(k) && !isNone(k) {
			return false
		}
	}
	return true
}

// cellAt is the place at a row and a column, none off the board.
func cellAt(b *value.Board, row, col value.Value) value.Value {
	r, okR := row.(value.Int)
	c, okC := col.(value.Int)
	if !okR || !okC || r < 1 || c < 1 || r > value.Int(b.Rows) || c > value.Int(b.Cols) {
		return value.None{}
	}
	return b.At(int(r), int(c))
}

// at indexes by one key, or by a collection of keys, which gives the list of what is at
// each.
func (ev *evaluator) at(x dsl.Node, of, key value.Value) value.Value {
	a, isArray := of.(*value.Array)
	if isArray {
		if v, found := a.At(key); found {
			return v
		}
	}
	_, keysOfArray := key.(*value.Array)
	switch {
	case isNone(of) && isCollection(key):
		return value.List(nil)
	case isNone(of) || isNone(key):
		return value.None{}
	case isCollection(key) || keysOfArray:
		keys := ev.members(x, key)
		out := make(value.List, len(keys))
		for i, k := range keys {
			out[i] = ev.at(x, of, k)
		}
		return out
	case isArray:
		return value.None{}
	}
	switch of.(type) {
	case value.List, value.Ring, value.Tuple:
		items := value.Elements(of)
		if i, ok := key.(value.Int); ok && 1 <= i && int64(i) <= int64(len(items)) {
			return items[i-1]
		}
		return value.None{}
	}
	ev.fail(x, "not-indexable", "%s can't be indexed", value.Kind(of))
	return nil
}
