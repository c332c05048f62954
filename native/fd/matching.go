package fd

import (
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// matching enforces domain consistency on integers that must differ: it removes every value without
// a solution of the constraint (Régin, A filtering algorithm for constraints of difference in CSPs,
// 1994).
type matching struct {
	xs      []model.Int
	present []lit
	base    int64
	holder  []int32 // for each value the integer matched to it, or -1
	value   []int32 // for each integer its value, or -1
	seen    []int32 // for each value the round in which it was visited
	round   int32

	// Tarjan's algorithm on integers 0..n-1 and values n..
	index, low, comp []int32
	stack            []int32
	onStack          []bool
	next             int32
	free             []bool // values that an alternating path from a free value reaches

	narrow *narrowMatching // the same for at most 64 values, or nil
}

// widestMatching is the largest number of pairs of integers and values with a matching.
const widestMatching = 1 << 17

// newMatching returns nil if the domains are too wide or the integers too few.
func newMatching(s *store, xs []model.Int, present []lit) *matching {
	if len(xs) < 3 {
		return nil
	}
	lo, hi := s.ints[xs[0]].lo, s.ints[xs[0]].hi
	for _, x := range xs {
		lo, hi = min(lo, s.ints[x].lo), max(hi, s.ints[x].hi)
	}
	if hi-lo >= widestMatching || int64(len(xs))*(hi-lo+1) > widestMatching {
		return nil
	}
	n, values := len(xs), int(hi-lo+1)
	if n <= 64 && s.narrow(xs) {
		return &matching{xs: xs, present: present, base: lo, holder: slices.Repeat([]int32{-1}, values), narrow: newNarrowMatching(n)}
	}
	return &matching{xs: xs, present: present, base: lo,
		holder: slices.Repeat([]int32{-1}, values), value: slices.Repeat([]int32{-1}, n), seen: make([]int32, values),
		index: make([]int32, n+values), low: make([]int32, n+values), comp: make([]int32, n+values),
		onStack: make([]bool, n+values), free: make([]bool, values)}
}

func (p *matching) propagate(s *store) bool {
	if p.narrow != nil {
		return p.narrow.propagate(s, p)
	}
	// Drop pairs that are no longer possible, then complete the matching.
	for i, x := range p.xs {
		v := p.value[i]
		if v >= 0 && (presence(s, p.present, i) <= 0 || !s.has(x, int64(v)+p.base)) {
			p.value[i], p.holder[v] = -1, -1
		}
	}
	for i := range p.xs {
		if p.value[i] < 0 && presence(s, p.present, i) > 0 {
			p.round++
			if !p.augment(s, int32(i)) {
				return false
			}
		}
	}
	return s.probing || p.filter(s)
}

// augment gives the i-th integer a value, and moves others to make room.
func (p *matching) augment(s *store, i int32) bool {
	for v := range p.values(s, i) {
		if p.seen[v] == p.round {
			continue
		}
		p.seen[v] = p.round
		if j := p.holder[v]; j < 0 || p.augment(s, j) {
			p.holder[v], p.value[i] = i, v
			return true
		}
	}
	return false
}

// values iterates over the values of the i-th integer, counted from the base.
func (p *matching) values(s *store, i int32) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		s.each(p.xs[i], func(k int64) bool { return yield(int32(k - p.base)) })
	}
}

// filter removes the values whose pair is in no largest matching. These are in another strong
// component, and no free value reaches them. Arcs lead from each integer to its other values, and from
// each value to its holder.
func (p *matching) filter(s *store) bool {
	p.reachFree(s)
	for i := range p.index {
		p.index[i] = -1
	}
	p.next = 0
	for i := range p.xs {
		if p.value[i] >= 0 && p.index[i] < 0 {
			p.strong(s, int32(i))
		}
	}
	n := int32(len(p.xs))
	for i, x := range p.xs {
		if p.value[i] < 0 || s.fixed(x) {
			continue
		}
		ok := true
		for v := range p.values(s, int32(i)) {
			if v != p.value[i] && !p.free[v] && (p.index[n+v] < 0 || p.comp[n+v] != p.comp[i]) {
				if ok = s.remove(x, int64(v)+p.base); !ok {
					return false
				}
			}
		}
	}
	return true
}

// reachFree marks the values whose holder could move, in steps, to a value without a holder.
func (p *matching) reachFree(s *store) {
	clear(p.free)
	for v, h := range p.holder {
		p.free[v] = h < 0
	}
	for again := true; again; {
		again = false
		for i := range p.xs {
			own := p.value[i]
			if own < 0 || p.free[own] {
				continue
			}
			for v := range p.values(s, int32(i)) {
				if p.free[v] {
					p.free[own], again = true, true
					break
				}
			}
		}
	}
}

// strong is Tarjan's algorithm from the i-th integer. It enters values with their holders.
func (p *matching) strong(s *store, i int32) {
	n := int32(len(p.xs))
	p.index[i], p.low[i] = p.next, p.next
	p.next++
	p.stack = append(p.stack, i)
	p.onStack[i] = true
	for v := range p.values(s, i) {
		j := p.holder[v]
		if v == p.value[i] || j < 0 {
			continue
		}
		if p.index[j] < 0 {
			p.strong(s, j)
			p.low[i] = min(p.low[i], p.low[j])
		} else if p.onStack[j] {
			p.low[i] = min(p.low[i], p.index[j])
		}
	}
	if p.low[i] == p.index[i] {
		for {
			j := p.stack[len(p.stack)-1]
			p.stack = p.stack[:len(p.stack)-1]
			p.onStack[j] = false
			p.comp[j] = i
			v := n + p.value[j]
			p.comp[v], p.index[v] = i, 0
			if j == i {
				return
			}
		}
	}
}

// explain finds a Hall set: present integers with no more values in all than integers. No other can
// have these values (Downing, Feydy and Stuckey, Explaining alldifferent, 2012).
func (p *matching) explain(s *store, e *explanation) {
	h := hall{p: p, s: s, time: e.time, holder: slices.Repeat([]int32{-1}, len(p.holder)),
		seen: make([]bool, len(p.holder)), in: make([]bool, len(p.xs)), had: make([][]int32, len(p.xs))}
	unmatched := int32(-1)
	for i := range p.xs {
		if p.present != nil && s.valAt(p.present[i], e.time) <= 0 {
			continue
		}
		clear(h.seen)
		if !h.augment(int32(i)) {
			unmatched = int32(i)
			break
		}
	}
	clear(h.seen)
	if unmatched >= 0 {
		h.close(unmatched)
	} else {
		h.close(h.holder[e.what.v-p.base])
		for i, x := range p.xs { // the integer that loses the value is present
			if x == e.what.int() && !h.in[i] && p.present != nil && s.valAt(p.present[i], e.time) > 0 {
				e.lit(p.present[i])
				break
			}
		}
	}
	for i, in := range h.in {
		if in {
			h.confine(e, int32(i))
		}
	}
}

// hall is a matching of the domains at a time, and a Hall set.
type hall struct {
	p      *matching
	s      *store
	time   int32
	holder []int32
	seen   []bool    // visited values, in the end those of the Hall set
	in     []bool    // the Hall set
	had    [][]int32 // for each integer the values that it had, less the base; nil until needed
}

// values returns the values that the i-th integer had.
func (h *hall) values(i int32) []int32 {
	if h.had[i] == nil {
		h.s.domainAt(h.p.xs[i], h.time, func(k int64) { h.had[i] = append(h.had[i], int32(k-h.p.base)) })
	}
	return h.had[i]
}

func (h *hall) augment(i int32) bool {
	for _, v := range h.values(i) {
		if h.seen[v] {
			continue
		}
		h.seen[v] = true
		if j := h.holder[v]; j < 0 || h.augment(j) {
			h.holder[v] = i
			return true
		}
	}
	return false
}

// close adds the i-th integer to the set, with the holders of all values that members had.
func (h *hall) close(i int32) {
	if h.in[i] {
		return
	}
	h.in[i] = true
	for _, v := range h.values(i) {
		h.seen[v] = true
		if j := h.holder[v]; j >= 0 {
			h.close(j)
		}
	}
}

// confine adds why the i-th integer has only values of the set.
func (h *hall) confine(e *explanation, i int32) {
	x, s := h.p.xs[i], h.s
	if h.p.present != nil {
		e.lit(h.p.present[i])
	}
	lo, hi := s.boundsAt(x, h.time)
	if lo == hi {
		e.eq(x, lo)
		return
	}
	in := func(k int64) bool {
		k -= h.p.base
		return k >= 0 && k < int64(len(h.seen)) && h.seen[k]
	}
	rootLo, rootHi := s.boundsAt(x, s.levels[0].pos())
	for k := rootLo; k < lo; k++ {
		if !in(k) {
			e.ge(x, lo)
			break
		}
	}
	for k := rootHi; k > hi; k-- {
		if !in(k) {
			e.le(x, hi)
			break
		}
	}
	for k := lo + 1; k < hi; k++ {
		if !in(k) {
			e.ne(x, k)
		}
	}
}

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
