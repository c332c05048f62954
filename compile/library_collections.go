package compile

import (
	"math/big"
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// aggregate fits a function of guarded values to a call with one collection.
func aggregate(f func(*evaluator, dsl.Node, []value.Alternative) value.Value) func(*evaluator, *dsl.Call, []value.Value) value.Value {
	return func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
		members, _ := ev.members(x, args[0])
		return f(ev, x, members)
	}
}

func extremumOf(greatest bool) func(*evaluator, dsl.Node, []value.Alternative) value.Value {
	return func(ev *evaluator, at dsl.Node, values []value.Alternative) value.Value {
		return ev.extremum(at, values, greatest)
	}
}

func size(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	if r, ok := args[0].(value.Range); ok {
		return value.Int(max(r.Hi-r.Lo+1, 0))
	}
	if s, ok := args[0].(*value.Set); ok {
		return value.Int(s.Len())
	}
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

// pairs are the sets of two members, in order.
func pairs(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	list := ev.asKnownSet(x.Args[0], args[0]).List()
	ev.tooMany(x, len(list)*len(list)/2)
	var out value.List
	for i, a := range list {
		for _, b := range list[i+1:] {
			out = append(out, value.NewSet(a, b))
		}
	}
	return out
}

// subsets are all subsets, the empty one first.
func subsets(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	list := ev.asKnownSet(x.Args[0], args[0]).List()
	if len(list) > 20 {
		ev.fail(x, codeSize, "a set of %d has too many subsets", len(list))
	}
	out := make(value.List, 1<<len(list))
	for bits := range out {
		var chosen []value.Value
		for i, v := range list {
			if bits>>i&1 == 1 {
				chosen = append(chosen, v)
			}
		}
		out[bits] = value.NewSet(chosen...)
	}
	return out
}

func sorted(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	list := slices.Clone(ev.asKnownList(x.Args[0], args[0]))
	slices.SortStableFunc(list, value.Compare)
	return value.List(list)
}

// sequence is an argument of known length, whose members may be unknown.
func (ev *evaluator) sequence(x *dsl.Call, args []value.Value, i int) []value.Value {
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

func reverse(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	list := ev.sequence(x, args, 0)
	slices.Reverse(list)
	return value.List(list)
}

// rotate moves the first k members of a list to its end.
func rotate(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	list := ev.sequence(x, args, 0)
	if len(list) == 0 {
		return value.List(nil)
	}
	return ev.lift(x, args[1:], func(vs []value.Value) value.Value {
		if absent(vs[0]) {
			return value.None{}
		}
		k := ev.intArg(x, []value.Value{nil, vs[0]}, 1) % len(list)
		if k < 0 {
			k += len(list)
		}
		return value.List(slices.Concat(list[k:], list[:k]))
	})
}

// indexIn is the place of a value in a list, counted from 1, or none.
func indexIn(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	for i, v := range ev.asKnownList(x.Args[0], args[0]) {
		if value.Equal(v, args[1]) {
			return value.Int(i + 1)
		}
	}
	return value.None{}
}

// total adds the costs of edges: of the values of a table at their two ends.
func (ev *evaluator) total(at dsl.Node, args []value.Value) value.Value {
	members, _ := ev.members(at, args[1])
	costs := make([]value.Alternative, len(members))
	for i, m := range members {
		e := ev.edge(at, m.Value)
		costs[i] = value.Alternative{Guard: m.Guard, Value: ev.atSeveral(at, args[0], []value.Value{e.A, e.B})}
	}
	return ev.sum(at, costs)
}

// union is the set of what is in some member of a collection of collections.
func union(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
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

func abs(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	if b, known := value.BigOf(args[0]); known {
		return value.FromBig(new(big.Int).Abs(b))
	}
	n, defined := ev.number(x, args[0])
	if defined == model.False {
		return value.None{}
	}
	return ev.unknown(x, ev.m.Abs(n), defined)
}

// isqrt is the greatest number whose square is not greater; none for negative
// numbers.
func isqrt(_ *evaluator, _ *dsl.Call, args []value.Value) value.Value {
	b, known := value.BigOf(args[0])
	if !known || b.Sign() < 0 {
		return value.None{}
	}
	return value.FromBig(new(big.Int).Sqrt(b))
}
