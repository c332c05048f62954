package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// Readings of the library's functions of collections, for arguments of which not all
// is known.

// aggregate fits a function of guarded values to a call with one collection.
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
	if p, ok := args[0].(value.Part); ok {
		if n, ok := lw.partSize(x, p); ok {
			return n
		}
	}
	members, _ := lw.Members(x, args[0])
	guards := make([]model.Bool, len(members))
	for i, m := range members {
		guards[i] = m.Guard
	}
	return lw.Count(x, guards)
}

// sequence is an argument of known length, whose members may be unknown.
func (lw *Lowerer) sequence(x *dsl.Call, args []value.Value, i int) []value.Value {
	out, ok := lw.inOrder(x.Args[i], args[i])
	if !ok {
		lw.Fail(x.Args[i], "must-be-known", "the length of this list must be known")
	}
	return out
}

// inOrder are the members of a list, place by place: also of one of several lists of one length. It is not ok if the length is not known.
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

// rotate moves the first k members of a list to its end. What it does to places is
// the library's to say.
func rotate(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	list := lw.sequence(x, args, 0)
	places := make(value.List, len(list))
	for i := range places {
		places[i] = value.Int(i)
	}
	return lw.Lift(x, args[1:], func(vs []value.Value) value.Value {
		moved := lw.OfKnown("rotate", x, places, vs[0]).(value.List)
		out := make(value.List, len(moved))
		for i, place := range moved {
			out[i] = list[place.(value.Int)]
		}
		return out
	})
}

// total adds the costs of edges: of the values of a table at their two ends.
func (lw *Lowerer) total(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[1])
	costs := make([]value.Alternative, len(members))
	for i, m := range members {
		e := lw.edge(at, m.Value)
		costs[i] = value.Alternative{Guard: m.Guard, Value: lw.AtSeveral(at, args[0], []value.Value{e.A, e.B})}
	}
	return lw.Sum(at, costs)
}

// edge is a value that must be an edge.
func (lw *Lowerer) edge(at dsl.Node, v value.Value) value.Edge {
	e, ok := v.(value.Edge)
	if !ok {
		lw.Fail(at, "wrong-argument", "expected edges, found %s", value.Kind(v))
	}
	return e
}

// union is the set of what is in some member of a collection of collections.
func union(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	members, _ := lw.Members(x, args[0])
	if p, ok := oneReach(members); ok {
		return p
	}
	var out []value.Alternative
	for _, m := range members {
		inner, _ := lw.Members(x, m.Value)
		for _, i := range inner {
			out = append(out, value.Alternative{Guard: lw.And(m.Guard, i.Guard), Value: i.Value})
		}
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

// inverse is the array that says for each value of a permutation where it stands.
func (lw *Lowerer) inverse(at dsl.Node, args []value.Value) value.Value {
	p, ok := args[0].(*value.Array)
	if !ok {
		lw.Fail(at, "wrong-argument", "expected a permutation, found %s", value.Kind(args[0]))
	}
	if done, ok := lw.inverses[p]; ok {
		return done
	}
	lw.refuseHelper()
	keys := p.Keys
	// Places are numbered as the keys are listed.
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

// clues are the cells of a grid that are not none; the grid is unknown where it is a given that is sought.
func (lw *Lowerer) clues(at dsl.Node, args []value.Value) value.Value {
	a, ok := args[0].(*value.Array)
	if !ok {
		lw.Fail(at, "wrong-argument", "expected a grid")
	}
	members := make([]value.Alternative, len(a.Values))
	for i, k := range a.Keys.List() {
		members[i] = value.Alternative{Guard: lw.Equal(at, a.Values[i], value.None{}).Not(), Value: k}
	}
	return lw.Guarded(at, members, true)
}
