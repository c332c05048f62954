package frontier

import "math/bits"

// canReachDegree reports whether a vertex can still get a degree that it may have, for shapes
// without a mate array.
func (sched *schedule) canReachDegree(s *state, v int32, slot uint8, left int) bool {
	if s.closed {
		return true // it was checked when the component was closed
	}
	d := s.degree[slot]
	return d <= maxEdges && sched.allowed[v]>>d&degreesUpTo(left) != 0
}

// unite chooses an edge for shapes without a mate array: it merges the components of its ends.
// It reports whether the shape allows that.
func (sched *schedule) unite(s *state, u, w uint8) bool {
	s.degree[u]++
	s.degree[w]++
	pu, pw := s.component[u], s.component[w]
	if sched.Shape == AnyEdges || pu == pw {
		return sched.Shape != Forest
	}
	for i, p := range s.component {
		if p == pw {
			s.component[i] = pu
		}
	}
	return true
}

// leaveComponent takes a vertex out of the frontier for the shape [Joined]: its component may
// leave the frontier only as the last one, which closes the shape. It reports whether the state
// remains possible.
func (sched *schedule) leaveComponent(s *state, st *step, at []int32, fv frontierVertex) bool {
	p := s.component[fv.slot]
	alone, last := s.degree[fv.slot] == 0, true
	for rest := st.frontier &^ (1 << fv.slot); rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		if s.component[slot] == p && s.component[slot] != noComponent {
			last = false
		}
	}
	s.component[fv.slot] = noComponent
	if alone || !last {
		return true
	}
	for rest := st.frontier; rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		if s.component[slot] != noComponent && (s.degree[slot] > 0 || sched.allowed[at[slot]]&1 == 0) {
			return false
		}
	}
	if !st.restOptional {
		return false
	}
	s.closed = true
	return true
}
