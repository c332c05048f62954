package native_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

func TestCases(t *testing.T) {
	for _, c := range testkit.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			started := time.Now()
			found, r := testkit.Solve(t, native.New(), c.Model(), testkit.Task{})
			if len(found) != c.Count || !r.Exhausted || !r.Complete {
				t.Errorf("found %d of %d, result %+v", len(found), c.Count, r)
			}
			if n := len(testkit.Sorted(found)); n != len(found) {
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
		m := testkit.Random(rt)
		task := testkit.RandomTask(rt, m)
		rt.Log(testkit.Describe(m))
		want := testkit.BruteForce(m, task)
		found, r := testkit.Solve(rt, native.New(), m, task)
		if !r.Exhausted || !r.Complete {
			rt.Fatalf("result %+v", r)
		}
		if got := testkit.Sorted(slices.Clone(found)); len(got) != len(found) {
			rt.Fatalf("a solution comes twice in %v", found)
		} else if d := cmp.Diff(want, got); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
		task.Limit = 1
		if first, r := testkit.Solve(rt, native.New(), m, task); !r.Complete || len(first) != min(1, len(want)) {
			rt.Fatalf("asked for one of %d: %v, %+v", len(want), first, r)
		}
	})
}
