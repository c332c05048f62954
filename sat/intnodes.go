package sat

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// integer returns the integer for a node.
func (e *encoder) integer(i model.Int) *integer {
	if e.ints[i] == nil {
		e.tick()
		e.ints[i] = e.integerOf(i)
	}
	return e.ints[i]
}

func (e *encoder) integers(xs []model.Int) []*integer { return alg.Map(xs, e.integer) }

func (e *encoder) integerOf(i model.Int) *integer {
	switch n := e.m.Ints[i].(type) {
	case model.IntConst:
		return newListed([]int64{n.Value})
	case model.IntVar:
		return e.intVar(n.Var)
	case model.ToInt:
		return e.fromLiteral(e.literal(n.B, both), 0, 1)
	case model.Linear:
		s := e.linear(n.Terms)
		s.constant += n.Const
		return e.sum(s)
	case model.Product:
		return e.product(e.integer(n.A), e.integer(n.B))
	case model.Div:
		return e.quotient(e.integer(n.A), e.integer(n.B))
	case model.Mod:
		if x := e.residueOf(n); x != nil {
			return x
		}
		return e.remainder(e.integer(n.A), e.integer(n.B))
	case model.Min:
		negated := alg.Map(e.integers(n.Args), func(x *integer) *integer { return e.scaled(x, -1, 0) })
		return e.scaled(e.greatest(negated), -1, 0)
	case model.Max:
		return e.greatest(e.integers(n.Args))
	case model.If:
		return e.choice(e.literal(n.Cond, both), e.integer(n.Then), e.integer(n.Else))
	case model.Element:
		return e.element(n)
	}
	panic("sat: unknown integer node")
}

// scaled returns coef*x + constant. It shares the literals of x if x has a list of values.
func (e *encoder) scaled(x *integer, coef, constant int64) *integer {
	if x.values == nil {
		if coef == 1 {
			b := e.bits(x)
			return &integer{lo: x.lo + constant, hi: x.hi + constant, bits: b, base: x.base + constant}
		}
		return e.sum(linear{[]term{{coef, x}}, constant})
	}
	n := len(x.values)
	if n == 1 {
		return newListed([]int64{coef*x.values[0] + constant})
	}
	if x.eq == nil && x.ge == nil {
		e.direct(x)
	}
	y := newListed(make([]int64, n))
	at := func(i int) int {
		if coef < 0 {
			return n - 1 - i
		}
		return i
	}
	for i, v := range x.values {
		y.values[at(i)] = coef*v + constant
	}
	y.lo, y.hi = y.values[0], y.values[n-1]
	if x.complete {
		y.eq, y.complete = make([]Lit, n), true
		for i, l := range x.eq {
			y.eq[at(i)] = l
		}
	}
	if x.ge != nil {
		y.ge = append([]Lit{litTrue}, make([]Lit, n-1)...)
		for i := 1; i < n; i++ {
			if coef > 0 {
				y.ge[i] = x.ge[i]
			} else {
				y.ge[i] = -x.ge[n-i]
			}
		}
	}
	return y
}

// maxSums bounds the values of a partial sum that is counted in order encoding.
const maxSums = 256

// maxAdditions bounds the clauses of a sum in order encoding.
const maxAdditions = 4000

// sum returns an integer equal to s.
func (e *encoder) sum(s linear) *integer {
	switch len(s.terms) {
	case 0:
		return newListed([]int64{s.constant})
	case 1:
		t := s.terms[0]
		if t.coef == 1 || t.x.values != nil {
			return e.scaled(t.x, t.coef, s.constant)
		}
	}
	if x := e.orderedSum(s.terms); x != nil {
		return e.scaled(x, 1, s.constant)
	}
	return e.binarySum(e.weigh(s))
}

// binarySum returns an integer with the bits of the sum.
func (e *encoder) binarySum(s weighted) *integer {
	_, _, total := s.flat()
	if total == 0 {
		return newListed([]int64{s.constant})
	}
	return &integer{lo: s.constant, hi: s.constant + total, base: s.constant, bits: e.adders(s)}
}

// orderedSum adds terms pairwise in order encoding, in both directions. It returns nil if partial sums have
// too many values.
func (e *encoder) orderedSum(terms []term) *integer {
	if len(sumValues(terms)) > maxSums || mergeWork(terms) > maxAdditions {
		return nil
	}
	var merge func(terms []term) *integer
	merge = func(terms []term) *integer {
		if len(terms) == 1 {
			return e.scaled(terms[0].x, terms[0].coef, 0)
		}
		half := len(terms) / 2
		return e.plus(merge(terms[:half]), merge(terms[half:]))
	}
	return merge(terms)
}

// sumValues lists the values of a sum. If there are more than maxSums, it lists more than maxSums.
func sumValues(terms []term) []int64 {
	sums := []int64{0}
	for _, t := range terms {
		if t.x.values == nil || len(t.x.values) > maxSums {
			return make([]int64, maxSums+1)
		}
		sums = sumsOf(sums, t.x.values, t.coef)
		if len(sums) > maxSums {
			return sums
		}
	}
	return sums
}

func sumsOf(a, b []int64, coef int64) []int64 {
	out := make([]int64, 0, len(a)*len(b))
	for _, x := range a {
		out = append(out, alg.Map(b, func(y int64) int64 { return x + coef*y })...)
	}
	return alg.Set(out)
}

// mergeWork estimates the number of clauses for adding the terms pairwise.
func mergeWork(terms []term) int {
	if len(terms) == 1 {
		return 0
	}
	half := len(terms) / 2
	a, b := sumValues(terms[:half]), sumValues(terms[half:])
	return mergeWork(terms[:half]) + mergeWork(terms[half:]) + len(a)*len(b)
}

// plus returns a + b in order encoding.
func (e *encoder) plus(a, b *integer) *integer { return e.plusUpTo(a, b, a.hi+b.hi) }

// plusUpTo returns min(a + b, most) in order encoding.
func (e *encoder) plusUpTo(a, b *integer, most int64) *integer {
	sums := sumsOf(a.values, b.values, 1)
	if k, _ := slices.BinarySearch(sums, most); k < len(sums) {
		sums = append(sums[:k], most)
	}
	x := newListed(sums)
	if x.isConstant() {
		return x
	}
	e.order(a)
	e.order(b)
	e.order(x)
	for i, v := range a.values {
		for j, w := range b.values {
			if v+w > most && i > 0 && j > 0 && a.values[i-1]+w >= most && v+b.values[j-1] >= most {
				continue // implied by clauses about less
			}
			e.clause(-a.ge[i], -b.ge[j], e.atLeast(x, min(v+w, most)))
			if v+w < most {
				e.clause(e.atLeast(a, v+1), e.atLeast(b, w+1), -e.atLeast(x, v+w+1))
			}
		}
	}
	return x
}

// greatest returns the greatest of xs.
func (e *encoder) greatest(xs []*integer) *integer {
	lo, hi := xs[0].lo, xs[0].hi
	listed := true
	for _, x := range xs {
		lo, hi = max(lo, x.lo), max(hi, x.hi)
		listed = listed && x.values != nil
	}
	if listed {
		return e.greatestListed(xs, lo)
	}
	y := newRange(lo, hi)
	var reached []Lit
	for _, x := range xs {
		e.atMost(difference(x, y), 0, nil)
		is := e.newVar()
		e.atMost(difference(y, x), 0, []Lit{-is})
		reached = append(reached, is)
	}
	e.clause(reached...)
	return y
}

func difference(a, b *integer) (s linear) {
	s.add(1, a)
	s.add(-1, b)
	return s
}

func (e *encoder) greatestListed(xs []*integer, lo int64) *integer {
	var values []int64
	for _, x := range xs {
		values = append(values, alg.Filter(x.values, func(v int64) bool { return v >= lo })...)
	}
	y := newListed(alg.Set(values))
	for i, l := range e.order(y) {
		parts := []Lit{-l}
		for _, x := range xs {
			reaches := e.atLeast(x, y.values[i])
			e.clause(-reaches, l)
			parts = append(parts, reaches)
		}
		e.clause(parts...)
	}
	return y
}

// choice returns a where cond is true, else b.
func (e *encoder) choice(cond Lit, a, b *integer) *integer {
	switch e.known(cond) {
	case 1:
		return a
	case -1:
		return b
	}
	var y *integer
	if a.values != nil && b.values != nil {
		values := slices.Concat(a.values, b.values)
		y = newListed(alg.Set(values))
	} else {
		y = newRange(min(a.lo, b.lo), max(a.hi, b.hi))
	}
	e.equate(y, a, []Lit{-cond})
	e.equate(y, b, []Lit{cond})
	return y
}

// equate adds the constraint that y = x, or one of under is true.
func (e *encoder) equate(y, x *integer, under []Lit) {
	if y.values == nil || x.values == nil {
		e.exactly(difference(y, x), 0, under)
		return
	}
	for i, v := range x.values {
		e.clauses(under, []Lit{-e.equalsAt(x, i), e.equals(y, v)})
	}
	for i, v := range y.values {
		e.clauses(under, []Lit{-e.equalsAt(y, i), e.equals(x, v)})
	}
}

// element returns Items[Index-Base], or 0 out of range.
func (e *encoder) element(n model.Element) *integer {
	index, items := e.integer(n.Index), e.integers(n.Items)
	inRange := func(v int64) bool { return v >= n.Base && v-n.Base < int64(len(items)) }
	lo, hi := int64(0), int64(0)
	if inRange(index.lo) && inRange(index.hi) {
		lo, hi = items[0].lo, items[0].hi
	}
	values, listed := []int64{}, true
	if !inRange(index.lo) || !inRange(index.hi) {
		values = append(values, 0)
	}
	for _, x := range items {
		lo, hi = min(lo, x.lo), max(hi, x.hi)
		listed = listed && x.values != nil
		values = append(values, x.values...)
	}
	values = alg.Set(values)
	var y *integer
	if listed && len(values) <= maxListed {
		y = newListed(values)
	} else {
		y = newRange(lo, hi)
	}
	for k, x := range items {
		e.equate(y, x, []Lit{-e.equals(index, n.Base+int64(k))})
	}
	zero := newListed([]int64{0})
	e.equate(y, zero, []Lit{e.atLeast(index, n.Base)})
	e.equate(y, zero, []Lit{-e.atLeast(index, n.Base+int64(len(items)))})
	e.supportElement(y, index, items, n.Base)
	return y
}

// supportElement adds the constraint that each value of y comes from an item that can have it.
func (e *encoder) supportElement(y, index *integer, items []*integer, base int64) {
	if y.values == nil || index.values == nil || len(y.values) == 1 {
		return
	}
	for i, v := range y.values {
		from := []Lit{-e.equalsAt(y, i)}
		for k, at := range index.values {
			p := at - base
			if p < 0 || p >= int64(len(items)) {
				if v == 0 {
					from = append(from, e.equalsAt(index, k))
				}
			} else if items[p].values == nil || slices.Contains(items[p].values, v) {
				from = append(from, e.equalsAt(index, k))
			}
		}
		e.clause(from...)
	}
}

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
