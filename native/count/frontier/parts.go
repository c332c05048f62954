package frontier

import "math/bits"

// possible says that a vertex, where ends aren't matched, can still get a degree that it
// may have.
func (c *course) possible(s *state, v int32, slot uint8, left int) bool {
	if s.closed {
		return true // whoever closed it has looked
	}
	d := s.degree[slot]
	return d <= maxEdges && c.allowed[v]>>d&reach(left) != 0
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
	if !st.restOff {
		return false
	}
	s.closed = true
	return true
}
