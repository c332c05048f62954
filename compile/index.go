package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// atSeveral indexes by several keys: a grid by row and column, an array by the
// tuple, a list of lists one after the other.
func (ev *lowerer) atSeveral(at dsl.Node, of value.Value, keys []value.Value) value.Value {
	a, ok := of.(*value.Array)
	if !ok {
		for _, k := range keys {
			of = ev.at(at, of, k)
		}
		return of
	}
	if len(keys) == 2 && a.Board != nil && isNumber(keys[0]) && isNumber(keys[1]) {
		cell := ev.lift(at, keys, func(vs []value.Value) value.Value { return cellAt(a.Board, vs[0], vs[1]) })
		return ev.at(at, a, cell)
	}
	if a.Keys.Len() > 0 {
		if _, tuples := a.Keys.List()[0].(value.Tuple); !tuples {
			return ev.atSeveral(at, ev.at(at, a, keys[0]), keys[1:])
		}
	}
	return ev.at(at, a, value.Tuple(keys))
}

// cellAt is the place at a known row and column, none off the board.
func cellAt(b *value.Board, row, col value.Value) value.Value {
	r, okR := row.(value.Int)
	c, okC := col.(value.Int)
	if !okR || !okC || r < 1 || c < 1 || r > value.Int(b.Rows) || c > value.Int(b.Cols) {
		return value.None{}
	}
	return b.At(int(r), int(c))
}

// at indexes by one key, or by a collection of keys.
func (ev *lowerer) at(x dsl.Node, of, key value.Value) value.Value {
	if absent(of, key) {
		if isCollection(key) {
			return value.List(nil)
		}
		return value.None{}
	}
	if a, ok := of.(*value.Array); ok && value.Known(key) {
		if v, found := a.At(key); found {
			return v
		}
	}
	if isCollection(key) || isArray(key) {
		return ev.atEach(x, of, key)
	}
	switch of := of.(type) {
	case *value.Array:
		if value.Known(key) {
			return value.None{}
		}
		if v, ok := ev.elementOf(x, of.Keys.List(), of.Values, key); ok {
			return v
		}
		return ev.lift(x, []value.Value{key}, func(vs []value.Value) value.Value { return ev.at(x, of, vs[0]) })
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
		if ev.moving() {
			if v, ok := ev.elementOf(x, value.Elements(value.Range{Lo: 1, Hi: int64(len(items))}), items, key); ok {
				return v
			}
		}
		return ev.lift(x, []value.Value{key}, func(vs []value.Value) value.Value { return ev.at(x, of, vs[0]) })
	case value.Runs:
		return ev.at(x, ev.runsList(x, of), key)
	case value.Stack:
		return ev.atStack(x, of, key)
	case value.Guarded:
		if !of.IsSet {
			return ev.atGuarded(x, of, key)
		}
	case value.Tuple:
		return ev.at(x, value.List(of), key)
	case value.Choice:
		alts := make([]value.Alternative, len(of.Alts))
		for i, a := range of.Alts {
			alts[i] = value.Alternative{Guard: a.Guard, Value: ev.at(x, a.Value, key)}
		}
		return ev.choose(x, alts)
	}
	ev.fail(x, "not-indexable", "%s can't be indexed", value.Kind(of))
	return nil
}

// atGuarded indexes a list whose members depend on variables: the member that
// is there and has key - 1 before it that are.
func (ev *lowerer) atGuarded(x dsl.Node, of value.Guarded, key value.Value) value.Value {
	var alts []value.Alternative
	var before []model.Bool
	some := model.False
	for _, m := range of.Members {
		place := ev.add(x, ev.count(x, before), value.Int(1))
		guard := ev.and(m.Guard, ev.equal(x, place, key))
		alts = append(alts, value.Alternative{Guard: guard, Value: m.Value})
		before = append(before, m.Guard)
		some = ev.or(some, guard)
	}
	return ev.choose(x, append(alts, value.Alternative{Guard: some.Not(), Value: value.None{}}))
}

func isArray(v value.Value) bool {
	_, ok := v.(*value.Array)
	return ok
}

// atEach is the list of the values at each of several keys.
func (ev *lowerer) atEach(x dsl.Node, of, keys value.Value) value.Value {
	members, _ := ev.members(x, keys)
	out := make([]value.Alternative, len(members))
	for i, m := range members {
		out[i] = value.Alternative{Guard: m.Guard, Value: ev.at(x, of, m.Value)}
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
	return ev.guarded(x, out, false)
}

// elementOf indexes numbers by an unknown number, where the keys are
// consecutive numbers, or by a choice that has an index.
func (ev *lowerer) elementOf(x dsl.Node, keys, values []value.Value, key value.Value) (value.Value, bool) {
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
		n, defined := ev.number(x, v)
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
	if n, ok := ev.m.Ints[index].(model.Linear); ok && ev.moving() && len(n.Terms) == 1 && n.Terms[0].Coef == 1 {
		index, base = n.Terms[0].X, base-n.Const // a[i + 1] is a table of i, too
	}
	inside := ev.m.In(index, model.Range(base, base+int64(len(items))-1))
	return ev.unknown(x, ev.m.Element(index, base, items), inside), true
}
