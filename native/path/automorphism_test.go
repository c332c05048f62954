package path

import (
	"slices"
	"testing"

	"nazo/internal/testkit"
)

// TestOrbits counts the classes of vertices that are alike.
func TestOrbits(t *testing.T) {
	for _, c := range []struct {
		name       string
		rows, cols int
		mark       bool // one edge is worth more than the others
		want       int
	}{
		{"5x5", 5, 5, false, 6},
		{"6x6", 6, 6, false, 6},
		{"5x6", 5, 6, false, 9},
		{"not connected", 3, 3, false, 9},
		{"marked", 5, 5, true, 25},
	} {
		t.Run(c.name, func(t *testing.T) {
			graph := testkit.Knight(c.rows, c.cols)
			ends := make([][2]int32, len(graph.Edges))
			for i, e := range graph.Edges {
				ends[i] = [2]int32{e.U, e.V}
			}
			g := newPathSearch(graph.Order(), ends, make([][]int32, len(ends)))
			if c.mark { // an edge that no symmetry of the board keeps
				g.edgeGain[0] = 1
			}
			alike := g.orbits()
			slices.Sort(alike)
			if got := len(slices.Compact(alike)); got != c.want {
				t.Errorf("%d classes, want %d", got, c.want)
			}
		})
	}
}
