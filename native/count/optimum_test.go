package count

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestOptimum holds the best solution by elimination against the search for all best ones, with nothing known, with any
// solution known, and with the best.
func TestOptimum(t *testing.T) {
	t.Parallel()
	optima, improved := 0, 0
	tries := 300
	if testkit.Thorough() || testkit.Race {
		tries = 1500
	}
	for seed := range uint64(tries) {
		m, what := randomStructure(seed)
		if len(m.Objectives) == 0 {
			continue
		}
		var best, any model.Solution
		ask := func(o model.Options, limit int, to *model.Solution) {
			job, err := Engine.Open(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			r := job.Solve(t.Context(), model.SolveOptions{Limit: limit}, func(s model.Solution) bool {
				*to = slices.Clone(s)
				return true
			})
			if !r.Complete {
				t.Fatalf("seed %d: %+v", seed, r)
			}
		}
		ask(model.Options{}, 0, &best)
		ask(model.Options{AnyObjective: true}, 1, &any)
		for _, known := range []model.Solution{nil, any, best} {
			found, err := Open(m, model.Options{}).Optimum(t.Context(), 0, func(int64) (model.Solution, bool) { return known, true })
			if err != nil {
				break // it can't be treated so
			}
			score := func(s model.Solution) []int64 { return testkit.Score(m, model.Evaluate(m, s)) }
			got := found.Best
			if got == nil {
				got = known
			} else if improved++; len(model.Evaluate(m, got).Violated(nil)) > 0 || known != nil && slices.Compare(score(got), score(known)) >= 0 {
				t.Errorf("seed %d, %s: %v is no better solution than %v", seed, what, got, known)
			}
			if !found.Proved || (got == nil) != (best == nil) || best != nil && !slices.Equal(score(got), score(best)) {
				t.Errorf("seed %d, %s: %+v after %v, the best is %v", seed, what, found, known, best)
			}
			optima++
		}
	}
	if optima < tries/3 || improved < tries*2/15 {
		t.Errorf("%d optima, %d better solutions", optima, improved)
	}
}
