package sat

import (
	"context"
	"sync"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// hardPigeons is a number of pigeons with which a search does not end in time.
const hardPigeons = 14

// pigeons puts n pigeons into n-1 holes, told in a way that hides that from
// all but search.
func pigeons(n int) *model.Model {
	m := model.New()
	m.Finds = []model.Find{{Name: "in"}}
	m.Rules, m.Instances = []model.Rule{{Name: "rule"}}, []model.Instance{{}}
	in := make([][]model.Bool, n)
	for i := range in {
		for range n - 1 {
			in[i] = append(in[i], m.BoolVar(m.AddBool(0)))
		}
		m.Constrain(0, model.True, model.Assert{B: m.Or(in[i]...)})
	}
	for h := range n - 1 {
		for i := range n {
			for j := range i {
				m.Constrain(0, model.True, model.Assert{B: m.And(in[i][h], in[j][h]).Not()})
			}
		}
	}
	return m
}

func TestDeadlineHoldsOnTime(t *testing.T) {
	hard := pigeons(hardPigeons)
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		start := time.Now()
		result := testkit.Run(ctx, New(), hard, testkit.Task{Limit: 1}, func(model.Solution) bool { return true })
		cancel()
		if result.Complete || result.Reason.Kind != model.TimeLimit {
			t.Errorf("got %+v, want a time limit", result)
		}
		testkit.Late(t, "returning after the deadline", time.Since(start)-50*time.Millisecond, promised)
	}
}

// promised is how soon a search returns when its time is up, and as much again.
const promised = 200 * time.Millisecond

func TestCancelledBeforehand(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	result := testkit.Run(ctx, New(), testkit.OneInEachLine(8), testkit.Task{}, func(model.Solution) bool { return true })
	if result.Complete || result.Reason.Kind != model.Interrupted || result.Solutions != 0 {
		t.Errorf("got %+v, want nothing because it was cancelled", result)
	}
}

func TestCancelledWhileEncodingOnTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	m := testkit.Tour(testkit.Knight(150, 150), true)
	start := time.Now()
	result := testkit.Run(ctx, New(), m, testkit.Task{Limit: 1}, func(model.Solution) bool { return true })
	testkit.Late(t, "returning", time.Since(start), time.Second)
	if result.Complete {
		t.Errorf("got %+v", result)
	}
}

func TestCancelledInYield(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	result := testkit.Run(ctx, New(), testkit.OneInEachLine(8), testkit.Task{}, func(model.Solution) bool {
		cancel()
		return true
	})
	if result.Complete || result.Solutions != 1 || result.Reason.Kind != model.Interrupted {
		t.Errorf("got %+v, want one solution and no completion", result)
	}
}

// TestAtOnce runs several solves at once, some of which are left, and holds
// them to their counts.
func TestAtOnce(t *testing.T) {
	var wait sync.WaitGroup
	for i := range 6 {
		wait.Go(func() {
			if i%3 == 0 {
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
				defer cancel()
				testkit.Run(ctx, New(), pigeons(hardPigeons), testkit.Task{}, func(model.Solution) bool { return true })
				return
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			result := testkit.Run(ctx, New(), testkit.OneInEachLine(8), testkit.Task{}, func(model.Solution) bool { return true })
			if result.Solutions != 92 || !result.Exhausted {
				t.Errorf("got %+v, want 92 solutions", result)
			}
		})
	}
	wait.Wait()
}

func TestProgressIsToldOnTime(t *testing.T) {
	ctx, end := testkit.ManualDeadline()
	told, start := 0, time.Now()
	task := testkit.Task{Progress: func(s model.Progress) {
		if s.Conflicts == 0 {
			t.Error("progress without conflicts")
		}
		if told++; told == 3 {
			end()
		}
	}}
	result := testkit.Run(ctx, New(), pigeons(hardPigeons), task, func(model.Solution) bool { return true })
	if told < 3 || result.Complete || result.Reason.Kind != model.TimeLimit || result.Stats.Conflicts == 0 {
		t.Errorf("progress was told %d times, %+v", told, result)
	}
	testkit.Early(t, "telling progress three times, at most ten times a second,", time.Since(start), 200*time.Millisecond) // two pauses
}

// oracleFor loads gophersat with the clauses of a model.
func oracleFor(t *testing.T, m *model.Model) *gophersat {
	t.Helper()
	e := newEncoder(t.Context(), m)
	e.encode(model.Options{}, nil)
	e.propagate()
	return newGophersat(t.Context(), e.loadable(nil), 0)
}

// A budget is a number of conflicts: whether it is enough does not depend on when they
// are counted.
func TestBudget(t *testing.T) {
	spend := func(budget int64) (status Status, conflicts int64) {
		status = oracleFor(t, pigeons(7)).Solve(t.Context(), budget, func(n int64) { conflicts += n })
		return status, conflicts
	}
	_, needed := spend(0)
	if needed < 100 {
		t.Fatalf("%d conflicts: the case is too easy for this test", needed)
	}
	for range 5 {
		for _, budget := range []int64{1, needed / 2, needed - 1, needed, needed + 1, 10 * needed} {
			want, spent := Unknown, budget
			if budget > needed {
				want, spent = Unsatisfiable, needed
			}
			if status, conflicts := spend(budget); status != want || conflicts != spent {
				t.Errorf("with %d of %d conflicts: status %d after %d, want %d after %d", budget, needed, status, conflicts, want, spent)
			}
		}
	}
}

// A search that is left ends, and frees the gate.
func TestLeftSearchEnds(t *testing.T) {
	o := oracleFor(t, pigeons(hardPigeons))
	if status := o.Solve(t.Context(), 500, nil); status != Unknown {
		t.Fatalf("status %d", status)
	}
	gate <- struct{}{}
	<-gate
}

// Unless a search is left, nothing that it learns is written out, which would take longer
// than the search.
func TestNoCertificate(t *testing.T) {
	o := oracleFor(t, pigeons(7))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if status := o.Solve(ctx, 1_000_000, func(int64) {}); status != Unsatisfiable || o.solver.Certified {
		t.Errorf("status %d, with a certificate: %v", status, o.solver.Certified)
	}
}
