package fd

import (
	"math/bits"

	"nazo/internal/model"
)

// The widest domains that have bits. Wider ones keep only bounds, and the holes of the start.
const (
	largestBitset = 1 << 16 // of a variable
	resultBitset  = 1 << 12 // of the result of an operation
	mostWords     = 1 << 24 // of 64 bits in all
)

// intVar is the domain of an integer. It is never empty and contains lo and hi.
type intVar struct {
	lo, hi int64
	base   int64  // the value of bit 0 of the first word
	first  int32  // the first of its words
	n      int32  // the number of its words, 0 if it has no bits
	last   int32  // its last change on the trail, or -1
	views  *views // literals that are atoms of it, or nil
	// lost is 0 or the propagator to wake when the value base is removed. The following propagators
	// belong to the following values.
	lost  int32
	start model.Domain // without bits: the domain at the start, nil for an interval
}

// Events of integers, combined in masks.
const (
	onFix    = 1 << iota // it has one value
	onBounds             // a bound changed
	onDomain             // a value was removed
)

// intWake is a propagator that waits for certain events.
type intWake struct {
	prop int32
	mask uint8
}

// watch wakes a propagator on events of some integers.
func (s *store) watch(prop int32, mask uint8, xs ...model.Int) {
	for _, x := range xs {
		if v := &s.ints[x]; v.lo < v.hi {
			s.intWakes[x] = append(s.intWakes[x], intWake{prop, mask})
		}
	}
}

// initInt gives x its domain before the search, with bits if it is not wider than withBits.
func (s *store) initInt(x model.Int, d model.Domain, withBits int64) {
	b := d.Bounds()
	v := &s.ints[x]
	*v = intVar{lo: b.Lo, hi: b.Hi, last: -1}
	if b.Size() > withBits || len(s.words) > mostWords {
		if len(d) > 1 {
			v.start = d
		}
		return
	}
	if b.Lo == b.Hi {
		return
	}
	v.base, v.first, v.n = b.Lo, int32(len(s.words)), int32((b.Size()+63)/64)
	for range v.n {
		s.words = append(s.words, 0)
	}
	for _, i := range d {
		for k := i.Lo - v.base; k <= i.Hi-v.base; k++ {
			s.words[int64(v.first)+k>>6] |= 1 << (k & 63)
		}
	}
}

// domain returns the values of x.
func (s *store) domain(x model.Int) model.Domain {
	v := &s.ints[x]
	switch {
	case v.n == 0 && v.start == nil:
		return model.Range(v.lo, v.hi)
	case v.n == 0:
		return v.start.Intersect(model.Range(v.lo, v.hi))
	}
	var values []int64
	s.each(x, func(k int64) bool { values = append(values, k); return true })
	return model.Values(values...)
}

// fixed reports whether x has one value left.
func (s *store) fixed(x model.Int) bool { return s.ints[x].lo == s.ints[x].hi }

// size returns the number of values of x, or the width of a domain without bits.
func (s *store) size(x model.Int) int64 {
	v := &s.ints[x]
	if v.n == 0 || v.lo == v.hi {
		return v.hi - v.lo + 1
	}
	var n int
	for i := range v.n {
		n += bits.OnesCount64(s.word(v, i))
	}
	return int64(n)
}

// has reports whether value k is in the domain of x.
func (s *store) has(x model.Int, k int64) bool {
	v := &s.ints[x]
	if k < v.lo || k > v.hi {
		return false
	}
	if v.n > 0 {
		k -= v.base
		return s.words[int64(v.first)+k>>6]>>(k&63)&1 != 0
	}
	return v.start == nil || v.start.Contains(k)
}

// above returns the least value ≥ k, for k ≤ hi.
func (s *store) above(v *intVar, k int64) int64 {
	if v.n > 0 {
		p := k - v.base
		i := int64(v.first) + p>>6
		w := s.words[i] >> (p & 63)
		if w != 0 {
			return k + int64(bits.TrailingZeros64(w))
		}
		for i++; s.words[i] == 0; i++ {
		}
		return v.base + (i-int64(v.first))<<6 + int64(bits.TrailingZeros64(s.words[i]))
	}
	for _, i := range v.start {
		if k <= i.Hi {
			return max(k, i.Lo)
		}
	}
	return k
}

// below returns the greatest value ≤ k, for k ≥ lo.
func (s *store) below(v *intVar, k int64) int64 {
	if v.n > 0 {
		p := k - v.base
		i := int64(v.first) + p>>6
		w := s.words[i] << (63 - p&63)
		if w != 0 {
			return k - int64(bits.LeadingZeros64(w))
		}
		for i--; s.words[i] == 0; i-- {
		}
		return v.base + (i-int64(v.first))<<6 + 63 - int64(bits.LeadingZeros64(s.words[i]))
	}
	for i := len(v.start) - 1; i >= 0; i-- {
		if k >= v.start[i].Lo {
			return min(k, v.start[i].Hi)
		}
	}
	return k
}

// setLo keeps the values of x that are at least k.
func (s *store) setLo(x model.Int, k int64) bool {
	v := &s.ints[x]
	if k <= v.lo {
		return true
	}
	if k > v.hi {
		s.clash = geAtom(x, k)
		return false
	}
	if !s.probing {
		s.raise(x, v, k, changedLo)
	}
	return true
}

// raise changes the lower bound to the least value ≥ k.
func (s *store) raise(x model.Int, v *intVar, k int64, kind changeKind) {
	s.note(x, v, kind, v.lo, k)
	old := v.lo
	v.lo = s.above(v, k)
	s.gone(v, old, v.lo-1)
	s.wake(x, v, onBounds|onDomain)
}

// setHi keeps the values of x that are at most k.
func (s *store) setHi(x model.Int, k int64) bool {
	v := &s.ints[x]
	if k >= v.hi {
		return true
	}
	if k < v.lo {
		s.clash = leAtom(x, k)
		return false
	}
	if !s.probing {
		s.lower(x, v, k, changedHi)
	}
	return true
}

// lower changes the upper bound to the greatest value ≤ k.
func (s *store) lower(x model.Int, v *intVar, k int64, kind changeKind) {
	s.note(x, v, kind, v.hi, k)
	old := v.hi
	v.hi = s.below(v, k)
	s.gone(v, v.hi+1, old)
	s.wake(x, v, onBounds|onDomain)
}

// fix keeps only the value k.
func (s *store) fix(x model.Int, k int64) bool {
	v := &s.ints[x]
	switch {
	case !s.has(x, k):
		s.clash = eqAtom(x, k)
		return false
	case s.probing || v.lo == v.hi:
		return true
	case v.lo == k:
		s.lower(x, v, k, changedHi)
		return true
	case v.hi == k:
		s.raise(x, v, k, changedLo)
		return true
	case v.n == 0: // no literal can state that it has one value
		s.raise(x, v, k, changedLo)
		s.lower(x, v, k, changedHi)
		return true
	}
	s.note(x, v, changedBoth, v.lo, v.hi)
	lo, hi := v.lo, v.hi
	v.lo, v.hi = k, k
	s.gone(v, lo, k-1)
	s.gone(v, k+1, hi)
	s.wake(x, v, onBounds|onDomain)
	return true
}

// remove removes the value k. Without bits it only does so for a bound, so the caller must try again
// when the bounds have changed.
func (s *store) remove(x model.Int, k int64) bool {
	v := &s.ints[x]
	switch {
	case k < v.lo || k > v.hi:
		return true
	case v.lo == v.hi:
		s.clash = neAtom(x, k)
		return false
	case s.probing:
		return true
	case k == v.lo:
		s.raise(x, v, k+1, removedLo)
		return true
	case k == v.hi:
		s.lower(x, v, k-1, removedHi)
		return true
	case v.n == 0:
		return true
	}
	p := k - v.base
	at := v.first + int32(p>>6)
	if s.words[at]>>(p&63)&1 != 0 {
		s.note(x, v, removedValue, k, 0)
		s.words[at] &^= 1 << (p & 63)
		s.gone(v, k, k)
		s.wake(x, v, onDomain)
	}
	return true
}

// gone updates views and wakes propagators after the values from lo to hi were removed.
func (s *store) gone(v *intVar, lo, hi int64) {
	if v.views != nil {
		s.passed(v, lo, hi)
	}
	if v.lost > 0 {
		for k := lo; k <= hi; k++ {
			s.queue.add(v.lost + int32(k-v.base))
		}
	}
}

// wake queues the propagators that wait for one of the events.
func (s *store) wake(x model.Int, v *intVar, events uint8) {
	if v.lo == v.hi {
		events |= onFix
	}
	for _, w := range s.intWakes[x] {
		if w.mask&events != 0 {
			s.queue.add(w.prop)
		}
	}
}

// word returns the k-th word of the domain, without values beyond the bounds.
func (s *store) word(v *intVar, k int32) uint64 {
	w := s.words[v.first+k]
	start := v.base + int64(k)<<6
	if d := v.lo - start; d > 0 {
		if d > 63 {
			return 0
		}
		w &= ^uint64(0) << d
	}
	if d := start + 63 - v.hi; d > 0 {
		if d > 63 {
			return 0
		}
		w &= ^uint64(0) >> d
	}
	return w
}

// each calls yield for the values of x, ascending, until it returns false. yield may remove values.
func (s *store) each(x model.Int, yield func(int64) bool) {
	v := s.ints[x]
	if v.n == 0 {
		for k := v.lo; k <= v.hi; k++ {
			if (v.start == nil || v.start.Contains(k)) && !yield(k) {
				return
			}
		}
		return
	}
	for i := range v.n {
		for w := s.word(&v, i); w != 0; w &= w - 1 {
			if !yield(v.base + int64(i)<<6 + int64(bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

// equate propagates x = y + d.
func (s *store) equate(x, y model.Int, d int64) bool {
	vx, vy := &s.ints[x], &s.ints[y]
	for {
		lo, hi := max(vx.lo, vy.lo+d), min(vx.hi, vy.hi+d)
		if !s.setLo(x, lo) || !s.setLo(y, lo-d) || !s.setHi(x, hi) || !s.setHi(y, hi-d) {
			return false
		}
		if s.probing || vx.lo == vy.lo+d && vx.hi == vy.hi+d {
			break
		}
	}
	if s.probing {
		return s.meet(x, y, d)
	}
	if vx.n == 0 || vy.n == 0 || vx.lo == vx.hi {
		return true
	}
	ok := true
	s.each(x, func(k int64) bool { ok = s.has(y, k-d) || s.remove(x, k); return ok })
	if ok {
		s.each(y, func(k int64) bool { ok = s.has(x, k+d) || s.remove(y, k); return ok })
	}
	return ok
}

// meet reports whether x = y + d is possible for some values.
func (s *store) meet(x, y model.Int, d int64) bool {
	vx, vy := &s.ints[x], &s.ints[y]
	lo, hi := max(vx.lo, vy.lo+d), min(vx.hi, vy.hi+d)
	if lo > hi {
		return false
	}
	if hi-lo > largestBitset {
		return true
	}
	for k := lo; k <= hi; k++ {
		if s.has(x, k) && s.has(y, k-d) {
			return true
		}
	}
	return false
}
