package value

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"nazo/graph"
)

// Graph is a known graph over known values. Vertices and edges are numbered:
// vertices as Vertices.List() has them, edges as they were given.
type Graph struct {
	Vertices *Set
	Directed bool
	plain    *graph.Graph
	steps    atomic.Pointer[stepsFrom] // what StepsFrom found last
}

// stepsFrom has for each vertex how many steps lead there from one.
type stepsFrom struct {
	from  int
	steps []int32
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
	return &Graph{Vertices: vertices, Directed: directed, plain: graph.New(vertices.Len(), plain, directed)}
}

// NewGraphOf makes an undirected graph of the neighbours of each vertex, by
// number and without repeats, whose order the searches will follow. Being a
// neighbour must be mutual.
func NewGraphOf(vertices *Set, neighbours [][]int32) *Graph {
	return &Graph{Vertices: vertices, plain: graph.NewOf(neighbours)}
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
	return &Graph{Vertices: g.Vertices, Directed: true, plain: graph.New(g.Vertices.Len(), arcs, true)}
}

// StepsFrom has for each vertex, by number, how many edges there are at least on a way there from one, arcs being gone along
// in their direction; -1 where no way leads.
func (g *Graph) StepsFrom(from int) []int32 {
	if last := g.steps.Load(); last != nil && last.from == from {
		return last.steps
	}
	steps := g.plain.StepsFrom(int32(from))
	g.steps.Store(&stepsFrom{from, steps})
	return steps
}

func (g *Graph) rank() rank   { return graphRank }
func (g *Graph) noun() string { return "a graph" }
func (g *Graph) known() bool  { return true }

func (g *Graph) text() string {
	return fmt.Sprintf("graph of %d vertices and %d edges", g.Vertices.Len(), g.Size())
}

func (g *Graph) compare(v Value) int {
	h, ok := v.(*Graph)
	if !ok {
		return compareKinds(graphRank, v)
	}
	if g.twin(h) {
		return 0
	}
	return cmp.Or(Compare(g.Vertices, h.Vertices), compareBools(g.Directed, h.Directed), compareSlices(g.EdgeList(), h.EdgeList()))
}

// twin reports whether two graphs have the same vertices and edges in the same order, as those that
// were made of the same text have: that is seen by numbers, without a value for each edge.
func (g *Graph) twin(h *Graph) bool {
	return g.Directed == h.Directed && slices.Equal(g.plain.Edges, h.plain.Edges) &&
		slices.EqualFunc(g.Vertices.list, h.Vertices.list, Equal)
}

func (g *Graph) key() Key { return spelt(g) }

func (g *Graph) spell(out []byte) []byte {
	out = spellAll(strconv.AppendBool(out, g.Directed), g.Vertices.items...)
	return spellAll(out, g.EdgeList()...)
}
