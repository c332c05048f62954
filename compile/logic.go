package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// truth is v as a condition; none counts as false, as an atom does where an
// operand is none.
func (ev *lowerer) truth(v value.Value) model.Bool {
	switch v := v.(type) {
	case value.Bool:
		return model.Bool(v)
	case value.None:
		return model.False
	case value.Choice: // true, false or none
		cases := make([]model.Bool, len(v.Alts))
		for i, a := range v.Alts {
			cases[i] = ev.and(a.Guard, ev.truth(a.Value))
		}
		return ev.or(cases...)
	}
	panic("compile: a condition is " + value.Kind(v))
}

func (ev *evaluator) condition(x dsl.Expr, sc *scope) model.Bool { return ev.truth(ev.eval(x, sc)) }

func (ev *evaluator) unary(x *dsl.Unary, sc *scope) value.Value {
	v := ev.eval(x.X, sc)
	if x.Op == dsl.OpNot {
		return value.Bool(ev.truth(v).Not())
	}
	return ev.scale(x, value.Int(-1), v)
}

func (ev *evaluator) binary(x *dsl.Binary, sc *scope) value.Value {
	switch x.Op {
	case dsl.OpImplies, dsl.OpOr, dsl.OpAnd:
		return value.Bool(ev.connective(x, sc))
	}
	a, b := ev.eval(x.X, sc), ev.eval(x.Y, sc)
	switch x.Op {
	case dsl.OpEq:
		return value.Bool(ev.equal(x, a, b))
	case dsl.OpNe:
		return value.Bool(ev.equal(x, a, b).Not())
	case dsl.OpLt:
		return value.Bool(ev.less(x, a, b, false))
	case dsl.OpLe:
		return value.Bool(ev.less(x, a, b, true))
	case dsl.OpGt:
		return value.Bool(ev.less(x, b, a, false))
	case dsl.OpGe:
		return value.Bool(ev.less(x, b, a, true))
	case dsl.OpIn:
		return value.Bool(ev.in(x, a, b))
	case dsl.OpSubset:
		return value.Bool(ev.subset(x, a, b))
	case dsl.OpRange:
		return ev.rangeOf(x, a, b)
	case dsl.OpAdd:
		return ev.add(x, a, b)
	case dsl.OpSub:
		return ev.subtract(x, a, b)
	case dsl.OpIntersect:
		return ev.intersect(x, a, b)
	case dsl.OpMul:
		return ev.multiply(x, a, b)
	case dsl.OpDiv, dsl.OpMod:
		return ev.divide(x, a, b)
	}
	panic("compile: unknown operator " + x.Op.String())
}

// connective computes the operators that need not look at their right side.
func (ev *evaluator) connective(x *dsl.Binary, sc *scope) model.Bool {
	a := ev.condition(x.X, sc)
	switch {
	case x.Op == dsl.OpAnd && a == model.False:
		return model.False
	case x.Op == dsl.OpOr && a == model.True, x.Op == dsl.OpImplies && a == model.False:
		return model.True
	}
	b := ev.condition(x.Y, sc)
	switch x.Op {
	case dsl.OpAnd:
		return ev.and(a, b)
	case dsl.OpOr:
		return ev.or(a, b)
	default:
		return ev.or(a.Not(), b)
	}
}

// The connectives on conditions fold constants.

func (ev *lowerer) and(args ...model.Bool) model.Bool {
	ev.work(len(args))
	if ev.moving() {
		args = ev.fold(args)
	}
	return ev.m.And(args...)
}

func (ev *lowerer) or(args ...model.Bool) model.Bool {
	if ev.moving() {
		negated := make([]model.Bool, len(args))
		for i, a := range args {
			negated[i] = a.Not()
		}
		return ev.and(negated...).Not()
	}
	ev.work(len(args))
	return ev.m.Or(args...)
}

func (ev *lowerer) iff(a, b model.Bool) model.Bool { return ev.m.Iff(a, b) }

// conditional evaluates one branch if the condition is known, else both.
func (ev *evaluator) conditional(x *dsl.If, sc *scope) value.Value {
	switch c := ev.condition(x.Cond, sc); c {
	case model.True:
		return ev.eval(x.Then, sc)
	case model.False:
		return ev.eval(x.Else, sc)
	default:
		return ev.choose(x, []value.Alternative{{Guard: c, Value: ev.eval(x.Then, sc)}, {Guard: c.Not(), Value: ev.eval(x.Else, sc)}})
	}
}

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
		ev.fail(x, "wrong-arguments", "%s takes %d arguments", x.Func.Text, len(def.Params))
	}
	args := ev.evalAll(x.Args, sc)
	var local *scope
	for i, p := range def.Params {
		local = local.with(p.Text, args[i])
	}
	if ev.depth++; ev.depth > maxDepth {
		ev.fail(x, "recursion", "definitions nest too deeply here")
	}
	source, body := ev.source, ev.body
	ev.source, ev.body = def.source, ev.program.spec.Callee(x, body)
	defer func() { ev.source, ev.body = source, body; ev.depth-- }()
	key, _, ok := keyOfCall(def.Name.Text, args)
	key.body = ev.body
	if !ok || ev.program.spec.Unknown(def.Body) || len(ev.program.spec.Hiddens) > 0 { // other deals, other results
		return ev.eval(def.Body, local)
	}
	return ev.recall(key, func() value.Value { return ev.eval(def.Body, local) })
}
