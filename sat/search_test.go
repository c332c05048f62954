package sat

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// first returns the solutions of a task in the order in which they come.
func first(m *model.Model, task testkit.Task) (solutions []model.Solution, result model.Result) {
	return firstBy(New(), m, task)
}

func firstBy(by *Engine, m *model.Model, task testkit.Task) (solutions []model.Solution, result model.Result) {
	result = testkit.Run(context.Background(), by, m, task, func(s model.Solution) bool {
		solutions = append(solutions, s)
		return true
	})
	return solutions, result
}

func TestSameSeedSameOrder(t *testing.T) {
	m := testkit.OneInEachLine(8)
	plain, _ := first(m, testkit.Task{})
	again, _ := first(m, testkit.Task{})
	if d := cmp.Diff(plain, again); d != "" {
		t.Errorf("two runs differ:\n%s", d)
	}
	seeded, _ := first(m, testkit.Task{Seed: 7})
	seededAgain, _ := first(m, testkit.Task{Seed: 7})
	if d := cmp.Diff(seeded, seededAgain); d != "" {
		t.Errorf("two runs with a seed differ:\n%s", d)
	}
	if cmp.Equal(plain, seeded) {
		t.Error("a seed does not change the order of the solutions")
	}
}

func TestLimit(t *testing.T) {
	got, result := first(testkit.OneInEachLine(8), testkit.Task{Limit: 5})
	if len(got) != 5 || !result.Complete || result.Exhausted {
		t.Errorf("%d solutions, %+v", len(got), result)
	}
}

func TestCallerStops(t *testing.T) {
	result := testkit.Run(context.Background(), New(), testkit.OneInEachLine(8), testkit.Task{}, func(model.Solution) bool { return false })
	if result.Complete || result.Solutions != 1 || result.Reason.Kind == model.None {
		t.Errorf("got %+v", result)
	}
}

// TestHintsAreDropped has a path that must turn back, which the hints for a
// first solution forbid.
func TestHintsAreDropped(t *testing.T) {
	m := testkit.JoinedLabels(2, 2, []int32{0, -1, 0, -1}, true)
	got, result := first(m, testkit.Task{Limit: 1})
	if len(got) != 1 {
		t.Errorf("no path around three sides: %+v", result)
	}
	if result.Stats.Solves < 2 {
		t.Error("the hints were not tried first")
	}
}

// TestJoinedRoutesKeepRules finds one tour that a rule makes start with given moves.
func TestJoinedRoutesKeepRules(t *testing.T) {
	g := testkit.Knight(8, 8)
	m := testkit.Tour(g, true)
	var fixed []model.Within
	for _, v := range []int{27, 36, 20} { // two edges at each of some squares
		for i := range 2 {
			fixed = append(fixed, model.Fix(model.VarID(g.Out[v][i].Edge), 1))
		}
	}
	got, result := first(m, testkit.Task{Limit: 1, Within: fixed})
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
	m := testkit.Dominating(testkit.Grid(16, 16))
	var result model.Result
	testkit.Enough(500*time.Millisecond, func(ctx context.Context) bool {
		result = testkit.Run(ctx, New(), m, testkit.Task{Limit: 1}, func(model.Solution) bool { return true })
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
	if _, err := New().Open(t.Context(), m, model.Options{}); err == nil || !strings.Contains(err.Error(), "2^53") {
		t.Errorf("%v, want a refusal of a large number", err)
	}
	if _, err := New().Open(t.Context(), testkit.Squares(), model.Options{}); err != nil {
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
	got, result := first(m, testkit.Task{})
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
	job, err := New().Open(t.Context(), pigeons(7), model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int64]model.Kind{20: model.WorkLimit, 1 << 40: model.None} {
		r := job.Solve(t.Context(), model.SolveOptions{Limit: 1, Conflicts: most}, func(model.Solution) bool { return true })
		if r.Reason.Kind != want || r.Exhausted != (want == model.None) || r.Stats.Conflicts > most {
			t.Errorf("at most %d conflicts: %+v", most, r)
		}
	}
}
