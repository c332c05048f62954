package count

import "math/bits"

// mateArray is the mate array of Simpath. A slot of the frontier is isolated, an inner vertex of a path, or an end.
// An end's mate is the other end of its path. It is matched if the mate is another slot, and marked if the mate has
// left the frontier.
type mateArray struct {
	inner, matched, marked uint64 // slots, as bits
	// heads, in a directed graph, are the ends that need an arc out of them.
	heads uint64
	// leaving are the slots of path ends that leave the frontier in this step.
	leaving uint64
	// mate is the other slot if matched. If marked, it is maxSlots plus the label of the other end,
	// or plus the class of that end.
	mate [maxSlots]uint8
}

// ends returns the slots of path ends.
func (m *mateArray) ends() uint64 { return m.matched | m.marked }

// isolated returns the slots of a set without chosen edges.
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

// join chooses the edge between slots u and w, neither inner. It reports whether that is allowed. If not, the state
// is invalid.
func (sched *schedule) join(s *frontierState, st *scheduleStep, u, w uint8) bool {
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
	fu, fw := u, w // the mates; an isolated vertex is its own
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
	case fu == w: // then fw is u: both ends of one path
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

// mark records that the mate of an end has left the frontier.
func (m *mateArray) mark(slot, mark uint8) {
	m.mate[slot&63] = mark
	m.matched &^= 1 << slot
	m.marked |= 1 << slot
}

// close closes the one cycle or path. It reports whether all other vertices can do without edges.
func (sched *schedule) close(s *frontierState, st *scheduleStep) bool {
	done := s.leaving | s.inner&st.mayBeInner | s.isolated(st.mayBeIsolated)
	s.closed = st.restOptional && st.frontier&^done == 0
	return s.closed
}

// degreeOf returns the number of edges that a vertex has so far.
func (sched *schedule) degreeOf(s *frontierState, fv frontierVertex) int {
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

// leaveMates removes a vertex from the frontier. It reports whether its degree is allowed and, for a path end,
// whether its role is still free.
func (sched *schedule) leaveMates(s *frontierState, st *scheduleStep, fv frontierVertex) bool {
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
		// Only one path may have ends outside the frontier, and their roles must differ.
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

// The class of a path end: whether it may be the first vertex, the last, or both.
const (
	mayBeFirst = 1
	mayBeLast  = 2
)

// endClass returns the class of a vertex as a path end, and whether it may be one.
func (sched *schedule) endClass(s *frontierState, fv frontierVertex) (class uint8, ok bool) {
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

// marks returns the number of different marks.
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

// The kind of a slot in a key is a number. Undirected: 0 is isolated, 1 inner, 2 an end with a mate in the
// frontier. From 3 on it is an end whose mate has left, by mark. Directed: 2 and 3 are ends that need an arc into
// or out of them. From 4 on it is a mark in both variants.

// mateKinds returns the number of kinds of a slot with a mate array.
func (sched *schedule) mateKinds() int {
	if sched.directed {
		return 4 + 2*sched.marks()
	}
	return 3 + sched.marks()
}

// masks translates between sets of slots and the kinds in a key, byte by byte, by lookup tables. Loops over slots,
// with their unpredictable branches, took a quarter of the time.
type masks struct {
	spread []spreading // by word of the key
	gather []gathering
}

// spreading maps each byte of a set of slots to the lowest bits of their kinds.
type spreading struct {
	word  uint8
	bytes []spreadByte
}

type spreadByte struct {
	shift uint8
	bits  [256]uint64
}

// gathering maps each byte of a word of the key to three sets of slots: those whose kinds have the lowest bit
// there, the next bit, or any higher bit.
type gathering struct {
	word  uint8
	bytes []gatherByte
}

type gatherByte struct {
	shift uint8
	slots [256][3]uint64
}

// newMasks makes the tables for a layout.
func newMasks(l *layout, kindBits uint) *masks {
	m := &masks{}
	for word := uint8(0); ; word++ {
		var slots []int // places in l.slots
		for i, f := range l.kinds {
			if f.word == word {
				slots = append(slots, i)
			}
		}
		if len(slots) == 0 {
			return m
		}
		s, g := spreading{word: word}, gathering{word: word}
		for shift := uint8(0); shift < 64; shift += 8 {
			out, in := spreadByte{shift: shift}, gatherByte{shift: shift}
			var kind [8]uint64
			var slot [8][3]uint64
			some, any := false, false
			for _, i := range slots {
				if at := l.slots[i]; at/8 == shift/8 {
					kind[at%8], some = 1<<l.kinds[i].shift, true
				}
				for bit := range kindBits {
					if at := l.kinds[i].shift + uint8(bit); at/8 == shift/8 {
						slot[at%8][min(bit, 2)], any = 1<<l.slots[i], true
					}
				}
			}
			for b := 1; b < 256; b++ {
				low, rest := bits.TrailingZeros8(uint8(b)), b&(b-1)
				out.bits[b] = out.bits[rest] | kind[low]
				for k := range 3 {
					in.slots[b][k] = in.slots[rest][k] | slot[low][k]
				}
			}
			if some {
				s.bytes = append(s.bytes, out)
			}
			if any {
				g.bytes = append(g.bytes, in)
			}
		}
		m.spread, m.gather = append(m.spread, s), append(m.gather, g)
	}
}

// encodeMates packs the kinds of the slots and the rank of their matching.
func encodeMates[K words](sched *schedule, l *layout, s *frontierState, key *K) {
	low := s.inner
	if sched.directed {
		low |= s.heads & s.matched
	}
	for i := range l.masks.spread {
		sp := &l.masks.spread[i]
		kinds := uint64(0)
		for j := range sp.bytes {
			b := &sp.bytes[j]
			kinds |= b.bits[uint8(low>>(b.shift&63))] | b.bits[uint8(s.matched>>(b.shift&63))]<<1
		}
		(*key)[sp.word] |= kinds
	}
	if s.marked != 0 {
		encodeMarks(sched, l, s, key)
	}
	f := &l.connectivity[0]
	(*key)[f.word] |= rank(s.matched, &s.mate) << (f.shift & 63)
}

// encodeMarks packs the kinds of marked slots.
func encodeMarks[K words](sched *schedule, l *layout, s *frontierState, key *K) {
	for i, slot := range l.slots {
		if s.marked>>(slot&63)&1 == 0 {
			continue
		}
		kind := 3 + uint64(s.mate[slot&63]-maxSlots)
		if sched.directed {
			kind = 4 + 2*uint64(s.mate[slot&63]-maxSlots) + s.heads>>(slot&63)&1
		}
		f := &l.kinds[i]
		(*key)[f.word] |= kind << (f.shift & 63)
	}
}

// decodeMates unpacks what [encodeMates] packed.
func decodeMates[K words](sched *schedule, l *layout, key *K, s *frontierState) {
	s.inner, s.matched, s.marked, s.heads, s.leaving = 0, 0, 0, 0, 0
	if s.closed {
		return
	}
	var low, next, high uint64
	for i := range l.masks.gather {
		g := &l.masks.gather[i]
		word := (*key)[g.word]
		for j := range g.bytes {
			b := &g.bytes[j]
			slots := &b.slots[uint8(word>>(b.shift&63))]
			low |= slots[0]
			next |= slots[1]
			high |= slots[2]
		}
	}
	s.inner = low &^ next &^ high
	if sched.directed {
		s.matched, s.marked = next&^high, high
		s.heads = low &^ s.inner
	} else {
		s.matched = next &^ low &^ high
		s.marked = high | low&next
	}
	if s.marked != 0 {
		decodeMarks(sched, l, key, s)
	}
	f := &l.connectivity[0]
	unrank(s.matched, (*key)[f.word]>>(f.shift&63)&f.mask, &s.mate)
}

// decodeMarks unpacks the kinds of marked slots.
func decodeMarks[K words](sched *schedule, l *layout, key *K, s *frontierState) {
	for i, slot := range l.slots {
		if s.marked>>(slot&63)&1 == 0 {
			continue
		}
		f := &l.kinds[i]
		kind := uint8((*key)[f.word] >> (f.shift & 63) & f.mask)
		if sched.directed {
			s.mate[slot&63] = maxSlots + (kind-4)/2
		} else {
			s.mate[slot&63] = maxSlots + kind - 3
		}
	}
}

// rank numbers the perfect matchings of a set of slots in a mixed radix: the mate of the lowest slot among the
// others, then that of the lowest remaining, and so on.
func rank(ends uint64, mate *[maxSlots]uint8) uint64 {
	sum, factor := uint64(0), uint64(1)
	for n := bits.OnesCount64(ends); n > 2; n -= 2 {
		low := bits.TrailingZeros64(ends)
		ends &= ends - 1
		partner := uint64(1) << (mate[low&63] & 63)
		sum += factor * uint64(bits.OnesCount64(ends&(partner-1)))
		factor *= uint64(n - 1)
		ends &^= partner
	}
	return sum
}

// unrank sets the mates to the matching with that rank.
func unrank(ends, number uint64, mate *[maxSlots]uint8) {
	for n := uint64(bits.OnesCount64(ends)); n > 0; n -= 2 {
		low := bits.TrailingZeros64(ends)
		ends &= ends - 1
		at := number % (n - 1)
		number /= n - 1
		rest := ends
		for ; at > 0; at-- {
			rest &= rest - 1
		}
		partner := bits.TrailingZeros64(rest)
		mate[low&63], mate[partner&63] = uint8(partner), uint8(low)
		ends &^= 1 << partner
	}
}
