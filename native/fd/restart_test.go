package fd

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// TestRestarts starts again after the first dead end, and so probes too.
func TestRestarts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.Random(rt)
		task := testkit.RandomTask(rt, m)
		task.AnyObjective = true
		rt.Log(testkit.Describe(m))
		var found [][]int64
		d := model.NewDelivery(context.Background(), task.Full().SolveOptions, func(values model.Solution) bool {
			found = append(found, testkit.Project(m, values))
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
		r := d.Finish(exhausted, model.Reason{})
		if !r.Exhausted || len(found) != r.Solutions || len(testkit.Sorted(found)) != r.Solutions {
			rt.Fatalf("%d solutions, %+v", len(found), r)
		}
		if d := cmp.Diff(testkit.BruteForce(m, task), testkit.Sorted(found)); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
	})
}
