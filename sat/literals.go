package sat

import "math"

// Lit is a literal as in DIMACS: the number of a variable, counted from 1, or
// its negative for the negation.
type Lit int32

// The constants, which never reach a solver: a clause with the true one is
// dropped, and the false one is left out of its clause.
const (
	litTrue  Lit = math.MaxInt32
	litFalse Lit = -math.MaxInt32
)

// Not is the negation of l.
func (l Lit) Not() Lit { return -l }

// variable is the number of l's variable.
func (l Lit) variable() int32 {
	if l < 0 {
		return int32(-l)
	}
	return int32(l)
}

func constant(v bool) Lit {
	if v {
		return litTrue
	}
	return litFalse
}

// with is under and further literals as a new slice.
func with(under []Lit, more ...Lit) []Lit {
	out := make([]Lit, 0, len(under)+len(more))
	return append(append(out, under...), more...)
}

// negations of all literals, as a new slice.
func negations(lits []Lit) []Lit {
	out := make([]Lit, len(lits))
	for i, l := range lits {
		out[i] = -l
	}
	return out
}
