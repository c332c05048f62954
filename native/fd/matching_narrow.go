package fd

import (
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// narrowMatching is the propagation of [matching] on at most 64 values and integers. Sets of them
// are words, so that a step of a search takes one operation for all values.
type narrowMatching struct {
	domain []uint64 // for each integer its values, or 0 if it is not present
	value  []int8   // for each integer its value, or -1
	holder [64]int8 // for each value the integer matched to it; only where held
	held   uint64   // the values with a holder

	seen       uint64 // the values visited while one integer looks for a value
	index, low []int8 // of Tarjan's algorithm
	stack      []int8
	onStack    uint64 // integers
	next       int8
	kept       []uint64 // for each integer the values of its strong component
}

func newNarrowMatching(n int) *narrowMatching {
	return &narrowMatching{domain: make([]uint64, n), value: slices.Repeat([]int8{-1}, n), index: make([]int8, n), low: make([]int8, n), kept: make([]uint64, n)}
}

// narrow reports whether [store.mask] can hold the values of some integers.
func (s *store) narrow(xs []model.Int) bool {
	if len(xs) == 0 {
		return false
	}
	lo, hi := s.ints[xs[0]].lo, s.ints[xs[0]].hi
	for _, x := range xs {
		v := &s.ints[x]
		lo, hi = min(lo, v.lo), max(hi, v.hi)
		if v.n != 1 && v.lo < v.hi {
			return false
		}
	}
	return hi-lo < 64
}

// mask returns the values of a narrow integer as bits, where base is bit 0.
func (s *store) mask(x model.Int, base int64) uint64 {
	v := &s.ints[x]
	if v.lo == v.hi {
		return 1 << (v.lo - base)
	}
	return s.words[v.first] >> (v.lo - v.base) << (v.lo - base) & (2<<(v.hi-base) - 1)
}

func (p *narrowMatching) propagate(s *store, m *matching) bool {
	for i, x := range m.xs {
		p.domain[i] = 0
		if presence(s, m.present, i) > 0 {
			p.domain[i] = s.mask(x, m.base)
		}
		if v := p.value[i]; v >= 0 && p.domain[i]>>v&1 == 0 {
			p.held &^= 1 << v
			p.value[i] = -1
		}
	}
	for i, d := range p.domain {
		if d == 0 || p.value[i] >= 0 {
			continue
		}
		p.seen = 0
		if !p.augment(int8(i)) {
			return false
		}
	}
	return s.probing || p.filter(s, m)
}

// augment gives the i-th integer a value, and moves others to make room.
func (p *narrowMatching) augment(i int8) bool {
	if open := p.domain[i] &^ p.held; open != 0 {
		p.hold(i, int8(bits.TrailingZeros64(open)))
		return true
	}
	for {
		left := p.domain[i] &^ p.seen
		if left == 0 {
			return false
		}
		v := int8(bits.TrailingZeros64(left))
		p.seen |= 1 << v
		if p.augment(p.holder[v]) {
			p.hold(i, v)
			return true
		}
	}
}

func (p *narrowMatching) hold(i, v int8) {
	p.holder[v], p.value[i] = i, v
	p.held |= 1 << v
}

// filter removes the values whose pair is in no largest matching, as [matching.filter].
func (p *narrowMatching) filter(s *store, m *matching) bool {
	free := ^p.held // values from which an alternating path leads to one without a holder
	all := uint64(0)
	for _, d := range p.domain {
		all |= d
	}
	for again := all&free != 0; again; {
		again = false
		for i, d := range p.domain {
			if own := uint64(1) << (p.value[i] & 63); d&free != 0 && free&own == 0 {
				free |= own
				again = true
			}
		}
	}
	for i := range p.index {
		p.index[i] = -1
	}
	p.next = 0
	for i, d := range p.domain {
		if d&(d-1) != 0 && p.index[i] < 0 {
			p.strong(int8(i))
		}
	}
	for i, d := range p.domain {
		if d&(d-1) == 0 {
			continue
		}
		for gone := d &^ (free | p.kept[i]); gone != 0; gone &= gone - 1 {
			if !s.remove(m.xs[i], m.base+int64(bits.TrailingZeros64(gone))) {
				return false
			}
		}
	}
	return true
}

// strong is Tarjan's algorithm from the i-th integer.
func (p *narrowMatching) strong(i int8) {
	p.index[i], p.low[i] = p.next, p.next
	p.next++
	p.stack = append(p.stack, i)
	p.onStack |= 1 << i
	for left := p.domain[i] & p.held &^ (1 << p.value[i]); left != 0; left &= left - 1 {
		j := p.holder[bits.TrailingZeros64(left)]
		if p.index[j] < 0 {
			p.strong(j)
			p.low[i] = min(p.low[i], p.low[j])
		} else if p.onStack>>j&1 != 0 {
			p.low[i] = min(p.low[i], p.index[j])
		}
	}
	if p.low[i] != p.index[i] {
		return
	}
	from := slices.Index(p.stack, i)
	values := uint64(0)
	for _, j := range p.stack[from:] {
		values |= 1 << p.value[j]
		p.onStack &^= 1 << j
	}
	for _, j := range p.stack[from:] {
		p.kept[j] = values
	}
	p.stack = p.stack[:from]
}
