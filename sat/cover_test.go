package sat_test

import (
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/sat"
)

// TestLargeCycles wants cycles through all vertices of large graphs found from covers, with hardly a conflict, also
// where edges are known; and no answer lost where the cover can't be joined.
func TestLargeCycles(t *testing.T) {
	known := testkit.Tour(testkit.Knight(34, 34), true)
	edges := known.Constraints[0].Body.(model.Route).Edges
	for i := 500; i < len(edges); i += 500 {
		known.Constrain(0, model.True, model.Assert{B: edges[i].Not()})
		known.Constrain(0, model.True, model.Assert{B: edges[i+1]})
	}
	var two []alg.Edge // cycles of 600 vertices each
	for v := range int32(1200) {
		to := v + 1
		if to%600 == 0 {
			to -= 600
		}
		two = append(two, alg.Edge{U: v, V: to})
	}
	for name, c := range map[string]struct {
		m    *model.Model
		want int
	}{
		"a board":      {testkit.Tour(testkit.Knight(34, 34), true), 1},
		"known edges":  {known, 1},
		"two cycles":   {testkit.Tour(alg.NewGraph(1200, two, false), true), 0},
		"an odd cycle": {testkit.Tour(alg.NewGraph(1001, cycle(1001), false), true), 1},
	} {
		t.Run(name, func(t *testing.T) {
			found, r := testkit.Solve(t, sat.New(), c.m, testkit.Task{Limit: 1})
			if len(found) != c.want || !r.Complete || r.Stats.Conflicts > 100 {
				t.Errorf("%d found, %+v", len(found), r)
			}
		})
	}
}

// cycle has the edges of a cycle of n vertices.
func cycle(n int32) (edges []alg.Edge) {
	for v := range n {
		edges = append(edges, alg.Edge{U: v, V: (v + 1) % n})
	}
	return edges
}
