package tour

import "nazo/graph"

// Moves is the number of moves of each vertex.
func Moves(g *graph.Graph) []int32 {
	out := make([]int32, g.Order())
	for v, halves := range g.Out {
		out[v] = int32(len(halves))
	}
	return out
}

// Index is the two-level index of each vertex in hundredths: the number of its
// moves, and 0.01 times the sum of those of its neighbours (Wakabayashi 1986).
func Index(g *graph.Graph) []int32 {
	out := Moves(g)
	for v, halves := range g.Out {
		out[v] *= 100
		for _, h := range halves {
			out[v] += int32(len(g.Out[h.To]))
		}
	}
	return out
}
