package sat

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// maxTable bounds the pairs of values of a tabulated operation.
const maxTable = 10_000

func small(a, b *integer) bool {
	return a.values != nil && b.values != nil && len(a.values)*len(b.values) <= maxTable
}

// table returns op(a, b), tabulated over all pairs of values.
func (e *encoder) table(a, b *integer, op func(v, w int64) int64) *integer {
	var values []int64
	for _, v := range a.values {
		values = append(values, alg.Map(b.values, func(w int64) int64 { return op(v, w) })...)
	}
	values = alg.Set(values)
	if len(values) > maxListed {
		return e.tableBits(a, b, values, op)
	}
	y := newListed(values)
	from := make(map[int64][]Lit, len(values))
	for i, v := range a.values {
		is := e.equalsAt(a, i)
		for j, w := range b.values {
			r := op(v, w)
			e.clause(-is, -e.equalsAt(b, j), e.equals(y, r))
			if n := len(from[r]); n == 0 || from[r][n-1] != is {
				from[r] = append(from[r], is)
			}
		}
	}
	for i, r := range y.values {
		e.clauses([]Lit{-e.equalsAt(y, i)}, from[r])
	}
	return y
}

// tableBits is table for too many results to list them.
func (e *encoder) tableBits(a, b *integer, values []int64, op func(v, w int64) int64) *integer {
	y := &integer{lo: values[0], hi: values[len(values)-1]}
	result := e.bits(y)
	for i, v := range a.values {
		for j, w := range b.values {
			for _, l := range matching(result, op(v, w)-y.base) {
				e.clause(-e.equalsAt(a, i), -e.equalsAt(b, j), l)
			}
		}
	}
	return y
}

// product returns a * b: a table, or a sum of products of bits.
func (e *encoder) product(a, b *integer) *integer {
	if small(a, b) {
		return e.table(a, b, func(v, w int64) int64 { return v * w })
	}
	if a.isConstant() {
		return e.scaled(b, a.lo, 0)
	}
	if b.isConstant() {
		return e.scaled(a, b.lo, 0)
	}
	// (p + A)(q + B) = pq + pB + qA + AB, where A and B are made of bits
	abits, bbits := e.bits(a), e.bits(b)
	s := weighted{constant: a.base * b.base}
	for k, l := range abits {
		s.add(l, b.base<<k)
		for j, r := range bbits {
			s.add(e.and(l, r), 1<<(k+j))
		}
	}
	for j, r := range bbits {
		s.add(r, a.base<<j)
	}
	y := e.binarySum(s)
	if y.values == nil {
		low, high := min(a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi), max(a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi)
		if y.lo, y.hi = max(y.lo, low), min(y.hi, high); y.lo == y.hi {
			return newListed([]int64{y.lo})
		}
	}
	return y
}

// quotient returns a / b rounded down, or 0 where b is 0.
func (e *encoder) quotient(a, b *integer) *integer {
	if small(a, b) {
		return e.table(a, b, alg.Quotient)
	}
	q, _ := e.divide(a, b)
	return q
}

// remainder returns a - b * floor(a/b), or 0 where b is 0.
func (e *encoder) remainder(a, b *integer) *integer {
	if small(a, b) {
		return e.table(a, b, alg.Remainder)
	}
	_, r := e.divide(a, b)
	return r
}

// divide makes q and r with a = b*q + r and r between 0 and b. Both are 0 if b is 0.
func (e *encoder) divide(a, b *integer) (q, r *integer) {
	m := max(a.hi, -a.lo, 0)
	lo, hi := -m, m
	if b.lo > 0 {
		lo = min(alg.FloorDiv(a.lo, b.lo), alg.FloorDiv(a.lo, b.hi))
		hi = max(alg.FloorDiv(a.hi, b.lo), alg.FloorDiv(a.hi, b.hi))
	}
	q, r = newRange(lo, hi), newRange(min(b.lo+1, 0), max(b.hi-1, 0))
	isPositive, isNegative := e.atLeast(b, 1), -e.atLeast(b, 0)
	isZero := e.and(-isPositive, -isNegative)
	s := difference(a, e.product(b, q))
	s.add(-1, r)
	e.exactly(s, 0, []Lit{isZero})
	e.clause(-isZero, e.equals(q, 0))
	e.clause(-isZero, e.equals(r, 0))
	e.clause(-isPositive, e.atLeast(r, 0))
	e.atMost(difference(r, b), -1, []Lit{-isPositive})
	e.clause(-isNegative, -e.atLeast(r, 1))
	e.atMost(difference(b, r), -1, []Lit{-isNegative})
	return q, r
}

// maxResidues bounds the divisors for which remainders of sums are added up.
const maxResidues = 16

// residueOf returns the remainder of a sum by a small constant divisor, made by adding remainders pairwise. It
// returns nil for other remainders.
func (e *encoder) residueOf(n model.Mod) *integer {
	sum, isSum := e.m.Ints[n.A].(model.Linear)
	d, isConst := e.m.Constant(n.B)
	if !isSum || !isConst || d < 2 || d > maxResidues || len(sum.Terms) < 2 {
		return nil
	}
	mod := func(v, w int64) int64 { return (v + w) - d*alg.FloorDiv(v+w, d) }
	var parts []*integer
	constant := sum.Const
	for _, t := range sum.Terms {
		x := e.integer(t.X)
		if x.values == nil {
			return nil
		}
		c := t.Coef
		rest := e.table(x, newListed([]int64{0}), func(v, _ int64) int64 { return mod(c*v, 0) })
		if rest.isConstant() {
			constant += rest.lo
		} else {
			parts = append(parts, rest)
		}
	}
	acc := newListed([]int64{mod(constant, 0)})
	for len(parts) > 1 {
		parts = append(parts[2:], e.table(parts[0], parts[1], mod))
	}
	for _, p := range parts {
		acc = e.table(p, acc, mod)
	}
	return acc
}
