package fd

import (
	"slices"

	"nazo/model"
)

// extremum is r = the least, or the greatest, of xs.
type extremum struct {
	xs       []model.Int
	r        model.Int
	greatest bool
}

func (s *store) addExtremum(xs []model.Int, r model.Int, greatest bool) {
	id := s.add(&extremum{xs, r, greatest}, model.True, quick)
	for _, x := range xs {
		s.watchInt(x, id, onBounds)
	}
	s.watchInt(r, id, onBounds)
}

func (p *extremum) concerns() ([]lit, []model.Int) { return nil, append([]model.Int{p.r}, p.xs...) }

// explain gives what bounds one or all of them.
func (p *extremum) explain(s *store, e *explanation) {
	outer, inner := atLeast, atMostOp // the bound of all, and that of the one that is the result
	if p.greatest {
		outer, inner = inner, outer
	}
	x := e.what.int()
	switch {
	case e.what.op == nothing || slices.Contains(p.xs, p.r):
		e.everything(s, p)
	case x != p.r && e.what.op == outer: // none goes beyond the result
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
	if p.greatest {
		return p.maximum(s)
	}
	return p.minimum(s)
}

func (p *extremum) minimum(s *store) bool {
	r := &s.ints[p.r]
	lo, hi := s.ints[p.xs[0]].lo, s.ints[p.xs[0]].hi
	for _, x := range p.xs {
		lo, hi = min(lo, s.ints[x].lo), min(hi, s.ints[x].hi)
	}
	if !s.setLo(p.r, lo) || !s.setHi(p.r, hi) {
		return false
	}
	only, count := model.Int(0), 0
	for _, x := range p.xs {
		if !s.setLo(x, r.lo) {
			return false
		}
		if s.ints[x].lo <= r.hi {
			only = x
			count++
		}
	}
	// The only one that can be as small as the result must be.
	return count != 1 || s.setHi(only, r.hi)
}

func (p *extremum) maximum(s *store) bool {
	r := &s.ints[p.r]
	lo, hi := s.ints[p.xs[0]].lo, s.ints[p.xs[0]].hi
	for _, x := range p.xs {
		lo, hi = max(lo, s.ints[x].lo), max(hi, s.ints[x].hi)
	}
	if !s.setLo(p.r, lo) || !s.setHi(p.r, hi) {
		return false
	}
	only, count := model.Int(0), 0
	for _, x := range p.xs {
		if !s.setHi(x, r.hi) {
			return false
		}
		if s.ints[x].hi >= r.lo {
			only = x
			count++
		}
	}
	return count != 1 || s.setLo(only, r.lo)
}
