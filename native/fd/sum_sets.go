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
	seers []seer
}

// seer is an integer that differs from some of the integers, as bits, in another constraint.
type seer struct {
	x    model.Int
	from uint32
}

// These bound the sets.
const (
	mostSumSets  = 2000
	mostSumCells = 16
)

// seersOf returns the open integers that differ from two or more of xs. at is scratch for all integers, and all 0.
func (s *store) seersOf(xs []model.Int, sets [][]model.Int, in map[model.Int][]int32, at []int32) (all []seer) {
	for _, x := range xs {
		at[x] = -1
	}
	for i, x := range xs {
		for _, set := range in[x] {
			for _, y := range sets[set] {
				if at[y] == 0 && !s.fixed(y) {
					all = append(all, seer{x: y})
					at[y] = int32(len(all))
				}
				if k := at[y]; k > 0 {
					all[k-1].from |= 1 << i
				}
			}
		}
	}
	for _, x := range xs {
		at[x] = 0
	}
	for _, y := range all {
		at[y.x] = 0
	}
	return slices.DeleteFunc(all, func(s seer) bool { return bits.OnesCount32(s.from) < 2 })
}

// newHouse returns the propagator for as many different integers as there are values, or nil. It is for those that share
// several integers with other constraints.
func newHouse(s *store, xs []model.Int, seers []seer) *sumSets {
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
	some, _ := p.state(s)
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

// state returns the values that some integer has, and those of fixed integers.
func (p *sumSets) state(s *store) (some, fixed uint64) {
	for _, x := range p.xs {
		values := s.mask(x, p.low)
		some |= values
		if values&(values-1) == 0 {
			fixed |= values
		}
	}
	return some, fixed
}

// stateAt is state at a time.
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

func (p *sumSets) propagate(s *store) bool {
	some, fixed := p.state(s)
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
	if gone := some &^ union; gone != 0 {
		for _, x := range p.xs {
			for left := gone & s.mask(x, p.low); left != 0; left &= left - 1 {
				if v := p.low + int64(bits.TrailingZeros64(left)); !s.remove(x, v) {
					return false
				}
			}
		}
	}
	for left := common &^ fixed; left != 0; left &= left - 1 {
		bit := bits.TrailingZeros64(left)
		v, places := p.low+int64(bit), uint32(0)
		for i, x := range p.xs {
			if s.has(x, v) {
				places |= 1 << i
			}
		}
		s.cause.data = int32(bit + 1)
		if places&(places-1) == 0 && places != 0 {
			// That wakes the propagator again, for the other values.
			return s.fix(p.xs[bits.TrailingZeros32(places)], v)
		}
		for i := range p.seers {
			if y := &p.seers[i]; places&^y.from == 0 && places != 0 && s.has(y.x, v) && !s.remove(y.x, v) {
				return false
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
			if y.x == e.what.int() {
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
