package fd

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

func TestEveryKind(t *testing.T) {
	testkit.EachKind(t, func(t *testing.T, m *model.Model) {
		task := testkit.Task{AnyObjective: true}
		var found [][]int64
		d := model.NewDelivery(context.Background(), task.Full().SolveOptions, func(values model.Solution) bool {
			found = append(found, testkit.Project(m, values))
			return true
		})
		defer d.Close()
		if root, _ := Presolve(t.Context(), m, task.Full().Options); !root.Impossible() {
			s := root.newSearch(task.Full().SolveOptions, d)
			s.solve()
		}
		if d := cmp.Diff(testkit.BruteForce(m, task), testkit.Sorted(found)); d != "" {
			t.Errorf("solutions differ (-want +got):\n%s\n%s", d, testkit.Describe(m))
		}
	})
}
