package judge

import (
	"errors"

	"nazo/dsl"
	"nazo/library"
	"nazo/value"
)

// call computes a function of the spec or of the library.
func (ev *evaluator) call(x *dsl.Call, sc *scope) value.Value {
	args := ev.evalAll(x.Args, sc)
	if def, ok := ev.defs[x.Func.Text]; ok {
		return ev.callDef(x, def, args)
	}
	f := library.Find(x.Func.Text)
	if f == nil || !f.Takes(len(args)) {
		ev.fail(x, "unknown-function", "no function %s takes %d arguments", x.Func.Text, len(args))
	}
	key, ok := ev.memo.keyOf(f.Name, args, false)
	key.arcs, _ = ev.spec.Directed(x, ev.body)
	key.form = ev.spec.Form(x, ev.body)
	if !ok {
		return ev.apply(f, x, args)
	}
	return ev.memo.recall(key, func() value.Value { return ev.apply(f, x, args) })
}

func (ev *evaluator) callDef(x *dsl.Call, def placed[*dsl.Def], args []value.Value) value.Value {
	if len(args) != len(def.node.Params) {
		ev.fail(x, "wrong-arguments", "%s takes %d arguments", x.Func.Text, len(def.node.Params))
	}
	var local *scope
	for i, p := range def.node.Params {
		local = local.with(p.Text, args[i])
	}
	body := ev.spec.Callee(x, ev.body)
	compute := func() value.Value {
		return ev.inside(x, def.source, body, func() value.Value { return ev.eval(def.node.Body, local) })
	}
	if key, ok := ev.memo.keyOf(def.node.Name.Text, args, true); ok && !ev.spec.Unknown(def.node.Body) {
		key.body = body
		return ev.memo.recall(key, compute)
	}
	return compute()
}

// apply computes a function of the library.
func (ev *evaluator) apply(f *library.Function, x *dsl.Call, args []value.Value) value.Value {
	return ev.applyOnly(f, x, args, nil)
}

// applyOnly computes a function of the library of whose members only some matter.
func (ev *evaluator) applyOnly(f *library.Function, x *dsl.Call, args []value.Value, only *library.Only) value.Value {
	arcs, _ := ev.spec.Directed(x, ev.body)
	v, err := f.Apply(&library.Call{Name: f.Name, Args: args, Arcs: arcs, Form: ev.spec.Form(x, ev.body), Only: only, Memo: ev.made, Poll: func() error {
		ev.look(x)
		return nil
	}})
	if err == nil {
		return v
	}
	var fault *library.Fault
	if !errors.As(err, &fault) {
		panic(err)
	}
	at := dsl.Node(x)
	if fault.Arg >= 0 && fault.Arg < len(x.Args) {
		at = x.Args[fault.Arg]
	}
	ev.fail(at, fault.Code, "%s", fault.Text)
	return nil
}
