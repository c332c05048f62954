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
	var local *scope
	for i, p := range def.Params {
		local = local.with(p.Text, args[i])
	}
	if ev.depth++; ev.depth > maxDepth {
		ev.Fail(x, "recursion", "definitions nest too deeply here")
	}
	source, body := ev.Source, ev.body
	ev.Source, ev.body = def.source, ev.program.spec.Callee(x, body)
	defer func() { ev.Source, ev.body = source, body; ev.depth-- }()
	key, _, ok := keyOfCall(def.Name.Text, args)
	key.body = ev.body
	if !ok || ev.program.spec.Unknown(def.Body) || len(ev.program.spec.Hiddens) > 0 { // other deals, other results
		return ev.eval(def.Body, local)
	}
	return ev.recall(key, func() value.Value { return ev.eval(def.Body, local) })
}
