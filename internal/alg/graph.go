// Package alg has algorithms that several packages share: lists, finite graphs, union-find, the assignment problem,
// restart sequences and integer arithmetic.
package alg

import "slices"

// Graph is a finite graph without loops or parallel edges. A directed one may have opposite arcs. It is never
// changed once made.
type Graph struct {
	// Directed is true if an edge leads from U to V only.
	Directed bool
	// Edges are in a fixed order. Constraints refer to them by index.
	Edges []Edge
	// Out lists the edges of each vertex, in the order in which searches should try them. In a directed
	// graph it lists only edges that leave the vertex.
	Out [][]Half
	// In lists the edges that enter each vertex. In an undirected graph it is the same as Out.
	In [][]Half
}

// Edge joins the vertices U and V.
type Edge struct{ U, V int32 }

// Half is an edge seen from one of its ends.
type Half struct {
	To   int32 // the vertex at the other end
	Edge int32 // index in Graph.Edges
}

// NewGraph makes a graph of n vertices 0 .. n-1. The edges of each vertex keep their given order.
func NewGraph(n int, edges []Edge, directed bool) *Graph {
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

// WithHub adds a last vertex with an edge to each spoke. These edges come last.
func (g *Graph) WithHub(spokes []int32) *Graph {
	edges := slices.Grow(slices.Clone(g.Edges), len(spokes))
	edges = append(edges, Map(spokes, func(v int32) Edge { return Edge{U: int32(g.Order()), V: v} })...)
	return NewGraph(g.Order()+1, edges, g.Directed)
}

// halves lists the edges at each vertex, seen from U, from V or from both, in slices of one array.
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

// NewGraphOf makes an undirected graph of the neighbours of each vertex. Being a neighbour must be mutual. The
// order of the neighbours is kept.
func NewGraphOf(neighbours [][]int32) *Graph {
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

// Order returns the number of vertices.
func (g *Graph) Order() int { return len(g.Out) }

// Degree returns the number of edges at a vertex. In a directed graph it counts both directions.
func (g *Graph) Degree(v int32) int {
	if g.Directed {
		return len(g.Out[v]) + len(g.In[v])
	}
	return len(g.Out[v])
}

// Incident lists the edges at a vertex, ignoring directions.
func (g *Graph) Incident(v int32) []Half {
	if !g.Directed {
		return g.Out[v]
	}
	return slices.Concat(g.Out[v], g.In[v])
}

// Neighbours lists the edges at each vertex, ignoring directions.
func (g *Graph) Neighbours() [][]Half {
	if !g.Directed {
		return g.Out
	}
	all := make([][]Half, g.Order())
	for v := range all {
		all[v] = g.Incident(int32(v))
	}
	return all
}

// StepsFrom returns the distance from one vertex to each other along arcs, or -1 if unreachable.
func (g *Graph) StepsFrom(from int32) []int32 {
	steps := slices.Repeat([]int32{-1}, g.Order())
	steps[from] = 0
	for todo := []int32{from}; len(todo) > 0; todo = todo[1:] {
		for _, h := range g.Out[todo[0]] {
			if steps[h.To] < 0 {
				steps[h.To] = steps[todo[0]] + 1
				todo = append(todo, h.To)
			}
		}
	}
	return steps
}

// Way returns the edges of a shortest path from v back to u that uses only edges that are on, ignoring directions.
// It is nil if there is none and empty if u = v.
func (g *Graph) Way(u, v int32, on func(edge int32) bool) []int32 {
	const none = -1
	if u == v {
		return []int32{}
	}
	by := slices.Repeat([]Half{{To: none}}, g.Order()) // by vertex: the edge and the vertex before it
	by[u].To = u
	for todo := []int32{u}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		for _, h := range g.Incident(at) {
			if by[h.To].To != none || !on(h.Edge) {
				continue
			}
			by[h.To] = Half{To: at, Edge: h.Edge}
			if h.To == v {
				var way []int32
				for ; v != u; v = by[v].To {
					way = append(way, by[v].Edge)
				}
				return way
			}
			todo = append(todo, h.To)
		}
	}
	return nil
}

// TwoColouring colours the vertices 1 and -1 so that each edge joins both colours, ignoring directions. It is nil
// if the graph is not bipartite. The lowest vertex of each component gets 1.
func (g *Graph) TwoColouring() []int8 {
	next := g.Neighbours()
	colour := make([]int8, g.Order())
	var todo []int32
	for start := range colour {
		if colour[start] != 0 {
			continue
		}
		colour[start] = 1
		todo = append(todo[:0], int32(start))
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, h := range next[v] {
				switch colour[h.To] {
				case 0:
					colour[h.To] = -colour[v]
					todo = append(todo, h.To)
				case colour[v]:
					return nil
				}
			}
		}
	}
	return colour
}

// MayBePlanar reports whether Euler's formula allows a planar drawing: at most 3n-6 edges for n ≥ 3 vertices, or
// 2n-4 for bipartite graphs. Isolated vertices don't count, and opposite arcs are one edge. The condition is
// necessary, not sufficient. Only estimates depend on it.
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

// UnionFind keeps disjoint sets with path halving (Tarjan and van Leeuwen 1984). Each vertex points to another of
// its set, and the representative to itself.
type UnionFind []int32

// NewUnionFind makes n singleton sets.
func NewUnionFind(n int) UnionFind {
	u := make(UnionFind, n)
	u.Reset()
	return u
}

// Reset makes all sets singletons again.
func (u UnionFind) Reset() {
	for i := range u {
		u[i] = int32(i)
	}
}

// Find returns the representative of v.
func (u UnionFind) Find(v int32) int32 {
	for u[v] != v {
		u[v] = u[u[v]]
		v = u[v]
	}
	return v
}

// Join unites the sets of a and b under a's representative. It reports whether they were separate.
func (u UnionFind) Join(a, b int32) bool {
	a, b = u.Find(a), u.Find(b)
	u[b] = a
	return a != b
}

// Trails joins edges to lines as long as possible, and returns the vertices of each. A line ends where other than two edges
// meet. A loop comes back to its start. The vertices are tried in the given order, for the ends first.
func Trails[V comparable](vertices []V, edges [][2]V) (trails [][]V) {
	at := map[V][]int{} // the edges
	for i, e := range edges {
		at[e[0]] = append(at[e[0]], i)
		at[e[1]] = append(at[e[1]], i)
	}
	done := make([]bool, len(edges))
	follow := func(from V) {
		for _, i := range at[from] {
			if done[i] {
				continue
			}
			trail, v := []V{from}, from
			for i >= 0 {
				done[i] = true
				if e := edges[i]; e[0] == v {
					v = e[1]
				} else {
					v = e[0]
				}
				trail = append(trail, v)
				if i = -1; len(at[v]) == 2 {
					for _, j := range at[v] {
						if !done[j] {
							i = j
						}
					}
				}
			}
			trails = append(trails, trail)
		}
	}
	for _, loops := range []bool{false, true} {
		for _, v := range vertices {
			if loops || len(at[v]) != 2 {
				follow(v)
			}
		}
	}
	return trails
}
