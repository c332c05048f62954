package plan_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native/plan"
	"pgregory.net/rapid"
)

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// replayed makes the moves of a run, one by one by the meaning of the model, and is
// what it costs, with its length last.
func replayed(t tester, m *model.Model, run model.Solution) []int64 {
	t.Helper()
	state := slices.Clone(run[:len(m.Vars)])
	for v, d := range m.Machine.Start {
		if !d.Contains(state[v]) {
			t.Fatalf("%v begins outside of the start", run)
		}
	}
	if len(m.At(state).Violated(nil)) > 0 {
		t.Fatalf("%v begins against the constraints", run)
	}
	costs := make([]int64, m.Machine.Costs+1)
	for _, move := range run[len(m.Vars):] {
		at := m.At(state)
		if at.Won() || at.Forbidden() || !at.Possible(move) {
			t.Fatalf("%v: move %d in %v: won %t, forbidden %t, possible %t", run, move, state, at.Won(), at.Forbidden(), at.Possible(move))
		}
		for i, c := range at.Costs(move) {
			costs[i] += c
		}
		costs[m.Machine.Costs]++
		state = at.After(move)
	}
	if at := m.At(state); !at.Won() || at.Forbidden() {
		t.Fatalf("%v ends in %v", run, state)
	}
	return costs
}

// solve collects the runs found.
func solve(t tester, m *model.Model, task testkit.Task) ([][]int64, model.Result) {
	t.Helper()
	var runs [][]int64
	r := testkit.Run(context.Background(), machines, m, task, func(run model.Solution) bool {
		runs = append(runs, slices.Clone(run))
		return true
	})
	if r.Solutions != len(runs) {
		t.Fatalf("%d runs reported, %d yielded", r.Solutions, len(runs))
	}
	return runs, r
}

// names are the names of all searches, and none.
func names() [][]string {
	out := [][]string{nil}
	for _, s := range plan.Searches() {
		out = append(out, []string{s.Name})
	}
	return out
}

func TestAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		want := testkit.BruteForceRuns(m)
		task := testkit.Task{Seed: int64(rapid.IntRange(0, 2).Draw(t, "seed"))}
		for _, name := range names() {
			task.Search = name
			checkOne(t, m, task, want)
			checkAll(t, m, task, want)
		}
		task.Search = nil
		got := survey(context.Background(), m, task)
		if !got.Complete || !slices.Equal(got.ByDistance, want.Survey.ByDistance) || !slices.Equal(got.Goals, want.Survey.Goals) {
			t.Fatalf("survey %+v, want %+v", got, want.Survey)
		}
		if want := deadEnds(m); got.DeadEnds != want {
			t.Fatalf("%d dead ends, want %d", got.DeadEnds, want)
		}
	})
}

// TestRoomsAgainstBruteForce pushes two crates through random rooms, in which many pushes lead to dead ends.
func TestRoomsAgainstBruteForce(t *testing.T) {
	t.Parallel()
	solvable, unsolvable := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		const rows, cols = 3, 5
		board := []byte(strings.Repeat(".", rows*cols))
		for i, at := range rapid.SliceOfNDistinct(rapid.IntRange(0, rows*cols-1), 7, 7, rapid.ID).Draw(t, "places") {
			board[at] = "@$$oo##"[i]
		}
		m := testkit.Pusher(string(board[:cols]), string(board[cols:2*cols]), string(board[2*cols:]))
		want := testkit.BruteForceRuns(m)
		if len(want.Best) > 0 {
			solvable++
		} else {
			unsolvable++
		}
		task := testkit.Task{Seed: int64(rapid.IntRange(0, 2).Draw(t, "seed"))}
		checkOne(t, m, task, want)
		checkAll(t, m, task, want)
	})
	if solvable == 0 || unsolvable == 0 {
		testkit.ShowsLittle(t, "%d rooms have a run, %d have none", solvable, unsolvable)
	}
}

// refusal says that a search did not apply, for a reason that it knows only once
// it has seen the moves.
func refusal(r model.Result) bool {
	return strings.Contains(r.Reason.String(), "search b") && !r.Complete && r.Solutions == 0
}

// checkOne asks for one run, the best and any.
func checkOne(t *rapid.T, m *model.Model, task testkit.Task, want testkit.BestRuns) {
	task.Limit = 1
	for _, anyObjective := range []bool{false, true} {
		task.AnyObjective = anyObjective
		if refuses(m, task) {
			continue
		}
		runs, r := solve(t, m, task)
		if task.Search != nil && refusal(r) {
			continue
		}
		if !r.Complete || len(runs) != min(1, len(want.Best)) || r.Exhausted != (len(want.Best) == 0) {
			t.Fatalf("%v finds %v, %+v, want one of %v", task.Search, runs, r, want.Best)
		}
		if len(runs) == 0 {
			continue
		}
		costs := replayed(t, m, runs[0])
		if !anyObjective && !r.ShorterMayExist && !slices.Equal(costs, want.Costs) {
			t.Fatalf("%v finds a run at %v, best are %v", task.Search, costs, want.Costs)
		}
	}
}

// checkAll asks for all best runs, for some, and for their number.
func checkAll(t *rapid.T, m *model.Model, task testkit.Task, want testkit.BestRuns) {
	runs, r := solve(t, m, task)
	if task.Search != nil && slices.ContainsFunc(plan.Searches(), func(s plan.Search) bool { return s.Name == task.Search[0] && !s.Exhaustive }) {
		if r.Complete || len(runs) > 0 || !strings.Contains(r.Reason.String(), "not all") {
			t.Fatalf("%v lists %v, %+v", task.Search, runs, r)
		}
		return
	}
	if task.Search != nil && refusal(r) {
		return
	}
	if !r.Complete || !r.Exhausted {
		t.Fatalf("%v: %+v", task.Search, r)
	}
	if got := testkit.Sorted(slices.Clone(runs)); fmt.Sprint(got) != fmt.Sprint(want.Best) || len(got) != len(runs) {
		t.Fatalf("%v finds %v, want %v", task.Search, runs, want.Best)
	}
	count := count(m, task)
	if !count.Complete || count.N.Int64() != int64(len(want.Best)) || !slices.Equal(count.Costs, want.Costs) {
		t.Fatalf("%v counts %v at %v (%s), want %d at %v", task.Search, count.N, count.Costs, count.Reason, len(want.Best), want.Costs)
	}
	task.Limit = 2
	some, r := solve(t, m, task)
	if !r.Complete || len(some) != min(2, len(runs)) || len(some) > 0 && !slices.Equal(some[0], runs[0]) {
		t.Fatalf("%v finds %v of %v, %+v", task.Search, some, runs, r)
	}
}

// deadEnds counts the states from which no goal can be reached.
func deadEnds(m *model.Model) int64 {
	next := map[string][]string{}
	won := map[string]bool{}
	var visit func(s model.Solution)
	visit = func(s model.Solution) {
		key := fmt.Sprint(s)
		if _, seen := next[key]; seen {
			return
		}
		at := m.At(s)
		next[key], won[key] = []string{}, at.Won()
		for i := range m.Machine.Moves {
			if at.Possible(int64(i)) && !m.At(at.After(int64(i))).Forbidden() {
				next[key] = append(next[key], fmt.Sprint(at.After(int64(i))))
				visit(at.After(int64(i)))
			}
		}
	}
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
	for _, s := range starts {
		if at := m.At(s); !at.Forbidden() && len(at.Violated(nil)) == 0 {
			visit(s)
		}
	}
	for changed := true; changed; {
		changed = false
		for s, nexts := range next {
			if !won[s] && slices.ContainsFunc(nexts, func(n string) bool { return won[n] }) {
				won[s], changed = true, true
			}
		}
	}
	dead := int64(0)
	for s := range next {
		if !won[s] {
			dead++
		}
	}
	return dead
}
