package fd

import (
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// sumValues removes the values with which an exact sum can't be reached. Its terms are parted into groups of integers that
// differ. The sums that a group may have are bits of a word. Words of all groups are added from both ends (dynamic
// programming as in Trick, "A dynamic programming approach for consistency and propagation for knapsack constraints", 2003).
// Up to three different integers are tried in all ways, and of more the sets of values.
type sumValues struct {
	*linear
	groups [][]int32
	low    int64 // all values lie in low..low+width-1
	width  int
	total  int64 // what the values less low, or the mirrored ones, add up to
	coefs  []int
	sets   [][]uint16 // for each group of four or more the sets of values

	domain, keep []uint16 // for each term its values, and those that are supported
	down         bool     // whether bits count from the greatest value down
	sums         []uint64 // for each group what it adds up to, less all least values
	first, last  []uint64 // for each group what those before it, and from it on, add up to
	rest         int64    // what all add up to, less all least values
}

// mostTermsOfValues bounds the terms of such sums.
const mostTermsOfValues = 24

// newSumValues returns the propagator, or nil if values or sets are too many.
func newSumValues(s *store, l *linear, groups [][]int32) *sumValues {
	n := len(l.terms)
	if n > mostTermsOfValues {
		return nil
	}
	xs := make([]model.Int, n)
	for i, t := range l.terms {
		xs[i] = t.X
	}
	if s.spread(xs) > mostDistinctValues || !s.narrow(xs) || !distinctInts(xs...) {
		return nil
	}
	p := &sumValues{linear: l, low: s.ints[xs[0]].lo, total: l.bound, coefs: make([]int, n),
		domain: make([]uint16, n), keep: make([]uint16, n)}
	for _, x := range xs {
		p.low = min(p.low, s.ints[x].lo)
	}
	p.width = int(s.spread(xs))
	for i, t := range l.terms {
		if t.Coef > 0 {
			p.coefs[i] = int(t.Coef)
			p.total -= t.Coef * p.low
		} else {
			p.coefs[i] = int(-t.Coef)
			p.total -= t.Coef * (p.low + int64(p.width) - 1)
		}
		if p.coefs[i] > 64 {
			return nil
		}
	}
	for _, g := range groups {
		if len(g) > 3 {
			if sets := setsOf(p.width, len(g)); sets != nil {
				p.groups, p.sets = append(p.groups, g), append(p.sets, sets)
				continue
			}
		}
		for part := range slices.Chunk(g, 3) {
			p.groups, p.sets = append(p.groups, part), append(p.sets, nil)
		}
	}
	p.first, p.last, p.sums = make([]uint64, len(p.groups)+1), make([]uint64, len(p.groups)+1), make([]uint64, len(p.groups))
	return p
}

// setsOf returns the sets of k of so many values, or nil if they are too many.
func setsOf(width, k int) (sets []uint16) {
	for set := range uint32(1) << width {
		if bits.OnesCount32(set) != k {
			continue
		}
		if sets = append(sets, uint16(set)); len(sets) > mostSumSets {
			return nil
		}
	}
	return sets
}

// mirror reverses the order of values.
func (p *sumValues) mirror(values uint16) uint16 { return bits.Reverse16(values) >> (16 - p.width) }

// add finds the sums of all groups, and what the first groups add up to. possible is false if that is never the total.
// bounded is false if the domains are still too wide to tell.
func (p *sumValues) add() (possible, bounded bool) {
	p.down = false
	var least, most int64
	for i, d := range p.domain {
		least += int64(p.coefs[i] * bits.TrailingZeros16(d))
		most += int64(p.coefs[i] * (15 - bits.LeadingZeros16(d)))
	}
	p.rest = p.total - least
	switch {
	case p.rest < 0 || p.total > most:
		return false, true
	case p.rest > 63 && most-p.total <= 63: // count down from the greatest values
		p.down = true
		for i, d := range p.domain {
			p.domain[i] = p.mirror(d)
		}
		p.rest = most - p.total
	case p.rest > 63:
		return true, false
	}
	p.first[0] = 1
	for g := range p.groups {
		p.sums[g] = p.spreadOut(g, p.sumsOf(g))
		p.first[g+1] = sumsOfBoth(p.first[g], p.sums[g])
	}
	return p.first[len(p.groups)]>>p.rest&1 != 0, true
}

// sumsOfBoth returns the sums of an element of a and an element of b.
func sumsOfBoth(a, b uint64) (sums uint64) {
	if bits.OnesCount64(a) < bits.OnesCount64(b) {
		a, b = b, a
	}
	for ; b != 0; b &= b - 1 {
		sums |= a << bits.TrailingZeros64(b)
	}
	return sums
}

// spreadOut multiplies sums by the coefficient of a group.
func (p *sumValues) spreadOut(g int, sums uint64) uint64 {
	c := p.coefs[p.groups[g][0]]
	if c == 1 {
		return sums
	}
	out := uint64(0)
	for ; sums != 0; sums &= sums - 1 {
		out |= 1 << (c * bits.TrailingZeros64(sums))
	}
	return out
}

// sumsOf returns the sums of a group without coefficient, less those of all least values.
func (p *sumValues) sumsOf(g int) (sums uint64) {
	group := p.groups[g]
	a := p.domain[group[0]]
	fromA := bits.TrailingZeros16(a)
	switch {
	case len(group) == 1:
		return uint64(a >> fromA)
	case len(group) == 2:
		b := p.domain[group[1]]
		fromB := bits.TrailingZeros16(b)
		for left := a; left != 0; left &= left - 1 {
			v := bits.TrailingZeros16(left)
			sums |= uint64(b&^(1<<v)>>fromB) << (v - fromA)
		}
		return sums
	case len(group) == 3:
		b, c := p.domain[group[1]], p.domain[group[2]]
		fromB, fromC := bits.TrailingZeros16(b), bits.TrailingZeros16(c)
		for left := a; left != 0; left &= left - 1 {
			v := bits.TrailingZeros16(left)
			for right := b &^ (1 << v); right != 0; right &= right - 1 {
				w := bits.TrailingZeros16(right)
				sums |= uint64(c&^(1<<v|1<<w)>>fromC) << (v - fromA + w - fromB)
			}
		}
		return sums
	}
	some, fixed, least := p.stateOf(group)
	for _, set := range p.sets[g] {
		if sum := sumOfBits(set) - least; set&^some == 0 && fixed&^set == 0 && sum >= 0 {
			sums |= 1 << sum
		}
	}
	return sums
}

// stateOf returns the values of a group, those of fixed members, and the sum of all least values.
func (p *sumValues) stateOf(group []int32) (some, fixed uint16, least int) {
	for _, i := range group {
		d := p.domain[i]
		some |= d
		if d&(d-1) == 0 {
			fixed |= d
		}
		least += bits.TrailingZeros16(d)
	}
	return some, fixed, least
}

func sumOfBits(set uint16) (sum int) {
	for ; set != 0; set &= set - 1 {
		sum += bits.TrailingZeros16(set)
	}
	return sum
}

// support finds the values of a group with which it has one of some sums, which are counted as in sumsOf.
func (p *sumValues) support(g int, sums uint64) {
	group := p.groups[g]
	i := group[0]
	a := p.domain[i]
	fromA := bits.TrailingZeros16(a)
	switch {
	case len(group) == 1:
		p.keep[i] = a & uint16(sums<<fromA)
	case len(group) == 2:
		j := group[1]
		b := p.domain[j]
		fromB := bits.TrailingZeros16(b)
		p.keep[i], p.keep[j] = 0, 0
		for left := a; left != 0; left &= left - 1 {
			v := bits.TrailingZeros16(left)
			if with := uint16(sums>>(v-fromA)<<fromB) & b &^ (1 << v); with != 0 {
				p.keep[i] |= 1 << v
				p.keep[j] |= with
			}
		}
	case len(group) == 3:
		j, k := group[1], group[2]
		b, c := p.domain[j], p.domain[k]
		fromB, fromC := bits.TrailingZeros16(b), bits.TrailingZeros16(c)
		p.keep[i], p.keep[j], p.keep[k] = 0, 0, 0
		for left := a; left != 0; left &= left - 1 {
			v := bits.TrailingZeros16(left)
			for right := b &^ (1 << v); right != 0; right &= right - 1 {
				w := bits.TrailingZeros16(right)
				if with := uint16(sums>>(v-fromA+w-fromB)<<fromC) & c &^ (1<<v | 1<<w); with != 0 {
					p.keep[i] |= 1 << v
					p.keep[j] |= 1 << w
					p.keep[k] |= with
				}
			}
		}
	default:
		some, fixed, least := p.stateOf(group)
		union := uint16(0)
		for _, set := range p.sets[g] {
			if sum := sumOfBits(set) - least; set&^some == 0 && fixed&^set == 0 && sum >= 0 && sums>>sum&1 != 0 {
				union |= set
			}
		}
		for _, i := range group {
			p.keep[i] = p.domain[i] & union
		}
	}
}

func (p *sumValues) propagate(s *store) bool {
	for i, t := range p.terms {
		p.domain[i] = p.bitsOf(i, s.mask(t.X, p.low))
	}
	possible, bounded := p.add()
	if !bounded || s.probing || !possible {
		return possible
	}
	p.last[len(p.groups)] = 1
	for g := len(p.groups) - 1; g >= 0; g-- {
		p.last[g] = sumsOfBoth(p.last[g+1], p.sums[g])
	}
	for g, group := range p.groups {
		// What the group has to add to the others.
		needed := bits.Reverse64(sumsOfBoth(p.first[g], p.last[g+1])) >> (63 - p.rest) & p.sums[g]
		if c := p.coefs[group[0]]; c > 1 {
			multiples := needed
			needed = 0
			for ; multiples != 0; multiples &= multiples - 1 {
				needed |= 1 << (bits.TrailingZeros64(multiples) / c)
			}
		}
		p.support(g, needed)
	}
	for i, t := range p.terms {
		gone := p.domain[i] &^ p.keep[i]
		if gone == 0 {
			continue
		}
		if p.down != (t.Coef < 0) {
			gone = p.mirror(gone)
		}
		for ; gone != 0; gone &= gone - 1 {
			if !s.remove(t.X, p.low+int64(bits.TrailingZeros16(gone))) {
				return false
			}
		}
	}
	return true
}

// bitsOf turns the values of the i-th term into bits, mirrored if its coefficient is negative.
func (p *sumValues) bitsOf(i int, values uint64) uint16 {
	if p.terms[i].Coef < 0 {
		return p.mirror(uint16(values))
	}
	return uint16(values)
}

// explain gives what is known of the other terms, as little as is needed.
func (p *sumValues) explain(s *store, e *explanation) {
	n := len(p.terms)
	was := make([]uint16, n)
	for i, t := range p.terms {
		if e.what.op != nothing && t.X == e.what.int() {
			was[i] = 1 << (e.what.v - p.low)
			continue
		}
		s.domainAt(t.X, e.time, func(v int64) { was[i] |= 1 << (v - p.low) })
	}
	impossible := func() bool {
		for i, values := range was {
			p.domain[i] = p.bitsOf(i, uint64(values))
		}
		possible, bounded := p.add()
		return bounded && !possible
	}
	root := s.levels[0].pos()
	for i, t := range p.terms {
		if e.what.op != nothing && t.X == e.what.int() {
			continue
		}
		known, all := was[i], uint16(0)
		s.domainAt(t.X, root, func(v int64) { all |= 1 << (v - p.low) })
		gone := all &^ known
		below := gone & (known&-known - 1)
		above := gone & ^(1<<bits.Len16(known) - 1)
		for _, part := range [...]uint16{gone, below, above, gone &^ (below | above)} {
			if part &= gone; part == 0 {
				continue
			}
			was[i] |= part
			if impossible() {
				gone &^= part
			} else {
				was[i] &^= part
			}
		}
		lo, hi := p.low+int64(bits.TrailingZeros16(known)), p.low+int64(bits.Len16(known)-1)
		if lo == hi && gone&below != 0 && gone&above != 0 {
			e.eq(t.X, lo)
			continue
		}
		if gone&below != 0 {
			e.ge(t.X, lo)
		}
		if gone&above != 0 {
			e.le(t.X, hi)
		}
		for left := gone &^ (below | above); left != 0; left &= left - 1 {
			e.ne(t.X, p.low+int64(bits.TrailingZeros16(left)))
		}
	}
}
