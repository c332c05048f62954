package fd

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nazo/engine"
	"nazo/model"
	"nazo/model/modeltest"
)

func TestEveryKind(t *testing.T) {
	modeltest.EachKind(t, func(t *testing.T, m *model.Model) {
		task := modeltest.Task{AnyObjective: true}
		var found [][]int64
		d := engine.NewDelivery(context.Background(), task.Full().SolveOptions, func(values model.Solution) bool {
			found = append(found, modeltest.Project(m, values))
			return true
		})
		defer d.Close()
		if root, _ := Presolve(t.Context(), m, task.Full().Options); !root.Impossible() {
			s := root.newSearch(task.Full().SolveOptions, d)
			s.solve()
		}
		if d := cmp.Diff(modeltest.BruteForce(m, task), modeltest.Sorted(found)); d != "" {
			t.Errorf("solutions differ (-want +got):\n%s\n%s", d, modeltest.Describe(m))
		}
	})
}
