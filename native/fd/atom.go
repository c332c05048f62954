package fd

import (
	"fmt"

	"nazo/model"
)

// atom is the least that can be said of a literal or of an integer: what explanations and learned
// clauses are made of. Atoms of integers need no literal of the store; those that a learned clause
// mentions get one (view.go).
type atom struct {
	v  int64
	x  int32 // a literal or an integer
	op atomOp
}

type atomOp uint8

const (
	nothing     atomOp = iota // no atom
	holds                     // literal x is true
	atLeast                   // x >= v
	atMostOp                  // x <= v
	equals                    // x = v
	differsFrom               // x != v
)

func litAtom(l lit) atom               { return atom{x: int32(l), op: holds} }
func geAtom(x model.Int, v int64) atom { return atom{v, int32(x), atLeast} }
func leAtom(x model.Int, v int64) atom { return atom{v, int32(x), atMostOp} }
func eqAtom(x model.Int, v int64) atom { return atom{v, int32(x), equals} }
func neAtom(x model.Int, v int64) atom { return atom{v, int32(x), differsFrom} }

func (a atom) int() model.Int { return model.Int(a.x) }
func (a atom) lit() lit       { return lit(a.x) }

// not is the atom that is true where a is false.
func (a atom) not() atom {
	switch a.op {
	case holds:
		a.x ^= 1
	case atLeast:
		a.op, a.v = atMostOp, a.v-1
	case atMostOp:
		a.op, a.v = atLeast, a.v+1
	case equals:
		a.op = differsFrom
	case differsFrom:
		a.op = equals
	}
	return a
}

// String is the atom for messages of tests: "x3>=2", "b5:true".
func (a atom) String() string {
	switch a.op {
	case holds:
		return fmt.Sprintf("b%d:%t", a.x>>1, a.x&1 == 0)
	case atLeast:
		return fmt.Sprintf("x%d>=%d", a.x, a.v)
	case atMostOp:
		return fmt.Sprintf("x%d<=%d", a.x, a.v)
	case equals:
		return fmt.Sprintf("x%d=%d", a.x, a.v)
	case differsFrom:
		return fmt.Sprintf("x%d!=%d", a.x, a.v)
	}
	return "nothing"
}

// implies reports whether atom a of an integer, or a literal, makes b true whatever else is known.
func (a atom) implies(b atom) bool {
	if a == b {
		return true
	}
	if a.op == holds || b.op == holds || a.x != b.x {
		return false
	}
	lo, hi := a.v, a.v // what a leaves, as bounds; nil for differsFrom
	switch a.op {
	case atLeast:
		hi = 1 << 62
	case atMostOp:
		lo = -1 << 62
	case differsFrom:
		return false
	}
	switch b.op {
	case atLeast:
		return lo >= b.v
	case atMostOp:
		return hi <= b.v
	case equals:
		return lo == b.v && hi == b.v
	}
	return b.v < lo || b.v > hi
}

// value is 1 if an atom is true, -1 if it is false, 0 if it is open.
func (s *store) value(a atom) int8 {
	if a.op == holds {
		return s.val[a.x]
	}
	v := &s.ints[a.x]
	yes, no := false, false
	switch a.op {
	case atLeast:
		yes, no = v.lo >= a.v, v.hi < a.v
	case atMostOp:
		yes, no = v.hi <= a.v, v.lo > a.v
	case equals:
		yes, no = v.lo == v.hi && v.lo == a.v, !s.has(a.int(), a.v)
	case differsFrom:
		yes, no = !s.has(a.int(), a.v), v.lo == v.hi && v.lo == a.v
	}
	switch {
	case yes:
		return 1
	case no:
		return -1
	}
	return 0
}

// impose makes an atom true; it returns false if it is false.
func (s *store) impose(a atom) bool {
	switch a.op {
	case holds:
		return s.set(a.lit())
	case atLeast:
		return s.setLo(a.int(), a.v)
	case atMostOp:
		return s.setHi(a.int(), a.v)
	case equals:
		return s.fix(a.int(), a.v)
	}
	return s.remove(a.int(), a.v)
}
