package model

import (
	"fmt"

	"nazo/graph"
)

// Links is the constraint that the edges that are on form disjoint simple paths, one for
// each label from 0 on, which joins the two vertices that carry it and
// passes through no other labelled vertex, and that the vertices that are
// on are those on a path. Labels has a label for each vertex, -1 for none;
// every label stands at exactly two vertices. The graph is undirected.
type Links struct {
	Graph    *graph.Graph
	Edges    []Bool
	Vertices []Bool
	Labels   []int32
}

// Operands implements [Body].
func (b Links) Operands(onBool func(Bool), _ func(Int)) {
	each(onBool, b.Edges)
	each(onBool, b.Vertices)
}

// Holds implements [Body].
func (b Links) Holds(e *Evaluation) bool {
	o, ok := e.gather(b.Graph, b.Edges, b.Vertices)
	if !ok {
		return false
	}
	ends := map[int32][]int32{} // label → its two vertices
	for v, label := range b.Labels {
		want := int32(1)
		if label < 0 {
			want = 2
			if !e.Bool(b.Vertices[v]) {
				want = 0
			}
		} else {
			ends[label] = append(ends[label], int32(v))
		}
		if o.out[v] != want || (label >= 0 && !e.Bool(b.Vertices[v])) {
			return false
		}
	}
	for _, pair := range ends {
		if o.sets.Find(pair[0]) != o.sets.Find(pair[1]) {
			return false
		}
	}
	// Every component is a path or a cycle; with one path for each label, any
	// further component would be a cycle.
	return o.components == len(ends)
}

// Key implements [Body].
func (b Links) Key() string {
	return newKey("links").graph(b.Graph).bools(b.Edges...).bools(b.Vertices...).labels(b.Labels).String()
}

// Rewrite implements [Body].
func (b Links) Rewrite(r *Rewriter) Body {
	b.Edges, b.Vertices = r.each(b.Edges), r.each(b.Vertices)
	return b
}

// Validate implements [Body].
func (b Links) Validate() error {
	if len(b.Labels) != b.Graph.Order() || b.Graph.Directed {
		return fmt.Errorf("links with %d labels on a graph of %d vertices", len(b.Labels), b.Graph.Order())
	}
	var ends []int
	for _, l := range b.Labels {
		for int(l) >= len(ends) {
			ends = append(ends, 0)
		}
		if l >= 0 {
			ends[l]++
		}
	}
	for l, n := range ends {
		if n != 2 {
			return fmt.Errorf("links label %d stands at %d vertices", l, n)
		}
	}
	return checkGraph("links", b.Graph, b.Vertices, b.Edges)
}

// Chosen implements [Structure].
func (b Links) Chosen() (*graph.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Links) Form() (Form, []Bool) { return LinksForm, b.Vertices }

// Antichain holds: nothing can be added to paths whose inner vertices have two edges and whose ends one.
func (b Links) Antichain() bool { return true }
