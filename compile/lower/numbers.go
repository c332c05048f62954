package lower

import (
	"math/big"
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Number returns v as a model integer, with the condition that it is a number. For other values this is false.
func (lw *Lowerer) Number(at dsl.Node, v value.Value) (x model.Int, defined model.Bool) {
	switch v := v.(type) {
	case value.Int:
		if v < -model.MaxMagnitude || v > model.MaxMagnitude {
			lw.TooLarge(at)
		}
		return lw.Model.Int(int64(v)), model.True
	case value.Big, value.Long:
		lw.TooLarge(at)
	case value.Unknown:
		return v.X, v.Defined
	case value.Choice:
		if u, ok := lw.choiceOfNumbers(at, v); ok {
			return u.X, u.Defined
		}
	}
	return 0, model.False
}

// choiceOfNumbers turns a choice into an unknown number, which is none where another value is taken.
func (lw *Lowerer) choiceOfNumbers(at dsl.Node, c value.Choice) (value.Unknown, bool) {
	var alts []value.Alternative
	for _, a := range c.Alts {
		if _, ok := a.Value.(value.Int); ok {
			alts = append(alts, a)
		} else {
			alts = append(alts, value.Alternative{Guard: a.Guard, Value: value.None{}})
		}
	}
	u, ok := lw.chooseNumber(at, alts).(value.Unknown)
	return u, ok
}

// maxBits bounds known numbers, which are exact.
const maxBits = 1 << 20

// TooLarge fails for a number that a model can't represent.
func (lw *Lowerer) TooLarge(at dsl.Node) {
	lw.Fail(at, "too-large", "numbers beyond 2^53 can't be computed with unknown ones here")
}

// unknown returns the number x where defined holds. A constant becomes known.
func (lw *Lowerer) unknown(at dsl.Node, x model.Int, defined model.Bool) value.Value {
	if defined == model.False {
		return value.None{}
	}
	if !lw.Model.Representable(x) {
		lw.TooLarge(at)
	}
	if c, ok := lw.Model.Constant(x); ok && defined == model.True {
		return value.Int(c)
	}
	return value.Unknown{X: x, Defined: defined}
}

// IsNumber reports whether arithmetic applies to v.
func IsNumber(v value.Value) bool {
	switch v := v.(type) {
	case value.Int, value.Big, value.Unknown, value.Long, value.None:
		return true
	case value.Choice:
		return !slices.ContainsFunc(v.Alts, func(a value.Alternative) bool {
			_, isInt := a.Value.(value.Int)
			return !isInt && !Absent(a.Value)
		})
	}
	return false
}

// knownInts reports whether both are known integers.
func knownInts(a, b value.Value) bool {
	_, okA := value.BigOf(a)
	_, okB := value.BigOf(b)
	return okA && okB
}

// Absent reports whether one of the values is none.
func Absent(vs ...value.Value) bool { return slices.ContainsFunc(vs, value.IsNone) }

// Add is a + b, for collections their union.
func (lw *Lowerer) Add(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case knownInts(a, b):
		return value.Add(a, b)
	case IsNumber(a) && IsNumber(b):
		return lw.linear(at, a, b, 1)
	}
	return lw.join(at, a, b)
}

// Subtract is a - b, for collections the difference.
func (lw *Lowerer) Subtract(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case knownInts(a, b):
		return value.Sub(a, b)
	case IsNumber(a) && IsNumber(b):
		return lw.linear(at, a, b, -1)
	}
	return lw.without(at, a, b)
}

// linear is a + k*b where one of them is unknown or absent.
func (lw *Lowerer) linear(at dsl.Node, a, b value.Value, k int64) value.Value {
	if Absent(a, b) {
		return value.None{}
	}
	if isLong(a) || isLong(b) {
		return lw.addLong(at, a, b, k)
	}
	x, defX := lw.Number(at, a)
	y, defY := lw.Number(at, b)
	return lw.unknown(at, lw.Model.Sum(model.Term{Coef: 1, X: x}, model.Term{Coef: k, X: y}), lw.And(defX, defY))
}

// Multiply is a * b.
func (lw *Lowerer) Multiply(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case knownInts(a, b):
		if value.Bits(a)+value.Bits(b) > maxBits {
			lw.Fail(at, CodeSize, "this product would have more than %d bits", maxBits)
		}
		return value.Mul(a, b)
	case Absent(a, b):
		return value.None{}
	case isLong(a):
		return lw.scaleLong(at, b, a)
	case isLong(b):
		return lw.scaleLong(at, a, b)
	}
	x, defX := lw.Number(at, a)
	y, defY := lw.Number(at, b)
	return lw.unknown(at, lw.Model.Product(x, y), lw.And(defX, defY))
}

// Divide computes / and mod.
func (lw *Lowerer) Divide(x *dsl.Binary, a, b value.Value) value.Value {
	switch {
	case knownInts(a, b) && x.Op == dsl.OpDiv:
		return value.Div(a, b)
	case knownInts(a, b):
		return value.Mod(a, b)
	case Absent(a, b):
		return value.None{}
	}
	p, defP := lw.Number(x, a)
	q, defQ := lw.Number(x, b)
	notZero := lw.Model.In(q, model.Range(0, 0)).Not()
	result := lw.Model.Mod(p, q)
	if x.Op == dsl.OpDiv {
		result = lw.Model.Div(p, q)
	}
	return lw.unknown(x, result, lw.And(defP, defQ, notZero))
}

// Less is a < b, or a <= b if orEqual. It is false if one of them is no number.
func (lw *Lowerer) Less(at dsl.Node, a, b value.Value, orEqual bool) model.Bool {
	if Absent(a, b) {
		return model.False
	}
	if value.Known(a) && value.Known(b) {
		c := value.Compare(a, b)
		return model.Const(knownInts(a, b) && (c < 0 || orEqual && c == 0))
	}
	if isLong(a) || isLong(b) {
		return lw.compareLong(at, a, b, orEqual)
	}
	if !IsNumber(a) || !IsNumber(b) {
		v := lw.Lift(at, []value.Value{a, b}, func(vs []value.Value) value.Value {
			return value.Bool(lw.Less(at, vs[0], vs[1], orEqual))
		})
		return lw.Truth(v)
	}
	x, defX := lw.Number(at, a)
	y, defY := lw.Number(at, b)
	if orEqual {
		return lw.And(defX, defY, lw.Model.LessEq(x, y))
	}
	return lw.And(defX, defY, lw.Model.Less(x, y))
}

// RangeOf is the set a..b.
func (lw *Lowerer) RangeOf(at dsl.Node, a, b value.Value) value.Value {
	if Absent(a, b) {
		return value.Range{Lo: 1, Hi: 0}
	}
	if !knownInts(a, b) {
		return lw.unknownRange(at, a, b)
	}
	lo, okLo := a.(value.Int)
	hi, okHi := b.(value.Int)
	if !okLo || !okHi || big.NewInt(0).Sub(big.NewInt(int64(hi)), big.NewInt(int64(lo))).BitLen() > 62 {
		lw.Fail(at, CodeSize, "the range %s..%s has too many numbers", value.String(a), value.String(b))
	}
	return value.Range{Lo: int64(lo), Hi: int64(hi)}
}

// unknownRange returns the possible members of a range, each with the condition that it lies between the unknown ends.
func (lw *Lowerer) unknownRange(at dsl.Node, a, b value.Value) value.Value {
	x, defX := lw.Number(at, a)
	y, defY := lw.Number(at, b)
	lo, hi := lw.Model.Bounds(x).Lo, lw.Model.Bounds(y).Hi
	if hi >= lo {
		lw.TooMany(at, int(min(hi-lo+1, 1<<30)))
	}
	var members []value.Alternative
	for k := lo; k <= hi; k++ {
		c := lw.Model.Int(k)
		members = append(members, value.Alternative{Guard: lw.And(defX, defY, lw.Model.LessEq(x, c), lw.Model.LessEq(c, y)), Value: value.Int(k)})
	}
	return lw.Guarded(at, members, true)
}

// Count returns the number of conditions that hold.
func (lw *Lowerer) Count(at dsl.Node, conditions []model.Bool) value.Value {
	lw.Work(len(conditions))
	known := int64(0)
	var terms []model.Term
	for _, c := range conditions {
		switch c {
		case model.True:
			known++
		case model.False:
		default:
			terms = append(terms, model.Term{Coef: 1, X: lw.Model.ToInt(c)})
		}
	}
	if len(terms) == 0 {
		return value.Int(known)
	}
	terms = append(terms, model.Term{Coef: known, X: lw.Model.Int(1)})
	return lw.unknown(at, lw.Model.Sum(terms...), model.True)
}

// Sum adds the numbers whose guards hold. It ignores none.
func (lw *Lowerer) Sum(at dsl.Node, values []value.Alternative) value.Value {
	lw.Work(len(values))
	var known value.Value = value.Int(0)
	var terms []model.Term
	var long []value.Value
	for _, v := range values {
		switch n := v.Value.(type) {
		case value.None:
			continue
		case value.Int, value.Big:
			if v.Guard == model.True {
				known = value.Add(known, n)
				continue
			}
		case value.Long:
			if v.Guard != model.True {
				lw.TooLarge(at)
			}
			long = append(long, n)
			continue
		}
		x, defined := lw.Number(at, v.Value)
		if c, ok := lw.Model.Constant(x); ok {
			terms = append(terms, model.Term{Coef: c, X: lw.Model.ToInt(lw.And(v.Guard, defined))})
		} else {
			terms = append(terms, model.Term{Coef: 1, X: lw.Model.If(lw.And(v.Guard, defined), x, lw.Model.Int(0))})
		}
	}
	total := known
	if len(terms) > 0 {
		total = lw.Add(at, known, lw.unknown(at, lw.Model.Sum(terms...), model.True))
	}
	for _, l := range long {
		total = lw.Add(at, total, l)
	}
	return total
}

// Product multiplies the numbers whose guards hold. It ignores none.
func (lw *Lowerer) Product(at dsl.Node, values []value.Alternative) value.Value {
	var total value.Value = value.Int(1)
	for _, v := range values {
		if Absent(v.Value) || value.Known(v.Value) && !IsNumber(v.Value) {
			continue
		}
		factor := v.Value
		if v.Guard != model.True || !value.Known(factor) {
			x, defined := lw.Number(at, factor)
			factor = lw.unknown(at, lw.Model.If(lw.And(v.Guard, defined), x, lw.Model.Int(1)), model.True)
		}
		total = lw.Multiply(at, total, factor)
	}
	return total
}

// Extremum returns the least or greatest number whose guard holds, or none.
func (lw *Lowerer) Extremum(at dsl.Node, values []value.Alternative, greatest bool) value.Value {
	var known value.Value = value.None{}
	var xs []model.Int
	var guards []model.Bool
	for _, v := range values {
		if Absent(v.Value) || value.Known(v.Value) && !IsNumber(v.Value) {
			continue // a label among numbers is ignored, too
		}
		if v.Guard == model.True && value.Known(v.Value) {
			if Absent(known) || (value.Compare(v.Value, known) > 0) == greatest {
				known = v.Value
			}
			continue
		}
		x, defined := lw.Number(at, v.Value)
		if g := lw.And(v.Guard, defined); g != model.False {
			xs, guards = append(xs, x), append(guards, g)
		}
	}
	if len(xs) == 0 {
		return known
	}
	if !Absent(known) {
		x, defined := lw.Number(at, known)
		xs, guards = append(xs, x), append(guards, defined)
	}
	// Where a guard does not hold, a number that can't win takes its place.
	loser := lw.Model.Bounds(xs[0])
	for _, x := range xs {
		loser = loser.Hull(lw.Model.Bounds(x))
	}
	for i, x := range xs {
		if greatest {
			xs[i] = lw.Model.If(guards[i], x, lw.Model.Int(loser.Lo))
		} else {
			xs[i] = lw.Model.If(guards[i], x, lw.Model.Int(loser.Hi))
		}
	}
	if greatest {
		return lw.unknown(at, lw.Model.Max(xs...), lw.Or(guards...))
	}
	return lw.unknown(at, lw.Model.Min(xs...), lw.Or(guards...))
}
