package fd

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// operation is r = f(a, b) for a product, quotient or remainder. It propagates bounds, and enumerates
// pairs of values once they are few.
type operation struct {
	a, b, r model.Int
	apply   func(a, b int64) int64
	// bounds computes the range of the result.
	bounds func(a, b model.Interval) model.Interval
	// back narrows a and b by the result. It may be nil.
	back func(s *store, p *operation) bool
}

// fewPairs is the largest number of pairs that is enumerated.
const fewPairs = 1024

func (s *store) addOperation(p *operation) {
	id := s.add(p, model.True, quick)
	s.watch(id, onDomain, p.a, p.b, p.r)
}

func (p *operation) concerns() ([]lit, []model.Int) { return nil, []model.Int{p.a, p.b, p.r} }

// explain leaves out the integer in question where a single value was removed.
func (p *operation) explain(s *store, e *explanation) {
	if e.what.op != differsFrom || !distinctInts(p.a, p.b, p.r) {
		e.everything(s, p)
		return
	}
	for _, x := range []model.Int{p.a, p.b, p.r} {
		if x != e.what.int() {
			e.domain(s, x)
		}
	}
}

func (p *operation) propagate(s *store) bool {
	a, b := &s.ints[p.a], &s.ints[p.b]
	if wa, wb := a.hi-a.lo+1, b.hi-b.lo+1; wa <= fewPairs && wb <= fewPairs && wa*wb <= fewPairs {
		return p.enumerate(s)
	}
	r := p.bounds(model.Interval{Lo: a.lo, Hi: a.hi}, model.Interval{Lo: b.lo, Hi: b.hi})
	if !s.setLo(p.r, r.Lo) || !s.setHi(p.r, r.Hi) {
		return false
	}
	return p.back == nil || p.back(s, p)
}

// enumerate keeps the values that occur in a pair with a possible result.
func (p *operation) enumerate(s *store) bool {
	var results, others [fewPairs/64 + 1]uint64
	r, b := s.ints[p.r], s.ints[p.b]
	lo, hi := int64(1<<62), int64(-1<<62)
	few := r.hi-r.lo < fewPairs
	ok := true
	s.each(p.a, func(x int64) bool {
		used := false
		s.each(p.b, func(y int64) bool {
			if p.a == p.b && x != y {
				return true
			}
			z := p.apply(x, y)
			if s.has(p.r, z) {
				used = true
				lo, hi = min(lo, z), max(hi, z)
				others[(y-b.lo)>>6] |= 1 << ((y - b.lo) & 63)
				if few {
					results[(z-r.lo)>>6] |= 1 << ((z - r.lo) & 63)
				}
			}
			return true
		})
		ok = used || s.remove(p.a, x)
		return ok
	})
	if !ok || lo > hi || !s.setLo(p.r, lo) || !s.setHi(p.r, hi) {
		return false
	}
	s.each(p.b, func(y int64) bool {
		ok = others[(y-b.lo)>>6]>>((y-b.lo)&63)&1 != 0 || s.remove(p.b, y)
		return ok
	})
	if ok && few {
		s.each(p.r, func(z int64) bool {
			ok = results[(z-r.lo)>>6]>>((z-r.lo)&63)&1 != 0 || s.remove(p.r, z)
			return ok
		})
	}
	return ok
}

func productBounds(a, b model.Interval) model.Interval {
	p, q, r, t := a.Lo*b.Lo, a.Lo*b.Hi, a.Hi*b.Lo, a.Hi*b.Hi
	return model.Interval{Lo: min(p, q, r, t), Hi: max(p, q, r, t)}
}

// productBack narrows the factors where all signs are positive.
func productBack(s *store, p *operation) bool {
	a, b, r := &s.ints[p.a], &s.ints[p.b], &s.ints[p.r]
	if a.lo < 0 || b.lo < 0 || r.lo <= 0 {
		return true
	}
	// r > 0, so both are at least 1.
	if !s.setLo(p.a, 1) || !s.setLo(p.b, 1) {
		return false
	}
	if s.probing { // bounds were not raised and may be 0
		return true
	}
	return s.setHi(p.a, r.hi/b.lo) && s.setLo(p.a, (r.lo+b.hi-1)/b.hi) &&
		s.setHi(p.b, r.hi/a.lo) && s.setLo(p.b, (r.lo+a.hi-1)/a.hi)
}

func quotientBounds(a, b model.Interval) model.Interval {
	if b.Lo > 0 {
		return model.Interval{
			Lo: min(alg.FloorDiv(a.Lo, b.Lo), alg.FloorDiv(a.Lo, b.Hi)),
			Hi: max(alg.FloorDiv(a.Hi, b.Lo), alg.FloorDiv(a.Hi, b.Hi)),
		}
	}
	return model.Interval{Lo: min(a.Lo, -a.Hi, 0), Hi: max(a.Hi, -a.Lo, 0)}
}

// quotientBack narrows the dividend where the divisor is known.
func quotientBack(s *store, p *operation) bool {
	b, r := &s.ints[p.b], &s.ints[p.r]
	if b.lo != b.hi || b.lo <= 0 {
		return true
	}
	return s.setLo(p.a, r.lo*b.lo) && s.setHi(p.a, r.hi*b.lo+b.lo-1)
}

func remainderBounds(_, b model.Interval) model.Interval {
	return model.Interval{Lo: min(b.Lo+1, 0), Hi: max(b.Hi-1, 0)}
}

// extremum is r = min(xs) or max(xs).
type extremum struct {
	xs       []model.Int
	r        model.Int
	greatest bool
}

func (s *store) addExtremum(xs []model.Int, r model.Int, greatest bool) {
	id := s.add(&extremum{xs, r, greatest}, model.True, quick)
	s.watch(id, onBounds, xs...)
	s.watch(id, onBounds, r)
}

func (p *extremum) concerns() ([]lit, []model.Int) { return nil, append([]model.Int{p.r}, p.xs...) }

// explain gives bounds of one or all integers.
func (p *extremum) explain(s *store, e *explanation) {
	outer, inner := atLeast, atMostOp // the bound of all integers, and the bound of one
	if p.greatest {
		outer, inner = inner, outer
	}
	x := e.what.int()
	switch {
	case e.what.op == nothing || slices.Contains(p.xs, p.r):
		e.everything(s, p)
	case x != p.r && e.what.op == outer: // none exceeds the result
		e.same(p.r)
	case x == p.r && e.what.op == outer:
		for _, y := range p.xs {
			e.same(y)
		}
	case x == p.r: // one is enough
		for _, y := range p.xs {
			if a := (atom{e.what.v, int32(y), inner}); s.trueAt(a, e.time) {
				e.add(a)
				return
			}
		}
	default: // no other can be the result
		lo, hi := s.boundsAt(p.r, e.time)
		if p.greatest {
			hi = lo
		}
		a := atom{hi, int32(p.r), inner}
		e.add(a)
		for _, y := range p.xs {
			if y != x {
				b := a.not()
				b.x = int32(y)
				e.add(b)
			}
		}
	}
}

func (p *extremum) propagate(s *store) bool {
	r := &s.ints[p.r]
	lo, hi := s.ints[p.xs[0]].lo, s.ints[p.xs[0]].hi
	for _, x := range p.xs {
		if v := &s.ints[x]; p.greatest {
			lo, hi = max(lo, v.lo), max(hi, v.hi)
		} else {
			lo, hi = min(lo, v.lo), min(hi, v.hi)
		}
	}
	if !s.setLo(p.r, lo) || !s.setHi(p.r, hi) {
		return false
	}
	only, count := model.Int(0), 0
	for _, x := range p.xs {
		v := &s.ints[x]
		if p.greatest && !s.setHi(x, r.hi) || !p.greatest && !s.setLo(x, r.lo) {
			return false
		}
		if p.greatest && v.hi >= r.lo || !p.greatest && v.lo <= r.hi {
			only = x
			count++
		}
	}
	// The only integer that can still be the result must be.
	switch {
	case count != 1:
		return true
	case p.greatest:
		return s.setLo(only, r.lo)
	}
	return s.setHi(only, r.hi)
}
