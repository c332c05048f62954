package fd

import (
	"slices"

	"nazo/model"
)

// inverse says that xs and ys are inverse permutations of base .. base+n-1.
type inverse struct {
	xs, ys []model.Int
	base   int64
}

func (s *store) addInverse(xs, ys []model.Int, base int64, guard lit) {
	id := s.add(&inverse{xs, ys, base}, guard, middling)
	for i := range xs {
		s.watchInt(xs[i], id, onDomain)
		s.watchInt(ys[i], id, onDomain)
	}
	// Both are permutations; a matching sees more than the pairs do.
	if guard == model.True {
		s.addDistinct(xs, nil, guard)
	}
}

func (p *inverse) concerns() ([]lit, []model.Int) {
	return nil, append(p.xs[:len(p.xs):len(p.xs)], p.ys...)
}

// explain says that the other way there is no way back.
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
		case atLeast, atMostOp: // within the values there are, or the only one that leads back
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

// oneWay takes from each of xs the values that the others do not return.
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
