package fd

import (
	"slices"

	"nazo/internal/model"
)

// distinct is the alldifferent constraint: the present xs differ pairwise. [matching] is stronger.
type distinct struct {
	xs      []model.Int
	present []lit  // nil if all take part
	done    []bool // whose values were removed from all others
	// settled lists those that are done until backtracking. settledCount is the cell with their
	// number, or -1 if all are checked each time.
	settled      []int32
	settledCount int32
	guard        lit
}

// addDistinct posts the removal of fixed values and, unless it is plain, matching.
func (s *store) addDistinct(xs []model.Int, present []lit, plain bool, guard lit) {
	p := &distinct{xs: xs, present: present, done: make([]bool, len(xs)), settledCount: -1, guard: guard}
	// Without bits only bounds can be removed, so a value may have to be removed again.
	if guard == model.True && present == nil && !slices.ContainsFunc(xs, func(x model.Int) bool { return s.ints[x].n == 0 && !s.fixed(x) }) {
		p.settledCount = s.newCell(0)
	}
	id := s.add(p, guard, quick)
	s.watch(id, onFix, xs...)
	s.onTrue(id, present...)
	if plain {
		return
	}
	if m := newMatching(s, xs, present); m != nil {
		id = s.add(m, guard, middling)
		s.watch(id, onDomain, xs...)
		s.onTrue(id, present...)
	}
}

// explain gives the integer that has the value. Its index is the note.
func (p *distinct) explain(s *store, e *explanation) {
	x := p.xs[e.data]
	value, _ := s.boundsAt(x, e.time)
	for j, y := range p.xs {
		if j == int(e.data) || e.what.op == holds && p.present[j] != e.what.lit()^1 || e.what.op != holds && y != e.what.int() {
			continue
		}
		if e.what.op == holds { // it is absent, since it has the value
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

// presence returns 1 if the i-th integer is present, -1 if it is absent, and 0 if that is open.
func presence(s *store, present []lit, i int) int8 {
	if present == nil {
		return 1
	}
	return s.val[present[i]]
}

// propagate removes the value of each fixed integer from the others.
func (p *distinct) propagate(s *store) bool {
	valid := 0 // what backtracking left of settled
	if p.settledCount >= 0 {
		valid = int(s.cells[p.settledCount])
	}
	for _, i := range p.settled[valid:] {
		p.done[i] = false
	}
	p.settled = p.settled[:valid]
	// A removal may fix others, so this runs to a fixpoint.
	for again := true; again; {
		again = false
		for i, x := range p.xs {
			v := &s.ints[x]
			if p.done[i] || v.lo != v.hi || presence(s, p.present, i) <= 0 {
				continue
			}
			p.done[i] = true
			p.settled = append(p.settled, int32(i))
			again = true
			if !p.exclude(s, i, v.lo) {
				return false
			}
		}
	}
	if p.settledCount >= 0 {
		s.setCell(p.settledCount, int64(len(p.settled)))
	}
	return true
}

// exclude removes a value from all but the i-th.
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

// inverse says that xs and ys are inverse permutations of base .. base+n-1.
type inverse struct {
	xs, ys []model.Int
	base   int64
}

func (s *store) addInverse(xs, ys []model.Int, base int64, guard lit) {
	id := s.add(&inverse{xs, ys, base}, guard, middling)
	s.watch(id, onDomain, xs...)
	s.watch(id, onDomain, ys...)
	// Both are permutations, and matching is stronger than the pairs.
	if guard == model.True {
		s.addDistinct(xs, nil, false, guard)
	}
}

func (p *inverse) concerns() ([]lit, []model.Int) {
	return nil, append(p.xs[:len(p.xs):len(p.xs)], p.ys...)
}

// explain gives the missing counterpart.
func (p *inverse) explain(s *store, e *explanation) {
	if e.what.op == nothing || !distinctInts(slices.Concat(p.xs, p.ys)...) {
		e.everything(s, p)
		return
	}
	for side, xs := range [][]model.Int{p.xs, p.ys} {
		i := slices.Index(xs, e.what.int())
		if i < 0 {
			continue
		}
		ys := [][]model.Int{p.ys, p.xs}[side]
		at, k := int64(i)+p.base, e.what.v-p.base
		switch e.what.op {
		case differsFrom:
			e.ne(ys[k], at)
			return
		case atLeast, atMostOp: // by the range, or as the only counterpart
			if e.what.op == atLeast && e.what.v <= p.base || e.what.op == atMostOp && k >= int64(len(xs))-1 {
				return
			}
		}
		for _, y := range ys { // the one that leads here
			if lo, hi := s.boundsAt(y, e.time); lo == hi && lo == at {
				e.eq(y, at)
				return
			}
		}
	}
	panic("fd: an inverse can't explain " + e.what.String())
}

func (p *inverse) propagate(s *store) bool {
	return p.oneWay(s, p.xs, p.ys) && p.oneWay(s, p.ys, p.xs)
}

// oneWay removes values of xs without a counterpart in ys.
func (p *inverse) oneWay(s *store, xs, ys []model.Int) bool {
	last := p.base + int64(len(xs)) - 1
	for i, x := range xs {
		if !s.setLo(x, p.base) || !s.setHi(x, last) {
			return false
		}
		v := &s.ints[x]
		at := int64(i) + p.base
		possible := false
		for k := max(v.lo, p.base); k <= min(v.hi, last); k++ {
			if !s.has(x, k) {
				continue
			}
			if s.has(ys[k-p.base], at) {
				possible = true
			} else if !s.remove(x, k) {
				return false
			}
		}
		if !possible || v.lo == v.hi && !s.fix(ys[v.lo-p.base], at) {
			return false
		}
	}
	return true
}
