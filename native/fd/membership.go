package fd

import "nazo/model"

// membership ties an integer to the literals that say in which sets of values it lies.
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
	s.watchInt(x, id, onDomain)
	for _, set := range sets {
		s.onChange(set.l, id)
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

// restrict leaves the values that are in the set, or those that are not.
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
	if inside {
		b := set.values.Bounds()
		if !s.setLo(p.x, b.Lo) || !s.setHi(p.x, b.Hi) {
			return false
		}
	}
	// Move the bounds over what is not allowed.
	for set.values.Contains(v.lo) != inside {
		if !s.setLo(p.x, p.beyond(set, v.lo, inside)) {
			return false
		}
	}
	for set.values.Contains(v.hi) != inside {
		if !s.setHi(p.x, p.before(set, v.hi, inside)) {
			return false
		}
	}
	return true
}

// beyond is the least value above k that is allowed, as far as the set tells.
func (p *membership) beyond(set *valueSet, k int64, inside bool) int64 {
	for _, i := range set.values {
		if inside && i.Lo > k {
			return i.Lo
		}
		if !inside && i.Contains(k) {
			return i.Hi + 1
		}
	}
	return 1 << 62
}

func (p *membership) before(set *valueSet, k int64, inside bool) int64 {
	for j := len(set.values) - 1; j >= 0; j-- {
		i := set.values[j]
		if inside && i.Hi < k {
			return i.Hi
		}
		if !inside && i.Contains(k) {
			return i.Lo - 1
		}
	}
	return -1 << 62
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

// removeBits takes values of one word away.
func (s *store) removeBits(x model.Int, word int32, drop uint64) bool {
	v := &s.ints[x]
	at := v.first + word
	if s.word(v, word) == drop { // perhaps none are left
		left := false
		for i := range v.n {
			left = left || i != word && s.word(v, i) != 0
		}
		if !left {
			return false
		}
	}
	if s.probing {
		return true
	}
	s.trail = append(s.trail, change{int64(s.words[at]), at, changedWord})
	s.words[at] &^= drop
	events := uint8(onDomain)
	if lo := s.above(v, v.lo); lo != v.lo {
		s.trail = append(s.trail, change{v.lo, int32(x), changedLo})
		v.lo = lo
		events |= onBounds
	}
	if hi := s.below(v, v.hi); hi != v.hi {
		s.trail = append(s.trail, change{v.hi, int32(x), changedHi})
		v.hi = hi
		events |= onBounds
	}
	s.wake(x, v, events)
	return true
}
