package modeltest

import "nazo/graph"

// moves joins the squares of a rows by cols board by the given offsets, which
// should lead down, or right in the same row, so that each pair comes once.
// Vertices are numbered row by row.
func moves(rows, cols int, offsets [][2]int) *graph.Graph {
	var edges []graph.Edge
	for r := range rows {
		for c := range cols {
			for _, d := range offsets {
				if rr, cc := r+d[0], c+d[1]; rr < rows && 0 <= cc && cc < cols {
					edges = append(edges, graph.Edge{U: int32(r*cols + c), V: int32(rr*cols + cc)})
				}
			}
		}
	}
	return graph.New(rows*cols, edges, false)
}

// Knight is the graph of a knight's moves.
func Knight(rows, cols int) *graph.Graph {
	return moves(rows, cols, [][2]int{{1, 2}, {1, -2}, {2, 1}, {2, -1}})
}

// Grid is the graph of orthogonal neighbours.
func Grid(rows, cols int) *graph.Graph {
	return moves(rows, cols, [][2]int{{0, 1}, {1, 0}})
}

// King is the graph of orthogonal and diagonal neighbours.
func King(rows, cols int) *graph.Graph {
	return moves(rows, cols, [][2]int{{0, 1}, {1, -1}, {1, 0}, {1, 1}})
}

// Complete joins every two of n vertices.
func Complete(n int) *graph.Graph {
	var edges []graph.Edge
	for u := range n {
		for v := range u {
			edges = append(edges, graph.Edge{U: int32(v), V: int32(u)})
		}
	}
	return graph.New(n, edges, false)
}

// Directed has each edge of g in both directions.
func Directed(g *graph.Graph) *graph.Graph {
	var arcs []graph.Edge
	for _, e := range g.Edges {
		arcs = append(arcs, e, graph.Edge{U: e.V, V: e.U})
	}
	return graph.New(g.Order(), arcs, true)
}

// DirectedPath has n vertices, with an edge from each to the next.
func DirectedPath(n int) *graph.Graph {
	edges := make([]graph.Edge, n-1)
	for i := range edges {
		edges[i] = graph.Edge{U: int32(i), V: int32(i + 1)}
	}
	return graph.New(n, edges, true)
}
