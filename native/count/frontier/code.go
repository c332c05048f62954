package frontier

// words are keys and counts: one, two or four 64-bit words, of counts up to 32, the
// first the highest of a key and the lowest of a count.
type words interface {
	comparable
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [32]uint64
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
	switch {
	case c.isMatched:
		decodeMatched(c, l, key, s)
	case s.closed:
		for _, slot := range l.slots {
			s.degree[slot], s.part[slot] = 0, slot
		}
	default:
		decodeDegrees(c, l, key, s)
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
