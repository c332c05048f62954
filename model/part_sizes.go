package model

import (
	"fmt"

	"nazo/graph"
)

// PartSizes is the constraint that Sizes has for each vertex the number of vertices of its part, 0 for a
// vertex that is off. Parts are the components of the vertices that are on, joined by the edges
// that are on; an edge with an end that is off joins nothing. Edges is nil if all edges are on,
// and Vertices if all vertices are. Directions of the graph are ignored.
type PartSizes struct {
	Graph    *graph.Graph
	Vertices []Bool
	Edges    []Bool
	Sizes    []Int
}

// Operands implements [Body].
func (b PartSizes) Operands(onBool func(Bool), onInt func(Int)) {
	each(onBool, b.Vertices)
	each(onBool, b.Edges)
	each(onInt, b.Sizes)
}

// Holds implements [Body].
func (b PartSizes) Holds(e *Evaluation) bool {
	n := b.Graph.Order()
	on := func(v int32) bool { return b.Vertices == nil || e.Bool(b.Vertices[v]) }
	parts := graph.NewUnionFind(n)
	for i, edge := range b.Graph.Edges {
		if on(edge.U) && on(edge.V) && (b.Edges == nil || e.Bool(b.Edges[i])) {
			parts.Join(edge.U, edge.V)
		}
	}
	sizes := make([]int64, n)
	for v := range int32(n) {
		if on(v) {
			sizes[parts.Find(v)]++
		}
	}
	for v := range int32(n) {
		if e.Int(b.Sizes[v]) != sizes[parts.Find(v)] {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b PartSizes) Key() string {
	return newKey("part sizes").graph(b.Graph).bools(b.Vertices...).bools(b.Edges...).ints(b.Sizes...).String()
}

// Rewrite implements [Body].
func (b PartSizes) Rewrite(r *Rewriter) Body {
	return PartSizes{Graph: b.Graph, Vertices: r.each(b.Vertices), Edges: r.each(b.Edges), Sizes: r.all(b.Sizes)}
}

// Validate implements [Body].
func (b PartSizes) Validate() error {
	if len(b.Sizes) != b.Graph.Order() {
		return fmt.Errorf("part sizes has %d sizes for a graph of %d", len(b.Sizes), b.Graph.Order())
	}
	if b.Vertices != nil {
		if err := checkVertices("part sizes", b.Graph, b.Vertices); err != nil {
			return err
		}
	}
	if b.Edges != nil {
		return checkEdges("part sizes", b.Graph, b.Edges)
	}
	return nil
}
