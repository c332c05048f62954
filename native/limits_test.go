package native_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
)

// watchedTour is the tours of a board with a rule that only the general search knows.
func watchedTour(n int) *model.Model {
	m := testkit.Tour(testkit.Knight(n, n), true)
	w := m.Constraints[0].Body.(model.Route)
	m.Constrain(0, model.True, model.Assert{B: m.Or(w.Edges[2], w.Edges[len(w.Edges)/2], w.Edges[len(w.Edges)-1])})
	return m
}

func TestStopsOnTime(t *testing.T) {
	models := map[string]*model.Model{
		"tours on bare arrays": testkit.Tour(testkit.Knight(8, 8), true),
		"large tour":           watchedTour(150),
		"queens":               testkit.OneInEachLine(14),
		"latin squares":        testkit.Latin(30),
		"numbered paths":       testkit.Numbered(testkit.Knight(20, 20)),
		"magic square":         testkit.EqualSums(8),
	}
	for name, m := range models {
		for _, after := range []time.Duration{0, 5 * time.Millisecond, 60 * time.Millisecond} {
			// A machine that is busy with other things may be late itself, so
			// the best of several runs counts.
			late, tries := time.Hour, 1
			if testkit.Timing() {
				tries = 10
			}
			for try := 0; try < tries && late > 100*time.Millisecond; try++ {
				late = min(late, lateness(t, name, m, after))
			}
			testkit.Late(t, fmt.Sprintf("%s: returning after its time of %v", name, after), late, 100*time.Millisecond)
		}
	}
}

// lateness is how long the engine goes on after the end of its time.
func lateness(t *testing.T, name string, m *model.Model, after time.Duration) time.Duration {
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	deadline := time.Now().Add(after)
	r := testkit.Run(ctx, native.New(), m, testkit.Task{}, func(model.Solution) bool { return true })
	late := time.Since(deadline)
	if r.Complete || r.Exhausted || r.Reason.Kind != model.TimeLimit {
		t.Errorf("%s: stopped after %v with %+v", name, after, r)
	}
	return late
}

func TestStopsAtDeadline(t *testing.T) {
	for name, m := range map[string]*model.Model{"queens": testkit.OneInEachLine(8), "tours": testkit.Tour(testkit.Knight(6, 6), true)} {
		calls := 0
		r := testkit.Run(context.Background(), native.New(), m, testkit.Task{}, func(model.Solution) bool { calls++; return calls < 5 })
		if calls != 5 || r.Solutions != 5 || r.Complete || r.Exhausted || r.Reason.Kind == model.None {
			t.Errorf("%s: %d calls, %+v", name, calls, r)
		}
		_, r = testkit.Solve(t, native.New(), m, testkit.Task{Limit: 7})
		if r.Solutions != 7 || !r.Complete || r.Exhausted || r.Reason.Kind != model.None {
			t.Errorf("%s: asked for 7: %+v", name, r)
		}
	}
}

func TestBestSoFar(t *testing.T) {
	m := testkit.Dominating(testkit.Grid(12, 12))
	var r model.Result
	testkit.Enough(50*time.Millisecond, func(ctx context.Context) bool {
		r = testkit.Run(ctx, native.New(), m, testkit.Task{Limit: 1}, func(model.Solution) bool { return true })
		return r.Complete || r.Best != nil
	})
	if r.Complete || r.Best == nil || len(r.Bounds) != 1 {
		t.Fatalf("result %+v", r)
	}
	e := model.Evaluate(m, r.Best)
	if bad := e.Violated(nil); len(bad) > 0 {
		t.Errorf("the best solution so far violates %v", bad)
	}
	if v := e.Int(m.Objectives[0].X); v != r.Bounds[0].Hi {
		t.Errorf("the best solution so far has %d, bounds %v", v, r.Bounds[0])
	}
}

func TestSeeds(t *testing.T) {
	m := testkit.OneInEachLine(8)
	plain, _ := testkit.Solve(t, native.New(), m, testkit.Task{})
	again, _ := testkit.Solve(t, native.New(), m, testkit.Task{})
	if !slices.EqualFunc(plain, again, slices.Equal[[]int64]) {
		t.Error("the same seed gives another order")
	}
	other, _ := testkit.Solve(t, native.New(), m, testkit.Task{Seed: 5})
	if slices.EqualFunc(plain, other, slices.Equal[[]int64]) {
		t.Error("another seed gives the same order")
	}
	if !slices.EqualFunc(testkit.Sorted(plain), testkit.Sorted(other), slices.Equal[[]int64]) {
		t.Error("another seed gives other solutions")
	}
}

func TestRefusesWhatIsTooLarge(t *testing.T) {
	m := testkit.OneInEachLine(4)
	a := m.IntVar(m.AddInt(model.Range(0, 1<<40), 0, false))
	m.Constrain(0, model.True, model.Assert{B: m.LessEq(m.Product(a, a), m.Int(5))})
	_, err := testkit.Open(t.Context(), native.New(), m, testkit.Task{})
	r := testkit.Run(context.Background(), native.New(), m, testkit.Task{}, func(model.Solution) bool { return true })
	if err == nil || r.Complete || r.Reason != model.ReasonOf(err) {
		t.Errorf("%v; result %+v", err, r)
	}
}

func TestProgressOnTime(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	reports := 0
	var last model.Progress
	started := time.Now()
	testkit.Run(ctx, native.New(), testkit.OneInEachLine(14), testkit.Task{Progress: func(s model.Progress) {
		last = s
		if reports++; reports == 3 {
			cancel()
		}
	}}, func(model.Solution) bool { return true })
	if reports < 3 || last.Nodes == 0 || last.Propagations == 0 {
		t.Errorf("%d reports, last %+v", reports, last)
	}
	testkit.Early(t, "three reports of progress, at most ten a second,", time.Since(started), 300*time.Millisecond)
}
