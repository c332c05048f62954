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

// randomPath draws a model of one path that may leave vertices out, with pairs
// of edges that exclude each other and perhaps an objective.
func randomPath(t *rapid.T) *model.Model {
	n := rapid.IntRange(1, 5).Draw(t, "vertices")
	var ends []alg.Edge
	for u := range n {
		for v := range u {
			if len(ends) < 7 && rapid.IntRange(0, 3).Draw(t, "edge") > 0 {
				ends = append(ends, alg.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	m := model.New()
	m.Finds, m.Rules, m.Instances = []model.Find{{Name: "path"}}, []model.Rule{{}}, []model.Instance{{}}
	switches := func(n int, find int32) []model.Bool {
		out := make([]model.Bool, n)
		for i := range out {
			out[i] = m.BoolVar(m.AddBool(find))
			if rapid.IntRange(0, 6).Draw(t, "negated") == 0 {
				out[i] = out[i].Not()
			}
			if rapid.IntRange(0, 8).Draw(t, "off") == 0 {
				m.Constrain(0, model.True, model.Assert{B: out[i].Not()})
			}
		}
		return out
	}
	w := model.Route{Graph: alg.NewGraph(n, ends, false), Edges: switches(len(ends), 0),
		Vertices: switches(n, int32(-rapid.IntRange(0, 1).Draw(t, "helpers")))}
	m.Constrain(0, model.True, w)
	for i := range w.Edges {
		for j := range i {
			if rapid.IntRange(0, 3).Draw(t, "exclude") == 0 {
				m.Constrain(0, model.True, model.Assert{B: m.And(w.Edges[i], w.Edges[j]).Not()})
			}
		}
	}
	if rapid.Bool().Draw(t, "objective") {
		terms := []model.Term{{Coef: 1, X: m.Int(int64(rapid.IntRange(-2, 2).Draw(t, "constant")))}}
		same := rapid.Bool().Draw(t, "all edges are worth the same") // then many vertices are alike
		for i, l := range append(w.Edges[:len(w.Edges):len(w.Edges)], w.Vertices...) {
			worth := int64(rapid.IntRange(-1, 2).Draw(t, "worth"))
			if same {
				worth = 0
				if i < len(w.Edges) {
					worth = 1
				}
			}
			terms = append(terms, model.Term{Coef: worth, X: m.ToInt(l)})
		}
		m.Objectives = []model.Objective{{X: m.Sum(terms...), Maximize: rapid.Bool().Draw(t, "maximize")}}
	}
	return m
}

func TestPathsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := randomPath(rt)
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
		if len(m.Objectives) > 0 && r.Solutions > 0 && r.Bounds[0].Lo != r.Bounds[0].Hi {
			rt.Fatalf("bounds %v", r.Bounds)
		}
		task.Limit = 1
		if first, r := testkit.Solve(rt, native.New(), m, task); len(first) != min(1, len(found)) || !r.Complete {
			rt.Fatalf("asked for one: %v, %+v", first, r)
		}
	})
}
