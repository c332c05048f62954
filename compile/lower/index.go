package lower

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// AtSeveral indexes by several keys: a grid by row and column, an array by the
// tuple, a list of lists one after the other.
func (lw *Lowerer) AtSeveral(at dsl.Node, of value.Value, keys []value.Value) value.Value {
	a, ok := of.(*value.Array)
	if !ok {
		for _, k := range keys {
			of = lw.At(at, of, k)
		}
		return of
	}
	if len(keys) == 2 && a.Board != nil && IsNumber(keys[0]) && IsNumber(keys[1]) {
		cell := lw.Lift(at, keys, func(vs []value.Value) value.Value { return CellAt(a.Board, vs[0], vs[1]) })
		return lw.At(at, a, cell)
	}
	if a.Keys.Len() > 0 {
		if _, tuples := a.Keys.List()[0].(value.Tuple); !tuples {
			return lw.AtSeveral(at, lw.At(at, a, keys[0]), keys[1:])
		}
	}
	return lw.At(at, a, value.Tuple(keys))
}

// CellAt is the place at a known row and column, none off the board.
func CellAt(b *value.Board, row, col value.Value) value.Value {
	r, okR := row.(value.Int)
	c, okC := col.(value.Int)
	if !okR || !okC || r < 1 || c < 1 || r > value.Int(b.Rows) || c > value.Int(b.Cols) {
		return value.None{}
	}
	return b.At(int(r), int(c))
}

// At indexes by one key, or by a collection of keys.
func (lw *Lowerer) At(x dsl.Node, of, key value.Value) value.Value {
	if Absent(of, key) {
		if IsCollection(key) {
			return value.List(nil)
		}
		return value.None{}
	}
	if a, ok := of.(*value.Array); ok && value.Known(key) {
		if v, found := a.At(key); found {
			return v
		}
	}
	if IsCollection(key) || isArray(key) {
		return lw.atEach(x, of, key)
	}
	switch of := of.(type) {
	case *value.Array:
		if value.Known(key) {
			return value.None{}
		}
		if v, ok := lw.elementOf(x, of.Keys.List(), of.Values, key); ok {
			return v
		}
		return lw.Lift(x, []value.Value{key}, func(vs []value.Value) value.Value { return lw.At(x, of, vs[0]) })
	case value.List, value.Ring:
		items := value.Elements(of)
		if i, ok := key.(value.Int); ok {
			if i < 1 || int64(i) > int64(len(items)) {
				return value.None{}
			}
			return items[i-1]
		}
		if value.Known(key) {
			return value.None{}
		}
		if lw.Moving() {
			if v, ok := lw.elementOf(x, value.Elements(value.Range{Lo: 1, Hi: int64(len(items))}), items, key); ok {
				return v
			}
		}
		return lw.Lift(x, []value.Value{key}, func(vs []value.Value) value.Value { return lw.At(x, of, vs[0]) })
	case value.Runs:
		return lw.At(x, lw.runsList(x, of), key)
	case value.Stack:
		return lw.atStack(x, of, key)
	case value.Guarded:
		if !of.IsSet {
			return lw.atGuarded(x, of, key)
		}
	case value.Tuple:
		return lw.At(x, value.List(of), key)
	case value.Choice:
		alts := make([]value.Alternative, len(of.Alts))
		for i, a := range of.Alts {
			alts[i] = value.Alternative{Guard: a.Guard, Value: lw.At(x, a.Value, key)}
		}
		return lw.Choose(x, alts)
	}
	lw.Fail(x, "not-indexable", "%s can't be indexed", value.Kind(of))
	return nil
}

// atGuarded indexes a list whose members depend on variables: the member that
// is there and has key - 1 before it that are.
func (lw *Lowerer) atGuarded(x dsl.Node, of value.Guarded, key value.Value) value.Value {
	var alts []value.Alternative
	var before []model.Bool
	some := model.False
	for _, m := range of.Members {
		place := lw.Add(x, lw.Count(x, before), value.Int(1))
		guard := lw.And(m.Guard, lw.Equal(x, place, key))
		alts = append(alts, value.Alternative{Guard: guard, Value: m.Value})
		before = append(before, m.Guard)
		some = lw.Or(some, guard)
	}
	return lw.Choose(x, append(alts, value.Alternative{Guard: some.Not(), Value: value.None{}}))
}

func isArray(v value.Value) bool {
	_, ok := v.(*value.Array)
	return ok
}

// atEach is the list of the values at each of several keys.
func (lw *Lowerer) atEach(x dsl.Node, of, keys value.Value) value.Value {
	members, _ := lw.Members(x, keys)
	out := make([]value.Alternative, len(members))
	for i, m := range members {
		out[i] = value.Alternative{Guard: m.Guard, Value: lw.At(x, of, m.Value)}
	}
	known := true
	values := make([]value.Value, len(out))
	for i, m := range out {
		known = known && m.Guard == model.True
		values[i] = m.Value
	}
	if known { // keep what is none, so that places stay in step with the keys
		return value.List(values)
	}
	return lw.Guarded(x, out, false)
}

// elementOf indexes numbers by an unknown number, where the keys are
// consecutive numbers, or by a choice that has an index.
func (lw *Lowerer) elementOf(x dsl.Node, keys, values []value.Value, key value.Value) (value.Value, bool) {
	u, ok := key.(value.Unknown)
	if !ok || u.Defined != model.True {
		return nil, false
	}
	items := make([]model.Int, len(values))
	for i, v := range values {
		switch v.(type) {
		case value.Int, value.Unknown:
		default:
			return nil, false
		}
		k, isInt := keys[i].(value.Int)
		if !isInt || i > 0 && k != keys[i-1].(value.Int)+1 {
			return nil, false
		}
		n, defined := lw.Number(x, v)
		if defined != model.True {
			return nil, false
		}
		items[i] = n
	}
	if len(items) == 0 {
		return nil, false
	}
	base := int64(keys[0].(value.Int))
	index := u.X
	if n, ok := lw.Model.Ints[index].(model.Linear); ok && lw.Moving() && len(n.Terms) == 1 && n.Terms[0].Coef == 1 {
		index, base = n.Terms[0].X, base-n.Const // a[i + 1] is a table of i, too
	}
	inside := lw.Model.In(index, model.Range(base, base+int64(len(items))-1))
	return lw.unknown(x, lw.Model.Element(index, base, items), inside), true
}
