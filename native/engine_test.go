package native_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nazo/engine"
	"nazo/model"
	"nazo/model/modeltest"
	"nazo/native"
)

// tester is a test, of this package's or of rapid's.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// solve runs the engine and checks every solution that it yields.
func solve(t tester, m *model.Model, task engine.Task) ([][]int64, engine.Result) {
	t.Helper()
	var found [][]int64
	r := native.New().Solve(context.Background(), m, task, func(s model.Solution) bool {
		if bad := model.Evaluate(m, s).Violated(task.Off); len(bad) > 0 {
			t.Fatalf("solution %v violates constraints %v", s, bad)
		}
		found = append(found, modeltest.Project(m, s))
		return true
	})
	if r.Solutions != len(found) {
		t.Fatalf("%d solutions reported, %d yielded", r.Solutions, len(found))
	}
	return found, r
}

func TestCases(t *testing.T) {
	for _, c := range modeltest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			started := time.Now()
			found, r := solve(t, c.Model(), engine.Task{})
			if len(found) != c.Count || !r.Exhausted || !r.Complete {
				t.Errorf("found %d of %d, result %+v", len(found), c.Count, r)
			}
			if n := len(modeltest.Sorted(found)); n != len(found) {
				t.Errorf("only %d of %d solutions differ", n, len(found))
			}
			for i, want := range c.Optimum {
				if got := (model.Interval{Lo: want, Hi: want}); r.Bounds[i] != got {
					t.Errorf("objective %d has bounds %v, want %v", i, r.Bounds[i], got)
				}
			}
			t.Logf("%v, %+v", time.Since(started), r.Stats)
		})
	}
}

func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := modeltest.Random(rt)
		task := modeltest.RandomTask(rt, m)
		rt.Log(native.Describe(m, task))
		want := modeltest.BruteForce(m, task)
		found, r := solve(rt, m, task)
		if !r.Exhausted || !r.Complete {
			rt.Fatalf("result %+v", r)
		}
		if got := modeltest.Sorted(slices.Clone(found)); len(got) != len(found) {
			rt.Fatalf("a solution comes twice in %v", found)
		} else if d := cmp.Diff(want, got); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
		task.Limit = 1
		if first, r := solve(rt, m, task); !r.Complete || len(first) != min(1, len(want)) {
			rt.Fatalf("asked for one of %d: %v, %+v", len(want), first, r)
		}
	})
}
