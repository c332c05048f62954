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
	} else if c.isMatched {
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

// encodeMatched packs the kinds of the slots, so many to a word, and the matching. It
// has no branches that depend on the state: they would be guessed wrong.
func encodeMatched[K words](c *course, l *layout, s *state, key *K) {
	ends := uint64(0)
	for word, slots := range l.grouped {
		kinds := uint64(0)
		for _, slot := range slots {
			slot &= 63
			m := s.mate[slot]
			kind := c.kindOfMate[m]
			if m == slot {
				kind = 0
			}
			if c.directed && kind >= 2 {
				kind += uint64(s.heads >> slot & 1)
			}
			matched := uint64(0)
			if m < maxSlots {
				matched = 1
			}
			if m == slot {
				matched = 0
			}
			ends |= matched << slot
			kinds = kinds<<(c.kindBits&63) | kind
		}
		(*key)[word] |= kinds << (l.groupShift[word] & 63)
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
	if !c.isMatched {
		decodeDegrees(c, l, key, s)
		return
	}
	ends := uint64(0)
	s.heads = 0
	low := uint64(1)<<(c.kindBits&63) - 1
	for word, slots := range l.grouped {
		kinds := (*key)[word] >> (l.groupShift[word] & 63)
		for i := len(slots) - 1; i >= 0; i-- {
			slot := slots[i] & 63
			kind := kinds & low
			kinds >>= c.kindBits & 63
			m := c.mateOfKind[uint8(kind)]
			if kind == 0 {
				m = slot
			}
			s.mate[slot] = m
			matched := uint64(0)
			if m == 0 { // of the kinds for which unrank finds the mate
				matched = 1
			}
			if kind == 0 {
				matched = 0
			}
			ends |= matched << slot
			if c.directed && kind >= 2 {
				s.heads |= kind & 1 << slot
			}
		}
	}
	f := &l.joined[0]
	unrank(ends, (*key)[f.word]>>f.shift&f.mask, &s.mate)
}

// layKinds numbers the kinds of a slot where ends are matched: none, inner, matched,
// marked; in a directed graph the latter two each twice, for ends that want an arc to
// enter, and to leave.
func (c *course) layKinds() {
	c.directed, c.isMatched = c.Graph.Directed, c.matched()
	kinds := c.matchedKinds()
	c.kindBits = uint(bits.Len(uint(kinds - 1)))
	c.kindOfMate[inner], c.mateOfKind[1] = 1, inner
	for m := range uint8(maxSlots) {
		c.kindOfMate[m] = 2
	}
	for mark := range c.marks() {
		kind := 3 + mark
		if c.directed {
			kind = 4 + 2*mark
			c.mateOfKind[kind+1] = uint8(maxSlots + mark)
		}
		c.mateOfKind[kind] = uint8(maxSlots + mark)
		c.kindOfMate[maxSlots+mark] = uint64(kind)
	}
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
