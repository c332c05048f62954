package frontier

import "math/bits"

// words are keys and counts: one, two or four 64-bit words, the first the highest of
// a key and the lowest of a count.
type words interface {
	comparable
	[1]uint64 | [2]uint64 | [4]uint64
}

// encode packs a state into the key of a layer. Equal keys are states that the rest
// can't tell apart.
func encode[K words](c *course, l *layout, s *state) (key K) {
	if s.closed {
		key[l.closed.word] |= 1 << l.closed.shift
	} else if c.matched() {
		encodeMatched(c, l, s, &key)
	} else {
		encodeDegrees(c, l, s, &key)
	}
	for _, r := range l.rules {
		key[r.word] |= uint64(s.rules[r.rule]) << r.shift
	}
	key[l.tally.word] |= uint64(s.tally-l.least) << l.tally.shift
	return key
}

func encodeMatched[K words](c *course, l *layout, s *state, key *K) {
	ends := uint64(0)
	directed := c.Graph.Directed
	for i, slot := range l.slots {
		kind := uint64(0)
		switch m := s.mate[slot]; {
		case m == slot:
		case m == inner:
			kind = 1
		case m < maxSlots:
			ends |= 1 << slot
			kind = 2
			if directed {
				kind = 2 + s.heads>>slot&1
			}
		case directed:
			kind = 4 + s.heads>>slot&1
		default:
			kind = 3 + uint64(m-maxSlots)
		}
		f := &l.kinds[i]
		(*key)[f.word] |= kind << f.shift
	}
	f := &l.joined[0]
	(*key)[f.word] |= rank(ends, &s.mate) << f.shift
}

// rank numbers the matchings of a set of slots: the lowest has its partner among the
// others, then the lowest of the rest, and so on.
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

// unrank is the opposite of rank.
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

func encodeDegrees[K words](c *course, l *layout, s *state, key *K) {
	for i, slot := range l.slots {
		f := &l.kinds[i]
		(*key)[f.word] |= uint64(l.kindOf[i][s.degree[slot]]) << f.shift
	}
	if c.Shape == AnyEdges {
		return
	}
	var first [256]uint8 // the place of the first slot of a component, from 1
	next := uint8(0)
	for i, slot := range l.slots {
		p := s.part[slot]
		if first[p] == 0 {
			next++
			first[p] = next
		}
		f := &l.joined[i]
		(*key)[f.word] |= uint64(first[p]-1) << f.shift
	}
}

// decode unpacks a key into a state; the parts of it that the layer doesn't have stay
// as they are.
func decode[K words](c *course, l *layout, key *K, s *state) {
	s.closed = (*key)[l.closed.word]>>l.closed.shift&l.closed.mask != 0
	s.tally = int64((*key)[l.tally.word]>>l.tally.shift&l.tally.mask) + l.least
	for _, r := range l.rules {
		s.rules[r.rule] = int32((*key)[r.word] >> r.shift & r.mask)
	}
	if s.closed {
		for _, slot := range l.slots {
			s.mate[slot], s.degree[slot], s.part[slot] = slot, 0, slot
		}
		return
	}
	if !c.matched() {
		decodeDegrees(c, l, key, s)
		return
	}
	ends := uint64(0)
	s.heads = 0
	directed := c.Graph.Directed
	for i, slot := range l.slots {
		f := &l.kinds[i]
		kind := uint8((*key)[f.word] >> f.shift & f.mask)
		switch {
		case kind == 0:
			s.mate[slot] = slot
		case kind == 1:
			s.mate[slot] = inner
		case directed:
			s.heads |= uint64(kind&1) << slot
			if kind >= 4 {
				s.mate[slot] = maxSlots
			} else {
				ends |= 1 << slot
			}
		case kind == 2:
			ends |= 1 << slot
		default:
			s.mate[slot] = maxSlots + kind - 3
		}
	}
	f := &l.joined[0]
	unrank(ends, (*key)[f.word]>>f.shift&f.mask, &s.mate)
}

func decodeDegrees[K words](c *course, l *layout, key *K, s *state) {
	var first [maxSlots]uint8
	next := uint8(0)
	for i, slot := range l.slots {
		f := &l.kinds[i]
		s.degree[slot] = l.degree[i][(*key)[f.word]>>f.shift&f.mask]
		s.part[slot] = slot
		if c.Shape == AnyEdges {
			continue
		}
		f = &l.joined[i]
		number := uint8((*key)[f.word] >> f.shift & f.mask)
		if number == next {
			first[number] = slot
			next++
		}
		s.part[slot] = first[number]
	}
}
