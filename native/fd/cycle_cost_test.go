package fd_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nazo/model"
	"nazo/model/modeltest"
	"nazo/native"
)

// TestCostsAgainstBruteForce finds the cheapest and the dearest cycles, which
// may leave vertices out.
func TestCostsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := modeltest.Cycles(modeltest.Complete(4))
		if rapid.Bool().Draw(rt, "all") {
			m = modeltest.Tour(modeltest.Complete(5), true)
		}
		w := m.Constraints[0].Body.(model.Route)
		terms := []model.Term{{Coef: 1, X: m.Int(int64(rapid.IntRange(-2, 2).Draw(rt, "constant")))}}
		for _, l := range w.Edges {
			terms = append(terms, model.Term{Coef: int64(rapid.IntRange(0, 9).Draw(rt, "cost")), X: m.ToInt(l)})
		}
		m.Objectives = []model.Objective{{X: m.Sum(terms...), Maximize: rapid.Bool().Draw(rt, "maximize")}}
		rt.Log(modeltest.Describe(m))
		found, r := modeltest.Solve(rt, native.New(), m, modeltest.Task{})
		if !r.Exhausted {
			rt.Fatalf("result %+v", r)
		}
		if d := cmp.Diff(modeltest.BruteForce(m, modeltest.Task{}), modeltest.Sorted(found)); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
	})
}
