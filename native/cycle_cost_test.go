package native_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// TestCostsAgainstBruteForce finds the cheapest and the dearest cycles, which
// may leave vertices out.
func TestCostsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.Cycles(testkit.Complete(4))
		if rapid.Bool().Draw(rt, "all") {
			m = testkit.Tour(testkit.Complete(5), true)
		}
		w := m.Constraints[0].Body.(model.Route)
		terms := []model.Term{{Coef: 1, X: m.Int(int64(rapid.IntRange(-2, 2).Draw(rt, "constant")))}}
		for _, l := range w.Edges {
			terms = append(terms, model.Term{Coef: int64(rapid.IntRange(0, 9).Draw(rt, "cost")), X: m.ToInt(l)})
		}
		m.Objectives = []model.Objective{{X: m.Sum(terms...), Maximize: rapid.Bool().Draw(rt, "maximize")}}
		rt.Log(testkit.Describe(m))
		found, r := testkit.Solve(rt, native.New(), m, testkit.Task{})
		if !r.Exhausted {
			rt.Fatalf("result %+v", r)
		}
		if d := cmp.Diff(testkit.BruteForce(m, testkit.Task{}), testkit.Sorted(found)); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
	})
}
