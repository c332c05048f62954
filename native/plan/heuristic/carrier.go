package heuristic

import (
	"slices"
)

// carrierHeuristic is the distance of one token together with its carrier: it counts all that
// the carrier does on the way, not only the moves of the token. The ways to several tokens may
// have much in common, so the estimate is the maximum over the tokens.
type carrierHeuristic struct {
	plain, tracking *mutexGroup // the group without and with the carrier's value in the nodes
	g               abstractSpace
	tables          [][]int64
}

// newCarrierHeuristic makes the heuristic from the group's graph that tracks the carrier.
func newCarrierHeuristic(plain, tracking *mutexGroup) *carrierHeuristic {
	e := &carrierHeuristic{plain: plain, tracking: tracking, g: tracking.g}
	e.g.parts = 1
	e.g.edges = slices.Clone(e.g.edges)
	for i := range e.g.edges {
		e.g.edges[i].part = 0 // also the edges that are free as long as every token is counted
	}
	e.g.targets = [][]int32{slices.Concat(e.g.targets...)}
	return e
}

func (e *carrierHeuristic) space() *abstractSpace { return &e.g }

func (e *carrierHeuristic) setDistances(distances [][][]int64) {
	e.tables = make([][]int64, len(distances))
	for k, d := range distances {
		if positive(d[0], false) { // the mutex group recognises dead ends
			e.tables[k] = d[0]
		}
	}
}

func (e *carrierHeuristic) informative() bool { return anyTable(e.tables) }

func (e *carrierHeuristic) estimate(s state, into []int64) (deadEnd bool) {
	e.addLongest(e.plain.tokens(s), s, into)
	return false
}

// addLongest adds the greatest distance of one of the tokens, which are given by their places.
func (e *carrierHeuristic) addLongest(tokens []int32, s state, into []int64) {
	if len(tokens) != len(e.plain.goalPlaces) {
		return // tokens that aren't needed may stay where they are
	}
	carrier := s.value(e.tracking.tracked)
	for k, t := range e.tables {
		if t == nil {
			continue
		}
		longest := int64(0)
		for _, p := range tokens {
			if d := t[e.tracking.node(p, carrier)]; d != infinite {
				longest = max(longest, d)
			}
		}
		into[k] += longest
	}
}
