package sat

import (
	"math/bits"
	"slices"
	"sort"

	"nazo/internal/alg"
)

// weighted is a pseudo-Boolean sum: a constant plus the weights of the true literals. Weights are positive.
type weighted struct {
	constant int64
	groups   []group
}

// group has the literals of one integer. In a chain each implies the previous ones, as in order encoding. Bits
// are independent.
type group struct {
	chain   bool
	weights []weight
}

// add adds a weight, which may be negative, as a group of its own.
func (s *weighted) add(l Lit, w int64) {
	if w < 0 {
		s.constant += w
		l, w = -l, -w
	}
	if w > 0 {
		s.groups = append(s.groups, group{true, []weight{{l, w}}})
	}
}

// weight is a literal and what it adds.
type weight struct {
	lit Lit
	w   int64
}

// weigh writes a sum as weights of literals: order literals of listed integers, bits of others.
func (e *encoder) weigh(s linear) weighted {
	out := weighted{constant: s.constant}
	for _, t := range s.terms {
		g := group{chain: true}
		add := func(l Lit, w int64) {
			switch {
			case e.known(l) > 0:
				out.constant += w
			case e.known(l) < 0:
			case w < 0:
				out.constant += w
				g.weights = append(g.weights, weight{-l, -w})
			default:
				g.weights = append(g.weights, weight{l, w})
			}
		}
		if t.x.values == nil || t.x.bits != nil && t.x.ge == nil && len(t.x.values) > 64 {
			b := e.bits(t.x)
			g.chain = len(b) == 1
			out.constant += t.coef * t.x.base
			for k, l := range b {
				add(l, t.coef<<k)
			}
		} else {
			out.constant += t.coef * t.x.lo
			for i, l := range e.order(t.x) {
				if i > 0 {
					add(l, t.coef*(t.x.values[i]-t.x.values[i-1]))
				}
			}
		}
		if t.coef < 0 { // negations imply each other the other way
			slices.Reverse(g.weights)
		}
		if len(g.weights) > 0 {
			out.groups = append(out.groups, g)
		}
	}
	return out
}

func (s weighted) flat() (lits []Lit, weights []int64, total int64) {
	for _, g := range s.groups {
		for _, w := range g.weights {
			lits, weights = append(lits, w.lit), append(weights, w.w)
			total += w.w
		}
	}
	return lits, weights, total
}

// Limits of the encodings of "a sum is at most a bound".
const (
	maxMerges    = 1000    // clauses of a generalised totalizer
	maxNativeSum = 1 << 29 // gophersat's sums go wrong at 2^30
)

// weightedAtMost adds the constraint that the sum is at most bound, or one of under is true.
func (e *encoder) weightedAtMost(s weighted, bound int64, under []Lit) {
	bound -= s.constant
	lits, weights, total := s.flat()
	switch {
	case bound < 0:
		e.clause(under...)
		return
	case total <= bound:
		return
	case s.isCount():
		e.atMostOf(lits, int(bound/weights[0]), under)
		return
	}
	if !e.keepSums && mergeCost(s, bound) <= maxMerges {
		e.mergeAtMost(s, bound, under)
		return
	}
	// The solver's own sums need distinct variables.
	if total < maxNativeSum && distinctVariables(with(under, lits...)) {
		e.nativeAtMost(lits, weights, total, bound, under)
		return
	}
	e.bitsAtMost(e.adders(s), bound, under)
}

// weightedExactly adds the constraint that the sum is total, or one of under is true.
func (e *encoder) weightedExactly(s weighted, sum int64, under []Lit) {
	lits, weights, total := s.flat()
	d := sum - s.constant
	switch {
	case d < 0 || d > total:
		e.clause(under...)
	case len(lits) == 0:
	case s.isCount():
		if d%weights[0] != 0 {
			e.clause(under...)
			return
		}
		e.exactlyOf(lits, int(d/weights[0]), under)
	case total >= maxNativeSum || !distinctVariables(with(under, lits...)):
		e.isNumber(e.adders(s), d, under)
	case !e.keepSums && mergeCost(s, d) <= maxMerges:
		e.mergeExactly(s, d, under)
	default:
		e.weightedAtMost(s, sum, under)
		e.weightedAtMost(s.complement(), -sum, under)
	}
}

// mergeExactly adds groups pairwise. It adds the constraint that the two halves have the sum, or one of under is true.
func (e *encoder) mergeExactly(s weighted, sum int64, under []Lit) {
	half := len(s.groups) / 2
	a, b := e.merged(s.groups[:half], sum+1), e.merged(s.groups[half:], sum+1)
	for i := range a.values {
		// If a is at least its value, b is at most the rest. If a is at most its value, b is at least the rest.
		e.clauses(under, []Lit{-a.ge[i], -e.atLeast(b, sum-a.values[i]+1)})
		e.clauses(under, []Lit{e.atLeast(a, a.values[i]+1), e.atLeast(b, sum-a.values[i])})
	}
}

// merged returns the sum of the groups in order encoding, or most if that is less. It is 0 for no groups.
func (e *encoder) merged(groups []group, most int64) *integer {
	switch len(groups) {
	case 0:
		return newListed([]int64{0})
	case 1:
		return e.chainOf(groups[0], most)
	}
	half := len(groups) / 2
	return e.plusUpTo(e.merged(groups[:half], most), e.merged(groups[half:], most), most)
}

// chainOf returns the number of a chain in order encoding, or most if that is less.
func (e *encoder) chainOf(g group, most int64) *integer {
	x := &integer{values: []int64{0}, ge: []Lit{litTrue}}
	for _, w := range g.weights {
		if x.hi < most {
			x.hi = min(x.hi+w.w, most)
			x.values, x.ge = append(x.values, x.hi), append(x.ge, w.lit)
		}
	}
	return x
}

// complement returns the negated sum.
func (s weighted) complement() weighted {
	out := weighted{constant: -s.constant}
	for _, g := range s.groups {
		flipped := group{g.chain, make([]weight, len(g.weights))}
		for i, w := range g.weights {
			flipped.weights[len(g.weights)-1-i] = weight{-w.lit, w.w}
			out.constant -= w.w
		}
		out.groups = append(out.groups, flipped)
	}
	return out
}

// isCount reports whether the literals are independent and have equal weights.
func (s weighted) isCount() bool {
	for _, g := range s.groups {
		if len(g.weights) > 1 || g.weights[0].w != s.groups[0].weights[0].w {
			return false
		}
	}
	return true
}

func distinctVariables(lits []Lit) bool {
	seen := make(map[int32]bool, len(lits))
	for _, l := range lits {
		if seen[l.variable()] {
			return false
		}
		seen[l.variable()] = true
	}
	return true
}

// nativeAtMost adds the sum as a constraint of the solver: the negations weigh at least total - bound, or a
// literal of under is true, which weighs as much.
func (e *encoder) nativeAtMost(lits []Lit, weights []int64, total, bound int64, under []Lit) {
	need := int(total - bound)
	var all []Lit
	var ws []int
	for i, l := range lits {
		all, ws = append(all, -l), append(ws, int(weights[i]))
	}
	for _, l := range under {
		if e.known(l) == 0 {
			all, ws = append(all, l), append(ws, need)
		} else if e.known(l) > 0 {
			return
		}
	}
	e.atLeastSum(all, ws, need)
}

// partialSum is a lower bound of a partial sum, and the literal that it implies.
type partialSum struct {
	sum int64
	lit Lit
}

// partialSums lists the sums of the prefixes of a chain.
func partialSums(g group) []partialSum {
	parts := make([]partialSum, len(g.weights))
	sum := int64(0)
	for i, w := range g.weights {
		sum += w.w
		parts[i] = partialSum{sum, w.lit}
	}
	return parts
}

// mergeCost returns the number of clauses that mergeAtMost would add, or more than maxMerges.
func mergeCost(s weighted, bound int64) int {
	cost := 0
	var reach func(groups []group) []int64
	reach = func(groups []group) []int64 {
		if cost > maxMerges {
			return nil
		}
		if len(groups) == 1 {
			sums := []int64{0}
			for _, p := range partialSums(groups[0]) {
				sums = append(sums, min(p.sum, bound+1))
			}
			return sums
		}
		a, b := reach(groups[:len(groups)/2]), reach(groups[len(groups)/2:])
		if cost += len(a) * len(b); cost > maxMerges {
			return nil
		}
		var sums []int64
		for _, x := range a {
			sums = append(sums, alg.Map(b, func(y int64) int64 { return min(x+y, bound+1) })...)
		}
		return alg.Set(sums)
	}
	if slices.ContainsFunc(s.groups, func(g group) bool { return !g.chain }) {
		return maxMerges + 1
	}
	reach(s.groups)
	return cost
}

// mergeAtMost adds groups pairwise (generalised totalizer, Joshi, Martins and Manquinho 2015): partial sums
// imply their sum.
func (e *encoder) mergeAtMost(s weighted, bound int64, under []Lit) {
	var merge func(groups []group) []partialSum
	merge = func(groups []group) []partialSum {
		if len(groups) == 1 {
			return partialSums(groups[0])
		}
		a, b := merge(groups[:len(groups)/2]), merge(groups[len(groups)/2:])
		return e.mergeSums(a, b, bound, under)
	}
	for _, p := range merge(s.groups) {
		if p.sum > bound {
			e.clauses(under, []Lit{-p.lit})
		}
	}
}

// mergeSums returns the sums of two lists of partial sums. It excludes those above the bound.
func (e *encoder) mergeSums(a, b []partialSum, bound int64, under []Lit) []partialSum {
	a, b = append([]partialSum{{0, litTrue}}, a...), append([]partialSum{{0, litTrue}}, b...)
	var sums []int64
	for _, x := range a {
		for _, y := range b {
			if t := x.sum + y.sum; t > 0 && t <= bound {
				sums = append(sums, t)
			}
		}
	}
	sums = alg.Set(sums)
	out := make([]partialSum, len(sums))
	for i, t := range sums {
		out[i] = partialSum{t, e.newVar()}
		if i > 0 {
			e.clause(-out[i].lit, out[i-1].lit)
		}
	}
	for _, x := range a {
		for _, y := range b {
			t := x.sum + y.sum
			switch {
			case t == 0:
			case t > bound:
				e.clauses(under, []Lit{-x.lit, -y.lit})
			default:
				i := sort.Search(len(sums), func(i int) bool { return sums[i] >= t })
				e.clause(-x.lit, -y.lit, out[i].lit)
			}
		}
	}
	return out
}

// adders returns the bits of the sum without its constant. It uses full adders over columns of equal weight
// (Eén and Sörensson 2006).
func (e *encoder) adders(s weighted) []Lit {
	_, _, total := s.flat()
	columns := make([][]Lit, bits.Len64(uint64(total))+1)
	for _, g := range s.groups {
		for _, w := range g.weights {
			for k := 0; w.w>>k > 0; k++ {
				if w.w>>k&1 == 1 {
					columns[k] = append(columns[k], w.lit)
				}
			}
		}
	}
	return e.addColumns(columns)[:bits.Len64(uint64(total))]
}

// addColumns adds numbers given as literals of each weight 2^k. Carries out of the last column are lost.
func (e *encoder) addColumns(columns [][]Lit) []Lit {
	out := make([]Lit, len(columns))
	for k := range columns {
		carry := func(l Lit) {
			if k+1 < len(columns) {
				columns[k+1] = append(columns[k+1], l)
			}
		}
		q := columns[k]
		for len(q) > 1 {
			e.tick()
			if len(q) == 2 {
				carry(e.and(q[0], q[1]))
				q = []Lit{e.xor(q[0], q[1])}
				break
			}
			a, b, c := q[0], q[1], q[2]
			carry(e.majority(a, b, c))
			q = append(q[3:], e.xor(e.xor(a, b), c))
		}
		if len(q) == 1 {
			out[k] = q[0]
		} else {
			out[k] = litFalse
		}
	}
	return out
}

// majority returns a literal that is true where two of the three are.
func (e *encoder) majority(a, b, c Lit) Lit {
	switch {
	case e.known(a) > 0:
		return e.or(b, c)
	case e.known(a) < 0:
		return e.and(b, c)
	case e.known(b) != 0:
		return e.majority(b, a, c)
	case e.known(c) != 0:
		return e.majority(c, a, b)
	}
	p := e.newVar()
	for _, pair := range [3][2]Lit{{a, b}, {a, c}, {b, c}} {
		e.clause(-pair[0], -pair[1], p)
		e.clause(pair[0], pair[1], -p)
	}
	return p
}

// flatten replaces sums by clauses, for solvers without sums: counts by subsets or totalizers, weights by
// generalised totalizers or adders. Units must be propagated.
func (e *encoder) flatten() {
	e.spelt = true
	sums := e.sums
	e.sums = nil
	for _, s := range sums {
		e.flattenSum(s)
	}
}

func (e *encoder) flattenSum(s atLeast) {
	if s.weights == nil {
		e.atMostOf(negations(s.lits), len(s.lits)-s.bound, nil)
		return
	}
	// "At least bound is true" means that the false literals weigh at most the rest.
	var sum weighted
	total := int64(0)
	for i, l := range s.lits {
		w := int64(s.weights[i])
		total += w
		sum.groups = append(sum.groups, group{true, []weight{{-l, w}}})
	}
	bound := total - int64(s.bound)
	switch {
	case bound < 0:
		e.clause()
	case mergeCost(sum, bound) <= maxMerges:
		e.mergeAtMost(sum, bound, nil)
	default:
		e.bitsAtMost(e.adders(sum), bound, nil)
	}
}
