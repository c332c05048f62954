package modeltest

import (
	"context"

	"nazo/engine"
	"nazo/model"
)

// Tester is a test, of package testing or of rapid.
type Tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Solve has an engine solve a task and checks every solution that it yields by the meaning of the
// model. It returns the values of the finds' variables, as [Project] does.
func Solve(t Tester, e engine.Engine, m *model.Model, task Task) ([][]int64, engine.Result) {
	t.Helper()
	var found [][]int64
	r := Run(context.Background(), e, m, task, func(s model.Solution) bool {
		if bad := model.Evaluate(m, s).Violated(task.Off); len(bad) > 0 {
			t.Fatalf("solution %v violates constraints %v", s, bad)
		}
		found = append(found, Project(m, s))
		return true
	})
	if r.Solutions != len(found) {
		t.Fatalf("%d solutions reported, %d yielded", r.Solutions, len(found))
	}
	return found, r
}
