package heuristic

import "math/bits"

// equation is a set of unknowns whose sum is even.
type equation [maxColumns / 64]uint64

func (e *equation) flip(column int) {
	if column >= 0 {
		e[column/64] ^= 1 << (column % 64)
	}
}

func (e *equation) has(column int) bool { return e[column/64]>>(column%64)&1 != 0 }

// pivot is the first unknown, or -1.
func (e *equation) pivot() int {
	for i, word := range e {
		if word != 0 {
			return 64*i + bits.TrailingZeros64(word)
		}
	}
	return -1
}

func (e *equation) plus(other *equation) {
	for i := range e {
		e[i] ^= other[i]
	}
}

// equations are in reduced row echelon form: each has its own first unknown, the pivot, which no
// other equation has (Gauss-Jordan elimination).
type equations struct {
	byPivot [maxColumns]*equation // by first unknown
	pivots  []int                 // the first unknowns
}

// add adds an equation and restores the form.
func (s *equations) add(e equation) {
	for _, first := range s.pivots {
		if e.has(first) {
			e.plus(s.byPivot[first])
		}
	}
	first := e.pivot()
	if first < 0 {
		return
	}
	for _, other := range s.pivots {
		if s.byPivot[other].has(first) {
			s.byPivot[other].plus(&e)
		}
	}
	s.byPivot[first] = &e
	s.pivots = append(s.pivots, first)
}

// solutions is a basis of the solutions, at most 64 of them: for each unknown the set of
// solutions in which it is 1.
func (s *equations) solutions(columns int) []uint64 {
	out := make([]uint64, columns)
	bit := 0
	for free := range columns {
		if s.byPivot[free] != nil || bit == 64 {
			continue
		}
		out[free] |= 1 << bit
		for _, first := range s.pivots {
			if s.byPivot[first].has(free) {
				out[first] |= 1 << bit
			}
		}
		bit++
	}
	return out
}
