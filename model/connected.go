package model

import "nazo/graph"

// Connected is the constraint that the vertices that are on, with the edges between
// them, form at most one component; none and one vertex are connected. If
// Edges is not nil only those edges count that are on themselves; an edge
// with an end that is off never counts.
type Connected struct {
	Graph    *graph.Graph
	Vertices []Bool
	Edges    []Bool
}

// Operands implements [Body].
func (b Connected) Operands(onBool func(Bool), _ func(Int)) {
	each(onBool, b.Vertices)
	each(onBool, b.Edges)
}

// Holds implements [Body].
func (b Connected) Holds(e *Evaluation) bool {
	sets := graph.NewUnionFind(b.Graph.Order())
	components := 0
	for _, on := range b.Vertices {
		if e.Bool(on) {
			components++
		}
	}
	for i, edge := range b.Graph.Edges {
		if e.Bool(b.Vertices[edge.U]) && e.Bool(b.Vertices[edge.V]) && (b.Edges == nil || e.Bool(b.Edges[i])) &&
			sets.Join(edge.U, edge.V) {
			components--
		}
	}
	return components <= 1
}

// Key implements [Body].
func (b Connected) Key() string {
	return newKey("connected").graph(b.Graph).bools(b.Vertices...).bools(b.Edges...).String()
}

// Rewrite implements [Body].
func (b Connected) Rewrite(r *Rewriter) Body {
	return Connected{Graph: b.Graph, Vertices: r.each(b.Vertices), Edges: r.each(b.Edges)}
}

// Validate implements [Body].
func (b Connected) Validate() error {
	if b.Edges == nil {
		return checkVertices("connected", b.Graph, b.Vertices)
	}
	return checkGraph("connected", b.Graph, b.Vertices, b.Edges)
}

// Chosen implements [Structure].
func (b Connected) Chosen() (*graph.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Connected) Form() (Form, []Bool) { return ConnectedForm, b.Vertices }

// Antichain implements [Structure].
func (b Connected) Antichain() bool { return false }
