package fd

// change is an entry of the trail: what to restore when a choice is taken back.
type change struct {
	old  int64
	at   int32 // index of the integer, word or cell
	kind changeKind
}

type changeKind uint8

const (
	changedLo changeKind = iota
	changedHi
	changedWord
	changedCell
)

// mark is the length of both trails when a choice was made.
type mark struct{ lits, changes int32 }

// push opens a new level: [store.pop] undoes what happens from now on.
func (s *store) push() {
	s.levels = append(s.levels, mark{int32(len(s.assigned)), int32(len(s.trail))})
}

// pop undoes everything since the last push, and forgets what was queued.
func (s *store) pop() {
	m := s.levels[len(s.levels)-1]
	s.levels = s.levels[:len(s.levels)-1]
	for i := len(s.assigned) - 1; i >= int(m.lits); i-- {
		l := s.assigned[i]
		s.val[l], s.val[l^1] = 0, 0
		for _, c := range s.counted[l] {
			s.sums[c.sum].lo -= c.coef
		}
		for _, c := range s.counted[l^1] {
			s.sums[c.sum].hi += c.coef
		}
	}
	s.assigned = s.assigned[:m.lits]
	s.head = len(s.assigned)
	for i := len(s.trail) - 1; i >= int(m.changes); i-- {
		c := &s.trail[i]
		switch c.kind {
		case changedLo:
			s.ints[c.at].lo = c.old
		case changedHi:
			s.ints[c.at].hi = c.old
		case changedWord:
			s.words[c.at] = uint64(c.old)
		case changedCell:
			s.cells[c.at] = c.old
		}
	}
	s.trail = s.trail[:m.changes]
	s.queue.clear()
}

// newCell makes a number that is restored on backtracking.
func (s *store) newCell(v int64) int32 {
	s.cells = append(s.cells, v)
	return int32(len(s.cells) - 1)
}

// setCell changes such a number.
func (s *store) setCell(c int32, v int64) {
	if s.cells[c] != v {
		s.trail = append(s.trail, change{s.cells[c], c, changedCell})
		s.cells[c] = v
	}
}
