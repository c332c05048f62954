package model

import "nazo/graph"

// Acyclic is the constraint that the edges that are on contain no cycle; directions of
// the graph are ignored.
type Acyclic struct {
	Graph *graph.Graph
	Edges []Bool
}

// Operands implements [Body].
func (b Acyclic) Operands(onBool func(Bool), _ func(Int)) { each(onBool, b.Edges) }

// Holds implements [Body].
func (b Acyclic) Holds(e *Evaluation) bool {
	sets := graph.NewUnionFind(b.Graph.Order())
	for i, on := range b.Edges {
		if edge := b.Graph.Edges[i]; e.Bool(on) && !sets.Join(edge.U, edge.V) {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Acyclic) Key() string { return newKey("acyclic").graph(b.Graph).bools(b.Edges...).String() }

// Rewrite implements [Body].
func (b Acyclic) Rewrite(r *Rewriter) Body { return Acyclic{Graph: b.Graph, Edges: r.each(b.Edges)} }

// Validate implements [Body].
func (b Acyclic) Validate() error { return checkEdges("acyclic", b.Graph, b.Edges) }

// Chosen implements [Structure].
func (b Acyclic) Chosen() (*graph.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Acyclic) Form() (Form, []Bool) { return ForestForm, nil }

// Antichain implements [Structure].
func (b Acyclic) Antichain() bool { return false }
