package sat

import (
	"math/bits"
	"slices"
	"sort"

	"nazo/internal/model"
)

// maxListed bounds the number of values of an integer that is represented value by value. Others are binary numbers.
const maxListed = 2048

// integer is an integer expression in up to three representations: direct encoding, order encoding and
// binary (log) encoding. Each is made on demand, and tied to those that exist.
type integer struct {
	lo, hi int64
	// values lists the possible values, ascending. It is nil if there are too many.
	values []int64
	eq     []Lit // direct: the integer is values[i]; 0 if not made yet
	ge     []Lit // order: the integer is at least values[i]
	// binary: the integer is base plus the sum of 2^k over the true bits
	bits []Lit
	base int64

	complete bool // eq has a literal for every value
}

// comparison is "x = value", or "x >= value".
type comparison struct {
	x     *integer
	atMin bool
	value int64
}

func newListed(values []int64) *integer {
	x := &integer{lo: values[0], hi: values[len(values)-1], values: values}
	if len(values) == 1 {
		x.eq, x.ge, x.base, x.complete = []Lit{litTrue}, []Lit{litTrue}, values[0], true
		x.bits = []Lit{}
	}
	return x
}

// newRange returns an integer in lo..hi without any literals yet.
func newRange(lo, hi int64) *integer {
	if hi-lo < maxListed {
		return newListed(slices.Collect(model.Range(lo, hi).Each))
	}
	return &integer{lo: lo, hi: hi}
}

func (x *integer) isConstant() bool { return x.lo == x.hi }

// fromLiteral returns an integer that is yes where l is true, else no. yes is greater than no.
func (e *encoder) fromLiteral(l Lit, no, yes int64) *integer {
	switch e.known(l) {
	case 1:
		return newListed([]int64{yes})
	case -1:
		return newListed([]int64{no})
	}
	x := newListed([]int64{no, yes})
	x.eq, x.ge, x.complete = []Lit{-l, l}, []Lit{litTrue, l}, true
	return x
}

func (e *encoder) intVar(v model.VarID) *integer {
	if x := e.of[v]; x != nil {
		return x
	}
	d := e.m.Vars[v].Domain
	var x *integer
	if d.Size() <= maxListed {
		x = newListed(slices.Collect(d.Each))
	} else {
		b := d.Bounds()
		x = newRange(b.Lo, b.Hi)
		for i := 1; i < len(d); i++ {
			e.clause(-e.atLeast(x, d[i-1].Hi+1), e.atLeast(x, d[i].Lo))
		}
	}
	e.of[v] = x
	return x
}

// direct makes a literal for every value.
func (e *encoder) direct(x *integer) []Lit {
	if x.complete {
		return x.eq
	}
	x.complete = true
	n := len(x.values)
	switch {
	case x.ge != nil:
		for i := range n {
			e.equalsAt(x, i)
		}
		return x.eq
	case n == 2:
		l := e.newVar()
		x.eq = []Lit{-l, l}
	default:
		x.eq = e.newVars(n)
		e.clause(x.eq...)
		e.atMostOne(x.eq, nil)
	}
	if x.bits != nil {
		e.tieBits(x)
	}
	return x.eq
}

// order makes the literals x >= value.
func (e *encoder) order(x *integer) []Lit {
	if x.ge != nil {
		return x.ge
	}
	n := len(x.values)
	if n == 2 {
		x.ge = []Lit{litTrue, e.direct(x)[1]}
		return x.ge
	}
	if x.bits != nil && x.eq == nil {
		e.direct(x)
	}
	x.ge = append([]Lit{litTrue}, e.newVars(n-1)...)
	for i := 2; i < n; i++ {
		e.clause(-x.ge[i], x.ge[i-1])
	}
	for i := range x.eq {
		e.tieOrder(x, i)
	}
	return x.ge
}

// tieOrder adds the constraint that x = values[i] exactly where x is at least that and not more.
func (e *encoder) tieOrder(x *integer, i int) {
	over := litFalse
	if i+1 < len(x.ge) {
		over = x.ge[i+1]
	}
	e.clause(-x.eq[i], x.ge[i])
	e.clause(-x.eq[i], -over)
	e.clause(x.eq[i], -x.ge[i], over)
}

// equalsAt returns the literal x = values[i].
func (e *encoder) equalsAt(x *integer, i int) Lit {
	if x.ge == nil {
		return e.direct(x)[i]
	}
	if x.eq == nil {
		x.eq = make([]Lit, len(x.values))
	}
	if x.eq[i] == 0 {
		switch {
		case i == 0:
			x.eq[i] = -x.ge[1]
		case i == len(x.values)-1:
			x.eq[i] = x.ge[i]
		default:
			x.eq[i] = e.newVar()
			e.tieOrder(x, i)
		}
	}
	return x.eq[i]
}

// equals returns the literal x = v.
func (e *encoder) equals(x *integer, v int64) Lit {
	if v < x.lo || v > x.hi {
		return litFalse
	}
	if x.values != nil {
		if i, found := slices.BinarySearch(x.values, v); found {
			return e.equalsAt(x, i)
		}
		return litFalse
	}
	key := comparison{x, false, v}
	if l, found := e.labelled[key]; found {
		return l
	}
	e.labelled[key] = e.and(matching(e.bits(x), v-x.base)...)
	return e.labelled[key]
}

// matching returns literals that are all true exactly where the bits are those of v.
func matching(bits []Lit, v int64) []Lit {
	out := slices.Clone(bits)
	for k := range out {
		if v>>k&1 == 0 {
			out[k] = -out[k]
		}
	}
	return out
}

// atLeast returns the literal x >= v.
func (e *encoder) atLeast(x *integer, v int64) Lit {
	switch {
	case v <= x.lo:
		return litTrue
	case v > x.hi:
		return litFalse
	case x.values != nil:
		i, _ := slices.BinarySearch(x.values, v)
		return e.order(x)[i]
	}
	key := comparison{x, true, v}
	if l, found := e.labelled[key]; found {
		return l
	}
	l := e.newVar()
	e.labelled[key] = l
	e.bitsAtLeast(e.bits(x), v-x.base, []Lit{-l})
	e.bitsAtMost(e.bits(x), v-x.base-1, []Lit{l})
	return l
}

// within adds the constraint that x is between lo and hi, or one of under is true.
func (e *encoder) within(x *integer, lo, hi int64, under []Lit) {
	e.clauses(under, []Lit{e.atLeast(x, lo)})
	e.clauses(under, []Lit{-e.atLeast(x, hi+1)})
}

// bits makes the bits of x.
func (e *encoder) bits(x *integer) []Lit {
	if x.bits != nil {
		return x.bits
	}
	x.base = x.lo
	if x.complete && len(x.values) == 2 && x.hi-x.lo == 1 {
		x.bits = []Lit{x.eq[1]}
		return x.bits
	}
	x.bits = e.newVars(bits.Len64(uint64(x.hi - x.lo)))
	if x.values != nil {
		e.direct(x)
		e.tieBits(x)
	} else {
		e.bitsAtMost(x.bits, x.hi-x.base, nil)
	}
	return x.bits
}

// tieBits ties each value to its bits.
func (e *encoder) tieBits(x *integer) {
	for i, v := range x.values {
		for _, b := range matching(x.bits, v-x.base) {
			e.clause(-x.eq[i], b)
		}
	}
}

// bitsAtMost adds the constraint that an unsigned binary number is at most bound.
func (e *encoder) bitsAtMost(number []Lit, bound int64, under []Lit) {
	for _, c := range bitsAtMostClauses(number, bound) {
		e.clauses(under, c)
	}
}

func bitsAtMostClauses(number []Lit, bound int64) [][]Lit {
	if bound < 0 {
		return [][]Lit{{}}
	}
	var out [][]Lit
	var higher []Lit // negations of the bits above k that bound has
	for k := len(number) - 1; k >= 0; k-- {
		if bound>>k&1 == 1 {
			higher = append(higher, -number[k])
		} else {
			out = append(out, with(higher, -number[k]))
		}
	}
	return out
}

// atMostClauses returns the clauses for x being at most bound. They use the order literals or the bits.
func (x *integer) atMostClauses(bound int64) [][]Lit {
	switch {
	case bound >= x.hi:
		return nil
	case bound < x.lo:
		return [][]Lit{{}}
	case x.values != nil:
		i := sort.Search(len(x.values), func(i int) bool { return x.values[i] > bound })
		return [][]Lit{{-x.ge[i]}}
	}
	return bitsAtMostClauses(x.bits, bound-x.base)
}

// atLeastClauses returns the clauses for x being at least bound, like those of atMostClauses.
func (x *integer) atLeastClauses(bound int64) [][]Lit {
	switch {
	case bound <= x.lo:
		return nil
	case bound > x.hi:
		return [][]Lit{{}}
	case x.values != nil:
		i := sort.Search(len(x.values), func(i int) bool { return x.values[i] >= bound })
		return [][]Lit{{x.ge[i]}}
	}
	full := int64(1)<<len(x.bits) - 1
	return bitsAtMostClauses(negations(x.bits), full-(bound-x.base))
}

// bitsAtLeast adds the constraint that an unsigned binary number is at least bound.
func (e *encoder) bitsAtLeast(number []Lit, bound int64, under []Lit) {
	if bound <= 0 {
		return
	}
	// x >= bound exactly where the complement of x is at most that of bound.
	e.bitsAtMost(negations(number), (int64(1)<<len(number))-1-bound, under)
}

// valueIn reads the integer from an assignment.
func (x *integer) valueIn(value func(Lit) bool) int64 {
	is := func(l Lit) bool { return l == litTrue || l != litFalse && value(l) }
	switch {
	case x.isConstant():
		return x.lo
	case x.ge != nil:
		for i := len(x.ge) - 1; i > 0; i-- {
			if is(x.ge[i]) {
				return x.values[i]
			}
		}
		return x.lo
	case x.eq != nil:
		for i, l := range x.eq {
			if is(l) {
				return x.values[i]
			}
		}
		panic("sat: an integer has none of its values")
	case x.bits != nil:
		v := x.base
		for k, b := range x.bits {
			if is(b) {
				v += 1 << k
			}
		}
		return v
	}
	return x.lo
}
