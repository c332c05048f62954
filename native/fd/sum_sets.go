package fd

import (
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// sumSets says that different integers take one of some sets of values: those with a sum, or the only one if there are as
// many values as integers. Values in no set that is still possible are removed. A value in all of them goes where it still
// fits. Integers elsewhere that differ from all that could have it can't have it ("locked candidates" in puzzles).
type sumSets struct {
	xs    []model.Int
	low   int64    // the value of bit 0
	sets  []uint64 // the sets of values, as bits
	seers []seers
}

// seers are integers that differ, in other constraints, from the same ones of the integers, as bits.
type seers struct {
	from uint32
	xs   []model.Int
}

// These bound the sets.
const (
	mostSumSets  = 2000
	mostSumCells = 16
)

// seersOf returns the open integers that differ from two or more of xs. at is scratch for all integers, and all 0.
func (s *store) seersOf(xs []model.Int, sets [][]model.Int, in map[model.Int][]int32, at []int32) (all []seers) {
	for _, x := range xs {
		at[x] = -1
	}
	var met []model.Int
	var from []uint32
	for i, x := range xs {
		for _, set := range in[x] {
			for _, y := range sets[set] {
				if at[y] == 0 && !s.fixed(y) {
					met, from = append(met, y), append(from, 0)
					at[y] = int32(len(met))
				}
				if k := at[y]; k > 0 {
					from[k-1] |= 1 << i
				}
			}
		}
	}
	for _, x := range xs {
		at[x] = 0
	}
	for i, y := range met {
		at[y] = 0
		if bits.OnesCount32(from[i]) < 2 {
			continue
		}
		k := slices.IndexFunc(all, func(s seers) bool { return s.from == from[i] })
		if k < 0 {
			k = len(all)
			all = append(all, seers{from: from[i]})
		}
		all[k].xs = append(all[k].xs, y)
	}
	return all
}

// newHouse returns the propagator for as many different integers as there are values, or nil. It is for those that share
// several integers with other constraints.
func newHouse(s *store, xs []model.Int, seers []seers) *sumSets {
	if len(seers) == 0 || len(xs) > mostSumCells {
		return nil
	}
	p := &sumSets{xs: xs, low: s.ints[xs[0]].lo, seers: seers}
	high := s.ints[xs[0]].hi
	for _, x := range xs {
		p.low, high = min(p.low, s.ints[x].lo), max(high, s.ints[x].hi)
	}
	if high-p.low >= mostDistinctValues || !s.narrow(xs) {
		return nil
	}
	some := uint64(0)
	for _, x := range xs {
		some |= s.mask(x, p.low)
	}
	if bits.OnesCount64(some) != len(xs) {
		return nil
	}
	p.sets = []uint64{some}
	return p
}

// newSumSets returns the propagator, or nil if there are too many sets or values.
func newSumSets(s *store, xs []model.Int, total int64) *sumSets {
	if len(xs) < 2 || len(xs) > mostSumCells {
		return nil
	}
	p := &sumSets{xs: xs, low: s.ints[xs[0]].lo}
	high := s.ints[xs[0]].hi
	for _, x := range xs {
		p.low, high = min(p.low, s.ints[x].lo), max(high, s.ints[x].hi)
	}
	if high-p.low >= mostDistinctValues || !s.narrow(xs) {
		return nil
	}
	n, k := high-p.low+1, int64(len(xs))
	total -= k * p.low
	var add func(from, left, sum int64, set uint64) bool
	add = func(from, left, sum int64, set uint64) bool {
		if left == 0 {
			if sum == 0 {
				p.sets = append(p.sets, set)
			}
			return len(p.sets) <= mostSumSets
		}
		for v := from; v+left <= n; v++ {
			// The rest has at least v, v+1, … and at most n-1, n-2, …
			if left*v+left*(left-1)/2 > sum {
				break
			}
			if v+(left-1)*(n-1)-(left-1)*(left-2)/2 < sum {
				continue
			}
			if !add(v+1, left-1, sum-v, set|1<<v) {
				return false
			}
		}
		return true
	}
	if !add(0, k, total, 0) {
		return nil
	}
	return p
}

// stateAt returns the values that some integer had at a time, and those of fixed integers.
func (p *sumSets) stateAt(s *store, time int32) (some, fixed uint64) {
	for _, x := range p.xs {
		lo, hi := s.boundsAt(x, time)
		if lo == hi {
			fixed |= 1 << (lo - p.low)
		}
		s.domainAt(x, time, func(v int64) { some |= 1 << (v - p.low) })
	}
	return some, fixed
}

// possible reports whether a set fits what is known.
func possibleSet(set, some, fixed uint64) bool { return set&^some == 0 && fixed&^set == 0 }

// look returns for each value the open integers that have it, as bits, the values that some integer has, and those of
// fixed integers.
func (p *sumSets) look(s *store) (places [mostDistinctValues]uint32, some, fixed uint64) {
	for i, x := range p.xs {
		values := s.mask(x, p.low)
		some |= values
		if values&(values-1) == 0 {
			fixed |= values
			continue
		}
		for ; values != 0; values &= values - 1 {
			places[bits.TrailingZeros64(values)] |= 1 << i
		}
	}
	return places, some, fixed
}

func (p *sumSets) propagate(s *store) bool {
	places, some, fixed := p.look(s)
	union, common := uint64(0), ^uint64(0)
	for _, set := range p.sets {
		if possibleSet(set, some, fixed) {
			union |= set
			common &= set
		}
	}
	if union == 0 {
		return false
	}
	s.cause.data = 0
	for gone := some &^ union; gone != 0; gone &= gone - 1 {
		bit := bits.TrailingZeros64(gone)
		for at := places[bit]; at != 0; at &= at - 1 {
			if !s.remove(p.xs[bits.TrailingZeros32(at)], p.low+int64(bit)) {
				return false
			}
		}
	}
	for left := common &^ fixed; left != 0; left &= left - 1 {
		bit := bits.TrailingZeros64(left)
		v, at := p.low+int64(bit), places[bit]
		s.cause.data = int32(bit + 1)
		if at&(at-1) == 0 {
			// That wakes the propagator again, for the other values.
			return s.fix(p.xs[bits.TrailingZeros32(at)], v)
		}
		for i := range p.seers {
			if at&^p.seers[i].from != 0 {
				continue
			}
			for _, y := range p.seers[i].xs {
				if !s.remove(y, v) {
					return false
				}
			}
		}
	}
	return true
}

// explain says why the sets with, or without, a value are impossible: a value is missing everywhere, or a fixed one is not
// in the set.
func (p *sumSets) explain(s *store, e *explanation) {
	some, fixed := p.stateAt(s, e.time)
	concerned := func(uint64) bool { return true } // the sets that must be impossible
	var missing uint64                             // values whose absence is given as a reason
	switch {
	case e.what.op == nothing:
		// No set is possible.
	case e.data > 0:
		needed := uint64(1) << (e.data - 1)
		concerned = func(set uint64) bool { return set&needed == 0 }
		from := uint32(0) // the places that the integer in question excludes by itself
		for i, x := range p.xs {
			if x == e.what.int() {
				from = 1 << i
			}
		}
		for _, y := range p.seers {
			if slices.Contains(y.xs, e.what.int()) {
				from = y.from
			}
		}
		for i, x := range p.xs {
			if from>>i&1 == 0 {
				e.ne(x, p.low+int64(e.data-1))
			}
		}
	default:
		gone := uint64(1) << (e.what.v - p.low)
		concerned = func(set uint64) bool { return set&gone != 0 }
	}
	var used uint64 // fixed values that are given as a reason
	for _, set := range p.sets {
		if !concerned(set) || fixed&used&^set != 0 || set&missing != 0 {
			continue
		}
		if other := fixed &^ set; other != 0 {
			used |= other & -other
		} else if lack := set &^ some; lack != 0 {
			missing |= lack & -lack
		} else {
			panic("fd: a sum of different integers can't explain " + e.what.String())
		}
	}
	root := s.levels[0].pos()
	for _, x := range p.xs {
		if lo, hi := s.boundsAt(x, e.time); lo == hi && used>>(lo-p.low)&1 != 0 {
			e.eq(x, lo)
			continue
		}
		for left := missing; left != 0; left &= left - 1 {
			if v := p.low + int64(bits.TrailingZeros64(left)); s.hasAt(x, v, root) {
				e.ne(x, v)
			}
		}
	}
}
