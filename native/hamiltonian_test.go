package native_test

import (
	"math/rand/v2"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/native/fd"
)

// loopAround is a graph of 2n by 2n points in a grid. It has a loop through all points, the way around a random tree of n
// by n blocks, and a share of the other sides.
func loopAround(n int, share float64, seed uint64) *alg.Graph {
	random := rand.New(rand.NewPCG(seed, 0))
	type block struct{ r, c int }
	joined := map[[2]block]bool{}
	inside, open := map[block]bool{{0, 0}: true}, [][2]block{{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}}
	for len(open) > 0 {
		i := random.IntN(len(open))
		side := open[i]
		open[i] = open[len(open)-1]
		open = open[:len(open)-1]
		b := side[1]
		if inside[b] || b.r < 0 || b.c < 0 || b.r >= n || b.c >= n {
			continue
		}
		inside[b], joined[side], joined[[2]block{b, side[0]}] = true, true, true
		for _, d := range []block{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			open = append(open, [2]block{b, {b.r + d.r, b.c + d.c}})
		}
	}
	var edges []alg.Edge
	add := func(r, c, down int) {
		a, b := block{r / 2, c / 2}, block{(r + down) / 2, (c + 1 - down) / 2}
		on := joined[[2]block{a, b}]
		if a == b { // the loop passes unless the tree goes through here
			across := block{a.r, a.c + 2*(c%2) - 1}
			if down == 0 {
				across = block{a.r + 2*(r%2) - 1, a.c}
			}
			on = !joined[[2]block{a, across}]
		}
		if on || random.Float64() < share {
			edges = append(edges, alg.Edge{U: int32(r*2*n + c), V: int32((r+down)*2*n + c + 1 - down)})
		}
	}
	for r := range 2 * n {
		for c := range 2 * n {
			if c+1 < 2*n {
				add(r, c, 0)
			}
			if r+1 < 2*n {
				add(r, c, 1)
			}
		}
	}
	return alg.NewGraph(4*n*n, edges, false)
}

// TestToursThatAskForLearning has graphs where a plain search for tours ends in thousands of dead ends in a row. Then a
// search that learns takes over. With it alone as many tours are found.
func TestToursThatAskForLearning(t *testing.T) {
	gaveUp := 0
	for seed := range uint64(12) {
		m := testkit.Tour(loopAround(8, 0.7, seed), true)
		found, r := testkit.Solve(t, native.New(), m, testkit.Task{Limit: 2})
		root, err := fd.Presolve(t.Context(), m, model.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := model.SolveOptions{Limit: 2}
		d := model.NewDelivery(t.Context(), o, func(model.Solution) bool { return true })
		root.Search(o, d, fd.Helpers{})
		d.Close()
		if len(found) != d.Result.Solutions || !r.Complete {
			t.Errorf("seed %d: %d tours, by learning alone %d", seed, len(found), d.Result.Solutions)
		}
		if r.Stats.Conflicts > 0 {
			gaveUp++
		}
	}
	if gaveUp == 0 {
		t.Error("no search gave up")
	}
}
