package compile

import (
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// loop is an iteration over the bindings of binders.
type loop struct {
	check.JoinLoop
	f     func(sc *scope, guard model.Bool) bool
	bound int // bindings so far, including those that the filter refuses
}

// candidates returns the members that the i-th binder of a loop ranges over, in order. It may omit members for
// which the loop's conditions are known to be false.
func (ev *evaluator) candidates(l *loop, i int, sc *scope) []value.Alternative {
	item := l.Binders.Items[i]
	if ev.Moving() { // known values change
		return ev.MembersOf(item, ev.eval(item.In, sc))
	}
	found := ev.lookup.Candidates(looker{ev}, l.JoinLoop, i, ev.body, sc)
	ev.Work(len(found))
	return found
}

// looker evaluates for lookups.
type looker struct{ *evaluator }

// Quietly runs f and reports whether it finished. It swallows errors of f except limits.
func (ev looker) Quietly(f func()) (ok bool) {
	source, depth, body := ev.Source, ev.depth, ev.body
	defer func() {
		switch r := recover().(type) {
		case nil:
		case lower.Stop:
			if r.D.Code == lower.CodeTime || r.D.Code == lower.CodeSize {
				panic(r)
			}
			ev.Source, ev.depth, ev.body, ok = source, depth, body, false
		default:
			panic(r)
		}
	}()
	f()
	return true
}

// Eval evaluates an expression.
func (ev looker) Eval(x dsl.Expr, sc *scope) value.Value { return ev.eval(x, sc) }

// Holds reports whether a condition is known to be true, or false.
func (ev looker) Holds(x dsl.Expr, sc *scope, holds bool) bool {
	return ev.condition(x, sc) == model.Const(holds)
}

// Usable reports whether evaluating a probe makes no nodes.
func (ev looker) Usable(p check.JoinProbe) bool {
	return ev.cheap(p.Of) && (p.Value == nil || ev.cheap(p.Value)) && !slices.ContainsFunc(p.Premises, func(q check.JoinPremise) bool { return ev.program.spec.Unknown(q.X) })
}

// cheap reports whether evaluating an expression makes no nodes.
func (ev *evaluator) cheap(x dsl.Expr) bool {
	if !ev.program.spec.Unknown(x) {
		return true
	}
	switch x := x.(type) {
	case *dsl.Name:
		return true
	case *dsl.Index:
		_, name := x.X.(*dsl.Name)
		return name && !slices.ContainsFunc(x.Keys, ev.program.spec.Unknown)
	}
	return false
}

// Select returns the members of a call, reduced to those that a lookup asks for. ok is false if an argument is unknown.
func (ev looker) Select(f *library.Function, call *dsl.Call, only *library.Only, sc *scope) (members []value.Alternative, ok bool) {
	args := ev.evalAll(call.Args, sc)
	if a, isArray := args[0].(*value.Array); isArray && f.Board {
		args[0] = a.Keys
	}
	if slices.ContainsFunc(args, func(v value.Value) bool { return !value.Known(v) }) {
		return nil, false
	}
	members, _ = ev.Members(call, ev.applyOnly(f, call, args, only))
	return members, true
}

// MembersOf returns the members of a collection that a binder ranges over.
func (ev *evaluator) MembersOf(item *dsl.Binder, in value.Value) []value.Alternative {
	members, _ := ev.Members(item.In, in)
	return members
}

// Keys returns the keys under which a probe finds a member. ok is false if they are unknown.
func (ev looker) Keys(item *dsl.Binder, p check.JoinProbe, m value.Alternative) (keys []value.Key, ok bool) {
	ev.Tick(item)
	var of value.Value
	if !ev.Quietly(func() { of = ev.eval(p.Of, ev.match(item, m.Value, nil)) }) {
		return nil, false
	}
	keys, ok = ev.keysOf(p, m.Value, of)
	ev.Work(len(keys))
	return keys, ok
}

// keysOf returns the keys of all possible values.
func (ev looker) keysOf(p check.JoinProbe, member, of value.Value) (keys []value.Key, ok bool) {
	c, choice := of.(value.Choice)
	if !choice || p.Kind == check.Near {
		return ev.lookup.KeysOf(p, member, of)
	}
	for _, a := range c.Alts {
		more, ok := ev.keysOf(p, member, a.Value)
		if !ok {
			return nil, false
		}
		keys = append(keys, more...)
	}
	return keys, true
}
