package frontier

import (
	"math/bits"
	"slices"
)

// allowedDegrees are the degrees of each vertex, as the shape allows them.
func (p *Problem) allowedDegrees() []uint64 {
	allowed := make([]uint64, len(p.Degrees))
	mustEnd := 0
	for v := range allowed {
		allowed[v] = p.Degrees[v] & p.shapeDegrees(v)
		if allowed[v] == 0b010 {
			mustEnd++
		}
	}
	if p.Shape == OnePath && mustEnd >= 2 { // those are the ends
		for v, degrees := range allowed {
			if degrees != 0b010 {
				allowed[v] &^= 0b010
			}
		}
	}
	return allowed
}

// shapeDegrees are the degrees that the shape leaves to a vertex.
func (p *Problem) shapeDegrees(v int) uint64 {
	switch {
	case p.Shape == OneCycle:
		return 0b101
	case p.Shape == OnePath && p.forbidsEnd(v):
		return 0b101
	case p.Shape == OnePath && (onlyOne(p.First, v) || onlyOne(p.Last, v)):
		return 0b010
	case p.Shape == OnePath:
		return 0b111
	case p.Shape == Linked && p.Labels[v] >= 0:
		return 0b010
	case p.Shape == Linked:
		return 0b101
	}
	return ^uint64(0)
}

// forbidsEnd reports whether no path may end at a vertex.
func (p *Problem) forbidsEnd(v int) bool {
	return p.First != nil && p.Last != nil && !p.First[v] && !p.Last[v]
}

// onlyOne reports whether v alone is in the set.
func onlyOne(set []bool, v int) bool {
	return set != nil && set[v] && !slices.Contains(set[:v], true) && !slices.Contains(set[v+1:], true)
}

// degreesUpTo is the set of the degrees that so many undecided edges can add, as bits.
func degreesUpTo(left int) uint64 {
	if left >= 63 {
		return ^uint64(0)
	}
	return 1<<(left+1) - 1
}

// lastEdgeForced reports whether no two of the degrees are consecutive: then the last edge of a
// vertex follows from its other edges.
func lastEdgeForced(degrees uint64) bool { return degrees&(degrees>>1) == 0 }

// lowest is the least degree of a set.
func lowest(degrees uint64) int32 { return int32(bits.TrailingZeros64(degrees)) }
