package count

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestSampleStructures draws solutions of random structures: all are solutions of the
// model, with all their helpers, and their number is that of the search.
func TestSampleStructures(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	taken := map[string]int{}
	tries := 200
	if testkit.Thorough() {
		tries = 700
	}
	for seed := range uint64(tries) {
		m, what := randomStructure(seed)
		m.Objectives = nil
		samples, total, err := Open(m, model.Options{}).Sample(context.Background(), model.SampleOptions{Seed: int64(seed), Number: 20})
		if model.ReasonOf(err).Kind == model.Unsupported {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		want := int64(0)
		testkit.Run(context.Background(), Engine, m, testkit.Task{}, func(model.Solution) bool { want++; return true })
		if total.Cmp(big.NewInt(want)) != 0 || (len(samples) == 20) != (want > 0) {
			t.Fatalf("seed %d, %s: %d samples of %d, want %d\n%s", seed, what, len(samples), total, want, testkit.Describe(m))
		}
		for _, s := range samples {
			if v := model.Evaluate(m, s).Violated(nil); len(v) > 0 || slices.ContainsFunc(m.Vars, outside(m, s)) {
				t.Fatalf("seed %d, %s: %v violates %v\n%s", seed, what, s, v, testkit.Describe(m))
			}
			taken[what]++
		}
	}
	for _, what := range []string{"cycle", "path", "links", "forest", "connected"} {
		if taken[what] < tries/7 {
			t.Errorf("only %d samples of a %s", taken[what], what)
		}
	}
}

// outside tells which variables have a value that is none of theirs.
func outside(m *model.Model, s model.Solution) func(*model.Var) bool {
	v := -1
	return func(of *model.Var) bool { v++; return !of.Domain.Contains(s[v]) }
}

// TestSampleEvenly draws many solutions, with edges and without, and counts how often
// each comes up.
func TestSampleEvenly(t *testing.T) {
	t.Parallel()
	m := model.New()
	m.Finds = []model.Find{{Name: "path"}, {Name: "more"}}
	m.Rules, m.Instances = []model.Rule{{Name: "path"}}, []model.Instance{{}}
	g := testkit.Grid(2, 3)
	w := model.Route{Graph: g}
	for range g.Edges {
		w.Edges = append(w.Edges, m.BoolVar(m.AddBool(0)))
	}
	for range g.Order() {
		w.Vertices = append(w.Vertices, m.BoolVar(m.AddBool(0)))
	}
	m.Constrain(0, model.True, w)
	m.AddInt(model.Range(1, 3), 1, false) // of which nothing is said
	opened := Open(m, model.Options{})
	_, total, err := opened.Sample(context.Background(), model.SampleOptions{Number: 1})
	if err != nil {
		t.Fatal(err)
	}
	kinds := total.Int64()
	const each = 200
	samples, _, err := opened.Sample(context.Background(), model.SampleOptions{Seed: 5, Number: int(kinds) * each})
	if err != nil {
		t.Fatal(err)
	}
	times := map[string]int{}
	for _, s := range samples {
		times[fmt.Sprint(s)]++
	}
	if int64(len(times)) != kinds {
		t.Errorf("%d different samples of %d", len(times), kinds)
	}
	for s, n := range times {
		if n < each/2 || n > each*3/2 { // seven standard deviations
			t.Errorf("%s comes up %d times, not about %d", s, n, each)
		}
	}
}

// TestSampleTooLarge draws with less memory than the states need: no layer is made where that is known beforehand, and
// where it is just too little they are, since an estimate may be too high.
func TestSampleTooLarge(t *testing.T) {
	t.Parallel()
	opened := Open(testkit.Tour(testkit.Knight(6, 6), true), model.Options{})
	plan, err := opened.Plan(t.Context(), model.CountOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f := plan.Forecast(t.Context())
	for _, c := range []struct {
		share  float64 // of what the states of all layers take, as estimated
		begins bool
	}{{0.01, false}, {0.1, true}} {
		layers := 0
		o := model.SampleOptions{Number: 1, Memory: int64(c.share * 16 * f.Total), Progress: func(model.CountProgress) { layers++ }}
		_, _, err := opened.Sample(t.Context(), o)
		if model.ReasonOf(err).Kind != model.MemoryLimit || (layers > 0) != c.begins {
			t.Errorf("%v of %.0f states: %v after %d layers", c.share, f.Total, err, layers)
		}
	}
}
