package model

import "fmt"

// Inverse is the constraint that Xs and Ys, of equal length n and with values in
// Base..Base+n-1, are inverse permutations (channelling): Xs[i]-Base = j exactly where
// Ys[j]-Base = i.
type Inverse struct {
	Xs, Ys []Int
	Base   int64
}

// Operands implements [Body].
func (b Inverse) Operands(_ func(Bool), onInt func(Int)) {
	each(onInt, b.Xs)
	each(onInt, b.Ys)
}

// Holds implements [Body].
func (b Inverse) Holds(e *Evaluation) bool {
	return e.undoes(b.Xs, b.Ys, b.Base) && e.undoes(b.Ys, b.Xs, b.Base)
}

// undoes reports whether ys leads back from where xs leads.
func (e *Evaluation) undoes(xs, ys []Int, base int64) bool {
	for i, x := range xs {
		j := e.Int(x) - base
		if j < 0 || j >= int64(len(ys)) || e.Int(ys[j]) != int64(i)+base {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Inverse) Key() string {
	return newKey("inverse").ints(b.Xs...).ints(b.Ys...).number(b.Base).String()
}

// Rewrite implements [Body].
func (b Inverse) Rewrite(r *Rewriter) Body {
	return Inverse{Xs: r.all(b.Xs), Ys: r.all(b.Ys), Base: b.Base}
}

// Validate implements [Body].
func (b Inverse) Validate() error {
	if len(b.Xs) != len(b.Ys) {
		return fmt.Errorf("inverse of %d and %d", len(b.Xs), len(b.Ys))
	}
	return nil
}
