package frontier

import (
	"math/bits"

	"nazo/model"
)

// Rules that two edges exclude each other are many where edges may cross. Automata would remember of each which edge was chosen;
// the rest only has to know which edges are excluded by any. So such an edge has a bit in state.excluded while it is undecided
// and some edge that may exclude it is decided. Bits are given as slots are. Where an end of the edge takes no more edges its
// bit tells nothing, and isn't in the key.

// mostExcluded bounds the edges with a bit at once. Rules about others have automata.
const mostExcluded = 60

// noBit is the bit of an edge that has none.
const noBit = -1

// makeExclusions gives edges their bits, and sets aside the rules that need automata.
func (sched *schedule) makeExclusions() {
	place := make([]int, sched.Unknowns)
	at := 0
	for _, s := range sched.steps {
		for _, d := range s.edges {
			place[d.edge] = at
			at++
		}
	}
	type pair struct{ rule, later int32 }
	pairs := make([][]pair, sched.Unknowns) // by the edge that is decided first
	forms := map[model.Bool]bool{}
	var of *model.Model // of forms
	sched.exclusion = make([]bool, len(sched.Rules))
	local := make([]bool, len(sched.Rules))
	for i, r := range sched.Rules {
		if r.Model != of {
			of = r.Model
			clear(forms)
		}
		if sched.exclusion[i] = sched.isExclusion(r, forms); !sched.exclusion[i] {
			local[i] = true
			continue
		}
		first, later := r.Unknowns[0], r.Unknowns[1]
		if place[first] > place[later] {
			first, later = later, first
		}
		pairs[first] = append(pairs[first], pair{int32(i), later})
	}
	bit := make([]int, sched.Unknowns)
	given := make([]bool, sched.Unknowns)
	for e := range bit {
		bit[e] = noBit
	}
	var holder [64]int32
	used := uint64(0)
	for i := range sched.steps {
		s := &sched.steps[i]
		for j := range s.edges {
			d := &s.edges[j]
			if bit[d.edge] != noBit {
				d.own = 1 << bit[d.edge]
			}
			for _, p := range pairs[d.edge] {
				if k := bits.TrailingZeros64(^used); !given[p.later] && k < mostExcluded {
					bit[p.later], holder[k] = k, p.later
					used |= 1 << k
				}
				given[p.later] = true
				if bit[p.later] == noBit {
					local[p.rule] = true
					continue
				}
				d.excludes |= 1 << bit[p.later]
			}
		}
		for _, d := range s.edges {
			used &^= d.own
		}
		s.after.setExcluded(sched, sched.vertexAt[i], used, &holder)
	}
	for i, r := range sched.Rules {
		if local[i] {
			sched.localRules = append(sched.localRules, r)
		}
	}
}

// isExclusion reports whether a rule says that of two edges at most one is chosen. forms has what is known of conditions over
// the rule's model.
func (sched *schedule) isExclusion(r Rule, forms map[model.Bool]bool) bool {
	if len(r.Unknowns) != 2 || int(r.Unknowns[1]) >= len(sched.Graph.Edges) {
		return false
	}
	is, known := forms[r.Holds]
	if !known {
		is = true
		for both := range 4 {
			values := model.Solution{int64(both & 1), int64(both >> 1)}
			is = is && model.Evaluate(r.Model, values).Bool(r.Holds) == (both != 3)
		}
		forms[r.Holds] = is
	}
	return is
}

// exclusionLayout has the bits of excluded edges after a step.
type exclusionLayout struct {
	field  field
	used   uint64
	atSlot []exclusionsAt // by place in slots, where there are any
}

// exclusionsAt has the edges with bits at a slot, which tell nothing once the vertex there has so many edges.
type exclusionsAt struct {
	slot, full uint8
	edges      uint64
}

func (l *layout) setExcluded(sched *schedule, vertexAt []int32, used uint64, holder *[64]int32) {
	x := &l.excluded
	x.used = used
	for rest := l.frontier; rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		v := vertexAt[slot]
		at := exclusionsAt{slot: uint8(slot), full: uint8(bits.Len64(sched.allowed[v]) - 1)}
		for some := used; some != 0; some &= some - 1 {
			k := bits.TrailingZeros64(some)
			if e := sched.Graph.Edges[holder[k]]; e.U == v || e.V == v {
				at.edges |= 1 << k
			}
		}
		if at.edges != 0 {
			x.atSlot = append(x.atSlot, at)
		}
	}
}

// relevant are the excluded edges that tell something about what may follow.
func (x *exclusionLayout) relevant(sched *schedule, s *state) uint64 {
	left := s.excluded & x.used
	if left == 0 {
		return 0
	}
	for i := range x.atSlot {
		at := &x.atSlot[i]
		if sched.usesMates && s.inner>>(at.slot&63)&1 != 0 || !sched.usesMates && s.degree[at.slot&63] >= at.full {
			left &^= at.edges
		}
	}
	return left
}
