package fd

import (
	"nazo/model"
	"nazo/numbers"
)

// linear is a condition on a sum of integers: that it is at most, or exactly,
// the bound. Conclusions are drawn on bounds; equality of two integers, up to
// sign one, also on values.
type linear struct {
	terms []model.Term
	bound int64
	truth lit
	kind  sumKind
}

// addLinear says that truth tells whether the condition holds.
func (s *store) addLinear(kind sumKind, terms []model.Term, bound int64, truth lit) {
	p := &linear{terms, bound, truth, kind}
	id := s.add(p, model.True, quick)
	mask := uint8(onBounds)
	if kind == exactly {
		mask = onDomain
	}
	for _, t := range terms {
		s.watchInt(t.X, id, mask)
	}
	s.onChange(truth, id)
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

// span is the least and the greatest value that the sum can have by bounds.
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

// keep holds the sum at most at the bound (below), at least at it (above), or both.
func (p *linear) keep(s *store, bound int64, below, above bool) bool {
	lo, hi := p.span(s)
	if below && lo > bound || above && hi < bound {
		return false
	}
	// What narrows a term wakes the propagator again, so one round will do.
	for _, t := range p.terms {
		v := &s.ints[t.X]
		if v.lo == v.hi {
			continue
		}
		least, most := t.Coef*v.lo, t.Coef*v.hi
		if t.Coef < 0 {
			least, most = most, least
		}
		if below && !s.scaledAtMost(t, bound-(lo-least)) || above && !s.scaledAtLeast(t, bound-(hi-most)) {
			return false
		}
	}
	return true
}

func (s *store) scaledAtMost(t model.Term, k int64) bool {
	if t.Coef > 0 {
		return s.setHi(t.X, numbers.FloorDiv(k, t.Coef))
	}
	return s.setLo(t.X, -numbers.FloorDiv(k, -t.Coef))
}

func (s *store) scaledAtLeast(t model.Term, k int64) bool {
	if t.Coef > 0 {
		return s.setLo(t.X, -numbers.FloorDiv(-k, t.Coef))
	}
	return s.setHi(t.X, numbers.FloorDiv(-k, -t.Coef))
}

// pair returns the two terms if the condition is x = y + d.
func (p *linear) pair() (x, y model.Int, d int64, ok bool) {
	if len(p.terms) != 2 || p.terms[0].Coef*p.terms[1].Coef != -1 {
		return 0, 0, 0, false
	}
	return p.terms[0].X, p.terms[1].X, p.bound * p.terms[0].Coef, true
}

// match removes values without a counterpart where two or one are open.
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

// last returns a term that is open, the sum of those that are not, and whether
// none, one or several are open.
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
