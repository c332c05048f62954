package frontier

import "math/bits"

// words are keys and counts: keys of one, two or four 64-bit words, the first the highest;
// counts of one to 32 words, the first the lowest.
type words interface {
	comparable
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64 | [16]uint64 | [32]uint64
}

// encode packs a state into its key, a few words in the layout of the layer (key_layout.go). States with equal keys are merged: the undecided
// rest can't tell them apart.
func encode[K words](sched *schedule, l *layout, s *state) (key K) {
	if s.closed {
		key[l.closed.word] |= 1 << l.closed.shift
	} else {
		if sched.usesMates {
			encodeMates(sched, l, s, &key)
		} else {
			encodeDegrees(sched, l, s, &key)
		}
		if l.excluded.used != 0 {
			key[l.excluded.field.word] |= l.excluded.relevant(sched, s) << l.excluded.field.shift
		}
	}
	for _, r := range l.rules {
		key[r.word] |= uint64(s.rules[r.rule]) << r.shift
	}
	key[l.weight.word] |= uint64(s.weight-l.leastWeight) << l.weight.shift
	return key
}

func encodeDegrees[K words](sched *schedule, l *layout, s *state, key *K) {
	for i, slot := range l.slots {
		f := &l.kinds[i]
		(*key)[f.word] |= uint64(l.kindOf[i][s.degree[slot]]) << f.shift
	}
	if sched.Shape == AnyEdges {
		return
	}
	var first [256]uint8 // the place of the first slot of a component, from 1
	next := uint8(0)
	for i, slot := range l.slots {
		p := s.component[slot]
		if first[p] == 0 {
			next++
			first[p] = next
		}
		f := &l.connectivity[i]
		(*key)[f.word] |= uint64(first[p]-1) << f.shift
	}
}

// decode unpacks a key into a state. Parts of the state that the layer doesn't have stay as they
// are.
func decode[K words](sched *schedule, l *layout, key *K, s *state) {
	s.closed = (*key)[l.closed.word]>>l.closed.shift&l.closed.mask != 0
	s.weight = int64((*key)[l.weight.word]>>l.weight.shift&l.weight.mask) + l.leastWeight
	s.excluded = (*key)[l.excluded.field.word] >> l.excluded.field.shift & l.excluded.field.mask
	for _, r := range l.rules {
		s.rules[r.rule] = int32((*key)[r.word] >> r.shift & r.mask)
	}
	switch {
	case sched.usesMates:
		decodeMates(sched, l, key, s)
	case s.closed:
		for _, slot := range l.slots {
			s.degree[slot], s.component[slot] = 0, slot
		}
	default:
		decodeDegrees(sched, l, key, s)
	}
}

func decodeDegrees[K words](sched *schedule, l *layout, key *K, s *state) {
	var first [maxSlots]uint8
	next := uint8(0)
	for i, slot := range l.slots {
		f := &l.kinds[i]
		s.degree[slot] = l.degree[i][(*key)[f.word]>>f.shift&f.mask]
		s.component[slot] = slot
		if sched.Shape == AnyEdges {
			continue
		}
		f = &l.connectivity[i]
		number := uint8((*key)[f.word] >> f.shift & f.mask)
		if number == next {
			first[number] = slot
			next++
		}
		s.component[slot] = first[number]
	}
}

// commonBits is the number of first bits in which two keys agree.
func commonBits[K words](a, b *K) int {
	for i := 0; i < len(*a); i++ {
		if x := (*a)[i] ^ (*b)[i]; x != 0 {
			return 64*i + bits.LeadingZeros64(x)
		}
	}
	return 64 * len(*a)
}

func keyWordsOf[K words](k K) []uint64 {
	out := make([]uint64, len(k))
	for i := range out {
		out[i] = k[i]
	}
	return out
}

// keyOf is the key of so many words, keyWordsOf the opposite.
func keyOf[K words](raw []uint64) (key K) {
	for i := range len(key) {
		key[i] = raw[i]
	}
	return key
}

// compareKeys orders keys by their words: it is negative, 0 or positive.
func compareKeys[K words](a, b *K) int {
	for i := 0; i < len(*a); i++ {
		if (*a)[i] != (*b)[i] {
			if (*a)[i] < (*b)[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}
