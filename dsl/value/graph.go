package value

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"nazo/internal/alg"
)

// Graph is a known graph over known values. Vertices and edges are numbered: vertices as in
// Vertices.List(), edges in the given order.
type Graph struct {
	Vertices *Set
	Directed bool
	plain    *alg.Graph
	steps    atomic.Pointer[stepsFrom] // the last result of StepsFrom
}

type stepsFrom struct {
	from  int
	steps []int32
}

// NewGraph makes a graph. It drops repeated edges, loops and edges with an end outside of the vertices,
// and keeps the order of the others.
func NewGraph(vertices *Set, edges []Edge, directed bool) *Graph {
	plain := make([]alg.Edge, 0, len(edges))
	seen := make(map[alg.Edge]bool, len(edges))
	for _, e := range edges {
		u, v := vertices.Index(e.A), vertices.Index(e.B)
		if u < 0 || v < 0 || u == v {
			continue
		}
		if m := (alg.Edge{U: int32(u), V: int32(v)}); !seen[m] {
			seen[m] = true
			plain = append(plain, m)
		}
	}
	return &Graph{Vertices: vertices, Directed: directed, plain: alg.NewGraph(vertices.Len(), plain, directed)}
}

// NewGraphOf makes an undirected graph from the neighbours of each vertex, by number and without
// repeats. The relation must be symmetric. Searches follow the order of the neighbours.
func NewGraphOf(vertices *Set, neighbours [][]int32) *Graph {
	return &Graph{Vertices: vertices, plain: alg.NewGraphOf(neighbours)}
}

// Within returns the subgraph of some vertices.
func (g *Graph) Within(vertices *Set) *Graph {
	edges := make([]Edge, g.Size())
	for i := range edges {
		edges[i] = g.Edge(i)
	}
	return NewGraph(vertices, edges, g.Directed)
}

// Plain returns the graph over vertex numbers: indices into Vertices.List().
func (g *Graph) Plain() *alg.Graph { return g.plain }

// Size returns the number of edges.
func (g *Graph) Size() int { return len(g.plain.Edges) }

// Edge returns the edge with number i.
func (g *Graph) Edge(i int) Edge {
	e := g.plain.Edges[i]
	return MakeEdge(g.Vertices.list[e.U], g.Vertices.list[e.V], g.Directed)
}

// EdgeIndex returns the number of e, or -1.
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

// EdgeList returns the edges as values.
func (g *Graph) EdgeList() []Value {
	out := make([]Value, g.Size())
	for i := range out {
		out[i] = g.Edge(i)
	}
	return out
}

// Arcs returns the directed graph with two opposite arcs for each edge. A directed graph returns itself.
func (g *Graph) Arcs() *Graph {
	if g.Directed {
		return g
	}
	arcs := make([]alg.Edge, 0, 2*g.Size())
	for u, out := range g.plain.Out {
		arcs = append(arcs, alg.Map(out, func(h alg.Half) alg.Edge { return alg.Edge{U: int32(u), V: h.To} })...)
	}
	return &Graph{Vertices: g.Vertices, Directed: true, plain: alg.NewGraph(g.Vertices.Len(), arcs, true)}
}

// StepsFrom returns for each vertex, by number, the length of a shortest path from one vertex, along
// the direction of arcs. It is -1 if there is none.
func (g *Graph) StepsFrom(from int) []int32 {
	if last := g.steps.Load(); last != nil && last.from == from {
		return last.steps
	}
	steps := g.plain.StepsFrom(int32(from))
	g.steps.Store(&stepsFrom{from, steps})
	return steps
}

func (g *Graph) rank() rank  { return graphRank }
func (g *Graph) known() bool { return true }

func (g *Graph) text() string {
	return fmt.Sprintf("graph of %d vertices and %d edges", g.Vertices.Len(), g.Size())
}

func (g *Graph) compare(v Value) int {
	h := v.(*Graph)
	if g.twin(h) {
		return 0
	}
	return cmp.Or(Compare(g.Vertices, h.Vertices), compareBools(g.Directed, h.Directed), compareSlices(g.EdgeList(), h.EdgeList()))
}

// twin reports whether two graphs have the same vertices and edges in the same order, like graphs made
// from the same text. It compares numbers and makes no values for edges.
func (g *Graph) twin(h *Graph) bool {
	return g.Directed == h.Directed && slices.Equal(g.plain.Edges, h.plain.Edges) &&
		slices.EqualFunc(g.Vertices.list, h.Vertices.list, Equal)
}

func (g *Graph) key() Key { return spelt(g) }

func (g *Graph) spell(out []byte) []byte {
	out = spellAll(strconv.AppendBool(out, g.Directed), g.Vertices.items...)
	return spellAll(out, g.EdgeList()...)
}

// Regions is a partition of the vertices of a graph into connected parts. It has for each edge the
// condition that its ends are in one part.
type Regions struct {
	Graph *Graph
	Same  []BoolRef // for each edge of Graph
	Known bool      // all conditions are constants
}

// OfParts returns the partition of a graph's vertices by their numbers. Each part must be connected.
func OfParts(g *Graph, part []int32) *Regions {
	r := &Regions{Graph: g, Same: make([]BoolRef, g.Size()), Known: true}
	for i, e := range g.plain.Edges {
		r.Same[i] = ConstRef(part[e.U] == part[e.V])
	}
	return r
}

// Numbers returns for each vertex the number of its part, from 0, by the least vertices of the parts.
func (r *Regions) Numbers() []int32 {
	parts := alg.NewUnionFind(r.Graph.Vertices.Len())
	for i, e := range r.Graph.plain.Edges {
		if r.Same[i] == TrueRef {
			parts.Join(e.U, e.V)
		}
	}
	numbers := slices.Repeat([]int32{-1}, len(parts)) // of parts, by their representatives
	out := make([]int32, len(parts))
	next := int32(0)
	for _, v := range r.Graph.Vertices.Sorted() {
		i := int32(r.Graph.Vertices.Index(v))
		root := parts.Find(i)
		if numbers[root] < 0 {
			numbers[root] = next
			next++
		}
		out[i] = numbers[root]
	}
	return out
}

// Parts returns the parts of known regions, ordered by their least vertices and each ascending.
func (r *Regions) Parts() [][]Value {
	numbers := r.Numbers()
	var out [][]Value
	for _, v := range r.Graph.Vertices.Sorted() {
		n := int(numbers[r.Graph.Vertices.Index(v)])
		if n == len(out) {
			out = append(out, nil)
		}
		out[n] = append(out[n], v)
	}
	return out
}

// PartOf returns the part of known regions that contains a vertex.
func (r *Regions) PartOf(v Value) []Value {
	start := int32(r.Graph.Vertices.Index(v))
	reached, in := []int32{start}, map[int32]bool{start: true}
	for i := 0; i < len(reached); i++ {
		for _, h := range r.Graph.plain.Out[reached[i]] {
			if r.Same[h.Edge] == TrueRef && !in[h.To] {
				in[h.To] = true
				reached = append(reached, h.To)
			}
		}
	}
	return alg.Map(reached, func(w int32) Value { return r.Graph.Vertices.list[w] })
}

// Borders returns the edges between parts of known regions, in the order of the graph.
func (r *Regions) Borders() (out []Value) {
	for i, same := range r.Same {
		if same != TrueRef {
			out = append(out, r.Graph.Edge(i))
		}
	}
	return out
}

func (r *Regions) rank() rank  { return regionsRank }
func (r *Regions) known() bool { return r.Known }

func (r *Regions) text() string {
	if !r.Known {
		return "?"
	}
	out := make([]Value, 0)
	out = append(out, alg.Map(r.Parts(), func(part []Value) Value { return NewSet(part...) })...)
	return join(out)
}

func (r *Regions) compare(v Value) int {
	x := v.(*Regions)
	return slices.CompareFunc(r.Parts(), x.Parts(), compareSlices)
}

func (r *Regions) key() Key { return spelt(r) }

func (r *Regions) spell(out []byte) []byte {
	for _, part := range r.Parts() {
		out = spellAll(append(out, ';'), part...)
	}
	return out
}

// mapped fails if the image of a vertex is none, or the image of a part is not connected.
func (r *Regions) mapped(m Mapping) (Value, bool) {
	numbers := r.Numbers()
	moved := make([]int32, len(numbers))
	for i, v := range r.Graph.Vertices.list {
		to, ok := m.Apply(v)
		if !ok || !r.Graph.Vertices.Contains(to) {
			return nil, false
		}
		moved[r.Graph.Vertices.Index(to)] = numbers[i]
	}
	image := OfParts(r.Graph, moved)
	return image, len(image.Parts()) == len(r.Parts())
}
