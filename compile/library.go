package compile

import (
	"math/rand/v2"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/library"
	"nazo/value"
)

// memoKey identifies a call with known arguments that can be compared quickly.
type memoKey struct {
	name string
	args [3]any         // a value.Value, or the key of one
	body check.Instance // of a def: what edge(a, b) means in it may depend on the call
	arcs bool           // of edge and along
	form int            // of a function to which it matters which signature a call fits
}

// callLibrary computes a function of the library.
func (ev *evaluator) callLibrary(x *dsl.Call, args []value.Value) value.Value {
	f := library.Find(x.Func.Text)
	if f == nil {
		ev.Fail(x.Func, "unknown-function", "no function is called %q", x.Func.Text)
	}
	if !f.Takes(len(args)) {
		ev.Fail(x, "wrong-arguments", "%s takes another number of arguments than %d", x.Func.Text, len(args))
	}
	if a, ok := args[0].(*value.Array); ok && f.Board {
		args = append([]value.Value{a.Keys}, args[1:]...)
	}
	defer ev.Charge(f.Name, ev.Size())
	return ev.applyFunction(f, x, args)
}

// keyOfCall identifies a call by its arguments; ok is false unless these are few,
// known and quickly compared. heavy says that a collection is among them.
func keyOfCall(name string, args []value.Value) (key memoKey, heavy, ok bool) {
	key.name = name
	if len(args) > len(key.args) {
		return key, false, false
	}
	for i, a := range args {
		switch a.(type) {
		case *value.Set, *value.Graph, *value.Board:
			heavy = true
		case *value.Array:
			if !value.Known(a) {
				return key, false, false
			}
			heavy = true
		case value.Int, value.Cell, value.Direction, value.Label, value.Shape:
		default:
			short, isShort := value.ShortKey(a)
			if !isShort {
				return key, false, false
			}
			key.args[i] = short
			continue
		}
		key.args[i] = a
	}
	return key, heavy, true
}

// mostRemembered bounds the results that are kept.
const mostRemembered = 1 << 18

// recall is the result of a call that was made before, or else computes it; it is
// kept if it is known or nothing moves: then finds are the same wherever they are mentioned.
func (ev *evaluator) recall(key memoKey, compute func() value.Value) value.Value {
	if v, done := ev.memo[key]; done {
		return v
	}
	v := compute()
	if len(ev.memo) < mostRemembered && (len(ev.program.moves) == 0 || value.Known(v)) {
		ev.memo[key] = v
	}
	return v
}

// applyFunction computes a function of the library: for known arguments it is the
// library's, a lifted one becomes its table, and an open one has a reading.
func (ev *evaluator) applyFunction(f *library.Function, x *dsl.Call, args []value.Value) value.Value {
	ev.Calling, ev.Form = x, ev.program.spec.Form(x, ev.body)
	known := !slices.ContainsFunc(args, func(v value.Value) bool { return !value.Known(v) })
	switch {
	case known:
		return ev.recallKnown(f, x, args)
	case f.ByMembers && lower.ByMembers(args[0]):
		return ev.program.readings[f.Name](ev.Lowerer, x, args)
	case f.Unknowns == library.Lifted:
		return ev.Lift(x, args, func(known []value.Value) value.Value { return ev.recallKnown(f, x, known) })
	case f.Unknowns == library.Open:
		return ev.program.readings[f.Name](ev.Lowerer, x, args)
	}
	for i, a := range args {
		if !value.Known(a) {
			ev.Fail(x.Args[i], "must-be-known", "this must be known: it may not depend on a find")
		}
	}
	panic("compile: unreachable")
}

// recallKnown is a function of the library for known arguments. Calls with the same boards, sets and
// graphs are common inside of binders and in tables, so results are kept.
func (ev *evaluator) recallKnown(f *library.Function, x *dsl.Call, args []value.Value) value.Value {
	key, heavy, ok := keyOfCall(f.Name, args)
	if !ok || !heavy || f.Random {
		return ev.applyKnown(f, x, args)
	}
	key.arcs, key.form = ev.arcs(x), ev.program.spec.Form(x, ev.body)
	return ev.recall(key, func() value.Value { return ev.applyKnown(f, x, args) })
}

// applyKnown computes a function of the library for known arguments.
func (ev *evaluator) applyKnown(f *library.Function, at dsl.Node, args []value.Value) value.Value {
	return ev.applyOnly(f, at, args, nil)
}

// applyOnly computes a function of the library of whose members only some matter.
func (ev *evaluator) applyOnly(f *library.Function, at dsl.Node, args []value.Value, only *library.Only) value.Value {
	call := library.Call{Args: args, Only: only, Memo: ev.made}
	if x, ok := at.(*dsl.Call); ok {
		call.Arcs = ev.arcs(x)
	}
	if f.Random { // the state is the seed and the number of the call, from 1
		ev.draws++
		call.Draw = rand.NewPCG(uint64(ev.seed), ev.draws)
	}
	return ev.Apply(f, at, &call)
}

// arcs reports whether a call of edge or along makes arcs. In what was written for a
// given it does, if nobody knows: the type of the given then takes their direction.
func (ev *evaluator) arcs(x *dsl.Call) bool {
	directed, known := ev.program.spec.Directed(x, ev.body)
	return directed || !known && ev.reading
}
