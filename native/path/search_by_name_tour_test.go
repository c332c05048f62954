package path_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// Whatever a named search takes up it must answer as brute force does.
func TestNamedToursAgainstBruteForce(t *testing.T) {
	t.Parallel()
	taken := 0
	rapid.Check(t, func(rt *rapid.T) {
		m := randomRoute(rt)
		w := m.Constraints[0].Body.(model.Route)
		for v := range w.Graph.Order() { // some vertices may be ends
			halves := w.Graph.Out[v]
			if rapid.IntRange(0, 5).Draw(rt, "end") > 0 || w.Closed {
				continue
			}
			for i, h := range halves {
				for _, o := range halves[:i] {
					m.Constrain(0, model.True, model.Assert{B: m.And(w.Edges[h.Edge], w.Edges[o.Edge]).Not()})
				}
			}
		}
		want := testkit.BruteForce(m, testkit.Task{})
		for _, s := range native.Searches() {
			task := testkit.Task{Search: []string{s.Name}, Seed: rapid.Int64Range(0, 2).Draw(rt, "seed")}
			if s.For == "links" || s.Name == native.Default {
				continue
			}
			if _, err := testkit.Open(context.Background(), native.New(), m, task); err != nil {
				continue
			}
			taken++
			if !s.Exhaustive {
				task.Limit = 1
			}
			found, r := testkit.Solve(rt, native.New(), m, task)
			switch {
			case s.Exhaustive && (!r.Exhausted || !cmp.Equal(want, testkit.Sorted(found))):
				rt.Fatalf("%s: %+v\n%s", s.Name, r, cmp.Diff(want, testkit.Sorted(found)))
			case r.Exhausted && len(found) < len(want):
				rt.Fatalf("%s: %d solutions of %d, %+v", s.Name, len(found), len(want), r)
			}
			for _, f := range found {
				if !slices.ContainsFunc(want, func(w []int64) bool { return slices.Equal(w, f) }) {
					rt.Fatalf("%s: %v is no solution", s.Name, f)
				}
			}
		}
	})
	if taken < 50 {
		testkit.ShowsLittle(t, "only %d tasks were taken up", taken)
	}
}

func TestNamedToursDecline(t *testing.T) {
	tour := testkit.Tour(testkit.Knight(5, 5), false)
	weighed := testkit.Tour(testkit.Knight(5, 5), false)
	weighed.Objectives = []model.Objective{{X: weighed.ToInt(weighed.BoolVar(0))}}
	ruled := testkit.Tour(testkit.Knight(5, 5), false)
	ruled.Constrain(0, model.True, model.Assert{B: ruled.Or(ruled.BoolVar(0), ruled.BoolVar(1), ruled.BoolVar(2))})
	loose := testkit.Tour(testkit.Knight(5, 5), false)
	w := loose.Constraints[0].Body.(model.Route)
	w.Vertices[3] = loose.BoolVar(loose.AddBool(-1))
	for _, c := range []struct {
		name   string
		m      *model.Model
		search []string
		want   string
	}{
		{"unknown", tour, []string{"clever"}, "there are naive, feasible"},
		{"two", tour, []string{"naive", "degree"}, "stands alone"},
		{"default with another", tour, []string{"naive", "default"}, "stands alone"},
		{"objective", weighed, []string{"naive"}, "not the best"},
		{"another rule", ruled, []string{"degree"}, "says more than"},
		{"vertices left open", loose, []string{"factor"}, "leaves some open"},
		{"no path", testkit.OneInEachLine(4), []string{"naive"}, "the spec finds none"},
		{"directed", testkit.Tour(testkit.Directed(testkit.Knight(4, 4)), false), []string{"degree"}, "undirected"},
	} {
		task := testkit.Task{Search: c.search}
		_, err := testkit.Open(context.Background(), native.New(), c.m, task)
		r := testkit.Run(context.Background(), native.New(), c.m, task, func(model.Solution) bool { return true })
		if err == nil || !strings.Contains(err.Error(), c.want) || r.Complete || r.Exhausted || r.Reason != model.ReasonOf(err) {
			t.Errorf("%s: %v, %+v", c.name, err, r)
		}
	}
}

func TestLossyToursNeverCount(t *testing.T) {
	t.Parallel()
	for _, s := range native.Searches() {
		if s.Exhaustive || s.For != "path, cycle" || s.Name == "factor" {
			continue
		}
		for rows, m := range map[int]*model.Model{4: testkit.Tour(testkit.Knight(4, 4), false), 5: testkit.Tour(testkit.Knight(5, 5), false)} {
			_, r := testkit.Solve(t, native.New(), m, testkit.Task{Search: []string{s.Name}})
			if r.Complete || r.Exhausted || r.Reason.Kind != model.Lossy || r.Reason.Detail != "search "+s.Name+" may lose solutions" {
				t.Errorf("%s, %d rows: %+v", s.Name, rows, r)
			}
		}
	}
}

func TestNamedToursStopOnTime(t *testing.T) {
	m := testkit.Tour(testkit.Knight(41, 41), true) // an odd board has no closed tour
	for _, s := range native.Searches() {
		if s.For == "links" || s.Name == native.Default {
			continue
		}
		late, tries := time.Hour, 1
		if testkit.Timing() {
			tries = 5
		}
		for try := 0; try < tries && late > 100*time.Millisecond; try++ {
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
			begin := time.Now()
			r := testkit.Run(ctx, native.New(), m, testkit.Task{Search: []string{s.Name}}, func(model.Solution) bool { return true })
			cancel()
			if late = time.Since(begin) - 30*time.Millisecond; r.Solutions > 0 {
				t.Errorf("%s: %+v", s.Name, r)
			}
		}
		testkit.Late(t, s.Name+": returning", late, 100*time.Millisecond)
	}
}

func TestToursWatched(t *testing.T) {
	m := testkit.Tour(testkit.Knight(6, 6), true)
	for _, search := range []string{"naive", "feasible", "degree", "restarts", "warnsdorff2"} {
		seen := 0
		ctx, cancel := context.WithCancel(context.Background())
		testkit.Run(ctx, native.New(), m, testkit.Task{Search: []string{search}, WatchEvery: 10, Watch: func(trial model.Moment) {
			if seen++; trial.Choices != int64(10*seen) || len(trial.Lines) != 1 || len(trial.Lines[0]) < 2 {
				t.Errorf("%s: trial %d is %+v", search, seen, trial)
			}
			if seen == 20 {
				cancel()
			}
		}}, func(model.Solution) bool { return true })
		cancel()
		if seen < 2 {
			t.Errorf("%s was seen %d times", search, seen)
		}
	}
}

func TestEstimateTree(t *testing.T) {
	m := testkit.Tour(testkit.Knight(4, 5), false)
	_, r := testkit.Solve(t, native.New(), m, testkit.Task{Search: []string{"naive"}})
	estimate := func(search string, probes int) (model.Estimate, error) {
		j, err := native.New().Open(t.Context(), m, model.Options{Search: []string{search}})
		if err != nil {
			return model.Estimate{}, err
		}
		return j.(model.Estimator).Estimate(t.Context(), model.EstimateOptions{Probes: probes})
	}
	e, err := estimate("naive", 20_000)
	if err != nil || e.Probes != 20_000 || math.Abs(e.Mean-float64(r.Stats.Nodes)) > 4*e.StdError {
		t.Errorf("%+v, %v; there are %d", e, err, r.Stats.Nodes)
	}
	for _, search := range []string{"restarts", "clever"} {
		if _, err := estimate(search, 10); err == nil {
			t.Errorf("%s is estimated", search)
		}
	}
}

// The first tour of a large board comes at once, from the default as well.
func TestLargeToursOnTime(t *testing.T) {
	for _, closed := range []bool{false, true} {
		m := testkit.Tour(testkit.Knight(150, 150), closed)
		for _, search := range [][]string{nil, {"factor"}} {
			begin := time.Now()
			found, r := testkit.Solve(t, native.New(), m, testkit.Task{Search: search, Limit: 1})
			testkit.Late(t, fmt.Sprintf("closed %t, %v", closed, search), time.Since(begin), 3*time.Second)
			if len(found) != 1 || !r.Complete {
				t.Errorf("closed %t, %v: %d found, %+v", closed, search, len(found), r)
			}
		}
	}
}

// The engine's own search shows its pieces, which must be paths of the graph.
func TestDefaultWatched(t *testing.T) {
	for _, g := range []*alg.Graph{testkit.Knight(6, 6), testkit.Directed(testkit.Knight(5, 5))} {
		seen := 0
		ctx, cancel := context.WithCancel(context.Background())
		testkit.Run(ctx, native.New(), testkit.Tour(g, !g.Directed), testkit.Task{WatchEvery: 7, Watch: func(trial model.Moment) {
			used := map[int32]bool{}
			for _, line := range trial.Lines {
				for i, v := range line {
					if used[v] || i > 0 && !slices.ContainsFunc(g.Out[line[i-1]], func(h alg.Half) bool { return h.To == v }) {
						t.Fatalf("%v: vertex %d", trial, v)
					}
					used[v] = true
				}
			}
			if trial.Choices%7 != 0 {
				t.Errorf("trial %+v", trial)
			}
			if len(used) > 0 {
				seen++
			}
			if seen == 50 {
				cancel()
			}
		}}, func(model.Solution) bool { return true })
		cancel()
		if seen < 10 {
			t.Errorf("seen %d times", seen)
		}
	}
}

// An end may be said in two ways; named searches understand both.
func TestNamedToursFromACorner(t *testing.T) {
	t.Parallel()
	for _, pairs := range []bool{false, true} {
		for _, search := range []string{"naive", "feasible", "degree"} {
			m := fixedStart(testkit.Knight(5, 5), 0, pairs)
			found, r := testkit.Solve(t, native.New(), m, testkit.Task{Search: []string{search}})
			if len(found) != 304 || !r.Exhausted || search == "naive" && r.Stats.Nodes != 1_735_078 {
				t.Errorf("%s, pairs %t: %d tours of 5×5 from a corner, want 304; %+v", search, pairs, len(found), r)
			}
		}
	}
}

// A rule about arcs of a directed path that is more than the path says itself is not passed over.
func TestDirectedPathsWithRules(t *testing.T) {
	m := testkit.Tour(testkit.Directed(testkit.Knight(4, 4)), false)
	e := m.Constraints[0].Body.(model.Route).Edges
	m.Constrain(0, model.True, model.Assert{B: m.And(e[0], e[len(e)-1]).Not()})
	_, err := testkit.Open(context.Background(), native.New(), m, testkit.Task{Search: []string{"naive"}})
	if err == nil || !strings.Contains(err.Error(), "says more than") {
		t.Errorf("%v", err)
	}
}
