package fd

import "nazo/model"

// indicator is x = 1 where l holds, else 0.
type indicator struct {
	l lit
	x model.Int
}

func (s *store) addIndicator(l lit, x model.Int) {
	id := s.add(&indicator{l, x}, model.True, quick)
	s.onChange(l, id)
	s.watchInt(x, id, onFix)
}

func (p *indicator) concerns() ([]lit, []model.Int) { return []lit{p.l}, []model.Int{p.x} }

func (p *indicator) propagate(s *store) bool {
	switch {
	case s.val[p.l] > 0:
		return s.fix(p.x, 1)
	case s.val[p.l] < 0:
		return s.fix(p.x, 0)
	case s.fixed(p.x):
		return s.set(p.l ^ lit(1-s.ints[p.x].lo))
	}
	return true
}

// conditional is r = then where cond holds, else other.
type conditional struct {
	cond           lit
	then, other, r model.Int
}

func (s *store) addConditional(cond lit, then, other, r model.Int) {
	id := s.add(&conditional{cond, then, other, r}, model.True, quick)
	s.onChange(cond, id)
	for _, x := range []model.Int{then, other, r} {
		s.watchInt(x, id, onDomain)
	}
}

func (p *conditional) concerns() ([]lit, []model.Int) {
	return []lit{p.cond}, []model.Int{p.then, p.other, p.r}
}

func (p *conditional) propagate(s *store) bool {
	if s.val[p.cond] == 0 {
		canThen, canOther := s.meet(p.then, p.r, 0), s.meet(p.other, p.r, 0)
		switch {
		case !canThen && !canOther:
			return false
		case !canThen:
			s.set(p.cond ^ 1)
		case !canOther:
			s.set(p.cond)
		default:
			a, b := &s.ints[p.then], &s.ints[p.other]
			return s.setLo(p.r, min(a.lo, b.lo)) && s.setHi(p.r, max(a.hi, b.hi))
		}
	}
	if s.val[p.cond] > 0 {
		return s.equate(p.then, p.r, 0)
	}
	return s.equate(p.other, p.r, 0)
}

// element is r = items[index-base], and 0 where that is out of range.
type element struct {
	index, r model.Int
	base     int64
	items    []model.Int
}

func (s *store) addElement(index model.Int, base int64, items []model.Int, r model.Int) {
	id := s.add(&element{index, r, base, items}, model.True, middling)
	s.watchInt(index, id, onDomain)
	s.watchInt(r, id, onDomain)
	for _, x := range items {
		s.watchInt(x, id, onDomain)
	}
}

func (p *element) concerns() ([]lit, []model.Int) {
	return nil, append([]model.Int{p.index, p.r}, p.items...)
}

func (p *element) propagate(s *store) bool {
	if !s.has(p.r, 0) { // the index must be in range
		if !s.setLo(p.index, p.base) || !s.setHi(p.index, p.base+int64(len(p.items))-1) {
			return false
		}
	}
	i := &s.ints[p.index]
	first, last := max(i.lo, p.base), min(i.hi, p.base+int64(len(p.items))-1)
	zero := i.lo < p.base || i.hi >= p.base+int64(len(p.items))
	lo, hi := int64(1<<62), int64(-1<<62)
	if zero {
		lo, hi = 0, 0
	}
	for k := first; k <= last; k++ {
		if !s.has(p.index, k) {
			continue
		}
		x := p.items[k-p.base]
		if !s.meet(x, p.r, 0) {
			if !s.remove(p.index, k) {
				return false
			}
			continue
		}
		lo, hi = min(lo, s.ints[x].lo), max(hi, s.ints[x].hi)
	}
	if lo > hi || !s.setLo(p.r, lo) || !s.setHi(p.r, hi) {
		return false
	}
	if i.lo == i.hi {
		if k := i.lo - p.base; k >= 0 && k < int64(len(p.items)) {
			return s.equate(p.items[k], p.r, 0)
		}
		return s.fix(p.r, 0)
	}
	return p.support(s, zero)
}

// support removes values of the result that no possible item has.
func (p *element) support(s *store, zero bool) bool {
	if s.ints[p.r].n == 0 {
		return true
	}
	ok := true
	s.each(p.r, func(v int64) bool {
		found := zero && v == 0
		for k := 0; k < len(p.items) && !found; k++ {
			found = s.has(p.items[k], v) && s.has(p.index, p.base+int64(k))
		}
		ok = found || s.remove(p.r, v)
		return ok
	})
	return ok
}
