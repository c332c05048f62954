package value

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"nazo/internal/alg"
)

// Graph is a known graph over known values. Vertices and edges are numbered:
// vertices as Vertices.List() has them, edges as they were given.
type Graph struct {
	Vertices *Set
	Directed bool
	plain    *alg.Graph
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

// NewGraphOf makes an undirected graph of the neighbours of each vertex, by
// number and without repeats, whose order the searches will follow. Being a
// neighbour must be mutual.
func NewGraphOf(vertices *Set, neighbours [][]int32) *Graph {
	return &Graph{Vertices: vertices, plain: alg.NewGraphOf(neighbours)}
}

// Within is the part of the graph between some of its vertices.
func (g *Graph) Within(vertices *Set) *Graph {
	return NewGraph(vertices, g.edges(), g.Directed)
}

// Plain is the graph over vertex numbers: indices into Vertices.List().
func (g *Graph) Plain() *alg.Graph { return g.plain }

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
	arcs := make([]alg.Edge, 0, 2*g.Size())
	for u, out := range g.plain.Out {
		for _, h := range out {
			arcs = append(arcs, alg.Edge{U: int32(u), V: h.To})
		}
	}
	return &Graph{Vertices: g.Vertices, Directed: true, plain: alg.NewGraph(g.Vertices.Len(), arcs, true)}
}

// StepsFrom has for each vertex, by number, the least number of edges on a way from one, along the
// direction of arcs. It is -1 if there is no way.
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

// Regions is a partition of the vertices of a graph into connected parts: for each edge the
// condition that its ends are in one part. A known one has constants only.
type Regions struct {
	Graph *Graph
	Same  []BoolRef // for each edge of Graph
	Known bool
}

// OfParts is the partition of a graph's vertices into parts of equal numbers. Each part must be
// connected.
func OfParts(g *Graph, part []int32) *Regions {
	r := &Regions{Graph: g, Same: make([]BoolRef, g.Size()), Known: true}
	for i, e := range g.plain.Edges {
		r.Same[i] = ConstRef(part[e.U] == part[e.V])
	}
	return r
}

// Numbers has for each vertex the number of its part, from 0 on in ascending order of the least vertices of parts.
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

// Parts are the parts of known regions, each in ascending order, in that of their least vertices.
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

// PartOf is the part of known regions that a vertex is in.
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
	part := make([]Value, len(reached))
	for i, w := range reached {
		part[i] = r.Graph.Vertices.list[w]
	}
	return part
}

// Borders are the edges between parts of known regions, in the order of the graph.
func (r *Regions) Borders() []Value {
	var out []Value
	for i, same := range r.Same {
		if same != TrueRef {
			out = append(out, r.Graph.Edge(i))
		}
	}
	return out
}

func (r *Regions) rank() rank   { return regionsRank }
func (r *Regions) noun() string { return "regions" }
func (r *Regions) known() bool  { return r.Known }

func (r *Regions) text() string {
	if !r.Known {
		return "?"
	}
	out := make([]Value, 0)
	for _, part := range r.Parts() {
		out = append(out, NewSet(part...))
	}
	return join(out)
}

func (r *Regions) compare(v Value) int {
	x, ok := v.(*Regions)
	if !ok {
		return compareKinds(regionsRank, v)
	}
	return slices.CompareFunc(r.Parts(), x.Parts(), compareSlices)
}

func (r *Regions) key() Key { return spelt(r) }

func (r *Regions) spell(out []byte) []byte {
	for _, part := range r.Parts() {
		out = spellAll(append(out, ';'), part...)
	}
	return out
}

// mapped is false if the image of a vertex is none, or that of a part not connected.
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
