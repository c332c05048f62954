// Package graph has finite graphs and the algorithms on them that several packages need.
package graph

// Graph is a finite graph without loops or parallel edges (parallel arcs of
// opposite direction are allowed in a directed one). It is never changed once made.
type Graph struct {
	// Directed is true if an edge leads from U to V only.
	Directed bool
	// Edges in a fixed order; constraints refer to them by index.
	Edges []Edge
	// Out lists for each vertex its edges in the order in which searches should
	// try them; in a directed graph only those that leave it.
	Out [][]Half
	// In lists for each vertex the edges that enter it; in an undirected graph
	// it is the same as Out.
	In [][]Half
}

// Edge joins the vertices U and V.
type Edge struct{ U, V int32 }

// Half is an edge seen from one of its ends.
type Half struct {
	To   int32 // the vertex at the other end
	Edge int32 // index in Graph.Edges
}

// New makes a graph of n vertices 0 .. n-1. The edges of each vertex are
// listed in the order in which they are given.
func New(n int, edges []Edge, directed bool) *Graph {
	g := &Graph{Directed: directed, Edges: edges}
	if directed {
		g.Out = halves(n, edges, true, false)
		g.In = halves(n, edges, false, true)
		return g
	}
	g.Out = halves(n, edges, true, true)
	g.In = g.Out
	return g
}

// WithHub is the graph with one more vertex, the last, and an edge from it to each of some vertices; these come last.
func (g *Graph) WithHub(spokes []int32) *Graph {
	edges := make([]Edge, 0, len(g.Edges)+len(spokes))
	edges = append(edges, g.Edges...)
	for _, v := range spokes {
		edges = append(edges, Edge{U: int32(g.Order()), V: v})
	}
	return New(g.Order()+1, edges, g.Directed)
}

// halves lists the edges at each vertex, seen from U, from V or from both, in
// slices of one array.
func halves(n int, edges []Edge, fromU, fromV bool) [][]Half {
	degree := make([]int32, n)
	total := 0
	for _, e := range edges {
		if fromU {
			degree[e.U]++
			total++
		}
		if fromV {
			degree[e.V]++
			total++
		}
	}
	all := make([]Half, total)
	out := make([][]Half, n)
	for v, d := range degree {
		out[v], all = all[:0:d], all[d:]
	}
	for i, e := range edges {
		if fromU {
			out[e.U] = append(out[e.U], Half{e.V, int32(i)})
		}
		if fromV {
			out[e.V] = append(out[e.V], Half{e.U, int32(i)})
		}
	}
	return out
}

// NewOf makes an undirected graph of the neighbours of each vertex. Being
// a neighbour must be mutual; the order of the neighbours is kept.
func NewOf(neighbours [][]int32) *Graph {
	g := &Graph{Out: make([][]Half, len(neighbours))}
	total := 0
	for _, list := range neighbours {
		total += len(list)
	}
	all := make([]Half, total)
	g.Edges = make([]Edge, 0, total/2)
	for u, list := range neighbours {
		g.Out[u], all = all[:len(list):len(list)], all[len(list):]
		for i, v := range list {
			h := Half{To: v, Edge: -1}
			if int(v) > u {
				h.Edge = int32(len(g.Edges))
				g.Edges = append(g.Edges, Edge{int32(u), v})
			} else {
				for _, back := range g.Out[v] {
					if int(back.To) == u {
						h.Edge = back.Edge
					}
				}
			}
			g.Out[u][i] = h
		}
	}
	g.In = g.Out
	return g
}

// Order is the number of vertices.
func (g *Graph) Order() int { return len(g.Out) }
