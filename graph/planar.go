package graph

// MayBePlanar reports whether the graph has few enough edges to be drawn in the plane
// without crossings: by Euler's formula a planar graph of n >= 3 vertices has at most
// 3n-6 edges, and at most 2n-4 if it has no triangle, which is known here of bipartite
// graphs. Vertices without edges don't count, and opposite arcs are one edge. This is
// necessary for planarity, not sufficient: it takes no test of planarity where only an
// estimate depends on it.
func (g *Graph) MayBePlanar() bool {
	n := 0
	for v := range g.Out {
		if g.Degree(int32(v)) > 0 {
			n++
		}
	}
	edges := map[Edge]bool{}
	for _, e := range g.Edges {
		edges[Edge{min(e.U, e.V), max(e.U, e.V)}] = true
	}
	if n < 3 {
		return true
	}
	if g.TwoColouring() != nil {
		return len(edges) <= 2*n-4 || n == 3
	}
	return len(edges) <= 3*n-6
}
