package sat

import (
	"slices"

	"nazo/model"
)

// part says by clauses that In holds the sources that are on, and with a vertex all that is next to it and
// on: so it is not too small. That it is not too large, that its members don't just hold each other up, far from
// any source, is for cuts: together with the hub it is connected.
func (e *encoder) part(b model.Part, under []Lit) {
	vertices, in := e.literals(b.Vertices, both), e.literals(b.In, both)
	source := make([]bool, len(in))
	for _, s := range b.Sources {
		source[s] = true
		e.clauses(under, []Lit{-vertices[s], in[s]})
	}
	for v := range in {
		e.clauses(under, []Lit{-in[v], vertices[v]})
	}
	links := e.literals(b.Edges, both)
	near := b.Graph.Neighbours()
	for i, edge := range b.Graph.Edges {
		counts := litTrue
		if b.Edges != nil {
			counts = links[i]
			links[i] = e.link(links[i], vertices[edge.U], vertices[edge.V])
		}
		e.clauses(under, []Lit{-in[edge.U], -counts, -vertices[edge.V], in[edge.V]})
		e.clauses(under, []Lit{-in[edge.V], -counts, -vertices[edge.U], in[edge.U]})
	}
	c := &connectivity{g: b.Hub(), on: b.In, vertices: slices.Concat(in, []Lit{litTrue}), under: under}
	if b.Edges != nil {
		c.links = slices.Concat(links, slices.Repeat([]Lit{litTrue}, len(b.Sources)))
		c.edges = c.links
	}
	for v := range in {
		if source[v] {
			continue
		}
		ways := slices.Concat(under, []Lit{-in[v]})
		for _, h := range near[v] {
			if b.Edges == nil {
				ways = append(ways, in[h.To])
			} else {
				ways = append(ways, links[h.Edge])
			}
		}
		e.clause(ways...)
	}
	e.lazy = append(e.lazy, c)
}
