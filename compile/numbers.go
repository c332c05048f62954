package compile

import (
	"math/big"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// number is v as a model integer and the condition under which it is one; what
// is no number is never defined.
func (ev *lowerer) number(at dsl.Node, v value.Value) (x model.Int, defined model.Bool) {
	switch v := v.(type) {
	case value.Int:
		if v < -model.MaxMagnitude || v > model.MaxMagnitude {
			ev.tooLarge(at)
		}
		return ev.m.Int(int64(v)), model.True
	case value.Big, value.Long:
		ev.tooLarge(at)
	case value.Unknown:
		return v.X, v.Defined
	case value.Choice:
		if u, ok := ev.choiceOfNumbers(at, v); ok {
			return u.X, u.Defined
		}
	}
	return 0, model.False
}

// choiceOfNumbers is a choice whose values are numbers as an unknown number,
// none where another value is taken.
func (ev *lowerer) choiceOfNumbers(at dsl.Node, c value.Choice) (value.Unknown, bool) {
	var alts []value.Alternative
	for _, a := range c.Alts {
		if _, ok := a.Value.(value.Int); ok {
			alts = append(alts, a)
		} else {
			alts = append(alts, value.Alternative{Guard: a.Guard, Value: value.None{}})
		}
	}
	u, ok := ev.chooseNumber(at, alts).(value.Unknown)
	return u, ok
}

// maxBits bounds known numbers, which are exact.
const maxBits = 1 << 20

// tooLarge ends the evaluation for a number that no model has.
func (ev *lowerer) tooLarge(at dsl.Node) {
	ev.fail(at, "too-large", "numbers beyond 2^53 can't be computed with unknown ones here")
}

// unknown is the number x where defined holds; a constant becomes known.
func (ev *lowerer) unknown(at dsl.Node, x model.Int, defined model.Bool) value.Value {
	if defined == model.False {
		return value.None{}
	}
	if !ev.m.Representable(x) {
		ev.tooLarge(at)
	}
	if c, ok := ev.m.Constant(x); ok && defined == model.True {
		return value.Int(c)
	}
	return value.Unknown{X: x, Defined: defined}
}

// isNumber reports whether v can be computed with.
func isNumber(v value.Value) bool {
	switch v := v.(type) {
	case value.Int, value.Big, value.Unknown, value.Long, value.None:
		return true
	case value.Choice:
		for _, a := range v.Alts {
			switch a.Value.(type) {
			case value.Int, value.None:
			default:
				return false
			}
		}
		return true
	}
	return false
}

// knownInts reports whether both are known integers.
func knownInts(a, b value.Value) bool {
	_, okA := value.BigOf(a)
	_, okB := value.BigOf(b)
	return okA && okB
}

// absent reports whether one of the values is none.
func absent(vs ...value.Value) bool {
	for _, v := range vs {
		if _, none := v.(value.None); none {
			return true
		}
	}
	return false
}

// add is a + b, of collections their union.
func (ev *lowerer) add(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case knownInts(a, b):
		return value.Add(a, b)
	case isNumber(a) && isNumber(b):
		return ev.linear(at, a, b, 1)
	}
	return ev.join(at, a, b)
}

// subtract is a - b, of collections the difference.
func (ev *lowerer) subtract(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case knownInts(a, b):
		return value.Sub(a, b)
	case isNumber(a) && isNumber(b):
		return ev.linear(at, a, b, -1)
	}
	return ev.without(at, a, b)
}

// linear is a + k*b where one of them is unknown or absent.
func (ev *lowerer) linear(at dsl.Node, a, b value.Value, k int64) value.Value {
	if absent(a, b) {
		return value.None{}
	}
	if isLong(a) || isLong(b) {
		return ev.addLong(at, a, b, k)
	}
	x, defX := ev.number(at, a)
	y, defY := ev.number(at, b)
	return ev.unknown(at, ev.m.Sum(model.Term{Coef: 1, X: x}, model.Term{Coef: k, X: y}), ev.and(defX, defY))
}

// multiply is a * b.
func (ev *lowerer) multiply(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case knownInts(a, b):
		if value.Bits(a)+value.Bits(b) > maxBits {
			ev.fail(at, codeSize, "this product would have more than %d bits", maxBits)
		}
		return value.Mul(a, b)
	case absent(a, b):
		return value.None{}
	case isLong(a):
		return ev.scaleLong(at, b, a)
	case isLong(b):
		return ev.scaleLong(at, a, b)
	}
	x, defX := ev.number(at, a)
	y, defY := ev.number(at, b)
	return ev.unknown(at, ev.m.Product(x, y), ev.and(defX, defY))
}

// scale is k times v.
func (ev *lowerer) scale(at dsl.Node, k value.Int, v value.Value) value.Value {
	return ev.multiply(at, k, v)
}

// divide computes / and mod.
func (ev *lowerer) divide(x *dsl.Binary, a, b value.Value) value.Value {
	switch {
	case knownInts(a, b) && x.Op == dsl.OpDiv:
		return value.Div(a, b)
	case knownInts(a, b):
		return value.Mod(a, b)
	case absent(a, b):
		return value.None{}
	}
	p, defP := ev.number(x, a)
	q, defQ := ev.number(x, b)
	notZero := ev.m.In(q, model.Range(0, 0)).Not()
	result := ev.m.Mod(p, q)
	if x.Op == dsl.OpDiv {
		result = ev.m.Div(p, q)
	}
	return ev.unknown(x, result, ev.and(defP, defQ, notZero))
}

// less is a < b, or a <= b if orEqual; false where one of them is no number.
func (ev *lowerer) less(at dsl.Node, a, b value.Value, orEqual bool) model.Bool {
	if absent(a, b) {
		return model.False
	}
	if value.Known(a) && value.Known(b) {
		c := value.Compare(a, b)
		return model.Const(knownInts(a, b) && (c < 0 || orEqual && c == 0))
	}
	if isLong(a) || isLong(b) {
		return ev.compareLong(at, a, b, orEqual)
	}
	if !isNumber(a) || !isNumber(b) {
		v := ev.lift(at, []value.Value{a, b}, func(vs []value.Value) value.Value {
			return value.Bool(ev.less(at, vs[0], vs[1], orEqual))
		})
		return ev.truth(v)
	}
	x, defX := ev.number(at, a)
	y, defY := ev.number(at, b)
	if orEqual {
		return ev.and(defX, defY, ev.m.LessEq(x, y))
	}
	return ev.and(defX, defY, ev.m.Less(x, y))
}

// rangeOf is the set a..b.
func (ev *lowerer) rangeOf(at dsl.Node, a, b value.Value) value.Value {
	if absent(a, b) {
		return value.Range{Lo: 1, Hi: 0}
	}
	if !knownInts(a, b) {
		return ev.unknownRange(at, a, b)
	}
	lo, okLo := a.(value.Int)
	hi, okHi := b.(value.Int)
	if !okLo || !okHi || big.NewInt(0).Sub(big.NewInt(int64(hi)), big.NewInt(int64(lo))).BitLen() > 62 {
		ev.fail(at, codeSize, "the range %s..%s has too many numbers", value.String(a), value.String(b))
	}
	return value.Range{Lo: int64(lo), Hi: int64(hi)}
}

// unknownRange is the set of those numbers between the bounds that are known
// which lie between the ends that are not.
func (ev *lowerer) unknownRange(at dsl.Node, a, b value.Value) value.Value {
	x, defX := ev.number(at, a)
	y, defY := ev.number(at, b)
	lo, hi := ev.m.Bounds(x).Lo, ev.m.Bounds(y).Hi
	if hi >= lo {
		ev.tooMany(at, int(min(hi-lo+1, 1<<30)))
	}
	var members []value.Alternative
	for k := lo; k <= hi; k++ {
		c := ev.m.Int(k)
		members = append(members, value.Alternative{Guard: ev.and(defX, defY, ev.m.LessEq(x, c), ev.m.LessEq(c, y)), Value: value.Int(k)})
	}
	return ev.guarded(at, members, true)
}
