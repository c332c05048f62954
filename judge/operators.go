package judge

import (
	"math/big"

	"nazo/dsl"
	"nazo/library"
	"nazo/value"
)

func (ev *evaluator) unary(x *dsl.Unary, sc *scope) value.Value {
	v := ev.eval(x.X, sc)
	if x.Op == dsl.OpNot {
		return value.Of(v != value.True)
	}
	if !isNumber(v) {
		return value.None{}
	}
	return value.Neg(v)
}

func (ev *evaluator) binary(x *dsl.Binary, sc *scope) value.Value {
	switch x.Op { // these need not look at their right side
	case dsl.OpAnd:
		return value.Of(ev.condition(x.X, sc) && ev.condition(x.Y, sc))
	case dsl.OpOr:
		return value.Of(ev.condition(x.X, sc) || ev.condition(x.Y, sc))
	case dsl.OpImplies:
		return value.Of(!ev.condition(x.X, sc) || ev.condition(x.Y, sc))
	}
	a, b := ev.eval(x.X, sc), ev.eval(x.Y, sc)
	switch x.Op {
	case dsl.OpEq:
		return value.Of(ev.equal(x, a, b))
	case dsl.OpNe:
		return value.Of(!ev.equal(x, a, b))
	case dsl.OpLt, dsl.OpLe, dsl.OpGt, dsl.OpGe:
		return value.Of(compare(x.Op, a, b))
	case dsl.OpIn:
		return value.Of(ev.in(x, a, b))
	case dsl.OpSubset:
		return value.Of(!isNone(a) && !isNone(b) && ev.subset(x, a, b))
	case dsl.OpRange:
		return ev.rangeOf(x, a, b)
	case dsl.OpAdd:
		return ev.add(x, a, b)
	case dsl.OpSub:
		return ev.subtract(x, a, b)
	case dsl.OpIntersect:
		return ev.intersect(x, a, b)
	}
	return ev.product(x, a, b)
}

// product is * / mod of numbers, none where one of them is none, and where the divisor
// is 0.
func (ev *evaluator) product(x *dsl.Binary, a, b value.Value) value.Value {
	if !isNumber(a) || !isNumber(b) {
		return value.None{}
	}
	switch x.Op {
	case dsl.OpDiv:
		return value.Div(a, b)
	case dsl.OpMod:
		return value.Mod(a, b)
	}
	v, err := library.Multiply(a, b)
	if err != nil {
		ev.fail(x, codeSize, "%s", err)
	}
	return v
}

func isNumber(v value.Value) bool {
	switch v.(type) {
	case value.Int, value.Big:
		return true
	}
	return false
}

// compare is < <= > >=, false where one side is no number.
func compare(op dsl.BinaryOp, a, b value.Value) bool {
	if !isNumber(a) || !isNumber(b) {
		return false
	}
	c := value.Compare(a, b)
	switch op {
	case dsl.OpLt:
		return c < 0
	case dsl.OpLe:
		return c <= 0
	case dsl.OpGt:
		return c > 0
	}
	return c >= 0
}

// rangeOf is a..b, empty where one of them is none.
func (ev *evaluator) rangeOf(x *dsl.Binary, a, b value.Value) value.Value {
	if !isNumber(a) || !isNumber(b) {
		return value.Range{Lo: 1, Hi: 0}
	}
	lo, okLo := a.(value.Int)
	hi, okHi := b.(value.Int)
	if !okLo || !okHi || new(big.Int).Sub(big.NewInt(int64(hi)), big.NewInt(int64(lo))).BitLen() > 62 {
		ev.fail(x, codeSize, "the range %s..%s has too many numbers", value.String(a), value.String(b))
	}
	return value.Range{Lo: int64(lo), Hi: int64(hi)}
}
