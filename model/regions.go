package model

import (
	"fmt"

	"nazo/graph"
)

// Regions is the constraint that the edges that are on are all those between two vertices of one
// part, for some partition of the vertices into connected parts: whatever is connected by
// edges that are on has no edge that is off. The graph is undirected. (The edges that are off
// are a multicut; Chopra and Rao, The partition problem, 1993.)
type Regions struct {
	Graph *graph.Graph
	Same  []Bool // for each edge: its ends are in one part
}

// Operands implements [Body].
func (b Regions) Operands(onBool func(Bool), _ func(Int)) { each(onBool, b.Same) }

// Holds implements [Body].
func (b Regions) Holds(e *Evaluation) bool {
	parts := graph.NewUnionFind(b.Graph.Order())
	for i, edge := range b.Graph.Edges {
		if e.Bool(b.Same[i]) {
			parts.Join(edge.U, edge.V)
		}
	}
	for i, edge := range b.Graph.Edges {
		if !e.Bool(b.Same[i]) && parts.Find(edge.U) == parts.Find(edge.V) {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Regions) Key() string { return newKey("regions").graph(b.Graph).bools(b.Same...).String() }

// Rewrite implements [Body].
func (b Regions) Rewrite(r *Rewriter) Body { return Regions{Graph: b.Graph, Same: r.each(b.Same)} }

// Validate implements [Body].
func (b Regions) Validate() error {
	if b.Graph.Directed {
		return fmt.Errorf("regions of a directed graph")
	}
	return checkEdges("regions", b.Graph, b.Same)
}

// Chosen implements [Structure].
func (b Regions) Chosen() (*graph.Graph, []Bool) { return b.Graph, b.Same }

// Form implements [Structure].
func (b Regions) Form() (Form, []Bool) { return OtherForm, nil }

// Antichain is false: a part may be cut further.
func (b Regions) Antichain() bool { return false }
