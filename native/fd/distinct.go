package fd

import "nazo/model"

// distinct says that those of xs that take part differ pairwise.
type distinct struct {
	xs      []model.Int
	present []lit  // nil if all take part
	done    []bool // scratch
}

// addDistinct posts values leaving at once, and what a matching tells later.
func (s *store) addDistinct(xs []model.Int, present []lit, guard lit) {
	id := s.add(&distinct{xs, present, make([]bool, len(xs))}, guard, quick)
	for _, x := range xs {
		s.watchInt(x, id, onFix)
	}
	for _, l := range present {
		s.onTrue(l, id)
	}
	m := newMatching(s, xs, present)
	if m == nil {
		return
	}
	id = s.add(m, guard, middling)
	for _, x := range xs {
		s.watchInt(x, id, onDomain)
	}
	for _, l := range present {
		s.onTrue(l, id)
	}
}

// explain names the one that has the value, whose index goes with the reason.
func (p *distinct) explain(s *store, e *explanation) {
	x := p.xs[e.data]
	value, _ := s.boundsAt(x, e.time)
	for j, y := range p.xs {
		if j == int(e.data) || e.what.op == holds && p.present[j] != e.what.lit()^1 || e.what.op != holds && y != e.what.int() {
			continue
		}
		if e.what.op == holds { // it takes no part, since it has the value
			if lo, hi := s.boundsAt(y, e.time); lo != value || hi != value {
				continue
			}
			e.eq(y, value)
		} else if p.present != nil {
			if s.valAt(p.present[j], e.time) <= 0 {
				continue
			}
			e.lit(p.present[j])
		}
		if x != y || e.what.op == holds {
			e.eq(x, value)
		}
		if p.present != nil {
			e.lit(p.present[e.data])
		}
		return
	}
	panic("fd: distinct can't explain " + e.what.String())
}

// presence is 1, 0 or -1 for one that takes part, may or does not.
func presence(s *store, present []lit, i int) int8 {
	if present == nil {
		return 1
	}
	return s.val[present[i]]
}

// propagate removes the value of each that is fixed from all others.
func (p *distinct) propagate(s *store) bool {
	// Removing may fix more, so this goes on until nobody new is fixed.
	clear(p.done)
	for again := true; again; {
		again = false
		for i, x := range p.xs {
			v := &s.ints[x]
			if p.done[i] || v.lo != v.hi || presence(s, p.present, i) <= 0 {
				continue
			}
			p.done[i] = true
			again = true
			if !p.exclude(s, i, v.lo) {
				return false
			}
		}
	}
	return true
}

// exclude keeps all but the i-th from having its value.
func (p *distinct) exclude(s *store, i int, value int64) bool {
	s.cause.data = int32(i)
	for j, y := range p.xs {
		if j == i {
			continue
		}
		w := &s.ints[y]
		switch presence(s, p.present, j) {
		case 1:
			if !s.remove(y, value) {
				return false
			}
		case 0:
			if w.lo == w.hi && w.lo == value && !s.set(p.present[j]^1) {
				return false
			}
		}
	}
	return true
}
