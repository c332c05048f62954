package model

import (
	"fmt"
	"slices"

	"nazo/internal/alg"
)

// Route says that the edges that are on form exactly one simple path, or one simple cycle if Closed. The vertices
// that are on are those on it. A path has at least one vertex and may have no edge. A cycle has at least three
// vertices (two in a directed graph, where it follows the arcs). Positions is nil, or numbers the vertices along
// the path from 1, and 0 elsewhere. An undirected path may be numbered from either end. Positions is nil if Closed.
type Route struct {
	Graph           *alg.Graph
	Edges, Vertices []Bool
	Closed          bool
	Positions       []Int
}

// Holds implements [Body].
func (b Route) Holds(e *Evaluation) bool {
	o, ok := e.gather(b.Graph, b.Edges, b.Vertices)
	if !ok || o.components != 1 {
		return false
	}
	most := int32(2)
	least := 3
	if b.Graph.Directed {
		most, least = 1, 2
	}
	for v := range o.out {
		if o.out[v] > most || o.in[v] > most {
			return false
		}
	}
	if b.Closed {
		return o.vertices >= least && o.edges == o.vertices
	}
	return o.edges == o.vertices-1 && (b.Positions == nil || e.numbered(b, o))
}

// numbered checks the positions along a path.
func (e *Evaluation) numbered(b Route, o onGraph) bool {
	at := make([]int32, o.vertices+1)
	for i := range at {
		at[i] = -1
	}
	for v, x := range b.Positions {
		p := e.Int(x)
		if !e.Bool(b.Vertices[v]) {
			if p != 0 {
				return false
			}
			continue
		}
		if p < 1 || p > int64(o.vertices) || at[p] >= 0 {
			return false
		}
		at[p] = int32(v)
	}
	for p := 1; p < o.vertices; p++ {
		if !slices.Contains(o.next[at[p]], at[p+1]) {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Route) Key() string {
	return newKey("route").graph(b.Graph).bools(b.Edges...).bools(b.Vertices...).flag(b.Closed).ints(b.Positions...).String()
}

// Rewrite implements [Body].
func (b Route) Rewrite(r *Rewriter) Body {
	b.Edges, b.Vertices, b.Positions = r.each(b.Edges), r.each(b.Vertices), r.all(b.Positions)
	return b
}

// Validate implements [Body].
func (b Route) Validate() error {
	if b.Positions != nil && (b.Closed || len(b.Positions) != b.Graph.Order()) {
		return fmt.Errorf("route with %d positions", len(b.Positions))
	}
	return checkGraph("route", b.Graph, b.Vertices, b.Edges)
}

// Chosen implements [Structure].
func (b Route) Chosen() (*alg.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Route) Form() (Form, []Bool) {
	if b.Closed {
		return CycleForm, b.Vertices
	}
	return PathForm, b.Vertices
}

// Links says that the edges that are on form disjoint simple paths, one for each label. Each joins the two vertices
// that carry its label and passes no other labelled vertex. The vertices that are on are those on a path. Labels
// has each vertex's label, or -1. Every label from 0 on occurs exactly twice. The graph is undirected.
type Links struct {
	Graph           *alg.Graph
	Edges, Vertices []Bool
	Labels          []int32
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
	// Every component is a path or a cycle. With one path for each label, any further component would be a cycle.
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
func (b Links) Chosen() (*alg.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Links) Form() (Form, []Bool) { return LinksForm, b.Vertices }
