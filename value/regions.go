package value

import (
	"slices"

	"nazo/graph"
	"nazo/ref"
)

// Regions is a partition of the vertices of a graph into connected parts: for each edge the
// condition that its ends are in one part. A known one has constants only.
type Regions struct {
	Graph *Graph
	Same  []ref.Bool // for each edge of Graph
	Known bool
}

// OfParts is the partition of the vertices of a graph that has two in one part if they are of equal
// number; the parts must be connected.
func OfParts(g *Graph, part []int32) *Regions {
	r := &Regions{Graph: g, Same: make([]ref.Bool, g.Size()), Known: true}
	for i, e := range g.plain.Edges {
		r.Same[i] = ref.Const(part[e.U] == part[e.V])
	}
	return r
}

// Numbers has for each vertex the number of its part, from 0 on in ascending order of the least vertices of parts.
func (r *Regions) Numbers() []int32 {
	parts := graph.NewUnionFind(r.Graph.Vertices.Len())
	for i, e := range r.Graph.plain.Edges {
		if r.Same[i] == ref.True {
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
			if r.Same[h.Edge] == ref.True && !in[h.To] {
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
		if same != ref.True {
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
