package sat

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nazo/compile/model"
	"nazo/compile/model/modeltest"
)

// allRuns returns the runs that a task yields, sorted.
func allRuns(t interface{ Fatalf(string, ...any) }, m *model.Model, task model.Task) ([][]int64, model.Result) {
	solutions, result := first(m, task)
	var found [][]int64
	for _, s := range solutions {
		found = append(found, s)
	}
	n := len(found)
	found = modeltest.Sorted(found)
	if len(found) != n || result.Solutions != n {
		t.Fatalf("%d runs, %d different ones; the result says %d", n, len(found), result.Solutions)
	}
	return found, result
}

func TestTowers(t *testing.T) {
	for _, c := range []struct{ discs, pegs, moves, runs int }{{3, 3, 7, 1}, {4, 3, 15, 1}, {5, 3, 31, 1}, {4, 4, 9, 22}} {
		got, result := allRuns(t, modeltest.Towers(c.discs, c.pegs), model.Task{})
		if len(got) != c.runs || !result.Exhausted || int(result.Stats.Horizon) != c.moves {
			t.Errorf("%d discs on %d pegs: %d runs; %+v", c.discs, c.pegs, len(got), result)
		}
	}
}

func TestRandomMachines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.RandomMachine(t)
		if m.Machine.Costs > 0 {
			return
		}
		defer func() {
			if thrown := recover(); thrown != nil {
				t.Fatalf("%v, by machine\n%s", thrown, modeltest.Describe(m))
			}
		}()
		want := modeltest.BruteForceRuns(m)
		if want.Best == nil {
			return
		}
		got, result := allRuns(t, m, model.Task{})
		if !result.Exhausted {
			t.Fatalf("not exhausted: %+v", result)
		}
		if d := cmp.Diff(want.Best, got); d != "" {
			t.Fatalf("runs differ (-want +got):\n%s", d)
		}
	})
}
