package frontier

import (
	"fmt"
	"math/bits"
	"slices"
)

// stepper makes the steps of a course, one after another.
type stepper struct {
	*course
	incident  [][]int32 // by vertex: its edges
	undecided []int     // by vertex: edges
	slot      []int     // by vertex; -1 if it isn't in yet
	gone      []bool
	decided   []bool // by edge
	owner     []int32
	open      uint64 // slots
	mustIn    int    // vertices not in that need an edge
}

func newStepper(c *course) *stepper {
	g := c.Graph
	n := g.Order()
	b := &stepper{course: c, incident: make([][]int32, n), undecided: make([]int, n), slot: make([]int, n),
		gone: make([]bool, n), decided: make([]bool, len(g.Edges)), owner: make([]int32, maxSlots)}
	for i, e := range g.Edges {
		b.incident[e.U] = append(b.incident[e.U], int32(i))
		b.incident[e.V] = append(b.incident[e.V], int32(i))
		b.undecided[e.U]++
		b.undecided[e.V]++
	}
	for v := range n {
		b.slot[v] = -1
		if c.allowed[v]&1 == 0 {
			b.mustIn++
		}
	}
	return b
}

// laySteps gives each vertex a slot for the time in which it is open.
func (c *course) laySteps(o Order) error {
	b := newStepper(c)
	for i := 0; i < len(o); {
		if b.gone[o[i]] {
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
			if i == len(o) || !b.follows(o[i]) {
				break
			}
		}
		if err := b.finish(&s); err != nil {
			return err
		}
	}
	return nil
}

// follows says that a vertex can be eliminated in the step before: what becomes of it
// is known from the state, so that no states would be joined between the two.
func (b *stepper) follows(v int32) bool {
	if b.slot[v] < 0 || !decisive(b.allowed[v]) {
		return false
	}
	other, room := int32(-1), maxSlots-bits.OnesCount64(b.open)
	for _, e := range b.incident[v] {
		if b.decided[e] {
			continue
		}
		u := b.across(e, v)
		if other >= 0 && u != other {
			return false
		}
		if other = u; b.slot[u] < 0 && room == 0 {
			return false
		}
	}
	return true
}

// decisive says that of degrees no two are next to each other: then the last edge of
// a vertex is known from the others.
func decisive(degrees uint64) bool { return degrees&(degrees>>1) == 0 }

// admit gives a vertex a slot.
func (b *stepper) admit(s *step, v int32) error {
	if b.slot[v] >= 0 {
		return nil
	}
	k := bits.TrailingZeros64(^b.open)
	if k >= maxSlots {
		return fmt.Errorf("frontier: more than %d vertices are open at once", maxSlots)
	}
	if b.allowed[v]&1 == 0 {
		b.mustIn--
	}
	b.open |= 1 << k
	b.slot[v], b.owner[k] = k, v
	s.enter = append(s.enter, entrant{v, uint8(k)})
	return nil
}

// eliminate adds the decisions of a vertex to a step.
func (b *stepper) eliminate(s *step, v int32) error {
	if err := b.admit(s, v); err != nil {
		return err
	}
	var edges []int32
	for _, e := range b.incident[v] {
		if b.decided[e] {
			continue
		}
		edges = append(edges, e)
		if err := b.admit(s, b.across(e, v)); err != nil {
			return err
		}
	}
	// Those are decided first about which there is least choice.
	slices.SortStableFunc(edges, func(e, f int32) int { return b.undecided[b.across(e, v)] - b.undecided[b.across(f, v)] })
	for _, e := range edges {
		ends, other := b.Graph.Edges[e], b.across(e, v)
		b.decided[e] = true
		b.undecided[v]--
		b.undecided[other]--
		s.edges = append(s.edges, decision{edge: e,
			from: uint8(b.slot[ends.U]), to: uint8(b.slot[ends.V]), other: uint8(b.slot[other]), self: uint8(b.slot[v]),
			left: b.undecided[other], remain: b.undecided[v],
			may: b.mayBe(other, b.undecided[other]), selfMay: b.mayBe(v, b.undecided[v])})
	}
	return nil
}

// across is the other vertex of an edge of v.
func (b *stepper) across(e, v int32) int32 { return b.Graph.Edges[e].U + b.Graph.Edges[e].V - v }

// finish lets the vertices without undecided edges leave, and adds the step.
func (b *stepper) finish(s *step) error {
	s.during = b.open
	s.restOff = b.mustIn == 0
	for rest := b.open; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		w := b.owner[k]
		s.mayNone |= b.allowed[w] & 1 << k
		s.mayInner |= b.allowed[w] >> 2 & 1 << k
		if b.undecided[w] == 0 {
			// Where ends are matched, the last edge of a vertex was only decided so that its
			// degree is one that it may have.
			if !b.isMatched || b.Shape == OnePath || len(b.incident[w]) == 0 {
				s.retire = append(s.retire, entrant{w, uint8(k)})
			}
			b.gone[w] = true
			b.open &^= 1 << k
		}
	}
	if b.isMatched && bits.OnesCount64(b.open) > maxMatched {
		return fmt.Errorf("frontier: more than %d vertices are open at once", maxMatched)
	}
	s.after.open = b.open
	b.steps = append(b.steps, *s)
	b.vertexAt = append(b.vertexAt, append([]int32(nil), b.owner...))
	return nil
}
