package sat

import (
	"cmp"
	"fmt"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Cardinality constraints in clauses: at most, at least and exactly k literals. At most one is encoded
// pairwise if few, as gophersat's own count if many, or by the product encoding. At most k is encoded by
// excluding each subset (binomial) or by totalizers. Exports to formats with counts keep them.

// maxPairwise bounds the literals for which "at most one" is encoded pairwise. Measured with gophersat: 60
// queens take 0.8 s pairwise, and over 8 s by rows and columns.
const maxPairwise = 64

// leastCounted is the number of literals from which gophersat gets "at most one" as a count. Measured: 60
// queens take 0.09 s of search and 23,794 clauses with counts, but 0.27 s and 356,540 clauses pairwise.
// With fewer literals a count is no faster, and pairs can be simplified.
const leastCounted = 32

// atMostOne adds the constraint that no two of the literals are true, or one in under is. It uses a count or pairs. If
// these take too many clauses, it uses the rows and columns of a rectangle (the product encoding of Chen 2010).
func (e *encoder) atMostOne(lits, under []Lit) {
	lits = e.notFalse(lits)
	n := len(lits)
	if len(under) == 0 {
		e.exclusive(lits)
	}
	if n > 2 && e.sumStays(lits, under) || !e.spelt && n >= leastCounted && len(under) == 0 && distinctVariables(lits) {
		e.nativeAtMost(lits, slices.Repeat([]int64{1}, n), int64(n), 1, under)
		return
	}
	if n <= maxPairwise {
		for i, l := range lits {
			for _, k := range lits[:i] {
				e.clauses(under, []Lit{-l, -k})
			}
		}
		return
	}
	width := 1
	for width*width < n {
		width++
	}
	rows, columns := e.newVars((n+width-1)/width), e.newVars(width)
	for i, l := range lits {
		e.clause(-l, rows[i/width])
		e.clause(-l, columns[i%width])
	}
	e.atMostOne(rows, under)
	e.atMostOne(columns, under)
}

// sumStays reports whether a count of the literals must stay a linear constraint, and can.
func (e *encoder) sumStays(lits, under []Lit) bool {
	return e.keepSums && distinctVariables(with(under, lits...))
}

// notFalse drops literals that are known to be false.
func (e *encoder) notFalse(lits []Lit) []Lit {
	return slices.DeleteFunc(slices.Clone(lits), func(l Lit) bool { return e.known(l) < 0 })
}

// undecided drops known literals. It returns how many of them are true.
func (e *encoder) undecided(lits []Lit) (open []Lit, truths int) {
	for _, l := range lits {
		switch e.known(l) {
		case 1:
			truths++
		case 0:
			open = append(open, l)
		}
	}
	return open, truths
}

// atMostOf adds the constraint that at most k of the literals are true, or one in under is.
func (e *encoder) atMostOf(lits []Lit, k int, under []Lit) {
	lits, already := e.undecided(lits)
	k -= already
	switch n := len(lits); {
	case k < 0:
		e.clause(under...)
	case k >= n:
	case k == 0:
		for _, l := range lits {
			e.clauses(under, []Lit{-l})
		}
	case k == 1:
		e.atMostOne(lits, under)
	case k < n-1 && e.sumStays(lits, under):
		e.nativeAtMost(lits, slices.Repeat([]int64{1}, n), int64(n), int64(k), under)
	case binomial(n, k+1) <= maxSubsets:
		e.eachSubset(lits, k+1, under)
	default:
		e.countAtMost(lits, k, under)
	}
}

// countAtMost is atMostOf by counting.
func (e *encoder) countAtMost(lits []Lit, k int, under []Lit) {
	n := len(lits)
	if groups := e.grouped(lits); len(groups) < n {
		e.atMostOf(groups, k, under)
		return
	}
	if groups := e.grouped(negations(lits)); len(groups) < n { // at least n-k of the negations
		e.atMostOf(negations(groups), len(groups)-(n-k), under)
		return
	}
	count, flipped := e.counter(lits, k)
	if flipped { // at least n-k are false
		e.clauses(under, []Lit{count[n-k-1]})
	} else {
		e.clauses(under, []Lit{-count[k]})
	}
}

// exactlyOf adds the constraint that k of the literals are true, or one in under is.
func (e *encoder) exactlyOf(lits []Lit, k int, under []Lit) {
	if 2*k > len(lits) { // count the rarer sign first: its counter serves both directions
		lits, k = negations(lits), len(lits)-k
	}
	e.atMostOf(lits, k, under)
	e.atMostOf(negations(lits), len(lits)-k, under)
}

// maxSubsets bounds the clauses of "at most k" with one for each subset of k+1 literals.
const maxSubsets = 300

func binomial(n, k int) int {
	c := 1
	for i := range min(k, n-k) {
		if c = c * (n - i) / (i + 1); c > 1<<30 {
			return c
		}
	}
	return c
}

// eachSubset adds, for each subset of size k, the constraint that one of it is false.
func (e *encoder) eachSubset(lits []Lit, k int, under []Lit) {
	chosen := with(under)
	var choose func(from, left int)
	choose = func(from, left int) {
		if left == 0 {
			e.clause(chosen...)
			return
		}
		for i := from; i+left <= len(lits); i++ {
			chosen = append(chosen, -lits[i])
			choose(i+1, left-1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0, k)
}

// counter returns a totalizer (Bailleux and Boufkhad 2003) that tells whether more than k of the literals are true. It
// counts their negations (flipped) if that takes fewer outputs. Totalizers of the same literals are shared.
func (e *encoder) counter(lits []Lit, k int) (count []Lit, flipped bool) {
	if flipped = len(lits)-k < k+1; flipped {
		lits, k = negations(lits), len(lits)-k-1
	}
	key := fmt.Sprint(lits)
	if len(e.counters[key]) <= k {
		e.counters[key] = e.totalizer(lits, k+1)
	}
	return e.counters[key], flipped
}

// totalizer returns literals: the i-th is true where more than i of lits are, for i below limit.
func (e *encoder) totalizer(lits []Lit, limit int) []Lit {
	if len(lits) == 1 {
		return lits
	}
	half := len(lits) / 2
	a, b := e.totalizer(lits[:half], limit), e.totalizer(lits[half:], limit)
	out := e.newVars(min(len(a)+len(b), limit))
	at := func(s []Lit, i int) Lit { // the literal for "at least i"
		switch {
		case i == 0:
			return litTrue
		case i > len(s):
			return litFalse
		}
		return s[i-1]
	}
	// If a child is cut off at the limit, its last output says nothing about more.
	capped := func(s []Lit, of int, i int) bool { return i == len(s) && len(s) < of }
	for i := 0; i <= len(a); i++ {
		for j := 0; j <= len(b); j++ {
			if n := min(i+j, len(out)); n > 0 {
				e.clause(-at(a, i), -at(b, j), out[n-1])
			}
			if i+j < len(out) && !capped(a, half, i) && !capped(b, len(lits)-half, j) {
				e.clause(at(a, i+1), at(b, j+1), -out[i+j])
			}
		}
	}
	return out
}

// maxCliques bounds the stored sets of exclusive literals.
const maxCliques = 4000

// exclusive records that at most one of the literals is ever true.
func (e *encoder) exclusive(lits []Lit) {
	if len(lits) >= 3 && len(e.cliques) < maxCliques {
		e.cliques = append(e.cliques, lits)
	}
}

// grouped replaces exclusive literals by their disjunction. The number of true literals stays the same, and
// fewer need counting. It returns lits if that does not at least halve their number.
func (e *encoder) grouped(lits []Lit) []Lit {
	if len(e.cliques) == 0 || len(lits) < 16 {
		return lits
	}
	left := make(map[Lit]bool, len(lits))
	for _, l := range lits {
		if left[l] {
			return lits
		}
		left[l] = true
	}
	within := func(clique []Lit) bool {
		return !slices.ContainsFunc(clique, func(l Lit) bool { return !left[l] })
	}
	candidates := alg.Filter(e.cliques, within)
	slices.SortStableFunc(candidates, func(a, b []Lit) int { return cmp.Compare(len(b), len(a)) })
	var chosen [][]Lit
	n := len(lits)
	for _, c := range candidates {
		if !within(c) {
			continue
		}
		for _, l := range c {
			left[l] = false
		}
		chosen = append(chosen, c)
		n -= len(c) - 1
	}
	if 2*n > len(lits) {
		return lits
	}
	out := alg.Map(chosen, func(c []Lit) Lit { return e.or(c...) })
	out = append(out, alg.Filter(lits, func(l Lit) bool { return left[l] })...)
	return out
}

// distinct adds the constraint that no two present integers are equal: each value at most once. If there are as
// many values as integers, each value also occurs at least once.
func (e *encoder) distinct(d model.Distinct, under []Lit) {
	xs := e.integers(d.Xs)
	var present []Lit
	if d.Present != nil {
		present = e.literals(d.Present, negative)
	}
	if slices.ContainsFunc(xs, func(x *integer) bool { return x.values == nil }) {
		e.distinctPairs(xs, present, under)
		return
	}
	var values []int64
	for _, x := range xs {
		values = append(values, x.values...)
	}
	values = alg.Set(values)
	if present == nil && len(values) < len(xs) {
		e.clause(under...)
		return
	}
	for _, v := range values {
		e.tick()
		e.valueOnce(xs, present, v, present == nil && len(values) == len(xs), under)
	}
}

// valueOnce adds the constraint that at most one of the integers has the value, and with each also at least one.
func (e *encoder) valueOnce(xs []*integer, present []Lit, v int64, each bool, under []Lit) {
	var takes, off []Lit
	for i, x := range xs {
		l := e.equals(x, v)
		if e.known(l) < 0 || present != nil && e.known(present[i]) < 0 {
			continue
		}
		takes = append(takes, l)
		if present != nil {
			off = append(off, -present[i])
		}
	}
	if each {
		e.clauses(under, takes)
	}
	if present == nil {
		e.atMostOne(takes, under)
		return
	}
	if len(takes) <= 6 {
		for i := range takes {
			for j := range i {
				e.clauses(under, []Lit{-takes[i], -takes[j], off[i], off[j]})
			}
		}
		return
	}
	for i := range takes {
		if e.known(takes[i]) > 0 {
			takes[i] = -off[i]
		} else if e.known(off[i]) == 0 {
			both := e.newVar()
			e.clause(both, -takes[i], off[i])
			takes[i] = both
		}
	}
	e.atMostOne(takes, under)
}

// distinctPairs is distinct for integers with too many values to list.
func (e *encoder) distinctPairs(xs []*integer, present []Lit, under []Lit) {
	for i := range xs {
		for j := range i {
			lits := under
			if present != nil {
				lits = with(under, -present[i], -present[j])
			}
			e.notExactly(difference(xs[i], xs[j]), 0, lits)
		}
	}
}

// inverse channels two inverse permutations.
func (e *encoder) inverse(b model.Inverse, under []Lit) {
	xs, ys := e.integers(b.Xs), e.integers(b.Ys)
	last := b.Base + int64(len(xs)) - 1
	for _, list := range [2][]*integer{xs, ys} {
		for _, x := range list {
			e.within(x, b.Base, last, under)
		}
	}
	for i, x := range xs {
		for j, y := range ys {
			p, q := e.equals(x, b.Base+int64(j)), e.equals(y, b.Base+int64(i))
			e.clauses(under, []Lit{-p, q})
			e.clauses(under, []Lit{p, -q})
		}
	}
}
