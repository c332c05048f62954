package lower

import (
	"math/big"
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

func isLong(v value.Value) bool {
	switch v := v.(type) {
	case value.Long, value.Big:
		return true
	case value.Int:
		return v < -model.MaxMagnitude || v > model.MaxMagnitude
	}
	return false
}

// digitsNumber computes number(digits, base), most significant digit first.
func (lw *Lowerer) digitsNumber(at dsl.Node, args []value.Value) value.Value {
	base, ok := args[1].(value.Int)
	if !ok || base < 2 {
		lw.Fail(at, "bad-base", "the base must be a known number, 2 or more")
	}
	digits, ok := lw.inOrder(at, args[0])
	if !ok {
		lw.Fail(at, "must-be-known", "the number of digits must be known")
	}
	total := big.NewInt(0)
	long := value.Long{Const: total, Base: int64(base), Defined: model.True}
	coef := big.NewInt(1)
	for _, digit := range slices.Backward(digits) {
		if d, known := value.BigOf(digit); known {
			total.Add(total, new(big.Int).Mul(coef, d))
		} else {
			x, defined := lw.Number(at, digit)
			long.Defined = lw.And(long.Defined, defined)
			long.Terms = append(long.Terms, value.LongTerm{Coef: coef, X: x})
		}
		coef = new(big.Int).Mul(coef, big.NewInt(int64(base)))
	}
	switch {
	case long.Defined == model.False:
		return value.None{}
	case len(long.Terms) == 0:
		return value.FromBig(total)
	}
	return lw.shorten(at, long)
}

// shorten turns a long number into an ordinary one if the model can represent it.
func (lw *Lowerer) shorten(at dsl.Node, l value.Long) value.Value {
	size := new(big.Int).Abs(l.Const)
	for _, t := range l.Terms {
		b := lw.Model.Bounds(t.X)
		most := big.NewInt(max(b.Hi, -b.Lo))
		size.Add(size, most.Mul(most, new(big.Int).Abs(t.Coef)))
	}
	if size.Cmp(big.NewInt(model.MaxMagnitude)) > 0 {
		return l
	}
	terms := []model.Term{{Coef: l.Const.Int64(), X: lw.Model.Int(1)}}
	for _, t := range l.Terms {
		terms = append(terms, model.Term{Coef: t.Coef.Int64(), X: t.X})
	}
	return lw.unknown(at, lw.Model.Sum(terms...), l.Defined)
}

// asLong converts a number to a long one. ok is false for none.
func (lw *Lowerer) asLong(at dsl.Node, v value.Value) (l value.Long, ok bool) {
	if l, long := v.(value.Long); long {
		return l, true
	}
	if b, known := value.BigOf(v); known {
		return value.Long{Const: b, Defined: model.True}, true
	}
	x, defined := lw.Number(at, v)
	if defined == model.False {
		return l, false
	}
	return value.Long{Const: big.NewInt(0), Defined: defined, Terms: []value.LongTerm{{Coef: big.NewInt(1), X: x}}}, true
}

// combine is p*a + q*b.
func (lw *Lowerer) combine(p *big.Int, a value.Long, q *big.Int, b value.Long) value.Long {
	out := value.Long{Base: max(a.Base, b.Base), Defined: lw.And(a.Defined, b.Defined)}
	out.Const = new(big.Int).Add(new(big.Int).Mul(p, a.Const), new(big.Int).Mul(q, b.Const))
	index := map[model.Int]int{}
	for k, l := range [2]value.Long{a, b} {
		factor := [2]*big.Int{p, q}[k]
		for _, t := range l.Terms {
			i, seen := index[t.X]
			if !seen {
				i = len(out.Terms)
				index[t.X] = i
				out.Terms = append(out.Terms, value.LongTerm{Coef: new(big.Int), X: t.X})
			}
			out.Terms[i].Coef.Add(out.Terms[i].Coef, new(big.Int).Mul(factor, t.Coef))
		}
	}
	return out
}

// addLong is a + k*b.
func (lw *Lowerer) addLong(at dsl.Node, a, b value.Value, k int64) value.Value {
	x, okX := lw.asLong(at, a)
	y, okY := lw.asLong(at, b)
	if !okX || !okY {
		return value.None{}
	}
	return lw.shorten(at, lw.combine(big.NewInt(1), x, big.NewInt(k), y))
}

// scaleLong is k times a long number. One of them must be known.
func (lw *Lowerer) scaleLong(at dsl.Node, k, long value.Value) value.Value {
	factor, known := value.BigOf(k)
	l, ok := lw.asLong(at, long)
	if !known && ok && len(l.Terms) == 0 { // the long one is the known one
		factor, known = l.Const, true
		l, ok = lw.asLong(at, k)
	}
	if !ok {
		return value.None{}
	}
	if !known {
		lw.Fail(at, "too-large", "two unknown numbers can't be multiplied beyond 2^53")
	}
	return lw.shorten(at, lw.combine(factor, l, new(big.Int), value.Long{Const: new(big.Int), Defined: model.True}))
}

// Columns returns the digits of a long number, lowest first, by repeated division, and the rest above them, rounded
// down. The model can represent all of these nodes.
func (lw *Lowerer) Columns(at dsl.Node, l value.Long) (digits []model.Int, carry model.Int) {
	base := big.NewInt(max(l.Base, 2))
	small := lw.Model.Int(base.Int64())
	coefs := make([]*big.Int, len(l.Terms)+1)
	for i, t := range l.Terms {
		coefs[i] = new(big.Int).Set(t.Coef)
	}
	coefs[len(l.Terms)] = new(big.Int).Set(l.Const)
	carry = lw.Model.Int(0)
	for {
		lw.Tick(at)
		terms := []model.Term{{Coef: 1, X: carry}}
		left := false
		for i, c := range coefs {
			if c.Sign() == 0 {
				continue
			}
			left = true
			remainder := new(big.Int)
			c.QuoRem(c, base, remainder) // rounded towards zero, so that every coefficient ends at 0
			x := lw.Model.Int(1)
			if i < len(l.Terms) {
				x = l.Terms[i].X
			}
			terms = append(terms, model.Term{Coef: remainder.Int64(), X: x})
		}
		if !left {
			return digits, carry
		}
		column := lw.Model.Sum(terms...)
		if !lw.Model.Representable(column) {
			lw.TooLarge(at)
		}
		digits = append(digits, lw.Model.Mod(column, small))
		carry = lw.Model.Div(column, small)
	}
}

// sameLength returns two defined numbers as digits and carry, over the same number of columns.
func (lw *Lowerer) sameLength(at dsl.Node, a, b value.Value) (p, q []model.Int) {
	x, _ := lw.asLong(at, a)
	y, _ := lw.asLong(at, b)
	base := max(x.Base, y.Base)
	x.Base, y.Base = base, base
	p, carryP := lw.Columns(at, x)
	q, carryQ := lw.Columns(at, y)
	// A shorter number continues by dividing its carry: in zeros, or in the highest digit if it is negative.
	small := lw.Model.Int(max(base, 2))
	for len(p) < len(q) {
		p, carryP = append(p, lw.Model.Mod(carryP, small)), lw.Model.Div(carryP, small)
	}
	for len(q) < len(p) {
		q, carryQ = append(q, lw.Model.Mod(carryQ, small)), lw.Model.Div(carryQ, small)
	}
	return append(p, carryP), append(q, carryQ)
}

// equalLong compares digit by digit.
func (lw *Lowerer) equalLong(at dsl.Node, a, b value.Value) model.Bool {
	if !IsNumber(a) || !IsNumber(b) {
		return model.False
	}
	definedA, definedB := lw.isDefinedNumber(at, a), lw.isDefinedNumber(at, b)
	neither := lw.And(definedA.Not(), definedB.Not())
	if definedA == model.False || definedB == model.False {
		return neither
	}
	p, q := lw.sameLength(at, a, b)
	parts := []model.Bool{definedA, definedB}
	for i := range p {
		parts = append(parts, lw.Model.Equal(p[i], q[i]))
	}
	return lw.Or(neither, lw.And(parts...))
}

// compareLong is a < b, or a <= b if orEqual. The highest digit that differs decides.
func (lw *Lowerer) compareLong(at dsl.Node, a, b value.Value, orEqual bool) model.Bool {
	defined := lw.And(lw.isDefinedNumber(at, a), lw.isDefinedNumber(at, b))
	if defined == model.False {
		return model.False
	}
	p, q := lw.sameLength(at, a, b)
	less := model.Const(orEqual)
	for i := range p {
		less = lw.Or(lw.Model.Less(p[i], q[i]), lw.And(lw.Model.Equal(p[i], q[i]), less))
	}
	return lw.And(defined, less)
}

// isDefinedNumber is the condition that v is a number.
func (lw *Lowerer) isDefinedNumber(at dsl.Node, v value.Value) model.Bool {
	l, ok := lw.asLong(at, v)
	if !ok {
		return model.False
	}
	return l.Defined
}
