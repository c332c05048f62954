package sat

// Cardinality constraints in clauses: at most, at least and exactly so many of some literals.
// At most one of few is encoded pairwise, of many by a count that gophersat knows itself, or by the product
// encoding; at most k by excluding each subset (binomial encoding) or by totalizers. Exports to those who know
// counts have them as they are.
// There is no sequential counter.

// maxPairwise is the number of literals up to which "at most one" is said of
// each pair. Measured with gophersat: 60 queens take 0.8 s pairwise, and over
// 8 s by rows and columns.
const maxPairwise = 64

// leastCounted is the number of literals from which on gophersat is given "at most one" as a count. Measured:
// 60 queens take 0.09 s of search and 23,794 clauses so, 0.27 s and 356,540 clauses pairwise; of fewer literals a count is
// no faster, and pairs can be simplified.
const leastCounted = 32

// atMostOne adds the constraint that no two of the literals are true, or one in under is: by a
// count, pairwise, or, where that takes too many clauses, by rows and columns of a
// rectangle (the product encoding of Chen 2010).
func (e *encoder) atMostOne(lits, under []Lit) {
	lits = e.notFalse(lits)
	n := len(lits)
	if len(under) == 0 {
		e.exclusive(lits)
	}
	if n > 2 && e.sumStays(lits, under) {
		e.nativeAtMost(lits, ones(n), int64(n), 1, under)
		return
	}
	if !e.spelt && n >= leastCounted && len(under) == 0 && distinctVariables(lits) {
		e.nativeAtMost(lits, ones(n), int64(n), 1, nil)
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

// sumStays reports whether a count of the literals is to stay a linear constraint,
// and can.
func (e *encoder) sumStays(lits, under []Lit) bool {
	return e.keepSums && distinctVariables(with(under, lits...))
}

func ones(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// notFalse leaves out literals that are known to be false.
func (e *encoder) notFalse(lits []Lit) []Lit {
	out := make([]Lit, 0, len(lits))
	for _, l := range lits {
		if e.known(l) >= 0 {
			out = append(out, l)
		}
	}
	return out
}

// undecided leaves out literals that are known and returns how many are true.
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
		e.nativeAtMost(lits, ones(n), int64(n), int64(k), under)
	case binomial(n, k+1) <= maxSubsets:
		e.eachSubset(lits, k+1, under)
	default:
		e.countAtMost(lits, k, under)
	}
}

// countAtMost says by counting that at most k of the literals are true.
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
	if 2*k > len(lits) { // count the rarer sign first: its counter serves both ways
		lits, k = negations(lits), len(lits)-k
	}
	e.atMostOf(lits, k, under)
	e.atMostOf(negations(lits), len(lits)-k, under)
}

// maxSubsets is the number of clauses up to which "at most k" is said for each
// subset of k+1 literals.
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

// eachSubset says for each subset of size k that one of it is false.
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

// counter makes a totalizer (Bailleux and Boufkhad 2003) of the literals, or
// of their negations (flipped) if that needs fewer outputs to tell whether more
// than k are true. Totalizers of the same literals are shared.
func (e *encoder) counter(lits []Lit, k int) (count []Lit, flipped bool) {
	if flipped = len(lits)-k < k+1; flipped {
		lits, k = negations(lits), len(lits)-k-1
	}
	key := signature(lits)
	for _, c := range e.counters[key] {
		if len(c.count) > k && equalLits(c.lits, lits) {
			return c.count, flipped
		}
	}
	c := counter{lits, e.totalizer(lits, k+1)}
	e.counters[key] = append(e.counters[key], c)
	return c.count, flipped
}

// counter is a totalizer that was made before.
type counter struct{ lits, count []Lit }

func signature(lits []Lit) uint64 {
	h := uint64(14695981039346656037)
	for _, l := range lits {
		h = (h ^ uint64(uint32(l))) * 1099511628211
	}
	return h
}

func equalLits(a, b []Lit) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// totalizer returns literals: the i-th says that more than i of lits are
// true, for i below limit.
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
	// Where a child is cut off at the limit, "not more than it can say" is unknown.
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
