package fd

import "nazo/model"

// change is an entry of the trail: what to restore when a choice is taken back and, for integers, what
// happened when and why.
type change struct {
	old  int64 // the bound or the number before, or the value that went
	ask  int64 // the bound that was asked for; values that were gone already may have moved it on. The upper bound before, if fixed
	why  reason
	at   int32 // index of the integer or cell
	pos  int32 // when it happened, see [store.now]
	prev int32 // the change of the same integer before, or -1
	via  lit   // the literal that was set and is an atom of the integer, or 0
	kind changeKind
}

type changeKind uint8

const (
	changedCell  changeKind = iota
	changedLo               // the lower bound was asked to be at least ask
	changedHi               // the upper bound was asked to be at most ask
	removedLo               // the lower bound was removed as a value
	removedHi               // the upper bound was removed as a value
	removedValue            // a value between the bounds was removed
	changedBoth             // one value was left of those from old to ask
)

// mark is the length of the trails when a choice was made.
type mark struct{ lits, changes, because int32 }

func (m mark) pos() int32 { return m.lits + m.changes }

// now is the time: how much was noted on both trails. Each literal and each change of an integer
// has a time of its own, and the later follows from the earlier.
func (s *store) now() int32 { return int32(len(s.assigned) + len(s.trail)) }

// push opens a new level: [store.pop] undoes what happens from now on.
func (s *store) push() {
	s.levels = append(s.levels, mark{int32(len(s.assigned)), int32(len(s.trail)), int32(len(s.because))})
	if len(s.late) < len(s.levels) {
		s.late = append(s.late, nil)
	}
}

// pop undoes everything since the last push, and forgets what was queued.
func (s *store) pop() {
	s.pops++
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
		if c.kind == changedCell {
			s.cells[c.at] = c.old
			continue
		}
		v := &s.ints[c.at]
		v.last = c.prev
		switch c.kind {
		case changedLo, removedLo:
			v.lo = c.old
		case changedHi, removedHi:
			v.hi = c.old
		case changedBoth:
			v.lo, v.hi = c.old, c.ask
		case removedValue:
			k := c.old - v.base
			s.words[int64(v.first)+k>>6] |= 1 << (k & 63)
		}
	}
	s.trail = s.trail[:m.changes]
	s.because = s.because[:m.because]
	if late := s.late[len(s.levels)]; len(late) > 0 {
		for _, l := range late {
			s.val[l], s.val[l^1] = 0, 0
		}
		s.late[len(s.levels)] = late[:0]
	}
	s.queue.clear()
}

// note puts a change of an integer on the trail. At the root nothing is ever taken back.
func (s *store) note(x model.Int, v *intVar, kind changeKind, old, ask int64) {
	if len(s.levels) == 0 {
		return
	}
	s.trail = append(s.trail, change{old: old, ask: ask, why: s.cause, at: int32(x), pos: s.now(), prev: v.last, via: s.via, kind: kind})
	v.last = int32(len(s.trail) - 1)
}

// newCell makes a number that is restored on backtracking.
func (s *store) newCell(v int64) int32 {
	s.cells = append(s.cells, v)
	return int32(len(s.cells) - 1)
}

// setCell changes such a number.
func (s *store) setCell(c int32, v int64) {
	if s.cells[c] != v {
		s.trail = append(s.trail, change{old: s.cells[c], at: c, kind: changedCell})
		s.cells[c] = v
	}
}
