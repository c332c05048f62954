package fd

import (
	"cmp"
	"slices"

	"nazo/internal/model"
)

// sumKind is the relation of a sum to its bound.
type sumKind uint8

const (
	atMost sumKind = iota
	exactly
)

// sum is a condition on a sum of literals with positive coefficients. Each assigned literal updates
// its range, so that the propagator runs only when needed.
type sum struct {
	lo, hi int64 // the current range of the sum
	bound  int64
	most   int64 // the largest coefficient
	terms  []weighted

	truth       lit  // whether the condition holds
	halfReified bool // truth may be false although the condition holds
	kind        sumKind
	prop        int32
}

// weighted is a literal with its coefficient. The largest come first in a sum.
type weighted struct {
	coef int64
	l    lit
}

// sumProp is the propagator of the sum with that index.
type sumProp struct{ index int32 }

// addSum says that truth is equivalent to sum ≤ bound or sum = bound, or implies it if halfReified.
func (s *store) addSum(kind sumKind, terms []weighted, bound int64, truth lit, halfReified bool) {
	if s.val[truth] > 0 {
		halfReified = true
	} else if halfReified && s.val[truth] < 0 {
		return
	}
	terms, bound = merged(terms, bound)
	t := sum{bound: bound, truth: truth, halfReified: halfReified, kind: kind}
	for _, w := range terms {
		if w.coef < 0 { // -c·l = c·¬l - c
			w = weighted{-w.coef, w.l ^ 1}
			t.bound += w.coef
		}
		switch s.val[w.l] {
		case 1:
			t.bound -= w.coef
		case 0:
			t.terms = append(t.terms, w)
			t.hi += w.coef
			t.most = max(t.most, w.coef)
		}
	}
	slices.SortStableFunc(t.terms, func(a, b weighted) int { return cmp.Compare(b.coef, a.coef) })
	index := int32(len(s.sums))
	t.prop = s.add(sumProp{index}, model.True, quick)
	s.sums = append(s.sums, t)
	for _, w := range t.terms {
		s.counted[w.l] = append(s.counted[w.l], counted{index, w.coef})
	}
	s.onTrue(t.prop, truth)
	if !halfReified {
		s.onTrue(t.prop, truth^1)
	}
}

// merged combines repeated and opposite literals.
func merged(terms []weighted, bound int64) ([]weighted, int64) {
	nodes := make([]lit, len(terms)) // literals that are not negated
	for i, w := range terms {
		nodes[i] = w.l &^ 1
	}
	slices.Sort(nodes)
	if len(slices.Compact(nodes)) == len(terms) {
		return terms, bound
	}
	var out []weighted
	at := map[lit]int{}
	for _, w := range terms {
		if w.l&1 > 0 { // c·¬l = c - c·l
			bound -= w.coef
			w = weighted{-w.coef, w.l ^ 1}
		}
		i, again := at[w.l]
		if !again {
			at[w.l] = len(out)
			out = append(out, w)
			continue
		}
		out[i].coef += w.coef
	}
	return slices.DeleteFunc(out, func(w weighted) bool { return w.coef == 0 }), bound
}

// mayPropagate reports whether the propagator may conclude something.
func (t *sum) mayPropagate(s *store) bool {
	switch s.val[t.truth] {
	case 1:
		return t.lo+t.most > t.bound || t.kind == exactly && t.hi-t.most < t.bound
	case -1:
		return !t.halfReified && (t.kind == exactly || t.hi-t.most <= t.bound)
	}
	if t.kind == exactly {
		return t.lo > t.bound || t.hi < t.bound || t.hi-t.lo <= t.most
	}
	return t.lo > t.bound || t.hi <= t.bound
}

func (p sumProp) propagate(s *store) bool {
	t := &s.sums[p.index]
	switch s.val[t.truth] {
	case 0:
		return t.decide(s)
	case -1:
		switch {
		case t.halfReified:
			return true
		case t.kind == atMost:
			return t.raise(s, t.bound+1)
		}
		return t.avoid(s)
	}
	return t.lower(s, t.bound) && (t.kind == atMost || t.raise(s, t.bound))
}

// decide checks whether the condition is known to hold or to fail.
func (t *sum) decide(s *store) bool {
	holds := t.hi <= t.bound
	fails := t.lo > t.bound
	if t.kind == exactly {
		holds = holds && t.lo == t.bound
		fails = fails || t.hi < t.bound
	}
	switch {
	case fails:
		return s.set(t.truth ^ 1)
	case holds && !t.halfReified:
		return s.set(t.truth)
	}
	return true
}

// lower keeps the sum ≤ bound.
func (t *sum) lower(s *store, bound int64) bool {
	if t.lo > bound {
		return false
	}
	for _, w := range t.terms {
		if t.lo+w.coef <= bound {
			break
		}
		if s.val[w.l] == 0 {
			s.set(w.l ^ 1)
		}
	}
	return true
}

// raise keeps the sum ≥ bound.
func (t *sum) raise(s *store, bound int64) bool {
	if t.hi < bound {
		return false
	}
	for _, w := range t.terms {
		if t.hi-w.coef >= bound {
			break
		}
		if s.val[w.l] == 0 {
			s.set(w.l)
		}
	}
	return true
}

// avoid keeps the sum ≠ bound once at most one literal is open.
func (t *sum) avoid(s *store) bool {
	open := weighted{}
	for _, w := range t.terms {
		if s.val[w.l] == 0 {
			if open.coef != 0 {
				return true
			}
			open = w
		}
	}
	switch {
	case open.coef == 0:
		return t.lo != t.bound
	case t.lo == t.bound:
		return s.set(open.l)
	case t.lo+open.coef == t.bound:
		return s.set(open.l ^ 1)
	}
	return true
}

func (p sumProp) explain(s *store, e *explanation) {
	t := &s.sums[p.index]
	e.time = min(e.time, s.now())
	all := int64(0)
	for _, w := range t.terms {
		all += w.coef
	}
	if e.what.op != nothing && e.what.lit()|1 == t.truth|1 {
		switch {
		case e.what.lit() == t.truth && t.kind == atMost:
			t.enough(s, e, -1, all-t.bound)
		case e.what.lit() == t.truth:
			t.enough(s, e, 1, 1<<62)
			t.enough(s, e, -1, 1<<62)
		case !t.enough(s, e, 1, t.bound+1):
			t.enough(s, e, -1, all-t.bound+1)
		}
		return
	}
	above, below, least := true, t.kind == exactly, t.bound // the sum is ≤ bound, and ≥ least
	if s.valAt(t.truth, e.time) > 0 {
		e.lit(t.truth)
	} else {
		e.lit(t.truth ^ 1)
		if t.kind == exactly { // all but one are known
			t.enough(s, e, 1, 1<<62)
			t.enough(s, e, -1, 1<<62)
			return
		}
		above, below, least = false, true, t.bound+1
	}
	on, off := int64(0), int64(0) // the weight of the literal if it were true, or false
	for _, w := range t.terms {
		if e.what.op == holds && w.l == e.what.lit() {
			off = max(off, w.coef)
		} else if e.what.op == holds && w.l == e.what.lit()^1 {
			on = max(on, w.coef)
		}
	}
	if above && t.enough(s, e, 1, t.bound+1-on) {
		return
	}
	if below {
		t.enough(s, e, -1, all-least+1-off)
	}
}

// enough adds literals that were true (sign 1) or false (sign -1) until they weigh need. Literals of
// the root are free. If all are too light, it returns false and adds none, unless need is infinite.
func (t *sum) enough(s *store, e *explanation, sign int8, need int64) bool {
	root := s.levels[0].pos()
	from := len(e.out)
	for _, w := range t.terms {
		if s.val[w.l] == sign && s.at[w.l>>1] < root {
			need -= w.coef
		}
	}
	for _, w := range t.terms {
		if need <= 0 {
			break
		}
		if at := s.at[w.l>>1]; s.val[w.l] == sign && root <= at && at < e.time {
			e.lit(w.l ^ lit(uint8(1-sign)>>1))
			need -= w.coef
		}
	}
	if need > 0 && need < 1<<50 {
		e.out = e.out[:from]
	}
	return need <= 0
}

// Explanations of large sums are too specific: learned clauses that list the true literals are hardly
// ever used again. In a hard search such sums get totalizers (Bailleux and Boufkhad 2003), so that
// learned clauses mention partial counts (Abío and Stuckey, Conflict directed lazy decomposition, 2012).

const (
	fewestCounted = 7       // smallest sum with a totalizer
	mostCounting  = 1 << 19 // limit for literals in clauses of totalizers
)

// totalizer makes counting literals.
type totalizer struct {
	s            *store
	above, below bool // whether counts make them true, and false
	most         int  // the largest count
	size         int  // literals in clauses so far
}

// totalize gives all large sums totalizers. It must run at the root, and returns false on a
// conflict.
func (s *store) totalize() bool {
	size := 0
	for i := range s.sums {
		if s.stop.Load() || size > mostCounting {
			break
		}
		if !s.addTotalizer(&s.sums[i], &size) {
			return false
		}
	}
	return s.propagate()
}

// addTotalizer gives a decided sum with equal weights a totalizer, and adds its size.
func (s *store) addTotalizer(t *sum, size *int) bool {
	rooms := t.rooms(s)
	if len(rooms) == 0 || rooms[0].needs() == 0 {
		return true
	}
	n := len(rooms[0].terms)
	least, most := 0, int(rooms[0].left) // how many may be true
	if len(rooms) > 1 {
		least = n - int(rooms[1].left)
	}
	lits := make([]lit, n)
	for i, w := range rooms[0].terms {
		lits[i] = w.l
	}
	if most > n/2 { // it takes fewer to count the negations
		least, most = n-most, n-least
		for i := range lits {
			lits[i] ^= 1
		}
	}
	if n < fewestCounted || max(least, min(most, n-most)) < 2 {
		return true
	}
	z := &totalizer{s: s, above: most < n, below: least > 0, most: least}
	if z.above {
		z.most = most + 1
	}
	out := z.count(lits)
	*size += z.size
	return (!z.above || s.clause(out[most]^1)) && (!z.below || s.clause(out[least-1]))
}

// count returns for each number from 1 a literal that at least so many are true.
func (z *totalizer) count(lits []lit) []lit {
	if len(lits) == 1 {
		return lits
	}
	a, b := z.count(lits[:len(lits)/2]), z.count(lits[len(lits)/2:])
	out := make([]lit, min(len(lits), z.most))
	for i := range out {
		out[i] = z.s.newLit()
	}
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			if z.above && 0 < i+j {
				z.imply(a, i-1, b, j-1, out[min(i+j, len(out))-1], 1)
			}
			if z.below && i+j < len(out) {
				z.imply(a, i, b, j, out[i+j]^1, 0)
			}
		}
	}
	return out
}

// imply adds a clause of a totalizer: two counts imply a third.
func (z *totalizer) imply(a []lit, i int, b []lit, j int, then lit, sign lit) {
	clause := []lit{then}
	if 0 <= i && i < len(a) {
		clause = append(clause, a[i]^sign)
	}
	if 0 <= j && j < len(b) {
		clause = append(clause, b[j]^sign)
	}
	z.size += len(clause)
	z.s.clause(clause...)
}
