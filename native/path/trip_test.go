package path_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// restrict adds conditions on a few edges.
func restrict(t *rapid.T, m *model.Model, edges []model.Bool) {
	for range rapid.IntRange(0, 3).Draw(t, "conditions") {
		if len(edges) == 0 {
			return
		}
		some := rapid.SliceOfNDistinct(rapid.SampledFrom(edges), 1, min(3, len(edges)), rapid.ID).Draw(t, "some")
		for i := range some {
			if rapid.IntRange(0, 3).Draw(t, "negated") == 0 {
				some[i] = some[i].Not()
			}
		}
		terms := make([]model.Term, len(some))
		for i, l := range some {
			terms[i] = model.Term{Coef: 1, X: m.ToInt(l)}
		}
		var b model.Bool
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			b = m.And(some...).Not()
		case 1:
			b = m.LessEq(m.Sum(terms...), m.Int(1))
		case 2:
			b = m.Equal(m.Sum(terms...), m.Int(1))
		}
		m.Constrain(0, model.True, model.Assert{B: b})
	}
}

// weigh adds an objective that adds up edges.
func weigh(t *rapid.T, m *model.Model, edges []model.Bool, least, most int) {
	terms := []model.Term{{Coef: 1, X: m.Int(int64(rapid.IntRange(-3, 3).Draw(t, "constant")))}}
	for _, l := range edges {
		if rapid.IntRange(0, 9).Draw(t, "negated") == 0 {
			l = l.Not()
		}
		terms = append(terms, model.Term{Coef: int64(rapid.IntRange(least, most).Draw(t, "cost")), X: m.ToInt(l)})
	}
	m.Objectives = []model.Objective{{X: m.Sum(terms...), Maximize: rapid.Bool().Draw(t, "maximize")}}
}

// TestTripsAgainstBruteForce tries small routes of all kinds, whose edges are known, or restricted, in part.
func TestTripsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := randomRoute(rt)
		w := m.Constraints[0].Body.(model.Route)
		restrict(rt, m, w.Edges)
		most := rapid.SampledFrom([]int{1, 5, 1000}).Draw(rt, "greatest cost")
		weigh(rt, m, w.Edges, -most/2, most)
		task := testkit.Task{Seed: rapid.Int64Range(0, 3).Draw(rt, "seed")}
		rt.Log(testkit.Describe(m))
		found, r := testkit.Solve(rt, native.New(), m, task)
		if !r.Exhausted {
			rt.Fatalf("result %+v", r)
		}
		if d := cmp.Diff(testkit.BruteForce(m, task), testkit.Sorted(found)); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
		if r.Solutions > 0 {
			if best := model.Evaluate(m, model.Solution(found[0])).Int(m.Objectives[0].X); r.Bounds[0] != (model.Interval{Lo: best, Hi: best}) {
				rt.Fatalf("bounds %v, the best is %d", r.Bounds, best)
			}
		}
		task.Limit = 1
		if first, r := testkit.Solve(rt, native.New(), m, task); len(first) != min(1, len(found)) || !r.Complete {
			rt.Fatalf("asked for one: %v, %+v", first, r)
		}
	})
}

// TestCompleteTripsAgainstBruteForce tries the cycles of complete graphs, one permutation after the other.
func TestCompleteTripsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		directed := rapid.Bool().Draw(rt, "directed")
		n := rapid.IntRange(3, 8).Draw(rt, "vertices")
		if directed {
			n = min(n, 6)
		}
		var edges []alg.Edge
		number := map[[2]int]int{}
		for u := range n {
			for v := range n {
				if u < v || directed && u != v {
					number[[2]int{u, v}] = len(edges)
					if !directed {
						number[[2]int{v, u}] = len(edges)
					}
					edges = append(edges, alg.Edge{U: int32(u), V: int32(v)})
				}
			}
		}
		m := testkit.Tour(alg.NewGraph(n, edges, directed), true)
		w := m.Constraints[0].Body.(model.Route)
		for range rapid.IntRange(0, 2).Draw(rt, "known") {
			l := rapid.SampledFrom(w.Edges).Draw(rt, "edge")
			if rapid.Bool().Draw(rt, "off") {
				l = l.Not()
			}
			m.Constrain(0, model.True, model.Assert{B: l})
		}
		restrict(rt, m, w.Edges)
		weigh(rt, m, w.Edges, 0, rapid.SampledFrom([]int{2, 30}).Draw(rt, "greatest cost"))

		best, ways := int64(0), 0
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		values := make(model.Solution, len(m.Vars))
		var try func(i int)
		try = func(i int) {
			if i < n {
				for k := i; k < n; k++ {
					order[i], order[k] = order[k], order[i]
					try(i + 1)
					order[i], order[k] = order[k], order[i]
				}
				return
			}
			if !directed && order[1] > order[n-1] {
				return
			}
			clear(values)
			for k, v := range order {
				m.Assign(values, w.Edges[number[[2]int{v, order[(k+1)%n]}]], true)
			}
			e := model.Evaluate(m, values)
			if len(e.Violated(nil)) > 0 {
				return
			}
			cost := e.Int(m.Objectives[0].X)
			switch better := cost < best != m.Objectives[0].Maximize; {
			case ways == 0 || cost != best && better:
				best, ways = cost, 1
			case cost == best:
				ways++
			}
		}
		try(1)
		found, r := testkit.Solve(rt, native.New(), m, testkit.Task{})
		if !r.Exhausted || len(found) != ways || ways > 0 && r.Bounds[0] != (model.Interval{Lo: best, Hi: best}) {
			rt.Fatalf("%d of the best, %+v; want %d that cost %d", len(found), r, ways, best)
		}
	})
}

// eil51 are 51 places of TSPLIB, x and y one after the other, whose shortest round trip is published.
var eil51 = [...]float64{37, 52, 49, 49, 52, 64, 20, 26, 40, 30, 21, 47, 17, 63, 31, 62, 52, 33, 51, 21, 42, 41, 31, 32, 5, 25, 12, 42,
	36, 16, 52, 41, 27, 23, 17, 33, 13, 13, 57, 58, 62, 42, 42, 57, 16, 57, 8, 52, 7, 38, 27, 68, 30, 48, 43, 67, 58, 48, 58, 27,
	37, 69, 38, 46, 46, 10, 61, 33, 62, 63, 63, 69, 32, 22, 45, 35, 59, 15, 5, 6, 10, 17, 21, 10, 5, 64, 30, 15, 39, 10, 32, 39,
	25, 32, 25, 55, 48, 28, 56, 37, 30, 40}

// TestPublishedTrip wants a published optimum proved with few choices.
func TestPublishedTrip(t *testing.T) {
	var edges []alg.Edge
	var lengths []int64
	for v := range len(eil51) / 2 {
		for u := range v {
			edges = append(edges, alg.Edge{U: int32(u), V: int32(v)})
			lengths = append(lengths, int64(math.Hypot(eil51[2*u]-eil51[2*v], eil51[2*u+1]-eil51[2*v+1])+0.5))
		}
	}
	m := testkit.Tour(alg.NewGraph(len(eil51)/2, edges, false), true)
	var terms []model.Term
	for i, l := range m.Constraints[0].Body.(model.Route).Edges {
		terms = append(terms, model.Term{Coef: lengths[i], X: m.ToInt(l)})
	}
	m.Objectives = []model.Objective{{X: m.Sum(terms...)}}
	_, r := testkit.Solve(t, native.New(), m, testkit.Task{Limit: 1})
	if !r.Complete || r.Bounds[0] != (model.Interval{Lo: 426, Hi: 426}) || r.Stats.Nodes > 500 {
		t.Errorf("%+v", r)
	}
}
