package sat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

func TestShortestRoundTrips(t *testing.T) {
	for _, c := range []struct {
		name      string
		distances [][]int64
		want      int64
	}{
		{"burma14", testkit.Burma14(), 3323},
		{"gr17", testkit.Gr17(), 2085},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, result := first(testkit.RoundTrip(c.distances), testkit.Task{Limit: 1})
			if want := (model.Interval{Lo: c.want, Hi: c.want}); len(got) != 1 || result.Bounds[0] != want {
				t.Errorf("the shortest round trip is proved to be %v, want %d; %+v", result.Bounds, c.want, result)
			}
		})
	}
}

// TestRoundTripsOfAllKinds holds optima against those of all solutions: paths
// and cycles, least and greatest, with gaps in the graph and other rules.
func TestRoundTripsOfAllKinds(t *testing.T) {
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 0))
		var edges []alg.Edge
		n := 4 + random.IntN(4)
		for v := range n {
			for u := range v {
				if random.IntN(5) > 0 {
					edges = append(edges, alg.Edge{U: int32(u), V: int32(v)})
				}
			}
		}
		m := testkit.Tour(alg.NewGraph(n, edges, false), random.IntN(2) == 0)
		on := func(i int) model.Bool { return m.BoolVar(m.Finds[0].Vars[i]) }
		var terms []model.Term
		for i := range edges {
			if random.IntN(6) > 0 {
				terms = append(terms, model.Term{Coef: random.Int64N(400) - 100, X: m.ToInt(on(i))})
			}
		}
		if random.IntN(2) == 0 { // something else in the objective
			terms = append(terms, model.Term{Coef: 30 - random.Int64N(60), X: m.ToInt(m.And(on(0), on(1)))})
		}
		for range random.IntN(3) {
			m.Constrain(0, model.True, model.Assert{B: m.And(on(random.IntN(len(edges))), on(random.IntN(len(edges)))).Not()})
		}
		x := m.Sum(terms...)
		m.Objectives = []model.Objective{{X: x, Maximize: random.IntN(3) == 0}}
		every, _ := first(m, testkit.Task{AnyObjective: true})
		best, count := int64(0), 0
		for _, s := range every {
			v := model.Evaluate(m, s).Int(x)
			switch {
			case count == 0 || v < best && !m.Objectives[0].Maximize || v > best && m.Objectives[0].Maximize:
				best, count = v, 1
			case v == best:
				count++
			}
		}
		got, result := first(m, testkit.Task{})
		if len(got) != count || count > 0 && result.Bounds[0] != (model.Interval{Lo: best, Hi: best}) {
			t.Errorf("seed %d: %d solutions with %v, want %d with %d", seed, len(got), result.Bounds, count, best)
		}
	}
}

// BenchmarkRoundTrip has places at random on a square.
func BenchmarkRoundTrip(b *testing.B) {
	for _, n := range []int{20, 40} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 0))
			places := make([][2]float64, n)
			distances := make([][]int64, n)
			for i := range places {
				places[i] = [2]float64{random.Float64() * 1000, random.Float64() * 1000}
				for _, q := range places[:i+1] {
					distances[i] = append(distances[i], int64(math.Hypot(places[i][0]-q[0], places[i][1]-q[1])))
				}
			}
			solveN(b, func() *model.Model { return testkit.RoundTrip(distances) }, 1, 1)
		})
	}
}
