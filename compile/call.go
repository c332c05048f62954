package compile

import (
	"nazo/dsl"
	"nazo/value"
)

// call computes a function of the spec or of the library.
func (ev *evaluator) call(x *dsl.Call, sc *scope) value.Value {
	if def, ok := ev.program.defs[x.Func.Text]; ok {
		return ev.callDef(x, def, sc)
	}
	return ev.callLibrary(x, ev.evalAll(x.Args, sc))
}

// maxDepth bounds nested calls; definitions are not recursive, so only a chain
// of so many definitions could reach it.
const maxDepth = 1000

func (ev *evaluator) callDef(x *dsl.Call, def *definition, sc *scope) value.Value {
	if len(x.Args) != len(def.Params) {
		ev.Fail(x, "wrong-arguments", "%s takes %d arguments", x.Func.Text, len(def.Params))
	}
	args := ev.evalAll(x.Args, sc)
	if ev.depth++; ev.depth > maxDepth {
		ev.Fail(x, "recursion", "definitions nest too deeply here")
	}
	source, body := ev.Source, ev.body
	ev.Source, ev.body = def.source, ev.program.spec.Callee(x, body)
	defer func() { ev.Source, ev.body = source, body; ev.depth-- }()
	apply := func(args []value.Value) value.Value {
		var local *scope
		for i, p := range def.Params {
			local = local.with(p.Text, args[i])
		}
		return ev.eval(def.Body, local)
	}
	moving := len(ev.program.moves) > 0
	if !def.closed && moving || len(ev.program.spec.Hiddens) > 0 { // other states, or other deals, other results
		return apply(args)
	}
	recall := func(args []value.Value) value.Value {
		key, _, ok := keyOfCall(def.Name.Text, args)
		key.body = ev.body
		if !ok {
			return apply(args)
		}
		return ev.recall(key, func() value.Value { return apply(args) })
	}
	if def.closed && !moving && choicesAmong(args) == 1 {
		return ev.Lift(x, args, recall)
	}
	return recall(args)
}

// choicesAmong counts the arguments that are one of several known values, and is -1 if one is
// unknown in another way. A def of one choice becomes its table, as a function of the library does: it is
// computed once for each value, however often it is called.
func choicesAmong(args []value.Value) (n int) {
	for _, a := range args {
		switch a := a.(type) {
		case value.Choice:
			n++
		default:
			if !value.Known(a) {
				return -1
			}
		}
	}
	return n
}
