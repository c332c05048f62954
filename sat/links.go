package sat

import (
	"math/bits"
	"slices"

	"nazo/graph"
	"nazo/model"
)

// linkCuts is a Links constraint. Degrees are clauses, the ends of an edge
// that is on have the same label as a binary number, and cycles beside the
// paths are cut off.
type linkCuts struct {
	model.Links
	edges, vertices []Lit
	under           []Lit
}

func (e *encoder) links(b model.Links, under []Lit) {
	l := &linkCuts{b, e.literals(b.Edges, both), e.literals(b.Vertices, both), under}
	labels := 0
	for v, label := range b.Labels {
		labels = max(labels, int(label)+1)
		at := make([]Lit, len(b.Graph.Out[v]))
		for i, h := range b.Graph.Out[v] {
			at[i] = l.edges[h.Edge]
			e.clauses(under, []Lit{-at[i], l.vertices[v]})
		}
		if label >= 0 {
			e.clauses(under, []Lit{l.vertices[v]})
			e.degree(at, 1, litTrue, under)
		} else {
			e.degree(at, 2, l.vertices[v], under)
		}
	}
	l.colour(e, bits.Len(uint(max(labels-1, 0))))
	if under == nil {
		e.noTurns(b.Graph, l.edges)
	}
	e.lazy = append(e.lazy, l)
}

// colour gives every vertex a label of so many bits, equal along edges.
func (l *linkCuts) colour(e *encoder, width int) {
	of := make([][]Lit, l.Graph.Order())
	for v, label := range l.Labels {
		if label < 0 {
			of[v] = e.newVars(width)
			continue
		}
		of[v] = make([]Lit, width)
		for k := range width {
			of[v][k] = constant(label>>k&1 == 1)
		}
	}
	for i, edge := range l.Graph.Edges {
		for k := range width {
			a, b := of[edge.U][k], of[edge.V][k]
			e.clauses(l.under, []Lit{-l.edges[i], -a, b})
			e.clauses(l.under, []Lit{-l.edges[i], a, -b})
		}
	}
}

// noTurns hints that no path uses three sides of a cycle of four, where it
// could have taken the fourth side. Most puzzles have a solution of that kind,
// and it is found a hundred times faster; but there are others.
func (e *encoder) noTurns(g *graph.Graph, edges []Lit) {
	type pair struct{ a, b int32 }
	for u := range g.Out {
		through := map[int32][]pair{} // opposite vertex → the two edges to it
		var opposite []int32
		for _, h := range g.Out[u] {
			for _, k := range g.Out[h.To] {
				if int(k.To) > u {
					if through[k.To] == nil {
						opposite = append(opposite, k.To)
					}
					through[k.To] = append(through[k.To], pair{h.Edge, k.Edge})
				}
			}
		}
		for _, w := range opposite {
			ps := through[w]
			if len(ps) != 2 {
				continue
			}
			four := pick(edges, []int32{ps[0].a, ps[0].b, ps[1].a, ps[1].b})
			for skip := range four {
				var three []Lit
				for i, l := range four {
					if i != skip {
						three = append(three, -l)
					}
				}
				e.hints = append(e.hints, three)
			}
		}
	}
}

func (l *linkCuts) mentioned() []Lit { return slices.Concat(l.under, l.vertices, l.edges) }

func (l *linkCuts) cut(e *encoder, value func(Lit) bool) int {
	if switchedOff(l.under, value) {
		return 0
	}
	of, lists := components(l.Graph, func(v int) bool { return value(l.vertices[v]) },
		func(i int) bool { return value(l.edges[i]) })
	cuts := 0
	for _, list := range lists {
		labelled := false
		for _, v := range list {
			labelled = labelled || l.Labels[v] >= 0
		}
		if labelled {
			continue
		}
		out, _ := leaving(l.Graph, of, list)
		e.clauseUnless(l.under, e.anchor(l.vertices, list), litTrue, pick(l.edges, out))
		cuts++
	}
	return cuts
}
