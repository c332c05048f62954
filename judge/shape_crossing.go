package judge

import (
	"nazo/graph"
	"nazo/ref"
	"nazo/value"
)

// admitsCrossing is Admits for a line that may cross itself: each vertex has two of its edges, or four in two straight
// ways where it may cross, or one if it is an end of a path; and by edge after edge, straight on over
// crossings, they are one line.
func (s *RouteShape) admitsCrossing(w *value.Route) bool {
	g := w.Graph.Plain()
	vertices := w.Graph.Vertices.List()
	at := make([][]int32, g.Order()) // for each vertex its edges that are on
	edges := 0
	for i, e := range g.Edges {
		if w.Edges[i] != ref.True {
			continue
		}
		edges++
		at[e.U], at[e.V] = append(at[e.U], int32(i)), append(at[e.V], int32(i))
	}
	lines := graph.NewUnionFind(len(g.Edges))
	pieces, ends, starts := edges, 0, 0
	// pass goes over v from one edge to another; it reports whether that follows their directions.
	pass := func(v, a, b int32) bool {
		if lines.Join(a, b) {
			pieces--
		}
		return !g.Directed || (g.Edges[a].V == v) != (g.Edges[b].V == v)
	}
	for i, on := range at {
		v := int32(i)
		if (len(on) > 0) != (w.Vertices[i] == ref.True) {
			return false
		}
		switch len(on) {
		case 0:
		case 1:
			ends++
			if g.Edges[on[0]].U == v {
				starts++
			}
		case 2:
			if other(g, on[0], v) == other(g, on[1], v) || !pass(v, on[0], on[1]) { // there and back again, or against an arc
				return false
			}
		case 4:
			if !s.Crossing.Contains(vertices[i]) {
				return false
			}
			ways := 0
			for k, a := range on {
				for _, b := range on[:k] {
					if value.Straight(vertices[other(g, a, v)], vertices[i], vertices[other(g, b, v)]) {
						ways++
						if !pass(v, a, b) {
							return false
						}
					}
				}
			}
			if ways != 2 {
				return false
			}
		default:
			return false
		}
	}
	if edges == 0 || pieces != 1 {
		return false
	}
	if s.Kind == value.Cycle {
		return ends == 0
	}
	return ends == 2 && (!g.Directed || starts == 1)
}

// other is the end of an edge that isn't v.
func other(g *graph.Graph, edge, v int32) int32 { return g.Edges[edge].U ^ g.Edges[edge].V ^ v }
