package value

import "nazo/compile/model"

// Graph is a known graph over known values.
type Graph struct {
	Vertices *Set
	Edges    []Edge
	Directed bool

	index map[Key]int32 // of Edges
	plain *model.Graph
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
	g := &Graph{Vertices: vertices, Directed: directed, index: make(map[Key]int32, len(edges))}
	var plain []model.Edge
	for _, e := range edges {
		u, v := vertices.Index(e.A), vertices.Index(e.B)
		if u < 0 || v < 0 || u == v {
			continue
		}
		k := KeyOf(e)
		if _, repeated := g.index[k]; repeated {
			continue
		}
		g.index[k] = int32(len(g.Edges))
		g.Edges = append(g.Edges, e)
		plain = append(plain, model.Edge{U: int32(u), V: int32(v)})
	}
	g.plain = model.NewGraph(vertices.Len(), plain, directed)
	return g
}

// Plain is the graph over vertex numbers: indices into Vertices.List().
func (g *Graph) Plain() *model.Graph { return g.plain }

// EdgeIndex is the index of e in Edges, or -1.
func (g *Graph) EdgeIndex(e Edge) int {
	if i, ok := g.index[KeyOf(e)]; ok {
		return int(i)
	}
	return -1
}

// EdgeList has the edges as values.
func (g *Graph) EdgeList() []Value {
	out := make([]Value, len(g.Edges))
	for i, e := range g.Edges {
		out[i] = e
	}
	return out
}

// Arcs is the directed graph with an arc in both directions for each edge; a
// directed graph is its own.
func (g *Graph) Arcs() *Graph {
	if g.Directed {
		return g
	}
	arcs := make([]Edge, 0, 2*len(g.Edges))
	for _, e := range g.Edges {
		arcs = append(arcs, Edge{e.A, e.B, true}, Edge{e.B, e.A, true})
	}
	return NewGraph(g.Vertices, arcs, true)
}

// WalkKind says what a Walk is.
type WalkKind uint8

// The kinds of walks.
const (
	Path WalkKind = iota
	Cycle
	Links
)

// Walk is a path, a cycle or links: for each edge and vertex of a graph the
// condition under which it belongs to it. A known walk has constants only.
type Walk struct {
	Kind     WalkKind
	Graph    *Graph
	Edges    []model.Bool // for each of Graph.Edges
	Vertices []model.Bool // for each of Graph.Vertices.List()
	Known    bool
	// Positions has for each vertex its number along an unknown path, 0 off it;
	// nil if no rule asks for steps.
	Positions []model.Int
	// Labels has, for links, the clue at each vertex or nil.
	Labels []Value
}

func (w *Walk) trueEdges() []Value {
	var out []Value
	for i, on := range w.Edges {
		if on == model.True {
			out = append(out, w.Graph.Edges[i])
		}
	}
	return out
}

func (w *Walk) trueVertices() []Value {
	var out []Value
	for i, on := range w.Vertices {
		if on == model.True {
			out = append(out, w.Graph.Vertices.list[i])
		}
	}
	return out
}

// EdgesOn are the edges of a known walk, in the order of the graph.
func (w *Walk) EdgesOn() []Value { return w.trueEdges() }

// VerticesOn are the vertices of a known walk, in the order of the graph.
func (w *Walk) VerticesOn() []Value { return w.trueVertices() }

// Ordered lists the vertices of a known path or cycle in order: a directed one
// along its arcs, an undirected path from the lesser of its ends, a cycle from
// its least vertex towards the lesser neighbour. For links it lists each line
// in the order of their least ends. What is not a walk is followed as far as
// it goes.
func (w *Walk) Ordered() [][]Value {
	n := w.Graph.Vertices.Len()
	next := make([][]int32, n)
	entered := make([]bool, n)
	for i, on := range w.Edges {
		if on != model.True {
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
			if w.Vertices[v] == model.True && !seen[v] && (isEnd || !endsFirst) {
				out = append(out, follow(v))
			}
		}
	}
	return out
}
