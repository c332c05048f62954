package compile

import (
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

func (ev *evaluator) condition(x dsl.Expr, sc *scope) model.Bool { return ev.Truth(ev.eval(x, sc)) }

func (ev *evaluator) unary(x *dsl.Unary, sc *scope) value.Value {
	v := ev.eval(x.X, sc)
	if x.Op == dsl.OpNot {
		return value.Bool(ev.Truth(v).Not())
	}
	return ev.Scale(x, value.Int(-1), v)
}

func (ev *evaluator) binary(x *dsl.Binary, sc *scope) value.Value {
	switch x.Op {
	case dsl.OpImplies, dsl.OpOr, dsl.OpAnd:
		return value.Bool(ev.connective(x, sc))
	}
	if dsl.OpEq <= x.Op && x.Op <= dsl.OpGe {
		return value.Bool(ev.comparison(x, sc))
	}
	a, b := ev.eval(x.X, sc), ev.eval(x.Y, sc)
	switch x.Op {
	case dsl.OpIn:
		return value.Bool(ev.In(x, a, b))
	case dsl.OpSubset:
		return value.Bool(ev.Subset(x, a, b))
	case dsl.OpRange:
		return ev.RangeOf(x, a, b)
	case dsl.OpAdd:
		return ev.Add(x, a, b)
	case dsl.OpSub:
		return ev.Subtract(x, a, b)
	case dsl.OpIntersect:
		return ev.Intersect(x, a, b)
	case dsl.OpMul:
		return ev.Multiply(x, a, b)
	case dsl.OpDiv, dsl.OpMod:
		return ev.Divide(x, a, b)
	}
	panic("compile: unknown operator " + x.Op.String())
}

// comparison computes what compares two values.
func (ev *evaluator) comparison(x *dsl.Binary, sc *scope) model.Bool {
	a, b := ev.compared(x, sc)
	switch x.Op {
	case dsl.OpEq:
		return ev.Equal(x, a, b)
	case dsl.OpNe:
		return ev.Equal(x, a, b).Not()
	case dsl.OpLt:
		return ev.Less(x, a, b, false)
	case dsl.OpLe:
		return ev.Less(x, a, b, true)
	case dsl.OpGt:
		return ev.Less(x, b, a, false)
	}
	return ev.Less(x, b, a, true)
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
		return ev.And(a, b)
	case dsl.OpOr:
		return ev.Or(a, b)
	default:
		return ev.Or(a.Not(), b)
	}
}

// conditional evaluates one branch if the condition is known, else both.
func (ev *evaluator) conditional(x *dsl.If, sc *scope) value.Value {
	switch c := ev.condition(x.Cond, sc); c {
	case model.True:
		return ev.eval(x.Then, sc)
	case model.False:
		return ev.eval(x.Else, sc)
	default:
		return ev.Choose(x, []value.Alternative{{Guard: c, Value: ev.eval(x.Then, sc)}, {Guard: c.Not(), Value: ev.eval(x.Else, sc)}})
	}
}

// index computes a[k], a[i, j] and a[keys]; what is out of range is none.
func (ev *evaluator) index(x *dsl.Index, sc *scope) value.Value {
	of := ev.eval(x.X, sc)
	keys := ev.evalAll(x.Keys, sc)
	var v value.Value
	if len(keys) == 1 {
		v = ev.At(x, of, keys[0])
	} else {
		v = ev.AtSeveral(x, of, keys)
	}
	if lower.Absent(v) {
		ev.lintIndex(x, of, sc)
	}
	return v
}

func (ev *evaluator) setLiteral(x *dsl.SetLit, sc *scope) value.Value {
	return ev.Guarded(x, lower.Always(ev.evalAll(x.Elems, sc)), true)
}
