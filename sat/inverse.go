package sat

import "nazo/model"

// inverse channels two inverse permutations.
func (e *encoder) inverse(b model.Inverse, under []Lit) {
	xs, ys := e.integers(b.Xs), e.integers(b.Ys)
	last := b.Base + int64(len(xs)) - 1
	for _, list := range [2][]*integer{xs, ys} {
		for _, x := range list {
			e.clauses(under, []Lit{e.atLeast(x, b.Base)})
			e.clauses(under, []Lit{-e.atLeast(x, last+1)})
		}
	}
	for i, x := range xs {
		for j, y := range ys {
			p, q := e.equals(x, b.Base+int64(j)), e.equals(y, b.Base+int64(i))
			e.clauses(under, []Lit{-p, q})
			e.clauses(under, []Lit{p, -q})
		}
	}
}
