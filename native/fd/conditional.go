package fd

import (
	"slices"

	"nazo/internal/model"
)

// indicator is x = 1 where l holds, else 0.
type indicator struct {
	l lit
	x model.Int
}

func (s *store) addIndicator(l lit, x model.Int) {
	id := s.add(&indicator{l, x}, model.True, quick)
	s.onChange(id, l)
	s.watch(id, onFix, x)
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
	s.onChange(id, cond)
	s.watch(id, onDomain, then, other, r)
}

func (p *conditional) concerns() ([]lit, []model.Int) {
	return []lit{p.cond}, []model.Int{p.then, p.other, p.r}
}

func (p *conditional) explain(s *store, e *explanation) {
	val := s.valAt(p.cond, e.time)
	x := p.other
	if val > 0 {
		x = p.then
	}
	switch {
	case !distinctInts(p.then, p.other, p.r):
		e.everything(s, p)
	case e.what == litAtom(p.cond):
		s.disjoint(e, p.other, p.r, 0)
	case e.what == litAtom(p.cond^1):
		s.disjoint(e, p.then, p.r, 0)
	case e.what.op == nothing && val == 0:
		s.disjoint(e, p.then, p.r, 0)
		s.disjoint(e, p.other, p.r, 0)
	case e.what.op == nothing:
		e.truth(s, p.cond)
		s.disjoint(e, x, p.r, 0)
	case val != 0: // both are equal
		e.truth(s, p.cond)
		if e.what.int() == x {
			x = p.r
		}
		e.same(x)
	default: // a bound of both
		e.same(p.then)
		e.same(p.other)
	}
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
	s.watch(id, onDomain, index, r)
	s.watch(id, onDomain, items...)
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

func (p *element) explain(s *store, e *explanation) {
	last := p.base + int64(len(p.items)) - 1
	x := e.what.int()
	switch {
	case e.what.op == nothing || !p.separate():
		e.everything(s, p)
	case x == p.index && e.what.op == differsFrom && p.base <= e.what.v && e.what.v <= last:
		s.disjoint(e, p.items[e.what.v-p.base], p.r, 0)
	case x == p.index:
		e.ne(p.r, 0)
	case x == p.r:
		p.explainResult(s, e)
	default: // the item that is the result
		lo, _ := s.boundsAt(p.index, e.time)
		e.eq(p.index, lo)
		e.same(p.r)
	}
}

// separate reports whether index, result and items have nothing in common.
func (p *element) separate() bool {
	return p.index != p.r && !slices.Contains(p.items, p.index) && !slices.Contains(p.items, p.r)
}

// explainResult gives for each item why it makes the atom true, or why it is not the result.
func (p *element) explainResult(s *store, e *explanation) {
	last := p.base + int64(len(p.items)) - 1
	lo, hi := s.boundsAt(p.index, e.time)
	if lo == hi {
		e.eq(p.index, lo)
	} else if rootLo, rootHi := s.boundsAt(p.index, s.levels[0].pos()); lo != rootLo || hi != rootHi || lo < p.base || hi > last {
		e.ge(p.index, lo)
		e.le(p.index, hi)
	}
	for k := max(lo, p.base); k <= min(hi, last); k++ {
		item := p.items[k-p.base]
		a := atom{e.what.v, int32(item), e.what.op}
		if s.trueAt(a, e.time) {
			e.add(a)
		} else {
			e.ne(p.index, k)
		}
	}
}

// trueAt reports whether an atom of an integer was true at a time.
func (s *store) trueAt(a atom, time int32) bool {
	lo, hi := s.boundsAt(a.int(), time)
	switch a.op {
	case atLeast:
		return lo >= a.v
	case atMostOp:
		return hi <= a.v
	case equals:
		return lo == hi && lo == a.v
	}
	return !s.hasAt(a.int(), a.v, time)
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
