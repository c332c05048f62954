package model

import (
	"fmt"

	"nazo/graph"
)

// Part is the constraint that In has the vertices that are on and joined to a source, exactly
// these: each source that is on is in it, and whatever can be reached from there by edges of which
// both ends are on. If Edges is not nil only those edges count that are on themselves. Directions of the
// graph are ignored.
type Part struct {
	Graph    *graph.Graph
	Vertices []Bool
	Edges    []Bool
	Sources  []int32 // vertices, in ascending order
	In       []Bool  // for each vertex
}

// Operands implements [Body].
func (b Part) Operands(onBool func(Bool), _ func(Int)) {
	each(onBool, b.Vertices)
	each(onBool, b.Edges)
	each(onBool, b.In)
}

// Holds implements [Body].
func (b Part) Holds(e *Evaluation) bool {
	sets := graph.NewUnionFind(b.Graph.Order())
	for i, edge := range b.Graph.Edges {
		if e.Bool(b.Vertices[edge.U]) && e.Bool(b.Vertices[edge.V]) && (b.Edges == nil || e.Bool(b.Edges[i])) {
			sets.Join(edge.U, edge.V)
		}
	}
	held := map[int32]bool{}
	for _, s := range b.Sources {
		held[sets.Find(s)] = held[sets.Find(s)] || e.Bool(b.Vertices[s])
	}
	for v, in := range b.In {
		if e.Bool(in) != (e.Bool(b.Vertices[v]) && held[sets.Find(int32(v))]) {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Part) Key() string {
	return newKey("part").graph(b.Graph).bools(b.Vertices...).bools(b.Edges...).labels(b.Sources).bools(b.In...).String()
}

// Rewrite implements [Body].
func (b Part) Rewrite(r *Rewriter) Body {
	return Part{Graph: b.Graph, Vertices: r.each(b.Vertices), Edges: r.each(b.Edges), Sources: b.Sources, In: r.each(b.In)}
}

// Validate implements [Body].
func (b Part) Validate() error {
	if err := checkVertices("part", b.Graph, b.Vertices); err != nil {
		return err
	}
	if len(b.In) != len(b.Vertices) {
		return fmt.Errorf("part has %d conditions for %d vertices", len(b.In), len(b.Vertices))
	}
	for i, s := range b.Sources {
		if s < 0 || int(s) >= len(b.Vertices) || i > 0 && s <= b.Sources[i-1] {
			return fmt.Errorf("part has the sources %v of %d vertices", b.Sources, len(b.Vertices))
		}
	}
	if b.Edges == nil {
		return nil
	}
	return checkEdges("part", b.Graph, b.Edges)
}

// Hub is the graph with one more vertex, the last, joined to each source by further edges, which come last. A closed
// set of vertices is the part exactly if it is connected in it together with the hub: no member is there
// without a way to a source.
func (b Part) Hub() *graph.Graph {
	return b.Graph.WithHub(b.Sources)
}
