package value

import (
	"slices"

	"nazo/graph"
	"nazo/ref"
)

// Graph is a known graph over known values. Vertices and edges are numbered:
// vertices as Vertices.List() has them, edges as they were given.
type Graph struct {
	Vertices *Set
	Directed bool
	plain    *graph.Graph
}

// MakeEdge joins two values; an undirected edge puts the lesser one first.
func MakeEdge(a, b Value, directed bool) Edge {
	if !directed && Compare(a, b) > 0 {
		a, b = b, a
	}
	return Edge{a, b, directed}
}

// NewGraph makes a graph; repeated edges, loops and edges with an end outside
// of the vertices are dropped. The order of edges is kept.
func NewGraph(vertices *Set, edges []Edge, directed bool) *Graph {
	plain := make([]graph.Edge, 0, len(edges))
	seen := make(map[graph.Edge]bool, len(edges))
	for _, e := range edges {
		u, v := vertices.Index(e.A), vertices.Index(e.B)
		if u < 0 || v < 0 || u == v {
			continue
		}
		if m := (graph.Edge{U: int32(u), V: int32(v)}); !seen[m] {
			seen[m] = true
			plain = append(plain, m)
		}
	}
	return &Graph{vertices, directed, graph.New(vertices.Len(), plain, directed)}
}

// NewGraphOf makes an undirected graph of the neighbours of each vertex, by
// number and without repeats, whose order the searches will follow. Being a
// neighbour must be mutual.
func NewGraphOf(vertices *Set, neighbours [][]int32) *Graph {
	return &Graph{vertices, false, graph.NewOf(neighbours)}
}

// Within is the part of the graph between some of its vertices.
func (g *Graph) Within(vertices *Set) *Graph {
	return NewGraph(vertices, g.edges(), g.Directed)
}

// Plain is the graph over vertex numbers: indices into Vertices.List().
func (g *Graph) Plain() *graph.Graph { return g.plain }

// Size is the number of edges.
func (g *Graph) Size() int { return len(g.plain.Edges) }

// Edge is the edge with number i.
func (g *Graph) Edge(i int) Edge {
	e := g.plain.Edges[i]
	return MakeEdge(g.Vertices.list[e.U], g.Vertices.list[e.V], g.Directed)
}

func (g *Graph) edges() []Edge {
	out := make([]Edge, g.Size())
	for i := range out {
		out[i] = g.Edge(i)
	}
	return out
}

// EdgeIndex is the number of e, or -1.
func (g *Graph) EdgeIndex(e Edge) int {
	u, v := g.Vertices.Index(e.A), g.Vertices.Index(e.B)
	if u < 0 || v < 0 || e.Directed != g.Directed {
		return -1
	}
	from, to := u, v
	if !g.Directed && len(g.plain.Out[v]) < len(g.plain.Out[u]) {
		from, to = v, u
	}
	for _, h := range g.plain.Out[from] {
		if int(h.To) == to {
			return int(h.Edge)
		}
	}
	return -1
}

// EdgeList has the edges as values.
func (g *Graph) EdgeList() []Value {
	out := make([]Value, g.Size())
	for i := range out {
		out[i] = g.Edge(i)
	}
	return out
}

// Arcs is the directed graph with an arc in both directions for each edge; a
// directed graph is its own.
func (g *Graph) Arcs() *Graph {
	if g.Directed {
		return g
	}
	arcs := make([]graph.Edge, 0, 2*g.Size())
	for u, out := range g.plain.Out {
		for _, h := range out {
			arcs = append(arcs, graph.Edge{U: int32(u), V: h.To})
		}
	}
	return &Graph{g.Vertices, true, graph.New(g.Vertices.Len(), arcs, true)}
}

// RouteKind says what a Route is.
type RouteKind uint8

// The kinds of routes.
const (
	Path RouteKind = iota
	Cycle
	Links
)

// Route is a path, a cycle or links: for each edge and vertex of a graph the
// condition under which it belongs to it. A known route has constants only.
type Route struct {
	Kind     RouteKind
	Graph    *Graph
	Edges    []ref.Bool // for each edge of Graph
	Vertices []ref.Bool // for each of Graph.Vertices.List()
	Known    bool
	// Positions has for each vertex its number along an unknown path, 0 off it;
	// nil if no rule asks for steps.
	Positions []ref.Int
	// Start has for each vertex the condition that an unknown undirected path
	// begins there; nil if no rule asks.
	Start []ref.Bool
	// First is the end where a known undirected path begins; nil: the lesser.
	First Value
	// Labels has, for links, the clue at each vertex or nil.
	Labels []Value
}

// Directions are the two directions of a known undirected path; ok is false of
// anything else.
func (w *Route) Directions() (there, back *Route, ok bool) {
	if !w.Known || w.Kind != Path || w.Graph.Directed {
		return nil, nil, false
	}
	lines := w.Ordered()
	if len(lines) != 1 {
		return nil, nil, false
	}
	from, to := *w, *w
	from.First, to.First = lines[0][0], lines[0][len(lines[0])-1]
	return &from, &to, true
}

func (w *Route) trueEdges() []Value {
	var out []Value
	for i, on := range w.Edges {
		if on == ref.True {
			out = append(out, w.Graph.Edge(i))
		}
	}
	return out
}

func (w *Route) trueVertices() []Value {
	var out []Value
	for i, on := range w.Vertices {
		if on == ref.True {
			out = append(out, w.Graph.Vertices.list[i])
		}
	}
	return out
}

// EdgesOn are the edges of a known route, in the order of the graph.
func (w *Route) EdgesOn() []Value { return w.trueEdges() }

// VerticesOn are the vertices of a known route, in the order of the graph.
func (w *Route) VerticesOn() []Value { return w.trueVertices() }

// Ordered lists the vertices of a known path or cycle in order: a directed one
// along its arcs, an undirected path from First, a cycle from
// its least vertex towards the lesser neighbour. For links it lists each line
// in the order of their least ends. What is not a route is followed as far as
// it goes.
func (w *Route) Ordered() [][]Value {
	n := w.Graph.Vertices.Len()
	next := make([][]int32, n)
	entered := make([]bool, n)
	for i, on := range w.Edges {
		if on != ref.True {
			continue
		}
		e := w.Graph.plain.Edges[i]
		next[e.U] = append(next[e.U], e.V)
		entered[e.V] = true
		if !w.Graph.Directed {
			next[e.V] = append(next[e.V], e.U)
		}
	}
	vertices := w.Graph.Vertices.list
	less := func(a, b int32) bool { return Compare(vertices[a], vertices[b]) < 0 }
	seen := make([]bool, n)
	follow := func(v int32) (line []Value) {
		for v >= 0 {
			seen[v] = true
			line = append(line, vertices[v])
			to := int32(-1)
			for _, t := range next[v] {
				if !seen[t] && (to < 0 || less(t, to)) {
					to = t
				}
			}
			v = to
		}
		return line
	}
	var out [][]Value
	order := make([]int32, n)
	for i, v := range w.Graph.Vertices.Sorted() {
		order[i] = int32(w.Graph.Vertices.Index(v))
	}
	for _, endsFirst := range []bool{true, false} {
		for _, v := range order {
			isEnd := len(next[v]) <= 1
			if w.Graph.Directed {
				isEnd = !entered[v]
			}
			if w.Vertices[v] == ref.True && !seen[v] && (isEnd || !endsFirst) {
				out = append(out, follow(v))
			}
		}
	}
	if w.First != nil && !w.Graph.Directed && len(out) == 1 && Equal(out[0][len(out[0])-1], w.First) {
		slices.Reverse(out[0])
	}
	return out
}

// HasVertex reports whether a vertex belongs to a known route.
func (w *Route) HasVertex(v Value) bool {
	i := w.Graph.Vertices.Index(v)
	return i >= 0 && w.Vertices[i] == ref.True
}

// HasEdge reports whether an edge, with the direction that it has, belongs to a known
// route.
func (w *Route) HasEdge(e Edge) bool {
	i := w.Graph.EdgeIndex(e)
	return i >= 0 && w.Edges[i] == ref.True
}
