package sat_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/sat"
)

// TestAskedAtOnce asks one job from several goroutines, for all solutions and for one: each gets
// what it would get alone, though the model is encoded once. Cuts, blocked solutions and bounds
// of one search are nothing to another. A question whose time is up leaves no trace.
func TestAskedAtOnce(t *testing.T) {
	for name, m := range map[string]*model.Model{
		"queens":     testkit.OneInEachLine(6),
		"tours":      testkit.Tour(testkit.Knight(5, 4), false),
		"dominating": testkit.Dominating(testkit.Grid(4, 4)),
		"latin":      testkit.Latin(4),
		"towers":     testkit.Towers(3, 3),
	} {
		solutions := func(job model.Job, limit int) (found []model.Solution) {
			r := job.Solve(t.Context(), model.SolveOptions{Limit: limit}, func(s model.Solution) bool {
				found = append(found, slices.Clone(s))
				return true
			})
			if !r.Complete {
				t.Errorf("%s: %+v", name, r)
			}
			return found
		}
		open := func() model.Job {
			job, err := sat.New().Open(t.Context(), m, model.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return job
		}
		want := [2][]model.Solution{solutions(open(), 0), solutions(open(), 1)} // 0 asks for all
		job := open()
		late, cancel := context.WithCancel(t.Context())
		cancel()
		if r := job.Solve(late, model.SolveOptions{}, func(model.Solution) bool { return true }); r.Complete || r.Reason.Kind != model.Interrupted {
			t.Errorf("%s: without time: %+v", name, r)
		}
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				if found := solutions(job, i%2); !slices.EqualFunc(found, want[i%2], slices.Equal[[]int64]) {
					t.Errorf("%s: %d solutions, alone %d, or in another order", name, len(found), len(want[i%2]))
				}
			})
		}
		all.Wait()
		if w := job.(model.WorkReporter).Work(); w != (model.Work{Encodings: 1}) && w != (model.Work{Compilations: 1}) {
			t.Errorf("%s: %+v", name, w)
		}
	}
}
