package frontier

import "math/bits"

// matching is what paths the edges chosen so far form: a slot has no edges, or it is
// inner to a path, or an end of one. Of an end the other is known: it is another slot,
// to which it is matched, or not open any more, and then the slot bears a mark.
type matching struct {
	inner, matched, marked uint64 // slots, as bits
	// heads, in a directed graph, are the ends that want an arc that leaves them.
	heads uint64
	// retired are the slots of ends of a path that leave in this step.
	retired uint64
	// mate is for matched slots the other one, for marked ones the mark, which is a
	// number from maxSlots on.
	mate [maxSlots]uint8
}

// ends are the slots that end a path.
func (m *matching) ends() uint64 { return m.matched | m.marked }

// none are the slots without edges among those of a set.
func (m *matching) none(of uint64) uint64 { return of &^ (m.inner | m.matched | m.marked | m.retired) }

// The kinds of a slot as bits of decision.may.
const (
	mayBeNone  = 1 << 0
	mayBeInner = 1 << 1
	mayBeEnd   = 1 << 2
)

// is says that the slot is of one of the kinds.
func (m *matching) is(slot, kinds uint8) bool {
	kind := m.inner>>(slot&63)&1 | m.ends()>>(slot&63)&1<<1
	return kinds>>kind&1 != 0
}

// join chooses the edge from slot u to w, which are not inner. It says whether that may
// be; the state is spoilt if not.
func (c *course) join(s *state, st *step, u, w uint8) bool {
	u, w = u&63, w&63
	bu, bw := uint64(1)<<u, uint64(1)<<w
	ends := s.ends()
	if c.directed {
		if ends&bu&^s.heads != 0 || ends&bw&s.heads != 0 {
			return false
		}
		if ends&bw == 0 {
			s.heads |= bw
		}
	}
	fu, fw := u, w // the far ends; of a vertex without edges it is the vertex itself
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
		return c.Shape == OneCycle && c.close(s, st)
	case fu < maxSlots && fw < maxSlots:
		s.mate[fu], s.mate[fw] = fw, fu
		s.matched |= 1<<fu | 1<<fw
	case fu < maxSlots:
		s.mark(fu, fw)
	case fw < maxSlots:
		s.mark(fw, fu)
	case c.Shape == Linked:
		return fu == fw
	default:
		return c.close(s, st)
	}
	return true
}

// mark says that the path of an end has ended at the other side.
func (m *matching) mark(slot, mark uint8) {
	m.mate[slot&63] = mark
	m.matched &^= 1 << slot
	m.marked |= 1 << slot
}

// close ends the one cycle or path, if all other vertices do without edges.
func (c *course) close(s *state, st *step) bool {
	if !st.restOff {
		return false
	}
	done := s.retired | s.inner&st.mayInner | s.none(st.mayNone)
	s.closed = st.during&^done == 0
	return s.closed
}

// degreeOf is the number of edges that a vertex has so far.
func (c *course) degreeOf(s *state, e entrant) int {
	bit := uint64(1) << e.slot
	labelled := c.Shape == Linked && c.Labels[e.vertex] >= 0
	switch {
	case s.inner&bit != 0 && labelled:
		return 1
	case s.inner&bit != 0:
		return 2
	case s.ends()&bit == 0:
		return 0
	case labelled && s.mate[e.slot] == maxSlots+uint8(c.Labels[e.vertex]):
		return 0
	}
	return 1
}

// retireMatched lets a vertex go where ends are matched.
func (c *course) retireMatched(s *state, st *step, e entrant) bool {
	d := c.degreeOf(s, e)
	if c.allowed[e.vertex]>>d&1 == 0 {
		return false
	}
	if c.Shape != OnePath || d != 1 {
		return true
	}
	class, ok := c.endClass(s, e)
	if !ok {
		return false
	}
	bit := uint64(1) << e.slot
	for rest := s.marked; rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		// It is the piece of the end that was taken before.
		if s.marked&bit != 0 && uint64(1)<<slot != bit || !c.endsAgree(s.mate[slot]-maxSlots, class) {
			return false
		}
		if c.directed && s.matched&bit != 0 && s.heads>>slot&1 == s.heads>>s.mate[e.slot]&1 {
			return false
		}
	}
	far := s.mate[e.slot]
	matched := s.matched&bit != 0
	s.matched &^= bit
	s.marked &^= bit
	s.retired |= bit
	if !matched {
		return c.close(s, st)
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

// endClass is the class of a vertex as an end of a path.
func (c *course) endClass(s *state, e entrant) (class uint8, ok bool) {
	if c.First == nil || c.First[e.vertex] {
		class |= mayBeFirst
	}
	if c.Last == nil || c.Last[e.vertex] {
		class |= mayBeLast
	}
	if c.directed {
		if s.heads>>e.slot&1 == 1 {
			return 0, class&mayBeLast != 0
		}
		return 0, class&mayBeFirst != 0
	}
	if c.First == nil && c.Last == nil {
		return 0, true
	}
	return class, class != 0
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
