package fd

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// linear says that a sum of integers is at most, or exactly, the bound. It propagates bounds, and for
// x = y + d also values.
type linear struct {
	terms []model.Term
	bound int64
	truth lit
	kind  sumKind
}

// addLinear posts that truth is equivalent to the condition.
func (s *store) addLinear(kind sumKind, terms []model.Term, bound int64, truth lit) {
	p := &linear{terms, bound, truth, kind}
	id := s.add(p, model.True, quick)
	mask := uint8(onBounds)
	if kind == exactly {
		mask = onDomain
	}
	for _, t := range terms {
		s.watch(id, mask, t.X)
	}
	s.onChange(id, truth)
}

func (p *linear) propagate(s *store) bool {
	lo, hi := p.span(s)
	switch s.val[p.truth] {
	case 1:
		if p.kind == atMost {
			return p.keep(s, p.bound, true, false)
		}
		return p.keep(s, p.bound, true, true) && p.match(s)
	case -1:
		if p.kind == atMost {
			return p.keep(s, p.bound+1, false, true)
		}
		return p.avoid(s)
	}
	switch {
	case p.kind == atMost && hi <= p.bound, p.kind == exactly && lo == hi && lo == p.bound:
		return s.set(p.truth)
	case lo > p.bound, p.kind == exactly && (hi < p.bound || !p.reachable(s)):
		return s.set(p.truth ^ 1)
	}
	return true
}

// span returns the range of the sum by bounds.
func (p *linear) span(s *store) (lo, hi int64) {
	for _, t := range p.terms {
		v := &s.ints[t.X]
		if t.Coef > 0 {
			lo += t.Coef * v.lo
			hi += t.Coef * v.hi
		} else {
			lo += t.Coef * v.hi
			hi += t.Coef * v.lo
		}
	}
	return lo, hi
}

// keep keeps the sum ≤ bound (below), ≥ bound (above), or both.
func (p *linear) keep(s *store, bound int64, below, above bool) bool {
	lo, hi := p.span(s)
	if below && lo > bound || above && hi < bound {
		return false
	}
	// A narrower term wakes the propagator again, so one round suffices.
	for _, t := range p.terms {
		v := &s.ints[t.X]
		if v.lo == v.hi {
			continue
		}
		least, most := t.Coef*v.lo, t.Coef*v.hi
		if t.Coef < 0 {
			least, most = most, least
		}
		if below && !s.scaledAtMost(t, bound-(lo-least)) || above && !s.scaledAtMost(model.Term{Coef: -t.Coef, X: t.X}, (hi-most)-bound) {
			return false
		}
	}
	return true
}

// scaledAtMost keeps a term at most k.
func (s *store) scaledAtMost(t model.Term, k int64) bool {
	if t.Coef > 0 {
		return s.setHi(t.X, alg.FloorDiv(k, t.Coef))
	}
	return s.setLo(t.X, -alg.FloorDiv(k, -t.Coef))
}

// pair returns the two terms if the condition is x = y + d.
func (p *linear) pair() (x, y model.Int, d int64, ok bool) {
	if len(p.terms) != 2 || p.terms[0].Coef*p.terms[1].Coef != -1 {
		return 0, 0, 0, false
	}
	return p.terms[0].X, p.terms[1].X, p.bound * p.terms[0].Coef, true
}

// match removes values without a counterpart: of a pair, or of the only open term.
func (p *linear) match(s *store) bool {
	if x, y, d, ok := p.pair(); ok {
		return s.equate(x, y, d)
	}
	t, rest, open := p.last(s)
	switch open {
	case 0:
		return rest == p.bound
	case 1:
		k := p.bound - rest
		return k%t.Coef == 0 && s.fix(t.X, k/t.Coef)
	}
	return true
}

// reachable reports whether the sum may be exactly the bound.
func (p *linear) reachable(s *store) bool {
	if x, y, d, ok := p.pair(); ok {
		return s.meet(x, y, d)
	}
	if t, rest, open := p.last(s); open == 1 {
		k := p.bound - rest
		return k%t.Coef == 0 && s.has(t.X, k/t.Coef)
	}
	return true
}

// avoid keeps the sum away from the bound.
func (p *linear) avoid(s *store) bool {
	t, rest, open := p.last(s)
	switch open {
	case 0:
		return rest != p.bound
	case 1:
		if k := p.bound - rest; k%t.Coef == 0 {
			return s.remove(t.X, k/t.Coef)
		}
	}
	return true
}

// last returns an open term, the sum of the fixed terms, and the number of open ones, at most 2.
func (p *linear) last(s *store) (t model.Term, rest int64, open int) {
	for _, u := range p.terms {
		if v := &s.ints[u.X]; v.lo == v.hi {
			rest += u.Coef * v.lo
		} else if open++; open > 1 {
			return t, rest, open
		} else {
			t = u
		}
	}
	return t, rest, open
}

// explain gives bounds of the other terms, as loose as possible, or values.
func (p *linear) explain(s *store, e *explanation) {
	if e.what.op == holds {
		p.explainTruth(s, e)
		return
	}
	truth := s.valAt(p.truth, e.time)
	e.truth(s, p.truth)
	below, above, least := truth > 0, truth > 0 && p.kind == exactly, p.bound
	if truth < 0 && p.kind == atMost {
		above, least = true, p.bound+1
	}
	at, against := -1, int64(0) // the term in question, and the value that is excluded
	for i, t := range p.terms {
		if e.what.op != nothing && t.X == e.what.int() {
			at = i
		}
	}
	if e.what.op == differsFrom || e.what.op == equals {
		p.explainValue(s, e, at, truth > 0)
		return
	}
	switch e.what.op {
	case atLeast:
		against = e.what.v - 1
	case atMostOp:
		against = e.what.v + 1
	}
	lo, hi := p.spanAt(s, e.time, at, against)
	switch {
	case below && lo > p.bound:
		p.loose(s, e, at, lo-p.bound-1, true)
	case above && hi < least:
		p.loose(s, e, at, least-1-hi, false)
	default:
		p.explainValue(s, e, at, truth > 0)
	}
}

// spanAt returns the range of the sum at a time, where the at-th integer has the value against.
func (p *linear) spanAt(s *store, time int32, at int, against int64) (least, most int64) {
	for i, t := range p.terms {
		lo, hi := s.boundsAt(t.X, time)
		if i == at {
			lo, hi = against, against
		}
		if t.Coef < 0 {
			lo, hi = hi, lo
		}
		least, most = least+t.Coef*lo, most+t.Coef*hi
	}
	return least, most
}

// loose adds lower, or upper, bounds of all terms but one. Together they may be looser by slack.
func (p *linear) loose(s *store, e *explanation, but int, slack int64, below bool) {
	root := s.levels[0].pos()
	for i, t := range p.terms {
		if i == but {
			continue
		}
		lo, hi := s.boundsAt(t.X, e.time)
		rootLo, rootHi := s.boundsAt(t.X, root)
		c := max(t.Coef, -t.Coef)
		if (t.Coef > 0) == below { // the lower bound counts
			given := min(slack/c, lo-rootLo)
			slack -= given * c
			if lo -= given; lo > rootLo {
				e.ge(t.X, lo)
			}
			continue
		}
		given := min(slack/c, rootHi-hi)
		slack -= given * c
		if hi += given; hi < rootHi {
			e.le(t.X, hi)
		}
	}
}

// explainValue explains a value by its counterpart in a pair, or by the values of all other terms.
func (p *linear) explainValue(s *store, e *explanation, at int, equal bool) {
	if x, y, d, ok := p.pair(); ok && equal && e.what.op == differsFrom {
		if at == 0 {
			e.ne(y, e.what.v-d)
		} else {
			e.ne(x, e.what.v+d)
		}
		return
	}
	for i, t := range p.terms {
		if lo, hi := s.boundsAt(t.X, e.time); lo == hi && i != at {
			e.eq(t.X, lo)
		} else if i != at && at >= 0 {
			e.domain(s, t.X)
		}
	}
}

// explainTruth says why the condition holds, or fails.
func (p *linear) explainTruth(s *store, e *explanation) {
	lo, hi := p.spanAt(s, e.time, -1, 0)
	x, y, d, isPair := p.pair()
	holds := e.what.lit() == p.truth
	switch {
	case holds && p.kind == atMost:
		p.loose(s, e, -1, p.bound-hi, false)
	case !holds && lo > p.bound:
		p.loose(s, e, -1, lo-p.bound-1, true)
	case !holds && hi < p.bound:
		p.loose(s, e, -1, p.bound-1-hi, false)
	case !holds && isPair:
		s.disjoint(e, x, y, d)
	default:
		var open *model.Term
		for i, t := range p.terms {
			if lo, hi := s.boundsAt(t.X, e.time); lo == hi {
				e.eq(t.X, lo)
			} else {
				open = &p.terms[i]
			}
		}
		if open != nil {
			e.domain(s, open.X)
		}
	}
}

// disjoint explains that x and y + d have no value in common.
func (s *store) disjoint(e *explanation, x, y model.Int, d int64) {
	lo, hi := s.boundsAt(x, e.time)
	loY, hiY := s.boundsAt(y, e.time)
	loY, hiY = loY+d, hiY+d
	if lo > hiY {
		e.ge(x, lo)
		e.le(y, lo-1-d)
		return
	}
	if loY > hi {
		e.ge(y, loY-d)
		e.le(x, loY-1)
		return
	}
	// Each value within both bounds is missing on one side.
	from, to := max(lo, loY), min(hi, hiY)
	if lo >= loY {
		e.ge(x, from)
	} else {
		e.ge(y, from-d)
	}
	if hi <= hiY {
		e.le(x, to)
	} else {
		e.le(y, to-d)
	}
	for k := from; k <= to; k++ {
		if !s.hasAt(x, k, e.time) {
			e.ne(x, k)
		} else {
			e.ne(y, k-d)
		}
	}
}
