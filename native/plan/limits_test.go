package plan_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

func TestMemoryLimit(t *testing.T) {
	m := fewest(testkit.Towers(12, 4)) // 16 million states
	for _, name := range names() {
		task := testkit.Task{Limit: 1, Memory: 200 << 10, Search: name}
		task.AnyObjective = refuses(m, task) // it is not for the best
		want := "memory limit"
		ctx, end := testkit.ManualDeadline()
		if strings.Join(name, "") == "deepening" { // which only becomes slower
			want, task.Progress = "time limit", func(model.Progress) { end() }
		}
		_, r := solveIn(ctx, t, m, task)
		if !r.Complete && (r.Reason.String() != want || r.Exhausted || r.Stats.States > 200<<10/8) {
			t.Errorf("%v: %+v", name, r)
		}
	}
	if v := survey(context.Background(), m, testkit.Task{Memory: 200 << 10}); v.Complete || v.Reason.Kind != model.MemoryLimit || v.DeadEnds != -1 || len(v.ByDistance) < 3 {
		t.Errorf("survey: %+v", v)
	}
	if c := count(m, testkit.Task{Memory: 200 << 10}); c.Complete || c.N != nil || c.Reason.Kind != model.MemoryLimit {
		t.Errorf("count: %+v", c)
	}
}

func solveIn(ctx context.Context, t tester, m *model.Model, task testkit.Task) ([]model.Solution, model.Result) {
	t.Helper()
	var runs []model.Solution
	r := testkit.Run(ctx, machines, m, task, func(run model.Solution) bool {
		runs = append(runs, slices.Clone(run))
		return true
	})
	return runs, r
}

// TestStopsOnTime ends searches in the midst of their work, and before it.
func TestStopsOnTime(t *testing.T) {
	m := fewest(testkit.Jumps("##ooo##", "##ooo##", "ooooooo", "ooo_ooo", "ooooooo", "##ooo##", "##ooo##"))
	m.Machine.Goal = m.And(m.Machine.Goal, m.BoolVar(0)) // which can't be
	for _, name := range names() {
		for _, after := range []time.Duration{0, 60 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(context.Background(), after)
			task := testkit.Task{Limit: 1, Search: name}
			task.AnyObjective = refuses(m, task) // it is not for the best
			start := time.Now()
			_, r := solveIn(ctx, t, m, task)
			testkit.Late(t, fmt.Sprint(name), time.Since(start)-after, time.Second)
			if !r.Complete && r.Reason.Kind != model.TimeLimit {
				t.Errorf("%v: %+v", name, r)
			}
			cancel()
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, r := solveIn(ctx, t, m, testkit.Task{}); r.Complete || r.Reason.Kind != model.Interrupted {
		t.Errorf("%+v", r)
	}
}

// TestStopsBeforeMovesAreTakenBack ends a search while it finds out whether it applies.
func TestStopsBeforeMovesAreTakenBack(t *testing.T) {
	var wanted []int64
	for tile := range int64(49) {
		wanted = append(wanted, tile)
	}
	start := slices.Clone(wanted)
	slices.Reverse(start)
	m := sliding(7, 7, start, wanted)
	for after := time.Duration(0); after < 150*time.Millisecond; after = after*3/2 + time.Millisecond {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		_, r := solveIn(ctx, t, m, testkit.Task{Limit: 1, Search: []string{"bidirectional"}})
		cancel()
		if !r.Complete && r.Reason.Kind != model.TimeLimit {
			t.Errorf("after %v: %+v", after, r)
		}
	}
}

// TestStopsAmongStarts ends searches while they take up the states that runs may begin with:
// those that are left out may be the ones from which there is a run.
func TestStopsAmongStarts(t *testing.T) {
	m := testkit.Towers(6, 4)
	for v := range m.Vars {
		m.Machine.Start[v] = m.Vars[v].Domain
	}
	m.Machine.Moves = m.Machine.Moves[:1]
	for _, name := range names() {
		for after := time.Duration(0); after < 2*time.Millisecond; after += 40 * time.Microsecond {
			ctx, cancel := context.WithTimeout(context.Background(), after)
			task := testkit.Task{Limit: 1, Search: name}
			_, r := solveIn(ctx, t, m, task)
			cancel()
			if r.Exhausted || !r.Complete && r.Reason.Kind == model.None {
				t.Fatalf("%v after %v: %+v", name, after, r)
			}
		}
	}
}

func TestReceiverStops(t *testing.T) {
	m := testkit.Towers(4, 4) // has 22 shortest runs
	for _, limit := range []int{0, 1} {
		r := testkit.Run(context.Background(), machines, m, testkit.Task{Limit: limit}, func(model.Solution) bool { return false })
		if r.Complete || r.Exhausted || r.Solutions != 1 || r.Reason.Kind != model.Stopped {
			t.Errorf("limit %d: %+v", limit, r)
		}
	}
}

// TestMaxMoves holds the bound on lengths against runs found by brute force: a
// longer run may be cheaper.
func TestMaxMoves(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		most := rapid.IntRange(1, 4).Draw(t, "most")
		want := within(m, most)
		for _, name := range names() {
			for _, anyObjective := range []bool{false, true} {
				task := testkit.Task{Limit: 1, MaxMoves: most, Search: name, AnyObjective: anyObjective}
				if refuses(m, task) {
					continue
				}
				runs, r := solve(t, m, task)
				if name != nil && refusal(r) {
					continue
				}
				if !r.Complete || len(runs) != min(1, len(want.Best)) {
					t.Fatalf("%v in %d moves: %v, %+v, want one of %v", name, most, runs, r, want.Best)
				}
				if len(runs) == 0 {
					continue
				}
				costs := replayed(t, m, runs[0])
				if costs[m.Machine.Costs] > int64(most) || !anyObjective && !r.ShorterMayExist && !slices.Equal(costs, want.Costs) {
					t.Fatalf("%v in %d moves: %v, best is %v", name, most, costs, want.Costs)
				}
			}
		}
		runs, r := solve(t, m, testkit.Task{MaxMoves: most})
		if got := testkit.Sorted(slices.Clone(runs)); !r.Exhausted || fmt.Sprint(got) != fmt.Sprint(want.Best) {
			t.Fatalf("in %d moves: %v, %+v, want %v", most, got, r, want.Best)
		}
	})
}

// within are the best of all runs of no more than so many moves.
func within(m *model.Model, most int) testkit.BestRuns {
	var out testkit.BestRuns
	var follow func(state, run model.Solution, costs []int64)
	follow = func(state, run model.Solution, costs []int64) {
		at := m.At(state)
		if at.Forbidden() {
			return
		}
		if at.Won() {
			c := slices.Compare(costs, out.Costs)
			if out.Costs == nil || c < 0 {
				out.Costs, out.Best, c = slices.Clone(costs), nil, 0
			}
			if c == 0 {
				out.Best = append(out.Best, slices.Clone(run))
			}
			return
		}
		if len(run)-len(m.Vars) == most {
			return
		}
		for i := range m.Machine.Moves {
			if !at.Possible(int64(i)) {
				continue
			}
			sum := slices.Clone(costs)
			for k, c := range at.Costs(int64(i)) {
				sum[k] += c
			}
			sum[len(sum)-1]++
			follow(at.After(int64(i)), append(slices.Clone(run), int64(i)), sum)
		}
	}
	for _, s := range startsOf(m) {
		follow(s, s, make([]int64, m.Machine.Costs+1))
	}
	out.Best = testkit.Sorted(out.Best)
	return out
}

// startsOf are the states that runs begin with.
func startsOf(m *model.Model) []model.Solution {
	starts := []model.Solution{nil}
	for _, d := range m.Machine.Start {
		var longer []model.Solution
		for _, s := range starts {
			for v := range d.Each {
				longer = append(longer, append(slices.Clone(s), v))
			}
		}
		starts = longer
	}
	return slices.DeleteFunc(starts, func(s model.Solution) bool {
		return m.At(s).Forbidden() || len(m.At(s).Violated(nil)) > 0
	})
}

// TestProgress waits for a report with states: a slow machine makes one before there are any.
func TestProgress(t *testing.T) {
	told := false
	ctx, end := testkit.ManualDeadline()
	m := testkit.Towers(12, 4)
	survey(ctx, m, testkit.Task{Progress: func(s model.Progress) {
		if s.States > 0 {
			told = true
			end()
		}
	}})
	if !told {
		t.Error("states were never told")
	}
}

func TestAnyRunsAreNotListed(t *testing.T) {
	m := testkit.Towers(4, 4) // 22 shortest runs, and no end of others
	runs, r := solve(t, m, testkit.Task{AnyObjective: true, Limit: 20})
	if len(runs) != 20 || !r.Complete || r.Exhausted {
		t.Errorf("20 of them: %+v", r)
	}
	for _, run := range runs {
		replayed(t, m, run)
	}
	if runs, r := solve(t, m, testkit.Task{AnyObjective: true}); len(runs) != 22 || r.Complete || r.Exhausted || r.Reason.Kind == model.None {
		t.Errorf("all of them: %+v", r)
	}
}

// TestTurnsGiveUp finds a run in so little memory that only one of the searches can
// go on to the end.
func TestTurnsGiveUp(t *testing.T) {
	m := testkit.Jumps("oooooo", "oooooo", "oo_ooo", "oooooo", "oooooo", "oooooo")
	m.Machine.Goal = m.LessEq(m.Sum(terms(m)...), m.Int(2))
	for seed := range int64(4) {
		runs, r := solve(t, m, testkit.Task{Limit: 1, Memory: 8 << 20, Seed: seed})
		if len(runs) != 1 {
			t.Fatalf("seed %d: %+v", seed, r)
		}
		replayed(t, m, runs[0])
		t.Logf("%+v", r.Stats)
	}
}
