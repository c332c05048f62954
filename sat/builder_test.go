package sat

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"pgregory.net/rapid"
)

// models lists the assignments of variables 1..n that meet a formula, as bit masks.
func models(n int, clauses [][]Lit, sums []atLeast) []int {
	var out []int
	for mask := range 1 << n {
		value := func(l Lit) bool { return mask>>(l.variable()-1)&1 == 1 == (l > 0) }
		meets := !slices.ContainsFunc(clauses, func(c []Lit) bool { return !slices.ContainsFunc(c, value) })
		for _, s := range sums {
			total := 0
			for i, l := range s.lits {
				if value(l) {
					total += s.weights[i]
				}
			}
			meets = meets && total >= s.bound
		}
		if meets {
			out = append(out, mask)
		}
	}
	return out
}

// content is everything that a builder holds, as clauses and sums.
func content(b *builder) (clauses [][]Lit, sums []atLeast) {
	for i := range b.ends {
		clauses = append(clauses, b.clauseAt(i))
	}
	for v, value := range b.value {
		if v > 0 && value != 0 {
			clauses = append(clauses, []Lit{Lit(v) * Lit(value)})
		}
	}
	if b.unsat {
		clauses = append(clauses, nil)
	}
	for _, s := range b.sums {
		if s.weights == nil {
			s.weights = slices.Repeat([]int{1}, len(s.lits))
		}
		sums = append(sums, s)
	}
	return clauses, sums
}

func TestBuilderKeepsTheMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 6
		literal := rapid.Custom(func(t *rapid.T) Lit {
			l := Lit(rapid.IntRange(1, n+1).Draw(t, "variable"))
			if l > n {
				l = litTrue
			}
			if rapid.Bool().Draw(t, "negated") {
				l = -l
			}
			return l
		})
		b := newBuilder(context.Background())
		b.newVars(n)
		var clauses [][]Lit
		var sums []atLeast
		for range rapid.IntRange(0, 12).Draw(t, "clauses") {
			lits := rapid.SliceOfN(literal, 0, 4).Draw(t, "clause")
			b.clause(lits...)
			kept := slices.DeleteFunc(slices.Clone(lits), func(l Lit) bool { return l == litFalse })
			if !slices.Contains(kept, litTrue) {
				clauses = append(clauses, kept)
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "sums") {
			s := atLeast{bound: rapid.IntRange(-1, 8).Draw(t, "bound")}
			for v := range n {
				if w := rapid.IntRange(0, 4).Draw(t, "weight"); w > 0 {
					s.lits, s.weights = append(s.lits, Lit(v+1)), append(s.weights, w)
				}
			}
			sums = append(sums, s)
			b.atLeastSum(s.lits, s.weights, s.bound)
		}
		want := models(n, clauses, sums)
		if got := modelsOf(b, n); !slices.Equal(got, want) {
			t.Fatalf("before propagation: %v, want %v", got, want)
		}
		b.propagate()
		if got := modelsOf(b, n); !slices.Equal(got, want) {
			t.Fatalf("after propagation: %v, want %v", got, want)
		}
		for i := range b.ends {
			if c := b.clauseAt(i); !b.unsat && (len(c) < 2 || slices.ContainsFunc(c, func(l Lit) bool { return b.known(l) != 0 })) {
				t.Fatalf("clause %v is not in normal form", c)
			}
		}
	})
}

func modelsOf(b *builder, n int) []int {
	clauses, sums := content(b)
	return models(n, clauses, sums)
}

func TestLongChainPropagates(t *testing.T) {
	b := newBuilder(context.Background())
	x := b.newVars(50_000)
	for i := len(x) - 1; i > 0; i-- { // the order that is worst for one pass after the other
		b.clause(-x[i-1], x[i])
	}
	b.clause(x[0])
	b.propagate()
	if len(b.ends) != 0 || b.known(x[len(x)-1]) != 1 {
		t.Errorf("%d clauses are left, the last literal is %d", len(b.ends), b.known(x[len(x)-1]))
	}
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	defer func() {
		if s, ok := recover().(stopped); !ok || s.reason.Kind != model.TooLarge {
			t.Errorf("a formula beyond the cap was not refused")
		}
	}()
	b := newBuilder(context.Background())
	x := b.newVars(3)
	b.lits = make([]Lit, maxLiterals-len(x), maxLiterals+len(x)) // nobody looks at them
	b.clause(x...)
	b.clause(x...)
}
