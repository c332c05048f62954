package native

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nazo/model"
	"nazo/model/modeltest"
)

// TestRestarts starts again after the first dead end, and so probes too.
func TestRestarts(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := modeltest.Random(rt)
		task := modeltest.RandomTask(rt, m)
		task.AnyObjective = true
		rt.Log(Describe(m, task))
		var found [][]int64
		s := newSearch(context.Background(), m, task, func(values model.Solution) bool {
			found = append(found, modeltest.Project(m, values))
			return true
		})
		s.stretch = 1
		s.solve()
		r := s.finish()
		if !r.Exhausted || len(found) != r.Solutions || len(modeltest.Sorted(found)) != r.Solutions {
			rt.Fatalf("%d solutions, %+v", len(found), r)
		}
		if d := cmp.Diff(modeltest.BruteForce(m, task), modeltest.Sorted(found)); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
	})
}
