package sat_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"nazo/engine"
	"nazo/model"
	"nazo/model/modeltest"
	"nazo/sat"
)

// TestAskedAtOnce asks one job from several goroutines, for all solutions and for one: each gets
// what it would get alone, though the model is encoded once. Cuts, blocked solutions and bounds
// of one search are nothing to another. A question whose time is up leaves no trace.
func TestAskedAtOnce(t *testing.T) {
	for name, m := range map[string]*model.Model{
		"queens":     modeltest.OneInEachLine(6),
		"tours":      modeltest.Tour(modeltest.Knight(5, 4), false),
		"dominating": modeltest.Dominating(modeltest.Grid(4, 4)),
		"latin":      modeltest.Latin(4),
		"towers":     modeltest.Towers(3, 3),
	} {
		solutions := func(job engine.Job, limit int) (found []model.Solution) {
			r := job.Solve(t.Context(), engine.SolveOptions{Limit: limit}, func(s model.Solution) bool {
				found = append(found, slices.Clone(s))
				return true
			})
			if !r.Complete {
				t.Errorf("%s: %+v", name, r)
			}
			return found
		}
		open := func() engine.Job {
			job, err := sat.New().Open(t.Context(), m, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return job
		}
		want := [2][]model.Solution{solutions(open(), 0), solutions(open(), 1)} // 0 asks for all
		job := open()
		late, cancel := context.WithCancel(t.Context())
		cancel()
		if r := job.Solve(late, engine.SolveOptions{}, func(model.Solution) bool { return true }); r.Complete || r.Reason.Kind != engine.Interrupted {
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
		if w := job.(engine.Worker).Work(); w != (engine.Work{Encodings: 1}) && w != (engine.Work{Compilations: 1}) {
			t.Errorf("%s: %+v", name, w)
		}
	}
}
