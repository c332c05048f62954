package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// These are readings of the library's functions on collections.

// aggregate adapts a function of guarded values to a call with one collection.
func aggregate(f func(*Lowerer, dsl.Node, []value.Alternative) value.Value) Reading {
	return func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
		members, _ := lw.Members(x, args[0])
		return f(lw, x, members)
	}
}

func extremumOf(greatest bool) func(*Lowerer, dsl.Node, []value.Alternative) value.Value {
	return func(lw *Lowerer, at dsl.Node, values []value.Alternative) value.Value {
		return lw.Extremum(at, values, greatest)
	}
}

func size(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	if s, ok := args[0].(value.Stack); ok {
		return lw.unknown(x, s.Size, model.True)
	}
	switch p := args[0].(type) {
	case value.Part:
		if n, ok := lw.partSize(x, p); ok {
			return n
		}
	case value.Share:
		return lw.sizeAmong(x, p.Of, p.Among)
	}
	members, _ := lw.Members(x, args[0])
	return lw.Count(x, guardsOf(members))
}

// sequence returns the members of an argument that must have a known length.
func (lw *Lowerer) sequence(x *dsl.Call, args []value.Value, i int) []value.Value {
	out, ok := lw.inOrder(x.Args[i], args[i])
	if !ok {
		lw.Fail(x.Args[i], "must-be-known", "the length of this list must be known")
	}
	return out
}

// inOrder returns the members of a list, place by place. A choice among lists of one length has members, too. ok is
// false if the length is unknown.
func (lw *Lowerer) inOrder(at dsl.Node, list value.Value) (out []value.Value, ok bool) {
	if c, chosen := list.(value.Choice); chosen && len(c.Alts) > 0 {
		var parts [][]value.Value
		for _, alt := range c.Alts {
			l, isList := alt.Value.(value.List)
			if !isList || len(parts) > 0 && len(l) != len(parts[0]) {
				return nil, false
			}
			parts = append(parts, l)
		}
		return lw.chooseEach(at, c.Alts, parts), true
	}
	members, _ := lw.Members(at, list)
	for _, m := range members {
		if m.Guard != model.True {
			return nil, false
		}
		out = append(out, m.Value)
	}
	return out, true
}

func reverse(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	list := lw.sequence(x, args, 0)
	slices.Reverse(list)
	return value.List(list)
}

// rotate moves the first k members of a list to its end. The library's rotate maps the places.
func rotate(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	list := lw.sequence(x, args, 0)
	places := make(value.List, len(list))
	for i := range places {
		places[i] = value.Int(i)
	}
	return lw.Lift(x, args[1:], func(vs []value.Value) value.Value {
		moved := lw.OfKnown("rotate", x, places, vs[0]).(value.List)
		return value.List(alg.Map(moved, func(place value.Value) value.Value { return list[place.(value.Int)] }))
	})
}

// total adds the costs of edges: the values of a table at their two ends.
func (lw *Lowerer) total(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[1])
	return lw.Sum(at, MapValues(members, func(v value.Value) value.Value {
		e := lw.edge(at, v)
		return lw.AtSeveral(at, args[0], []value.Value{e.A, e.B})
	}))
}

// edge returns a value that must be an edge.
func (lw *Lowerer) edge(at dsl.Node, v value.Value) value.Edge {
	return expect[value.Edge](lw, at, v, "wrong-argument", "edges")
}

// expect returns a value that must be of a type.
func expect[T value.Value](lw *Lowerer, at dsl.Node, v value.Value, code, what string) T {
	t, ok := v.(T)
	if !ok {
		lw.Fail(at, code, "expected %s, found %s", what, value.Kind(v))
	}
	return t
}

// union returns the union of a collection of collections.
func union(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	members, _ := lw.Members(x, args[0])
	if p, ok := oneReach(members); ok {
		return p
	}
	var out []value.Alternative
	for _, m := range members {
		inner, _ := lw.Members(x, m.Value)
		out = append(out, lw.under(m.Guard, inner)...)
	}
	return lw.Guarded(x, out, true)
}

func abs(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	n, defined := lw.Number(x, args[0])
	if defined == model.False {
		return value.None{}
	}
	return lw.unknown(x, lw.Model.Abs(n), defined)
}

// inverse returns the array with the place of each value of a permutation.
func (lw *Lowerer) inverse(at dsl.Node, args []value.Value) value.Value {
	p := expect[*value.Array](lw, at, args[0], "wrong-argument", "a permutation")
	if done, ok := lw.inverses[p]; ok {
		return done
	}
	lw.refuseHelper()
	keys := p.Keys
	// Places are numbered in the order of the keys.
	n := int64(keys.Len())
	body := model.Inverse{}
	out := make([]value.Value, keys.Len())
	for i, v := range p.Values {
		place := lw.Lift(at, []value.Value{v}, func(vs []value.Value) value.Value { return value.Int(keys.Index(vs[0])) })
		x, _ := lw.Number(at, place)
		y := lw.Model.IntVar(lw.Model.AddInt(model.Range(0, n-1), -1, true))
		body.Xs, body.Ys = append(body.Xs, x), append(body.Ys, y)
		alts := make([]value.Alternative, n)
		for k := range alts {
			alts[k] = value.Alternative{Guard: lw.Model.In(y, model.Range(int64(k), int64(k))), Value: keys.List()[k]}
		}
		out[i] = lw.Indexed(at, y, alts)
	}
	lw.sharing("a permutation and its inverse", func() { lw.Model.Constrain(lw.Instance, model.True, body) })
	result := value.NewArray(keys, out, p.Board)
	lw.inverses[p] = result
	return result
}

// clues returns the cells of a grid that are not none. The grid may be an unknown given.
func (lw *Lowerer) clues(at dsl.Node, args []value.Value) value.Value {
	a := expect[*value.Array](lw, at, args[0], "wrong-argument", "a grid")
	members := make([]value.Alternative, len(a.Values))
	for i, k := range a.Keys.List() {
		members[i] = value.Alternative{Guard: lw.Equal(at, a.Values[i], value.None{}).Not(), Value: k}
	}
	return lw.Guarded(at, members, true)
}

// AtSeveral indexes by several keys: a grid by row and column, an array by the tuple, a list of lists one after the
// other.
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

// CellAt returns the cell at a known row and column, or none off the board.
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
	if _, array := key.(*value.Array); array || IsCollection(key) {
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
		return lw.Choose(x, MapValues(of.Alts, func(v value.Value) value.Value { return lw.At(x, v, key) }))
	}
	lw.Fail(x, "not-indexable", "%s can't be indexed", value.Kind(of))
	return nil
}

// atGuarded indexes a list whose members depend on variables. It returns the existing member with key - 1 existing
// members before it.
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

// atEach returns the list of the values at several keys.
func (lw *Lowerer) atEach(x dsl.Node, of, keys value.Value) value.Value {
	members, _ := lw.Members(x, keys)
	out := MapValues(members, func(key value.Value) value.Value { return lw.At(x, of, key) })
	if !slices.ContainsFunc(out, func(m value.Alternative) bool { return m.Guard != model.True }) {
		// keep none, so that places correspond to keys
		return value.List(valuesOf(out))
	}
	return lw.Guarded(x, out, false)
}

// elementOf indexes by an unknown number if the values are numbers and the keys consecutive numbers.
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
