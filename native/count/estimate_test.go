package count

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// plain is a problem of a shape with the same degrees everywhere.
func plain(g *alg.Graph, shape Shape, allowed uint64) *Problem {
	return &Problem{Graph: g, Shape: shape, Degrees: degrees(len(g.Out), allowed), Unknowns: len(g.Edges)}
}

func cornerToCorner(n int) *Problem {
	p := plain(leaps(n, n, rook...), OnePath, 0b101)
	p.Degrees[0], p.Degrees[n*n-1] = 0b10, 0b10
	return p
}

// randomLinks has pairs of labels at random vertices of a square.
func randomLinks(n, pairs int, allowed uint64) *Problem {
	p := plain(leaps(n, n, rook...), Linked, allowed)
	p.Labels = make([]int32, n*n)
	for v := range p.Labels {
		p.Labels[v] = -1
	}
	for i, v := range rand.New(rand.NewPCG(1, 2)).Perm(n * n)[:2*pairs] {
		p.Labels[v] = int32(i / 2)
		p.Degrees[v] = 0b10
	}
	return p
}

// clued is a cycle on a square in which some squares say how many of their sides
// it takes.
func clued(n int, share float64) *Problem {
	p := plain(leaps(n, n, rook...), OneCycle, 0b101)
	at := map[alg.Edge]int32{}
	for i, e := range p.Graph.Edges {
		at[e] = int32(i)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for v := range int32(n * (n - 1)) {
		if int(v)%n == n-1 || random.Float64() > share {
			continue
		}
		w := v + int32(n)
		sides := []int32{at[alg.Edge{U: v, V: v + 1}], at[alg.Edge{U: v, V: w}], at[alg.Edge{U: v + 1, V: w + 1}], at[alg.Edge{U: w, V: w + 1}]}
		p.Rules = append(p.Rules, atMost(sides, 2))
	}
	return p
}

// atMost is the rule that at most so many of the unknowns hold.
func atMost(unknowns []int32, bound int64) Rule {
	m := model.New()
	var terms []model.Term
	for range unknowns {
		terms = append(terms, model.Term{Coef: 1, X: m.ToInt(m.BoolVar(m.AddBool(-1)))})
	}
	return Rule{Unknowns: unknowns, Model: m, Holds: m.LessEq(m.Sum(terms...), m.Int(bound))}
}

func bothWays(g *alg.Graph) *alg.Graph {
	var edges []alg.Edge
	for _, e := range g.Edges {
		edges = append(edges, e, alg.Edge{U: e.V, V: e.U})
	}
	return alg.NewGraph(len(g.Out), edges, true)
}

// TestEstimateIsNear holds the estimates against the states that there are: within a
// factor in all layers together and in the largest, and following them from layer to
// layer.
func TestEstimateIsNear(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	const free = ^uint64(0)
	byLength := cornerToCorner(7)
	byLength.Weights = make([]int64, byLength.Unknowns)
	for i := range byLength.Weights {
		byLength.Weights[i] = 1
	}
	for i, c := range []struct {
		name    string
		problem *Problem
		factor  float64
	}{
		{"knights 6×6", cycles(leaps(6, 6, knight...)), 3},
		{"knights 6×7", cycles(leaps(6, 7, knight...)), 3},
		{"knights 5×8", cycles(leaps(5, 8, knight...)), 6},
		{"knights, some cells", plain(leaps(5, 6, knight...), OneCycle, 0b101), 2},
		{"kings 7×7", cycles(leaps(7, 7, king...)), 3},
		{"kings both ways", cycles(bothWays(leaps(5, 5, king...))), 2},
		{"grid 10×10", cycles(leaps(10, 10, rook...)), 2},
		{"grid, some cells", plain(leaps(9, 9, rook...), OneCycle, 0b101), 2},
		{"open knights 5×5", plain(leaps(5, 5, knight...), OnePath, 0b110), 3},
		{"open knights one way", plain(bothWays(leaps(5, 5, knight...)), OnePath, 0b110), 4},
		{"open grid", plain(leaps(8, 8, rook...), OnePath, 0b110), 2},
		{"corner to corner", cornerToCorner(9), 3},
		{"corner to corner by length", byLength, 4},
		{"links", randomLinks(8, 4, 0b101), 4},
		{"links that fill", randomLinks(8, 4, 0b100), 10},
		{"matchings", plain(leaps(7, 7, knight...), AnyEdges, 0b11), 2},
		{"perfect matchings", plain(leaps(8, 8, king...), AnyEdges, 0b10), 2},
		{"two-factors", plain(leaps(6, 6, knight...), AnyEdges, 0b100), 3},
		{"forests", plain(leaps(6, 6, rook...), Forest, free), 2},
		{"forests of kings", plain(leaps(5, 5, king...), Forest, 0b1111), 6},
		{"joined", plain(leaps(6, 6, rook...), Connected, free), 2},
		{"joined, all", plain(leaps(5, 5, king...), Connected, free&^1), 2},
		{"few clues", clued(8, 0.3), 3},
		{"many clues", clued(8, 0.8), 5},
	} {
		if i%3 > 0 && !testkit.Thorough() {
			continue
		}
		order, estimate := Plan(context.Background(), c.problem, 4)
		truth, err := Count(context.Background(), c.problem, order, Options{Goroutines: 1})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if len(truth.Layers) != len(estimate.Layers) {
			t.Fatalf("%s: %d layers instead of %d", c.name, len(estimate.Layers), len(truth.Layers))
		}
		peak, total := 0.0, 0.0
		var pairs [][2]float64
		for i, states := range truth.Layers {
			peak, total = max(peak, float64(states)), total+float64(states)
			if states > 0 {
				pairs = append(pairs, [2]float64{math.Log(float64(states)), math.Log(estimate.Layers[i].States)})
			}
		}
		near := correlation(pairs)
		t.Logf("%s: %.0f states, %.2f times as many estimated; peak %.0f, %.2f times; correlation %.3f", c.name, total, estimate.Total/total, peak, estimate.Peak/peak, near)
		for _, ratio := range []float64{estimate.Total / total, estimate.Peak / peak} {
			if ratio > c.factor || ratio < 1/c.factor {
				t.Errorf("%s: off by %.2f", c.name, ratio)
			}
		}
		if near < 0.5 {
			t.Errorf("%s: correlation of %.2f", c.name, near)
		}
	}
}

// correlation is Pearson's coefficient.
func correlation(pairs [][2]float64) float64 {
	var n, x, y, xx, yy, xy float64
	for _, p := range pairs {
		n++
		x, y = x+p[0], y+p[1]
		xx, yy, xy = xx+p[0]*p[0], yy+p[1]*p[1], xy+p[0]*p[1]
	}
	return (n*xy - x*y) / math.Sqrt((n*xx-x*x)*(n*yy-y*y))
}
