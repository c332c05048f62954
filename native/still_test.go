package native_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
)

// TestAskedAtOnce asks one job from several goroutines: each gets all solutions in the same
// order, and the model is presolved, or its machine compiled, once. A question whose time is up leaves no trace.
func TestAskedAtOnce(t *testing.T) {
	for name, m := range map[string]*model.Model{
		"queens":     testkit.OneInEachLine(6),
		"queens set": queenSet(6),
		"tours":      testkit.Tour(testkit.Knight(6, 3), false),
		"towers":     testkit.Towers(4, 4),
		"any links":  testkit.JoinedLabels(6, 6, serpentine(6, 8), false),
	} {
		job, err := native.New().Open(t.Context(), m, model.Options{})
		if err != nil {
			t.Fatal(err)
		}
		late, cancel := context.WithCancel(t.Context())
		cancel()
		if r := job.Solve(late, model.SolveOptions{}, func(model.Solution) bool { return true }); r.Complete || r.Reason.Kind != model.Interrupted {
			t.Errorf("%s: without time: %+v", name, r)
		}
		var all sync.WaitGroup
		found := make([][]model.Solution, 4)
		for i := range found {
			all.Go(func() {
				o := model.SolveOptions{}
				if i == len(found)-1 {
					o.Limit = 1
				}
				r := job.Solve(t.Context(), o, func(s model.Solution) bool {
					found[i] = append(found[i], slices.Clone(s))
					return true
				})
				if !r.Complete {
					t.Errorf("%s: %+v", name, r)
				}
			})
		}
		all.Wait()
		for i, f := range found {
			if i < len(found)-1 && !slices.EqualFunc(f, found[0], slices.Equal[[]int64]) {
				t.Errorf("%s: %d and %d solutions, or in another order", name, len(f), len(found[0]))
			}
		}
		if n := len(found[len(found)-1]); n != min(1, len(found[0])) {
			t.Errorf("%s: %d solutions where one was asked for", name, n)
		}
		if w := job.(model.WorkReporter).Work(); w.Presolves+w.Compilations != 1 || w.Heuristics > 1 {
			t.Errorf("%s: %+v", name, w)
		}
	}
}
