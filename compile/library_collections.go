package compile

import (
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// Readings of the library's functions of collections, for arguments of which not all
// is known.

// aggregate fits a function of guarded values to a call with one collection.
func aggregate(f func(*lowerer, dsl.Node, []value.Alternative) value.Value) reading {
	return func(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
		members, _ := ev.members(x, args[0])
		return f(ev, x, members)
	}
}

func extremumOf(greatest bool) func(*lowerer, dsl.Node, []value.Alternative) value.Value {
	return func(ev *lowerer, at dsl.Node, values []value.Alternative) value.Value {
		return ev.extremum(at, values, greatest)
	}
}

func size(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
	if s, ok := args[0].(value.Stack); ok {
		return ev.unknown(x, s.Size, model.True)
	}
	members, _ := ev.members(x, args[0])
	guards := make([]model.Bool, len(members))
	for i, m := range members {
		guards[i] = m.Guard
	}
	return ev.count(x, guards)
}

// sequence is an argument of known length, whose members may be unknown.
func (ev *lowerer) sequence(x *dsl.Call, args []value.Value, i int) []value.Value {
	members, _ := ev.members(x.Args[i], args[i])
	out := make([]value.Value, len(members))
	for k, m := range members {
		if m.Guard != model.True {
			ev.fail(x.Args[i], "must-be-known", "the length of this list must be known")
		}
		out[k] = m.Value
	}
	return out
}

func reverse(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
	list := ev.sequence(x, args, 0)
	slices.Reverse(list)
	return value.List(list)
}

// rotate moves the first k members of a list to its end. What it does to places is
// the library's to say.
func rotate(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
	list := ev.sequence(x, args, 0)
	places := make(value.List, len(list))
	for i := range places {
		places[i] = value.Int(i)
	}
	return ev.lift(x, args[1:], func(vs []value.Value) value.Value {
		moved := ev.ofKnown("rotate", x, places, vs[0]).(value.List)
		out := make(value.List, len(moved))
		for i, place := range moved {
			out[i] = list[place.(value.Int)]
		}
		return out
	})
}

// total adds the costs of edges: of the values of a table at their two ends.
func (ev *lowerer) total(at dsl.Node, args []value.Value) value.Value {
	members, _ := ev.members(at, args[1])
	costs := make([]value.Alternative, len(members))
	for i, m := range members {
		e := ev.edge(at, m.Value)
		costs[i] = value.Alternative{Guard: m.Guard, Value: ev.atSeveral(at, args[0], []value.Value{e.A, e.B})}
	}
	return ev.sum(at, costs)
}

// edge is a value that must be an edge.
func (ev *lowerer) edge(at dsl.Node, v value.Value) value.Edge {
	e, ok := v.(value.Edge)
	if !ok {
		ev.fail(at, "wrong-argument", "expected edges, found %s", value.Kind(v))
	}
	return e
}

// union is the set of what is in some member of a collection of collections.
func union(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
	members, _ := ev.members(x, args[0])
	var out []value.Alternative
	for _, m := range members {
		inner, _ := ev.members(x, m.Value)
		for _, i := range inner {
			out = append(out, value.Alternative{Guard: ev.and(m.Guard, i.Guard), Value: i.Value})
		}
	}
	return ev.guarded(x, out, true)
}

func abs(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
	n, defined := ev.number(x, args[0])
	if defined == model.False {
		return value.None{}
	}
	return ev.unknown(x, ev.m.Abs(n), defined)
}

// inverse is the array that says for each value of a permutation where it stands.
func (ev *lowerer) inverse(at dsl.Node, args []value.Value) value.Value {
	p, ok := args[0].(*value.Array)
	if !ok {
		ev.fail(at, "wrong-argument", "expected a permutation, found %s", value.Kind(args[0]))
	}
	if done, ok := ev.inverses[p]; ok {
		return done
	}
	ev.refuseHelper()
	keys := p.Keys
	// Places are numbered as the keys are listed.
	n := int64(keys.Len())
	body := model.Inverse{}
	out := make([]value.Value, keys.Len())
	for i, v := range p.Values {
		place := ev.lift(at, []value.Value{v}, func(vs []value.Value) value.Value { return value.Int(keys.Index(vs[0])) })
		x, _ := ev.number(at, place)
		y := ev.m.IntVar(ev.m.AddInt(model.Range(0, n-1), -1, true))
		body.Xs, body.Ys = append(body.Xs, x), append(body.Ys, y)
		alts := make([]value.Alternative, n)
		for k := range alts {
			alts[k] = value.Alternative{Guard: ev.m.In(y, model.Range(int64(k), int64(k))), Value: keys.List()[k]}
		}
		out[i] = ev.indexed(at, y, alts)
	}
	ev.m.Constrain(ev.instance, model.True, body)
	result := value.NewArray(keys, out, p.Board)
	ev.inverses[p] = result
	return result
}
