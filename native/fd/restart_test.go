package fd

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nazo/engine"
	"nazo/model"
	"nazo/model/modeltest"
)

// TestRestarts starts again after the first dead end, and so probes too.
func TestRestarts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := modeltest.Random(rt)
		task := modeltest.RandomTask(rt, m)
		task.AnyObjective = true
		rt.Log(modeltest.Describe(m))
		var found [][]int64
		d := engine.NewDelivery(context.Background(), task.Full().SolveOptions, func(values model.Solution) bool {
			found = append(found, modeltest.Project(m, values))
			return true
		})
		defer d.Close()
		root, _ := Presolve(t.Context(), m, task.Full().Options)
		exhausted := root.Impossible()
		if !exhausted {
			s := root.newSearch(task.Full().SolveOptions, d)
			s.interval = 1
			s.solve()
			exhausted = s.exhausted
		}
		r := d.Finish(exhausted, engine.Reason{})
		if !r.Exhausted || len(found) != r.Solutions || len(modeltest.Sorted(found)) != r.Solutions {
			rt.Fatalf("%d solutions, %+v", len(found), r)
		}
		if d := cmp.Diff(modeltest.BruteForce(m, task), modeltest.Sorted(found)); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
	})
}
