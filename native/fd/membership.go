package fd

import (
	"math/bits"

	"nazo/internal/model"
)

// membership ties an integer to literals that say whether it lies in sets of values.
type membership struct {
	x    model.Int
	sets []valueSet
}

// valueSet is a literal that reports whether the integer has one of the values.
type valueSet struct {
	l      lit
	values model.Domain
	mask   []uint64 // the values as bits where the integer has bits
}

func (s *store) addMembership(x model.Int, sets []valueSet) {
	v := &s.ints[x]
	for i := range sets {
		if v.n == 0 {
			continue
		}
		set := &sets[i]
		set.mask = make([]uint64, v.n)
		for k := range set.values.Intersect(model.Range(v.lo, v.hi)).Each {
			k -= v.base
			set.mask[k>>6] |= 1 << (k & 63)
		}
	}
	id := s.add(&membership{x, sets}, model.True, quick)
	s.watch(id, onDomain, x)
	for _, set := range sets {
		s.onChange(id, set.l)
	}
}

func (p *membership) propagate(s *store) bool {
	for i := range p.sets {
		set := &p.sets[i]
		if known := s.val[set.l]; known != 0 && !p.restrict(s, set, known > 0) {
			return false
		}
	}
	for i := range p.sets {
		set := &p.sets[i]
		if s.val[set.l] != 0 {
			continue
		}
		if some, all := p.cover(s, set); !some {
			s.set(set.l ^ 1)
		} else if all {
			s.set(set.l)
		}
	}
	return true
}

// restrict keeps the values inside the set, or those outside.
func (p *membership) restrict(s *store, set *valueSet, inside bool) bool {
	v := &s.ints[p.x]
	if v.lo == v.hi {
		return set.values.Contains(v.lo) == inside
	}
	if v.n > 0 {
		for i := range v.n {
			w := s.word(v, i)
			drop := w & set.mask[i]
			if inside {
				drop = w &^ set.mask[i]
			}
			if drop != 0 && !s.removeBits(p.x, i, drop) {
				return false
			}
		}
		return true
	}
	// Only bounds can move, to values that the set allows.
	for set.values.Contains(v.lo) != inside || set.values.Contains(v.hi) != inside {
		allowed := model.Range(v.lo, v.hi)
		if inside {
			allowed = allowed.Intersect(set.values)
		} else {
			allowed = allowed.Minus(set.values)
		}
		if len(allowed) == 0 {
			return false
		}
		b := allowed.Bounds()
		if !s.setLo(p.x, b.Lo) || !s.setHi(p.x, b.Hi) {
			return false
		}
	}
	return true
}

// cover reports whether some and whether all values of the integer are in the set.
func (p *membership) cover(s *store, set *valueSet) (some, all bool) {
	v := &s.ints[p.x]
	if v.lo == v.hi {
		in := set.values.Contains(v.lo)
		return in, in
	}
	all = true
	if v.n > 0 {
		for i := range v.n {
			w := s.word(v, i)
			some = some || w&set.mask[i] != 0
			all = all && w&^set.mask[i] == 0
		}
		return some, all
	}
	all = false
	for _, i := range set.values {
		some = some || i.Lo <= v.hi && i.Hi >= v.lo
		all = all || i.Lo <= v.lo && v.hi <= i.Hi
	}
	return some, all
}

// removeBits removes values of one word.
func (s *store) removeBits(x model.Int, word int32, drop uint64) bool {
	v := &s.ints[x]
	for ; drop != 0; drop &= drop - 1 {
		if !s.remove(x, v.base+int64(word)<<6+int64(bits.TrailingZeros64(drop))) {
			return false
		}
	}
	return true
}

func (p *membership) concerns() ([]lit, []model.Int) {
	lits := make([]lit, len(p.sets))
	for i := range p.sets {
		lits[i] = p.sets[i].l
	}
	return lits, []model.Int{p.x}
}

// explain finds one set that suffices.
func (p *membership) explain(s *store, e *explanation) {
	lo, hi := s.boundsAt(p.x, e.time)
	if e.what.op == holds {
		for i := range p.sets {
			if set := &p.sets[i]; set.l|1 == e.what.lit()|1 {
				if lo == hi {
					e.eq(p.x, lo)
					return
				}
				inside := set.l == e.what.lit()
				e.ge(p.x, lo)
				e.le(p.x, hi)
				s.holes(e, p.x, lo, hi, func(k int64) bool { return set.values.Contains(k) != inside })
				return
			}
		}
	}
	// The values that were removed by a conclusion, or all in a conflict.
	from, to := lo, hi
	switch e.what.op {
	case atLeast:
		to = min(to, e.what.v-1)
	case atMostOp:
		from = max(from, e.what.v+1)
	case differsFrom:
		from, to = e.what.v, e.what.v
	}
	for i := range p.sets {
		set := &p.sets[i]
		val := s.valAt(set.l, e.time)
		if val == 0 || !set.lacks(s, p.x, from, to, val > 0, e.time) {
			continue
		}
		e.lit(set.l ^ lit(uint8(1-val)>>1))
		if e.what.op != differsFrom {
			if e.what.op != atMostOp {
				e.ge(p.x, from)
			}
			if e.what.op != atLeast {
				e.le(p.x, to)
			}
			s.holes(e, p.x, from-1, to+1, func(k int64) bool { return set.values.Contains(k) == (val > 0) })
		}
		return
	}
	for i := range p.sets {
		e.truth(s, p.sets[i].l)
	}
	e.domain(s, p.x)
}

// lacks reports whether x had no value from lo to hi inside the set, or none outside.
func (set *valueSet) lacks(s *store, x model.Int, lo, hi int64, inside bool, time int32) bool {
	if hi-lo > largestBitset {
		return false
	}
	for k := lo; k <= hi; k++ {
		if set.values.Contains(k) == inside && s.hasAt(x, k, time) {
			return false
		}
	}
	return true
}

// holes adds the removals of those values between bounds that count.
func (s *store) holes(e *explanation, x model.Int, lo, hi int64, counts func(int64) bool) {
	for i := s.ints[x].last; i >= 0; i = s.trail[i].prev {
		if c := &s.trail[i]; c.kind == removedValue && c.pos < e.time && lo < c.old && c.old < hi && counts(c.old) {
			e.ne(x, c.old)
		}
	}
}
