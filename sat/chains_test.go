package sat

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// sight is a row of cells and counts, for looks both ways from the middle, of the open cells before
// the first that is shut, and of those before the last look that stays so.
func sight(n int, all bool) (m *model.Model, open []model.Bool, seen []model.Term) {
	m = model.New()
	m.Finds = make([]model.Find, 1)
	for range n {
		open = append(open, m.BoolVar(m.AddBool(0)))
	}
	count := func(b model.Bool) { seen = append(seen, model.Term{Coef: 1, X: m.ToInt(b)}) }
	for _, step := range []int{-1, 1} {
		so := model.True
		if !all {
			so = model.False
		}
		for i := n/2 + step; i >= 0 && i < n; i += step {
			if all {
				so = m.And(so, open[i])
			} else {
				so = m.Or(so, open[i])
			}
			count(so)
		}
	}
	return m, open, seen
}

// Sums over chains of conditions, of conjunctions and of disjunctions, with bounds on either side and under a
// condition, have the solutions that brute force finds.
func TestSumsOfChains(t *testing.T) {
	const n = 9
	for _, all := range []bool{true, false} {
		for total := int64(0); total < n; total++ {
			for kind, post := range map[string]func(m *model.Model, sum model.Int, first model.Bool) model.Bool{
				"equal":   func(m *model.Model, sum model.Int, _ model.Bool) model.Bool { return m.Equal(sum, m.Int(total)) },
				"unequal": func(m *model.Model, sum model.Int, _ model.Bool) model.Bool { return m.Equal(sum, m.Int(total)).Not() },
				"at most": func(m *model.Model, sum model.Int, _ model.Bool) model.Bool { return m.LessEq(sum, m.Int(total)) },
				"at least": func(m *model.Model, sum model.Int, _ model.Bool) model.Bool {
					return m.LessEq(m.Int(total), sum)
				},
				"if": func(m *model.Model, sum model.Int, first model.Bool) model.Bool {
					return m.Iff(first, m.Equal(sum, m.Int(total)))
				},
			} {
				t.Run(fmt.Sprint(all, kind, total), func(t *testing.T) {
					m, open, seen := sight(n, all)
					terms := append(seen, model.Term{Coef: 2, X: m.ToInt(open[n/2])})
					m.Constrain(0, model.True, model.Assert{B: post(m, m.Sum(terms...), open[0])})
					want := testkit.BruteForce(m, testkit.Task{})
					got, _ := allBy(t, New(), m, testkit.Task{})
					if !testkit.Equal(want, got) {
						t.Errorf("solutions differ (-want +got):\n%s", cmp.Diff(want, got))
					}
				})
			}
		}
	}
}

// What is seen in two directions takes no counter of its own: the conditions are two integers, and
// at most one condition more for each, which stands for itself.
func TestChainsAreIntegers(t *testing.T) {
	for _, all := range []bool{true, false} {
		m, _, seen := sight(41, all)
		e := newEncoder(t.Context(), m)
		terms := e.linear(m.Ints[m.Sum(seen...)].(model.Linear).Terms).terms
		values := 0
		for _, t := range terms {
			values += len(t.x.values) - 1
		}
		if len(terms) > 4 || values != 40 {
			t.Errorf("all %v: %d terms, of %d values above the least", all, len(terms), values)
		}
	}
}
