package sat

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// linear is a sum of integers with coefficients, and a constant.
type linear struct {
	terms    []term
	constant int64
}

// term is coef times x. coef is not 0, and x is not constant.
type term struct {
	coef int64
	x    *integer
}

func (s *linear) add(coef int64, x *integer) {
	if x.isConstant() {
		s.constant += coef * x.lo
		return
	}
	s.terms = append(s.terms, term{coef, x})
}

func (e *encoder) linear(terms []model.Term) (s linear) {
	chains, rest := e.chained(terms)
	for _, t := range chains {
		s.add(t.coef, t.x)
	}
	for _, t := range rest {
		s.add(t.Coef, e.integer(t.X))
	}
	return s
}

func (s linear) negated() linear {
	return linear{constant: -s.constant, terms: alg.Map(s.terms, func(t term) term { return term{-t.coef, t.x} })}
}

func (t term) bounds() (lo, hi int64) {
	if t.coef < 0 {
		return t.coef * t.x.hi, t.coef * t.x.lo
	}
	return t.coef * t.x.lo, t.coef * t.x.hi
}

func (s linear) bounds() (lo, hi int64) {
	lo, hi = s.constant, s.constant
	for _, t := range s.terms {
		l, h := t.bounds()
		lo, hi = lo+l, hi+h
	}
	return lo, hi
}

// listed reports whether all integers have a list of values.
func (s linear) listed() bool {
	return !slices.ContainsFunc(s.terms, func(t term) bool { return t.x.values == nil })
}

// maxTuples bounds the combinations of values for which a sum is written out.
const maxTuples = 250

// atMost adds the constraint that the sum is at most bound, or one of under is true.
func (e *encoder) atMost(s linear, bound int64, under []Lit) {
	e.tick()
	lo, hi := s.bounds()
	switch {
	case hi <= bound:
	case lo > bound:
		e.clause(under...)
	case len(s.terms) == 1 || s.smallForTuples():
		e.tuples(s, bound, under)
	default:
		e.weightedAtMost(e.weigh(s), bound, under)
	}
}

// smallForTuples reports whether all integers except the largest have few combinations.
func (s linear) smallForTuples() bool {
	if !s.listed() || s.allBinary() {
		return false
	}
	product, largest := 1, 1
	for _, t := range s.terms {
		n := len(t.x.values)
		largest = max(largest, n)
		if product *= n; product > maxTuples*maxListed {
			return false
		}
	}
	return product/largest <= maxTuples || len(s.terms) == 2
}

// allBinary reports whether every integer has two values.
func (s linear) allBinary() bool {
	return !slices.ContainsFunc(s.terms, func(t term) bool { return len(t.x.values) != 2 })
}

// tuples bounds the largest integer for each choice of lower bounds of the others (order encoding; Tamura et al. 2009).
func (e *encoder) tuples(s linear, bound int64, under []Lit) {
	terms := slices.Clone(s.terms)
	slices.SortStableFunc(terms, func(a, b term) int { return len(a.x.values) - len(b.x.values) })
	least := make([]int64, len(terms)+1) // of the terms from i on
	for i := len(terms) - 1; i >= 0; i-- {
		lo, _ := terms[i].bounds()
		least[i] = least[i+1] + lo
	}
	lits := with(under)
	var choose func(i int, left int64)
	choose = func(i int, left int64) {
		t := terms[i]
		if i == len(terms)-1 {
			lits = append(lits, e.termAtMost(t, left))
			e.clause(lits...)
			lits = lits[:len(lits)-1]
			return
		}
		n := len(t.x.values)
		for k := range n {
			v := t.x.values[k]
			if t.coef < 0 {
				v = t.x.values[n-1-k]
			}
			// the term is less, or the rest is at most left - coef*v
			lits = append(lits, e.termAtMost(t, t.coef*v-1))
			rest := left - t.coef*v
			if rest < least[i+1] {
				e.clause(lits...)
				lits = lits[:len(lits)-1]
				break
			}
			choose(i+1, rest)
			lits = lits[:len(lits)-1]
		}
	}
	choose(0, bound-s.constant)
}

// termAtMost returns the literal coef*x <= bound.
func (e *encoder) termAtMost(t term, bound int64) Lit {
	if t.coef > 0 {
		return -e.atLeast(t.x, alg.FloorDiv(bound, t.coef)+1)
	}
	return e.atLeast(t.x, -alg.FloorDiv(bound, -t.coef))
}

// exactly adds the constraint that the sum is total, or one of under is true.
func (e *encoder) exactly(s linear, total int64, under []Lit) {
	lo, hi := s.bounds()
	switch {
	case total < lo || total > hi:
		e.clause(under...)
	case len(s.terms) == 0:
	case len(s.terms) == 1:
		t := s.terms[0]
		if d := total - s.constant; d%t.coef == 0 {
			e.clauses(under, []Lit{e.equals(t.x, d/t.coef)})
		} else {
			e.clause(under...)
		}
	case len(s.terms) == 2 && s.listed():
		e.support(s.terms[0], s.terms[1], total-s.constant, under)
		e.support(s.terms[1], s.terms[0], total-s.constant, under)
	case s.listed() && s.smallForTuples():
		e.tuples(s, total, under)
		e.tuples(s.negated(), -total, under)
	case !e.keepSums && len(e.positions) > 0 && e.ofPositions(s):
		e.addUp(s, total, under)
	default:
		e.weightedExactly(e.weigh(s), total, under)
	}
}

// support says for each value of a.x which value b.x then has.
func (e *encoder) support(a, b term, total int64, under []Lit) {
	for i, v := range a.x.values {
		other := litFalse
		if rest := total - a.coef*v; rest%b.coef == 0 {
			other = e.equals(b.x, rest/b.coef)
		}
		e.clauses(under, []Lit{-e.equalsAt(a.x, i), other})
	}
}

// notExactly adds the constraint that the sum is not total, or one of under is true.
func (e *encoder) notExactly(s linear, total int64, under []Lit) {
	lo, hi := s.bounds()
	switch {
	case total < lo || total > hi:
	case len(s.terms) == 0:
		e.clause(under...)
	case len(s.terms) == 1:
		t := s.terms[0]
		if d := total - s.constant; d%t.coef == 0 {
			e.clauses(under, []Lit{-e.equals(t.x, d/t.coef)})
		}
	case len(s.terms) == 2 && s.listed():
		a, b := s.terms[0], s.terms[1]
		for i, v := range a.x.values {
			if rest := total - s.constant - a.coef*v; rest%b.coef == 0 {
				e.clauses(under, []Lit{-e.equalsAt(a.x, i), -e.equals(b.x, rest/b.coef)})
			}
		}
	default:
		less := e.newVar() // if it is false, the sum is more
		e.atMost(s, total-1, with(under, -less))
		e.atMost(s.negated(), -total-1, with(under, less))
	}
}

// chained finds terms of a sum that imply one another in turn, as "the first three are open" implies "the first
// two are". Each such chain becomes one integer in order encoding, whose literals are the conditions. It
// also returns the other terms.
func (e *encoder) chained(terms []model.Term) (chains []term, rest []model.Term) {
	at := make(map[model.Bool]int, len(terms)) // the index of the term that counts a condition
	condition := make([]model.Bool, len(terms))
	for i, t := range terms {
		if n, isCount := e.m.Ints[t.X].(model.ToInt); isCount {
			condition[i], at[n.B] = n.B, i
		}
	}
	weaker, stronger := make([]int, len(terms)), make([]int, len(terms)) // neighbours in a chain, from 1; 0 is none
	for i, b := range condition {
		and, isAnd := e.m.Node(b).(model.And)
		if !isAnd {
			continue
		}
		for _, a := range and.Args {
			if b.Negated() {
				a = a.Not()
			}
			j, counted := at[a]
			if !counted || terms[j].Coef != terms[i].Coef {
				continue
			}
			weak, strong := j, i
			if b.Negated() { // the conjunct implies the negation
				weak, strong = i, j
			}
			if stronger[weak] == 0 && weaker[strong] == 0 {
				stronger[weak], weaker[strong] = strong+1, weak+1
				break
			}
		}
	}
	for i, t := range terms {
		switch {
		case weaker[i] > 0: // a later link
		case stronger[i] == 0:
			rest = append(rest, t)
		default:
			var lits []Lit
			for k := i + 1; k > 0; k = stronger[k-1] {
				lits = append(lits, e.literal(condition[k-1], both))
			}
			chains = append(chains, term{t.Coef, e.chain(lits)})
		}
	}
	return chains, rest
}

// chain returns the number of true literals. Each literal implies the previous ones.
func (e *encoder) chain(lits []Lit) *integer {
	least, most := 0, len(lits)
	for i, l := range lits {
		switch e.known(l) {
		case 1:
			least = i + 1
		case -1:
			most = min(most, i)
		}
	}
	x := newRange(int64(least), int64(max(least, most)))
	if !x.isConstant() {
		x.ge = append([]Lit{litTrue}, lits[least:most]...)
	}
	return x
}
