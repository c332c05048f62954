package path_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// randomRoute draws a model of one route through all vertices but some that are
// off, with some edges known: what the search on bare arrays takes up.
func randomRoute(t *rapid.T) *model.Model {
	n := rapid.IntRange(1, 6).Draw(t, "vertices")
	directed := rapid.Bool().Draw(t, "directed")
	dense := rapid.IntRange(1, 4).Draw(t, "dense")
	var edges []alg.Edge
	for u := range n {
		for v := range n {
			if u != v && (directed || u < v) && rapid.IntRange(0, dense).Draw(t, "edge") > 0 && len(edges) < 12 {
				edges = append(edges, alg.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	m := testkit.Tour(alg.NewGraph(n, edges, directed), rapid.Bool().Draw(t, "closed"))
	w := m.Constraints[0].Body.(model.Route)
	for v := range n {
		if rapid.IntRange(0, 9).Draw(t, "off") == 0 {
			w.Vertices[v] = model.False
		}
	}
	for i := range edges {
		switch rapid.IntRange(0, 9).Draw(t, "known") {
		case 0:
			m.Constrain(0, model.True, model.Assert{B: w.Edges[i]})
		case 1:
			m.Constrain(0, model.True, model.Assert{B: w.Edges[i].Not()})
		case 2:
			w.Edges[i] = w.Edges[i].Not()
		}
	}
	return m
}

func TestRoutesAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := randomRoute(rt)
		task := testkit.Task{Seed: rapid.Int64Range(0, 3).Draw(rt, "seed")}
		rt.Log(testkit.Describe(m))
		found, r := testkit.Solve(rt, native.New(), m, task)
		if !r.Exhausted {
			rt.Fatalf("result %+v", r)
		}
		if d := cmp.Diff(testkit.BruteForce(m, task), testkit.Sorted(found)); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
		if len(testkit.Sorted(found)) != r.Solutions {
			rt.Fatal("a solution comes twice")
		}
		task.Limit = 1
		if first, r := testkit.Solve(rt, native.New(), m, task); len(first) != min(1, len(found)) || !r.Complete {
			rt.Fatalf("asked for one: %v, %+v", first, r)
		}
	})
}

// fixedStart is the open tours of g from vertex v, which is said in one of two ways.
func fixedStart(g *alg.Graph, v int, pairs bool) *model.Model {
	m := testkit.Tour(g, false)
	w := m.Constraints[0].Body.(model.Route)
	var sum []model.Term
	for i, h := range g.Out[v] {
		sum = append(sum, model.Term{Coef: 1, X: m.ToInt(w.Edges[h.Edge])})
		for _, o := range g.Out[v][:i] {
			if pairs {
				m.Constrain(0, model.True, model.Assert{B: m.And(w.Edges[h.Edge], w.Edges[o.Edge]).Not()})
			}
		}
	}
	if !pairs {
		m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Sum(sum...), m.Int(1))})
	}
	return m
}

func TestToursFromACorner(t *testing.T) {
	for _, pairs := range []bool{false, true} {
		found, r := testkit.Solve(t, native.New(), fixedStart(testkit.Knight(5, 5), 0, pairs), testkit.Task{})
		if len(found) != 304 || !r.Exhausted {
			t.Errorf("%d tours of 5×5 from a corner, want 304; %+v", len(found), r)
		}
		found, r = testkit.Solve(t, native.New(), fixedStart(testkit.Knight(5, 5), 1, pairs), testkit.Task{})
		if len(found) != 0 || !r.Exhausted {
			t.Errorf("%d tours of 5×5 from beside a corner, want 0; %+v", len(found), r)
		}
		if r.Stats.Propagations > 100 {
			t.Errorf("the search did not run on bare arrays: %+v", r.Stats)
		}
	}
}

// TestExcludedEdgesBesideAnEdge has two edges at a vertex exclude each other, while a third is on:
// it is no end of the path then.
func TestExcludedEdgesBesideAnEdge(t *testing.T) {
	m := testkit.Tour(alg.NewGraph(4, []alg.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}, {U: 0, V: 3}}, false), false)
	edges := m.Constraints[0].Body.(model.Route).Edges
	for _, b := range []model.Bool{m.And(edges[0], edges[1]).Not(), edges[2], edges[3]} {
		m.Constrain(0, model.True, model.Assert{B: b})
	}
	found, r := testkit.Solve(t, native.New(), m, testkit.Task{})
	if d := cmp.Diff([][]int64{{0, 1, 1, 1}, {1, 0, 1, 1}}, testkit.Sorted(found)); d != "" || !r.Exhausted {
		t.Errorf("%+v, solutions differ (-want +got):\n%s", r, d)
	}
}
