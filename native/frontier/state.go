package frontier

import "math/bits"

// Instead of a mate: inner is a vertex within a path, retired one that is not open any
// more; marks are between maxSlots and them.
const (
	inner   = 255
	retired = 254
)

// state is a partial choice, unpacked: what the open vertices still have to know.
type state struct {
	// mate, for shapes of paths, by slot: the slot itself without edges, the other
	// end of its path, a mark (from maxSlots on) if that end is no longer open, or
	// inner.
	mate [maxSlots]uint8
	// heads, in a directed graph, are the ends that want an arc that leaves them.
	heads uint64
	// degree and part, for other shapes: edges so far, and a slot of the same
	// component, the same for all of it.
	degree, part [maxSlots]uint8
	// closed says that the cycle, path or component is done: no more edges.
	closed bool
	tally  int64
	rules  []int32
}

// enter brings a vertex in.
func (c *course) enter(s *state, e entrant) {
	s.mate[e.slot], s.part[e.slot], s.degree[e.slot] = e.slot, e.slot, 0
	s.heads &^= 1 << e.slot
	if c.Shape == Linked && c.Labels[e.vertex] >= 0 {
		s.mate[e.slot] = maxSlots + uint8(c.Labels[e.vertex])
	}
}

// degreeOf is the number of edges that a vertex has so far.
func (c *course) degreeOf(s *state, v int32, slot uint8) int {
	if !c.isMatched {
		return int(s.degree[slot])
	}
	labelled := c.Shape == Linked && c.Labels[v] >= 0
	switch m := s.mate[slot]; {
	case m == slot:
		return 0
	case m == inner && labelled:
		return 1
	case m == inner:
		return 2
	case labelled && m == maxSlots+uint8(c.Labels[v]):
		return 0
	}
	return 1
}

// possible says that the vertex can still get a degree that it may have.
func (c *course) possible(s *state, v int32, slot uint8, left int) bool {
	if s.closed {
		return true // whoever closed it has looked
	}
	d := c.degreeOf(s, v, slot)
	if d > 63 {
		return false
	}
	return c.allowed[v]>>d&reach(left) != 0
}

// join chooses the edge between two slots. It says whether that may be; the state is
// spoilt if not.
func (c *course) join(s *state, st *step, at []int32, u, w uint8) bool {
	if s.closed {
		return false
	}
	if !c.isMatched {
		return c.unite(s, u, w)
	}
	mu, mw := s.mate[u], s.mate[w]
	if mu == inner || mw == inner {
		return false
	}
	if c.directed {
		if mu != u && s.heads>>u&1 == 0 || mw != w && s.heads>>w&1 == 1 {
			return false
		}
		if mw == w {
			s.heads |= 1 << w
		}
	}
	if mu == w {
		if c.Shape != OneCycle {
			return false
		}
		s.mate[u], s.mate[w] = inner, inner
		return c.close(s, st, at)
	}
	fu, fw := mu, mw // the far ends; of a vertex without edges it is the vertex itself
	if mu != u {
		s.mate[u] = inner
	}
	if mw != w {
		s.mate[w] = inner
	}
	switch {
	case fu < maxSlots && fw < maxSlots:
		s.mate[fu], s.mate[fw] = fw, fu
	case fu < maxSlots:
		s.mate[fu] = fw
	case fw < maxSlots:
		s.mate[fw] = fu
	case c.Shape == Linked:
		return fu == fw
	default:
		return c.close(s, st, at)
	}
	return true
}

// unite chooses an edge where ends aren't matched.
func (c *course) unite(s *state, u, w uint8) bool {
	s.degree[u]++
	s.degree[w]++
	pu, pw := s.part[u], s.part[w]
	if c.Shape == AnyEdges || pu == pw {
		return c.Shape != Forest
	}
	for i, p := range s.part {
		if p == pw {
			s.part[i] = pu
		}
	}
	return true
}

// close ends the one cycle, path or component, if all others do without edges.
func (c *course) close(s *state, st *step, at []int32) bool {
	if !st.restOff {
		return false
	}
	if !c.isMatched { // its caller has looked at the vertices
		s.closed = true
		return true
	}
	for rest := st.during; rest != 0; rest &= rest - 1 {
		slot := uint8(bits.TrailingZeros64(rest))
		v := at[slot]
		m := s.mate[slot]
		done := m == retired || (m == inner || m == slot) && c.allowed[v]>>c.degreeOf(s, v, slot)&1 != 0
		if !done {
			return false
		}
	}
	s.closed = true
	return true
}

// retire lets a vertex go that has no undecided edges.
func (c *course) retire(s *state, st *step, at []int32, e entrant) bool {
	if s.closed {
		return true
	}
	d := c.degreeOf(s, e.vertex, e.slot)
	if d > 63 || c.allowed[e.vertex]>>d&1 == 0 {
		return false
	}
	if c.Shape == Joined {
		return c.retirePart(s, st, at, e)
	}
	if c.Shape != OnePath || d != 1 {
		return true
	}
	mark, ok := c.endMark(s, e)
	if !ok {
		return false
	}
	for rest := st.during; rest != 0; rest &= rest - 1 {
		slot := uint8(bits.TrailingZeros64(rest))
		m := s.mate[slot]
		if m < maxSlots || m >= retired {
			continue
		}
		// It is the piece of the end that was taken before.
		if slot != e.slot && s.mate[e.slot] >= maxSlots || !c.endsAgree(m-maxSlots, mark) {
			return false
		}
		if c.directed && slot != e.slot && s.heads>>slot&1 == s.heads>>s.mate[e.slot]&1 {
			return false
		}
	}
	far := s.mate[e.slot]
	s.mate[e.slot] = retired
	if far < maxSlots {
		if c.markCount(s, st) == 2 {
			return false
		}
		s.mate[far] = maxSlots + mark
		return true
	}
	return c.close(s, st, at)
}

// markCount is the number of open ends whose path has ended at the other side.
func (c *course) markCount(s *state, st *step) int {
	n := 0
	for rest := st.during; rest != 0; rest &= rest - 1 {
		if m := s.mate[bits.TrailingZeros64(rest)]; m >= maxSlots && m < retired {
			n++
		}
	}
	return n
}

// The classes of ends of a path: may be the first, may be the last.
const (
	mayBeFirst = 1
	mayBeLast  = 2
)

// endMark is the class of a vertex as an end of a path.
func (c *course) endMark(s *state, e entrant) (mark uint8, ok bool) {
	if c.First == nil || c.First[e.vertex] {
		mark |= mayBeFirst
	}
	if c.Last == nil || c.Last[e.vertex] {
		mark |= mayBeLast
	}
	if c.directed {
		if s.heads>>e.slot&1 == 1 {
			return 0, mark&mayBeLast != 0
		}
		return 0, mark&mayBeFirst != 0
	}
	if c.First == nil && c.Last == nil {
		return 0, true
	}
	return mark, mark != 0
}

// endsAgree says that of two ends one may be the first and the other the last.
func (c *course) endsAgree(a, b uint8) bool {
	if c.directed || c.First == nil && c.Last == nil {
		return true
	}
	return a|b == mayBeFirst|mayBeLast
}

// marks is the number of different marks.
func (c *course) marks() int {
	switch {
	case c.Shape == Linked:
		n := 0
		for _, l := range c.Labels {
			n = max(n, int(l)+1)
		}
		return n
	case c.Shape != OnePath:
		return 0
	case c.directed || c.First == nil && c.Last == nil:
		return 1
	}
	return 4
}

// matchedKinds is the number of kinds of a slot where ends are matched.
func (c *course) matchedKinds() int {
	if c.directed {
		return 4 + 2*c.marks()
	}
	return 3 + c.marks()
}

// retirePart lets a vertex go whose component has to stay in sight, unless it is the
// only one.
func (c *course) retirePart(s *state, st *step, at []int32, e entrant) bool {
	p := s.part[e.slot]
	alone, last := s.degree[e.slot] == 0, true
	for rest := st.during &^ (1 << e.slot); rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		if s.part[slot] == p && s.part[slot] != inner {
			last = false
		}
	}
	s.part[e.slot] = inner
	if alone || !last {
		return true
	}
	for rest := st.during; rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		if s.part[slot] != inner && (s.degree[slot] > 0 || c.allowed[at[slot]]&1 == 0) {
			return false
		}
	}
	return c.close(s, st, at)
}

// accepts says that a state after the last step is one of solutions.
func (c *course) accepts(s *state) bool {
	return s.closed || c.Shape != OneCycle && c.Shape != OnePath
}
