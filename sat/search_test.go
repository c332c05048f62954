package sat

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nazo/engine"
	"nazo/internal/testtime"
	"nazo/model"
	"nazo/model/modeltest"
)

// first returns the solutions of a task in the order in which they come.
func first(m *model.Model, task modeltest.Task) (solutions []model.Solution, result engine.Result) {
	return firstBy(New(), m, task)
}

func firstBy(by *Engine, m *model.Model, task modeltest.Task) (solutions []model.Solution, result engine.Result) {
	result = modeltest.Run(context.Background(), by, m, task, func(s model.Solution) bool {
		solutions = append(solutions, s)
		return true
	})
	return solutions, result
}

func TestSameSeedSameOrder(t *testing.T) {
	m := modeltest.OneInEachLine(8)
	plain, _ := first(m, modeltest.Task{})
	again, _ := first(m, modeltest.Task{})
	if d := cmp.Diff(plain, again); d != "" {
		t.Errorf("two runs differ:\n%s", d)
	}
	seeded, _ := first(m, modeltest.Task{Seed: 7})
	seededAgain, _ := first(m, modeltest.Task{Seed: 7})
	if d := cmp.Diff(seeded, seededAgain); d != "" {
		t.Errorf("two runs with a seed differ:\n%s", d)
	}
	if cmp.Equal(plain, seeded) {
		t.Error("a seed does not change the order of the solutions")
	}
}

func TestLimit(t *testing.T) {
	got, result := first(modeltest.OneInEachLine(8), modeltest.Task{Limit: 5})
	if len(got) != 5 || !result.Complete || result.Exhausted {
		t.Errorf("%d solutions, %+v", len(got), result)
	}
}

func TestCallerStops(t *testing.T) {
	result := modeltest.Run(context.Background(), New(), modeltest.OneInEachLine(8), modeltest.Task{}, func(model.Solution) bool { return false })
	if result.Complete || result.Solutions != 1 || result.Reason.Kind == engine.None {
		t.Errorf("got %+v", result)
	}
}

// TestHintsAreDropped has a path that must turn back, which the hints for a
// first solution forbid.
func TestHintsAreDropped(t *testing.T) {
	m := modeltest.JoinedLabels(2, 2, []int32{0, -1, 0, -1}, true)
	got, result := first(m, modeltest.Task{Limit: 1})
	if len(got) != 1 {
		t.Errorf("no path around three sides: %+v", result)
	}
	if result.Stats.Solves < 2 {
		t.Error("the hints were not tried first")
	}
}

// TestJoinedRoutesKeepRules finds one tour that a rule makes start with given moves.
func TestJoinedRoutesKeepRules(t *testing.T) {
	g := modeltest.Knight(8, 8)
	m := modeltest.Tour(g, true)
	var fixed []engine.Within
	for _, v := range []int{27, 36, 20} { // two edges at each of some squares
		for i := range 2 {
			fixed = append(fixed, engine.Fix(model.VarID(g.Out[v][i].Edge), 1))
		}
	}
	got, result := first(m, modeltest.Task{Limit: 1, Within: fixed})
	if len(got) != 1 {
		t.Fatalf("got %+v", result)
	}
	for _, f := range fixed {
		if got[0][f.Var] != 1 {
			t.Errorf("edge %d is off", f.Var)
		}
	}
}

func TestBestIsKeptWhenCutOff(t *testing.T) {
	m := modeltest.Dominating(modeltest.Grid(16, 16))
	var result engine.Result
	testtime.Enough(500*time.Millisecond, func(ctx context.Context) bool {
		result = modeltest.Run(ctx, New(), m, modeltest.Task{Limit: 1}, func(model.Solution) bool { return true })
		return result.Complete || result.Best != nil
	})
	if result.Complete {
		t.Fatal("the case is too easy for this test")
	}
	value := model.Evaluate(m, result.Best).Int(m.Objectives[0].X)
	if b := result.Bounds[0]; b.Hi != value || b.Lo > 50 {
		t.Errorf("bounds are %v, the best value is %d", b, value)
	}
}

func TestRefuses(t *testing.T) {
	m := model.New()
	x := m.IntVar(m.AddInt(model.Range(0, 1<<40), -1, false))
	m.Constrain(0, model.True, model.Assert{B: m.Less(m.Int(1<<50), m.Product(x, x))})
	if _, err := New().Open(t.Context(), m, engine.Options{}); err == nil || !strings.Contains(err.Error(), "2^53") {
		t.Errorf("%v, want a refusal of a large number", err)
	}
	if _, err := New().Open(t.Context(), modeltest.Squares(), engine.Options{}); err != nil {
		t.Errorf("a small model is refused: %v", err)
	}
}

func TestLargeDomains(t *testing.T) {
	m := model.New()
	m.Finds = []model.Find{{Name: "x"}}
	m.Rules, m.Instances = []model.Rule{{Name: "rule"}}, []model.Instance{{}}
	x := m.IntVar(m.AddInt(model.Domain{{Lo: 1, Hi: 400_000}, {Lo: 500_000, Hi: 1_000_000}}, 0, false))
	y := m.IntVar(m.AddInt(model.Range(1, 1_000_000), 0, false))
	m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Product(x, y), m.Int(999_999_000_000))})
	m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Mod(x, m.Int(1000)), m.Int(999))})
	got, result := first(m, modeltest.Task{})
	want := 0
	for v := int64(1); v <= 1_000_000; v++ {
		if (v <= 400_000 || v >= 500_000) && v%1000 == 999 && 999_999_000_000%v == 0 && 999_999_000_000/v <= 1_000_000 {
			want++
		}
	}
	if len(got) != want || want == 0 || !result.Exhausted {
		t.Errorf("%d solutions, want %d; %+v", len(got), want, result)
	}
}

// TestConflictsAreBounded gives up after so many conflicts, and proves what takes fewer.
func TestConflictsAreBounded(t *testing.T) {
	job, err := New().Open(t.Context(), pigeons(7), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int64]engine.Kind{20: engine.WorkLimit, 1 << 40: engine.None} {
		r := job.Solve(t.Context(), engine.SolveOptions{Limit: 1, Conflicts: most}, func(model.Solution) bool { return true })
		if r.Reason.Kind != want || r.Exhausted != (want == engine.None) || r.Stats.Conflicts > most {
			t.Errorf("at most %d conflicts: %+v", most, r)
		}
	}
}
