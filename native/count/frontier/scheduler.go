package frontier

import (
	"fmt"
	"math/bits"
	"slices"
)

// scheduler makes the steps of a schedule, one after another.
type scheduler struct {
	*schedule
	incident    [][]int32 // by vertex: its edges
	undecided   []int     // by vertex: edges
	slot        []int     // by vertex; -1 before it enters the frontier
	hasLeft     []bool
	decided     []bool // by edge
	owner       []int32
	frontier    uint64 // slots in use
	neededLater int    // vertices that enter later and need an edge
}

func newScheduler(sched *schedule) *scheduler {
	g := sched.Graph
	n := g.Order()
	b := &scheduler{schedule: sched, incident: make([][]int32, n), undecided: make([]int, n), slot: make([]int, n),
		hasLeft: make([]bool, n), decided: make([]bool, len(g.Edges)), owner: make([]int32, maxSlots)}
	for i, e := range g.Edges {
		b.incident[e.U] = append(b.incident[e.U], int32(i))
		b.incident[e.V] = append(b.incident[e.V], int32(i))
		b.undecided[e.U]++
		b.undecided[e.V]++
	}
	for v := range n {
		b.slot[v] = -1
		if sched.allowed[v]&1 == 0 {
			b.neededLater++
		}
	}
	return b
}

// makeSteps makes the steps; each vertex gets a slot for the time in which it is in the
// frontier.
func (sched *schedule) makeSteps(o Order) error {
	b := newScheduler(sched)
	for i := 0; i < len(o); {
		if b.hasLeft[o[i]] {
			i++
			continue
		}
		s := step{vertex: o[i]}
		for {
			if err := b.eliminate(&s, o[i]); err != nil {
				return err
			}
			i++
			for i < len(o) && b.undecided[o[i]] == 0 && b.slot[o[i]] >= 0 {
				i++ // it leaves with this step
			}
			if i == len(o) || !b.joinsStep(o[i]) {
				break
			}
		}
		s.through = i
		if err := b.finish(&s); err != nil {
			return err
		}
	}
	return nil
}

// joinsStep reports whether a vertex can be eliminated in the same step as the vertex before:
// which of its edges are chosen follows from the state, so no states would be merged between the
// two.
func (b *scheduler) joinsStep(v int32) bool {
	if b.slot[v] < 0 || !lastEdgeForced(b.allowed[v]) {
		return false
	}
	other, room := int32(-1), maxSlots-bits.OnesCount64(b.frontier)
	for _, e := range b.incident[v] {
		if b.decided[e] {
			continue
		}
		u := b.opposite(e, v)
		if other >= 0 && u != other {
			return false
		}
		if other = u; b.slot[u] < 0 && room == 0 {
			return false
		}
	}
	return true
}

// admit brings a vertex into the frontier, if it isn't there, and gives it a slot.
func (b *scheduler) admit(s *step, v int32) error {
	if b.slot[v] >= 0 {
		return nil
	}
	k := bits.TrailingZeros64(^b.frontier)
	if k >= maxSlots {
		return fmt.Errorf("frontier: more than %d vertices are in the frontier at once", maxSlots)
	}
	if b.allowed[v]&1 == 0 {
		b.neededLater--
	}
	b.frontier |= 1 << k
	b.slot[v], b.owner[k] = k, v
	s.enter = append(s.enter, frontierVertex{v, uint8(k)})
	return nil
}

// eliminate adds the decisions of a vertex to a step.
func (b *scheduler) eliminate(s *step, v int32) error {
	if err := b.admit(s, v); err != nil {
		return err
	}
	var edges []int32
	for _, e := range b.incident[v] {
		if b.decided[e] {
			continue
		}
		edges = append(edges, e)
		if err := b.admit(s, b.opposite(e, v)); err != nil {
			return err
		}
	}
	// The edges with the least choice at their other end are decided first.
	slices.SortStableFunc(edges, func(e, f int32) int { return b.undecided[b.opposite(e, v)] - b.undecided[b.opposite(f, v)] })
	for _, e := range edges {
		ends, other := b.Graph.Edges[e], b.opposite(e, v)
		b.decided[e] = true
		b.undecided[v]--
		b.undecided[other]--
		s.edges = append(s.edges, decision{edge: e,
			from: uint8(b.slot[ends.U]), to: uint8(b.slot[ends.V]), other: uint8(b.slot[other]), self: uint8(b.slot[v]),
			left: b.undecided[other], remain: b.undecided[v],
			may: b.reachableKinds(other, b.undecided[other]), selfMay: b.reachableKinds(v, b.undecided[v])})
	}
	return nil
}

// opposite is the other end of an edge of v.
func (b *scheduler) opposite(e, v int32) int32 { return b.Graph.Edges[e].U + b.Graph.Edges[e].V - v }

// finish takes the vertices without undecided edges out of the frontier, and adds the step.
func (b *scheduler) finish(s *step) error {
	s.frontier = b.frontier
	s.restOptional = b.neededLater == 0
	for rest := b.frontier; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		w := b.owner[k]
		s.mayBeIsolated |= b.allowed[w] & 1 << k
		s.mayBeInner |= b.allowed[w] >> 2 & 1 << k
		if b.undecided[w] == 0 {
			// Where there is a mate array, a vertex's last edge was only decided so that its
			// degree is one that it may have.
			if !b.usesMates || b.Shape == OnePath || len(b.incident[w]) == 0 {
				s.leave = append(s.leave, frontierVertex{w, uint8(k)})
			}
			b.hasLeft[w] = true
			b.frontier &^= 1 << k
		}
	}
	if b.usesMates && bits.OnesCount64(b.frontier) > maxMatchedSlots {
		return fmt.Errorf("frontier: more than %d vertices are in the frontier at once", maxMatchedSlots)
	}
	s.after.frontier = b.frontier
	b.steps = append(b.steps, *s)
	b.vertexAt = append(b.vertexAt, append([]int32(nil), b.owner...))
	return nil
}
