package model

import "fmt"

// Distinct says that no two of Xs are equal (all-different). Present is nil, or
// says for each of Xs whether it takes part.
type Distinct struct {
	Xs      []Int
	Present []Bool
}

func (b Distinct) Operands(onBool func(Bool), onInt func(Int)) {
	each(onInt, b.Xs)
	each(onBool, b.Present)
}

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

func (b Distinct) Key() string { return newKey("distinct").ints(b.Xs...).bools(b.Present...).String() }

func (b Distinct) Rewrite(r *Rewriter) Body {
	return Distinct{Xs: r.all(b.Xs), Present: r.each(b.Present)}
}

func (b Distinct) Validate() error {
	if b.Present != nil && len(b.Present) != len(b.Xs) {
		return fmt.Errorf("distinct of %d with %d presences", len(b.Xs), len(b.Present))
	}
	return nil
}

// Decompose says of each two that they differ, unless one of them takes no part.
func (b Distinct) Decompose(l Logic) []Bool {
	pairs := make([]Bool, 0, b.Conjuncts())
	for j, y := range b.Xs {
		for i, x := range b.Xs[:j] {
			same := []Bool{l.Equal(x, y)}
			if b.Present != nil {
				same = append(same, l.Bool(b.Present[i]), l.Bool(b.Present[j]))
			}
			pairs = append(pairs, l.And(same...).Not())
		}
	}
	return pairs
}

func (b Distinct) Conjuncts() int { return len(b.Xs) * (len(b.Xs) - 1) / 2 }
