package frontier

import "math/bits"

// The kinds of a slot in a key are numbers. In an undirected graph: 0 isolated, 1 inner, 2 end
// with a mate in the frontier, from 3 on an end whose mate has left, by mark. In a directed
// graph 2 and 3 are ends that need an arc to enter, or to leave, and from 4 on the marks, each
// in these two variants.

// mateKinds is the number of kinds of a slot where there is a mate array.
func (sched *schedule) mateKinds() int {
	if sched.directed {
		return 4 + 2*sched.marks()
	}
	return 3 + sched.marks()
}

// masks translate between sets of slots and the kinds in a key, byte by byte, by lookup tables.
// (Loops over slots, with branches that no processor predicts, took a quarter of the time.)
type masks struct {
	spread []spreading // by word of the key
	gather []gathering
}

// spreading has for each byte of a set of slots the lowest bits of their kinds.
type spreading struct {
	word  uint8
	bytes []spreadByte
}

type spreadByte struct {
	shift uint8
	bits  [256]uint64
}

// gathering has for each byte of a word of the key the slots whose kinds have
// the lowest bit, the next, and any of the others there.
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

// encodeMates packs the kinds of the slots and the rank of the matching.
func encodeMates[K words](sched *schedule, l *layout, s *state, key *K) {
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
func encodeMarks[K words](sched *schedule, l *layout, s *state, key *K) {
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

// decodeMates unpacks what [encodeMates] machine.
func decodeMates[K words](sched *schedule, l *layout, key *K, s *state) {
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
func decodeMarks[K words](sched *schedule, l *layout, key *K, s *state) {
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

// rank numbers the perfect matchings of a set of slots in a mixed radix: the lowest slot has its
// mate among the others, then the lowest of the rest, and so on.
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

// unrank is the inverse of rank.
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
