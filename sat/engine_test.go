package sat

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// eager is an engine that simplifies every formula before it is searched.
func eager() *Engine { return &Engine{eager: true} }

// allBy returns the projections of all solutions, and fails if one comes twice.
func allBy(t interface{ Fatalf(string, ...any) }, by *Engine, m *model.Model, task testkit.Task) ([][]int64, model.Result) {
	var found [][]int64
	result := testkit.Run(context.Background(), by, m, task, func(s model.Solution) bool {
		found = append(found, testkit.Project(m, s))
		return true
	})
	n := len(found)
	found = testkit.Sorted(found)
	if len(found) != n {
		t.Fatalf("%d solutions, but only %d different ones", n, len(found))
	}
	if result.Solutions != n {
		t.Fatalf("%d solutions were yielded, the result says %d", n, result.Solutions)
	}
	return found, result
}

func TestEveryKind(t *testing.T) {
	testkit.EachKind(t, func(t *testing.T, m *model.Model) {
		if _, err := testkit.Open(t.Context(), New(), m, testkit.Task{}); err != nil {
			return // numbers that are too large, see TestSupports
		}
		want := testkit.BruteForce(m, testkit.Task{})
		for _, by := range []*Engine{New(), eager()} {
			got, _ := allBy(t, by, m, testkit.Task{})
			if !testkit.Equal(want, got) {
				t.Errorf("solutions differ (-want +got):\n%s\n%s", cmp.Diff(want, got), testkit.Describe(m))
			}
		}
	})
}

func TestRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.SampledFrom([]*Engine{New(), eager()}).Draw(t, "by")
		m := testkit.Random(t)
		task := testkit.RandomTask(t, m)
		if _, err := testkit.Open(t.Context(), New(), m, task); err != nil {
			return // numbers that are too large, see TestSupports
		}
		defer func() {
			if t.Failed() || recover() != nil {
				t.Fatalf("task %+v of\n%s", task, testkit.Describe(m))
			}
		}()
		want := testkit.BruteForce(m, task)
		got, result := allBy(t, by, m, task)
		if !result.Complete || !result.Exhausted {
			t.Fatalf("not exhausted: %+v", result)
		}
		if !testkit.Equal(want, got) {
			t.Fatalf("solutions differ (-want +got):\n%s", cmp.Diff(want, got))
		}
		task.Limit = 1 // shortcuts that lose solutions may be taken
		one, result := allBy(t, by, m, task)
		if len(one) != min(len(want), 1) || !result.Complete {
			t.Fatalf("asked for one of %d solutions, got %d; %+v", len(want), len(one), result)
		}
		if len(one) == 1 && !slices.ContainsFunc(want, func(w []int64) bool { return slices.Equal(w, one[0]) }) {
			t.Fatalf("%v is not a solution", one[0])
		}
	})
}

func TestCases(t *testing.T) { eachCase(t, New(), testkit.Thorough()) }

func TestCasesSimplified(t *testing.T) { eachCase(t, eager(), testkit.Thorough()) }

// eachCase solves the cases, with large also those that take long.
func eachCase(t *testing.T, by *Engine, large bool) {
	for _, c := range testkit.Cases() {
		if c.Large && !large {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			m := c.Model()
			got, result := allBy(t, by, m, testkit.Task{})
			if len(got) != c.Count || !result.Exhausted {
				t.Errorf("%d solutions, want %d; %+v", len(got), c.Count, result)
			}
			for i, best := range c.Optimum {
				if want := (model.Interval{Lo: best, Hi: best}); result.Bounds[i] != want {
					t.Errorf("objective %d is proved to lie in %v, want %v", i, result.Bounds[i], want)
				}
			}
		})
	}
}
