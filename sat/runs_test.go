package sat

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// allRuns returns the runs that a task yields, sorted.
func allRuns(t interface{ Fatalf(string, ...any) }, m *model.Model, task testkit.Task) ([][]int64, model.Result) {
	return allRunsBy(t, New(), m, task)
}

func allRunsBy(t interface{ Fatalf(string, ...any) }, by *Engine, m *model.Model, task testkit.Task) ([][]int64, model.Result) {
	solutions, result := firstBy(by, m, task)
	var found [][]int64
	for _, s := range solutions {
		found = append(found, s)
	}
	n := len(found)
	found = testkit.Sorted(found)
	if len(found) != n || result.Solutions != n {
		t.Fatalf("%d runs, %d different ones; the result says %d", n, len(found), result.Solutions)
	}
	return found, result
}

func TestBestRuns(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *model.Model
		costs []int64 // that come first, the length last
		runs  int
	}{
		{"towers 3", testkit.Towers(3, 3), []int64{7}, 1},
		{"towers 5", testkit.Towers(5, 3), []int64{31}, 1},
		{"towers 4 on four pegs", testkit.Towers(4, 4), []int64{9}, 22},
		{"jumps", testkit.Jumps("oo_"), []int64{1}, 1},
		{"no jumps", testkit.Jumps("o_o"), nil, 0},
		{"jumps in a square", testkit.Jumps("_oo", "ooo", "ooo"), nil, -1},
		{"pusher", testkit.Pusher("@.$.o"), []int64{2, 3, 3}, 1},
		{"pusher around corners", testkit.Pusher("@...", ".$..", "...o"), nil, -1},
		{"slides", slides(3, 1, 4, 2, 3, 0, 5), nil, -1},
		{"slides by moves", byMoves(slides(3, 1, 4, 2, 3, 0, 5)), nil, -1},
		{"pick up", pickUp("oo", "oo"), nil, -1},
	} {
		if c.name == "pusher around corners" && !testkit.Thorough() {
			continue // it takes longer than all others
		}
		t.Run(c.name, func(t *testing.T) {
			want := testkit.BruteForceRuns(c.model)
			if c.runs >= 0 && (len(want.Best) != c.runs || !slices.Equal(want.Costs, c.costs)) {
				t.Fatalf("%d runs at %d are right", len(want.Best), want.Costs)
			}
			got, result := allRuns(t, c.model, testkit.Task{})
			if !testkit.Equal(want.Best, got) || !result.Exhausted {
				t.Errorf("%+v; runs (-want +got):\n%s", result, cmp.Diff(want.Best, got))
			}
			if len(got) > 0 && len(result.Bounds) != c.model.Machine.Costs {
				t.Errorf("bounds %v of %d costs", result.Bounds, c.model.Machine.Costs)
			}
			for k, b := range result.Bounds {
				if b.Lo != want.Costs[k] || b.Hi != want.Costs[k] {
					t.Errorf("cost %d is proved to lie in %v, want %d", k, b, want.Costs[k])
				}
			}
		})
	}
}

func TestRandomMachines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.SampledFrom([]*Engine{New(), eager()}).Draw(t, "by")
		m := testkit.RandomMachine(t)
		if _, err := testkit.Open(t.Context(), New(), m, testkit.Task{}); err != nil {
			return
		}
		defer func() {
			if thrown := recover(); thrown != nil {
				t.Fatalf("%v, by machine\n%s", thrown, testkit.Describe(m))
			}
		}()
		want := testkit.BruteForceRuns(m)
		if len(want.Best) > 1000 {
			return
		}
		got, result := allRunsBy(t, by, m, testkit.Task{})
		if !result.Exhausted || !result.Complete {
			t.Fatalf("not exhausted: %+v", result)
		}
		if !testkit.Equal(want.Best, got) {
			t.Fatalf("runs differ (-want +got):\n%s", cmp.Diff(want.Best, got))
		}
		for _, any := range []bool{false, true} {
			task := testkit.Task{Limit: 1, AnyObjective: any, Seed: int64(len(want.Best))}
			one, result := allRunsBy(t, by, m, task)
			if len(one) != min(len(want.Best), 1) || !result.Complete {
				t.Fatalf("asked for one of %d runs, got %d; %+v", len(want.Best), len(one), result)
			}
			if len(one) == 0 || any || result.ShorterMayExist {
				continue
			}
			if costs := costsOf(m, one[0]); !slices.Equal(costs, want.Costs) {
				t.Fatalf("the best run costs %d, its length last, got one of %d", want.Costs, costs)
			}
		}
	})
}

func costsOf(m *model.Model, run []int64) []int64 {
	return (&runs{m: m}).costs(run)
}

// TestRunsOfBoundedLength holds runs of at most so many moves against a search of all.
func TestRunsOfBoundedLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		m.Machine.Costs = 0
		for i := range m.Machine.Moves {
			m.Machine.Moves[i].Costs = nil
		}
		if _, err := testkit.Open(t.Context(), New(), m, testkit.Task{}); err != nil {
			return
		}
		most := rapid.IntRange(1, 4).Draw(t, "most")
		var want [][]int64
		var walk func(start, state model.Solution, moves []int64)
		walk = func(start, state model.Solution, moves []int64) {
			at := m.At(state)
			switch {
			case at.Forbidden():
			case at.Won():
				want = append(want, slices.Concat(start, moves))
			case len(moves) < most:
				for i := range m.Machine.Moves {
					if at.Possible(int64(i)) {
						walk(start, at.After(int64(i)), append(slices.Clone(moves), int64(i)))
					}
				}
			}
		}
		for _, start := range starts(m) {
			walk(start, start, nil)
		}
		if len(want) > 2000 {
			return
		}
		got, result := allRuns(t, m, testkit.Task{AnyObjective: true, MaxMoves: most})
		if d := cmp.Diff(testkit.Sorted(want), got); d != "" || !result.Exhausted {
			t.Fatalf("%+v, runs of at most %d moves differ (-want +got):\n%s", result, most, d)
		}
		one, result := allRuns(t, m, testkit.Task{Limit: 1, MaxMoves: most})
		if len(one) != min(1, len(want)) || !result.Complete {
			t.Fatalf("asked for one of %d runs, got %d; %+v", len(want), len(one), result)
		}
	})
}

// starts lists the states that runs may begin with.
func starts(m *model.Model) []model.Solution {
	all := []model.Solution{nil}
	for _, d := range m.Machine.Start {
		var next []model.Solution
		for _, s := range all {
			for v := range d.Each {
				next = append(next, append(slices.Clone(s), v))
			}
		}
		all = next
	}
	return slices.DeleteFunc(all, func(s model.Solution) bool { return len(m.At(s).Violated(nil)) > 0 })
}

func TestRunLimits(t *testing.T) {
	m := testkit.Towers(4, 4)
	got, result := allRuns(t, m, testkit.Task{Limit: 5})
	if len(got) != 5 || !result.Complete || result.Exhausted {
		t.Errorf("%d runs, %+v", len(got), result)
	}
	got, result = allRuns(t, m, testkit.Task{MaxMoves: 8})
	if len(got) != 0 || !result.Exhausted {
		t.Errorf("%d runs of at most 8 moves, %+v", len(got), result)
	}
	got, result = allRuns(t, m, testkit.Task{Within: []model.Within{model.Fix(0, 2)}})
	if len(got) != 0 || !result.Exhausted {
		t.Errorf("%d runs from where none begins, %+v", len(got), result)
	}
}

// TestRunsAreInterruptedOnTime leaves a search that does not end in time, with the best
// run that is known, and proved bounds.
func TestRunsAreInterruptedOnTime(t *testing.T) {
	m := slides(3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	for _, after := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 500 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		start := time.Now()
		result := testkit.Run(ctx, New(), m, testkit.Task{}, func(model.Solution) bool { return true })
		cancel()
		if result.Complete || result.Reason.Kind != model.TimeLimit {
			t.Errorf("after %v: %+v", after, result)
		}
		testkit.Late(t, "returning after the deadline", time.Since(start)-after, promised)
	}
}

// TestBestRunIsKept leaves a search that has found the best run, but can't prove
// that in time.
func TestBestRunIsKept(t *testing.T) {
	for _, costs := range []int{1, 2} { // pushes alone, and moves besides
		m := testkit.Pusher("@....", ".$$..", "...oo")
		m.Machine.Costs = costs
		for i := range m.Machine.Moves {
			m.Machine.Moves[i].Costs = m.Machine.Moves[i].Costs[:costs]
		}
		var result model.Result
		testkit.Enough(250*time.Millisecond, func(ctx context.Context) bool {
			result = testkit.Run(ctx, New(), m, testkit.Task{Limit: 1}, func(model.Solution) bool { return true })
			return result.Complete || result.Best != nil
		})
		if result.Complete {
			t.Fatalf("%d costs: %+v", costs, result)
		}
		if costs > 1 { // the best run may have more of the second cost
			if result.Bounds != nil {
				t.Errorf("bounds of two costs: %v", result.Bounds)
			}
			continue
		}
		paid := costsOf(m, result.Best)[0]
		if b := result.Bounds; len(b) != 1 || b[0].Hi != paid || b[0].Lo > paid {
			t.Errorf("the cost is %d, its bounds are %v", paid, b)
		}
	}
}

func TestRunsStoppedByTheCaller(t *testing.T) {
	for _, limit := range []int{0, 1} {
		result := testkit.Run(context.Background(), New(), testkit.Towers(4, 4), testkit.Task{Limit: limit}, func(model.Solution) bool { return false })
		if result.Complete || result.Solutions != 1 || result.Reason.Kind == model.None {
			t.Errorf("limit %d: %+v", limit, result)
		}
	}
}
