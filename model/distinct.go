package model

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
)

// Distinct is the constraint that no two of Xs are equal (all-different). Present is nil, or
// says for each of Xs whether it takes part.
type Distinct struct {
	Xs      []Int
	Present []Bool
}

// Operands implements [Body].
func (b Distinct) Operands(onBool func(Bool), onInt func(Int)) {
	each(onInt, b.Xs)
	each(onBool, b.Present)
}

// Holds implements [Body].
func (b Distinct) Holds(e *Evaluation) bool {
	seen := map[int64]bool{}
	for i, x := range b.Xs {
		if b.Present != nil && !e.Bool(b.Present[i]) {
			continue
		}
		if seen[e.Int(x)] {
			return false
		}
		seen[e.Int(x)] = true
	}
	return true
}

// Key implements [Body].
func (b Distinct) Key() string { return newKey("distinct").ints(b.Xs...).bools(b.Present...).String() }

// Rewrite implements [Body].
func (b Distinct) Rewrite(r *Rewriter) Body {
	return Distinct{Xs: r.all(b.Xs), Present: r.each(b.Present)}
}

// Validate implements [Body].
func (b Distinct) Validate() error {
	if b.Present != nil && len(b.Present) != len(b.Xs) {
		return fmt.Errorf("distinct of %d with %d presences", len(b.Xs), len(b.Present))
	}
	return nil
}

// Decompose says of each two that may be equal that they differ, unless one of them takes no part.
func (b Distinct) Decompose(l Logic) []Bool {
	var differ []Bool
	for i, j := range b.mayBeEqual(l) {
		same := []Bool{l.Equal(b.Xs[i], b.Xs[j])}
		if b.Present != nil {
			same = append(same, l.Bool(b.Present[i]), l.Bool(b.Present[j]))
		}
		differ = append(differ, l.And(same...).Not())
	}
	return differ
}

// mayBeEqual yields the pairs of operands whose bounds meet, by their indices, the smaller first.
// A sweep over the bounds from below finds them without a look at the others.
func (b Distinct) mayBeEqual(l Logic) iter.Seq2[int, int] {
	order := make([]int, len(b.Xs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(l.Bounds(b.Xs[i]).Lo, l.Bounds(b.Xs[j]).Lo)
	})
	return func(yield func(i, j int) bool) {
		var open []int // what began below and has not ended
		for _, i := range order {
			lo := l.Bounds(b.Xs[i]).Lo
			open = slices.DeleteFunc(open, func(j int) bool { return l.Bounds(b.Xs[j]).Hi < lo })
			for _, j := range open {
				if !yield(min(i, j), max(i, j)) {
					return
				}
			}
			open = append(open, i)
		}
	}
}

// Conjuncts implements [Decomposable].
func (b Distinct) Conjuncts() int { return len(b.Xs) * (len(b.Xs) - 1) / 2 }
