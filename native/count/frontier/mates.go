package frontier

import "math/bits"

// mateArray describes the paths that the chosen edges form (the mate array of Simpath; see the
// package comment). A slot of the frontier is isolated, or an inner vertex of a path, or the end
// of one. Of an end it knows the mate, which is the other end of its path: either another slot,
// to which it is matched, or a vertex that has left the frontier, and then the slot bears a
// mark.
type mateArray struct {
	inner, matched, marked uint64 // slots, as bits
	// heads, in a directed graph, are the ends that need an arc that leaves them.
	heads uint64
	// leaving are the slots of ends of a path that leave the frontier in this step.
	leaving uint64
	// mate is the other slot for matched ones and the mark for marked ones, a number from
	// maxSlots on: the label of the path's other end, or what that end may be.
	mate [maxSlots]uint8
}

// ends are the slots that are ends of paths.
func (m *mateArray) ends() uint64 { return m.matched | m.marked }

// isolated are the slots without chosen edges among those of a set.
func (m *mateArray) isolated(of uint64) uint64 {
	return of &^ (m.inner | m.matched | m.marked | m.leaving)
}

// The kinds of a slot, as bits of decision.may.
const (
	mayBeIsolated = 1 << 0
	mayBeInner    = 1 << 1
	mayBeEnd      = 1 << 2
)

// isKind reports whether the slot is of one of the kinds.
func (m *mateArray) isKind(slot, kinds uint8) bool {
	kind := m.inner>>(slot&63)&1 | m.ends()>>(slot&63)&1<<1
	return kinds>>kind&1 != 0
}

// join chooses the edge from slot u to w, neither of which is inner. It reports whether that is
// allowed; if not, the state is spoilt.
func (sched *schedule) join(s *state, st *step, u, w uint8) bool {
	u, w = u&63, w&63
	bu, bw := uint64(1)<<u, uint64(1)<<w
	ends := s.ends()
	if sched.directed {
		if ends&bu&^s.heads != 0 || ends&bw&s.heads != 0 {
			return false
		}
		if ends&bw == 0 {
			s.heads |= bw
		}
	}
	fu, fw := u, w // the mates; that of an isolated vertex is itself
	if ends&bu != 0 {
		fu = s.mate[u]
	}
	if ends&bw != 0 {
		fw = s.mate[w]
	}
	s.inner |= ends & (bu | bw)
	s.matched &^= bu | bw
	s.marked &^= bu | bw
	switch {
	case fu == w: // and fw is u: both ends of one path
		return sched.Shape == OneCycle && sched.close(s, st)
	case fu < maxSlots && fw < maxSlots:
		s.mate[fu], s.mate[fw] = fw, fu
		s.matched |= 1<<fu | 1<<fw
	case fu < maxSlots:
		s.mark(fu, fw)
	case fw < maxSlots:
		s.mark(fw, fu)
	case sched.Shape == Linked:
		return fu == fw
	default:
		return sched.close(s, st)
	}
	return true
}

// mark notes that the mate of an end has left the frontier.
func (m *mateArray) mark(slot, mark uint8) {
	m.mate[slot&63] = mark
	m.matched &^= 1 << slot
	m.marked |= 1 << slot
}

// close closes the one cycle or path, if all other vertices can do without edges; it reports
// whether they can.
func (sched *schedule) close(s *state, st *step) bool {
	if !st.restOptional {
		return false
	}
	done := s.leaving | s.inner&st.mayBeInner | s.isolated(st.mayBeIsolated)
	s.closed = st.frontier&^done == 0
	return s.closed
}

// degreeOf is the number of edges that a vertex has so far.
func (sched *schedule) degreeOf(s *state, fv frontierVertex) int {
	bit := uint64(1) << fv.slot
	labelled := sched.Shape == Linked && sched.Labels[fv.vertex] >= 0
	switch {
	case s.inner&bit != 0 && labelled:
		return 1
	case s.inner&bit != 0:
		return 2
	case s.ends()&bit == 0:
		return 0
	case labelled && s.mate[fv.slot] == maxSlots+uint8(sched.Labels[fv.vertex]):
		return 0
	}
	return 1
}

// leaveMates takes a vertex out of the frontier where there is a mate array. It reports whether
// the vertex has a degree that it may have and, as an end of a path, a role that is left.
func (sched *schedule) leaveMates(s *state, st *step, fv frontierVertex) bool {
	d := sched.degreeOf(s, fv)
	if sched.allowed[fv.vertex]>>d&1 == 0 {
		return false
	}
	if sched.Shape != OnePath || d != 1 {
		return true
	}
	class, ok := sched.endClass(s, fv)
	if !ok {
		return false
	}
	bit := uint64(1) << fv.slot
	for rest := s.marked; rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		// Otherwise this piece of path is that of the end which left before.
		if s.marked&bit != 0 && uint64(1)<<slot != bit || !sched.endsAgree(s.mate[slot]-maxSlots, class) {
			return false
		}
		if sched.directed && s.matched&bit != 0 && s.heads>>slot&1 == s.heads>>s.mate[fv.slot]&1 {
			return false
		}
	}
	far := s.mate[fv.slot]
	matched := s.matched&bit != 0
	s.matched &^= bit
	s.marked &^= bit
	s.leaving |= bit
	if !matched {
		return sched.close(s, st)
	}
	if bits.OnesCount64(s.marked) == 2 {
		return false
	}
	s.mark(far, maxSlots+class)
	return true
}

// The classes of ends of a path: may be the first, may be the last.
const (
	mayBeFirst = 1
	mayBeLast  = 2
)

// endClass is the class of a vertex as an end of a path; ok reports whether it may be one.
func (sched *schedule) endClass(s *state, fv frontierVertex) (class uint8, ok bool) {
	if sched.First == nil || sched.First[fv.vertex] {
		class |= mayBeFirst
	}
	if sched.Last == nil || sched.Last[fv.vertex] {
		class |= mayBeLast
	}
	if sched.directed {
		if s.heads>>fv.slot&1 == 1 {
			return 0, class&mayBeLast != 0
		}
		return 0, class&mayBeFirst != 0
	}
	if sched.First == nil && sched.Last == nil {
		return 0, true
	}
	return class, class != 0
}

// endsAgree reports whether one of two ends may be the first and the other the last.
func (sched *schedule) endsAgree(a, b uint8) bool {
	if sched.directed || sched.First == nil && sched.Last == nil {
		return true
	}
	return a|b == mayBeFirst|mayBeLast
}

// marks is the number of different marks.
func (sched *schedule) marks() int {
	switch {
	case sched.Shape == Linked:
		n := 0
		for _, l := range sched.Labels {
			n = max(n, int(l)+1)
		}
		return n
	case sched.Shape != OnePath:
		return 0
	case sched.directed || sched.First == nil && sched.Last == nil:
		return 1
	}
	return 4
}
