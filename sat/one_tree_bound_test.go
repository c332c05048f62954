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
		{"burma14", burma14(), 3323},
		{"gr17", gr17(), 2085},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, result := first(shortestTour(c.distances), testkit.Task{Limit: 1})
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
			solveN(b, func() *model.Model { return shortestTour(distances) }, 1, 1)
		})
	}
}

// shortestTour asks for the shortest cycle through all places. It takes the
// distances below the diagonal, row by row.
func shortestTour(distances [][]int64) *model.Model {
	g := testkit.Complete(len(distances))
	m := testkit.Tour(g, true)
	terms := make([]model.Term, len(g.Edges))
	for i, e := range g.Edges {
		edge := m.BoolVar(m.Finds[0].Vars[i])
		terms[i] = model.Term{Coef: distances[max(e.U, e.V)][min(e.U, e.V)], X: m.ToInt(edge)}
	}
	m.Objectives = []model.Objective{{X: m.Sum(terms...)}}
	return m
}

// burma14 are the distances of burma14 in TSPLIB (Reinelt 1991), between places
// given by latitude and longitude; the shortest round trip is 3323.
func burma14() [][]int64 {
	places := [][2]float64{
		{16.47, 96.10}, {16.47, 94.44}, {20.09, 92.54}, {22.39, 93.37}, {25.23, 97.24}, {22.00, 96.05}, {20.47, 97.02},
		{17.20, 96.29}, {16.30, 97.38}, {14.05, 98.12}, {16.53, 97.38}, {21.52, 95.59}, {19.41, 97.13}, {20.09, 94.55},
	}
	radians := func(x float64) float64 { // degrees and, as decimals, minutes
		degrees := math.Trunc(x)
		return 3.141592 * (degrees + 5*(x-degrees)/3) / 180
	}
	out := make([][]int64, len(places))
	for i, p := range places {
		for _, q := range places[:i+1] {
			q1 := math.Cos(radians(p[1]) - radians(q[1]))
			q2 := math.Cos(radians(p[0]) - radians(q[0]))
			q3 := math.Cos(radians(p[0]) + radians(q[0]))
			out[i] = append(out[i], int64(6378.388*math.Acos(((1+q1)*q2-(1-q1)*q3)/2)+1))
		}
	}
	return out
}

// gr17 are the distances of gr17 in TSPLIB; the shortest round trip is 2085.
func gr17() [][]int64 {
	return [][]int64{
		{0},
		{633, 0},
		{257, 390, 0},
		{91, 661, 228, 0},
		{412, 227, 169, 383, 0},
		{150, 488, 112, 120, 267, 0},
		{80, 572, 196, 77, 351, 63, 0},
		{134, 530, 154, 105, 309, 34, 29, 0},
		{259, 555, 372, 175, 338, 264, 232, 249, 0},
		{505, 289, 262, 476, 196, 360, 444, 402, 495, 0},
		{353, 282, 110, 324, 61, 208, 292, 250, 352, 154, 0},
		{324, 638, 437, 240, 421, 329, 297, 314, 95, 578, 435, 0},
		{70, 567, 191, 27, 346, 83, 47, 68, 189, 439, 287, 254, 0},
		{211, 466, 74, 182, 243, 105, 150, 108, 326, 336, 184, 391, 145, 0},
		{268, 420, 53, 239, 199, 123, 207, 165, 383, 240, 140, 448, 202, 57, 0},
		{246, 745, 472, 237, 528, 364, 332, 349, 202, 685, 542, 157, 289, 426, 483, 0},
		{121, 518, 142, 84, 297, 35, 29, 36, 236, 390, 238, 301, 55, 96, 153, 336, 0},
	}
}
