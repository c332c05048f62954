package sat

import (
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// cutter is a constraint that is enforced lazily. It examines an assignment that violates it, and adds
// clauses that exclude it and others. Cuts hold in all solutions, so they stay when solutions are blocked.
type cutter interface {
	// cut returns the number of added clauses, or 0 if the constraint holds. It is only called where it is on.
	cut(e *encoder, value func(Lit) bool) int
	// complete adds clauses, with further variables, that make cuts unnecessary.
	complete(e *encoder)
	// mentioned lists the variables of possible cuts, besides those of the guard, in either sign.
	mentioned() []Lit
}

// lazy is a cutter that is off where one of under is true.
type lazy struct {
	cutter
	under []Lit
}

// components numbers the connected components of the vertices and edges that are on. Other vertices have -1.
// If vertices or edges are nil, all are on.
func components(g *alg.Graph, vertices, edges []Lit, value func(Lit) bool) (of []int32, lists [][]int32) {
	of = slices.Repeat([]int32{-1}, g.Order())
	near := g.Neighbours()
	vertexOn := func(v int32) bool { return vertices == nil || value(vertices[v]) }
	for start := range int32(g.Order()) {
		if of[start] >= 0 || !vertexOn(start) {
			continue
		}
		c := int32(len(lists))
		list := []int32{start}
		of[start] = c
		for i := 0; i < len(list); i++ {
			for _, h := range near[list[i]] {
				if of[h.To] < 0 && (edges == nil || value(edges[h.Edge])) && vertexOn(h.To) {
					of[h.To] = c
					list = append(list, h.To)
				}
			}
		}
		lists = append(lists, list)
	}
	return of, lists
}

// leaving lists the edges that lead out of a component, and those that lead into it. In an undirected graph
// the two are the same.
func leaving(g *alg.Graph, of, list []int32) (out, in []int32) {
	c := of[list[0]]
	for _, v := range list {
		for _, h := range g.Out[v] {
			if of[h.To] != c {
				out = append(out, h.Edge)
			}
		}
		if g.Directed {
			for _, h := range g.In[v] {
				if of[h.To] != c {
					in = append(in, h.Edge)
				}
			}
		}
	}
	if !g.Directed {
		in = out
	}
	return out, in
}

func pick(lits []Lit, which []int32) []Lit {
	return alg.Map(which, func(w int32) Lit { return lits[w] })
}

// anchor returns the literal of a vertex of the list that is known to be on, or else of its first.
func (e *encoder) anchor(vertices []Lit, list []int32) Lit {
	for _, v := range list {
		if e.known(vertices[v]) > 0 {
			return litTrue
		}
	}
	return vertices[list[0]]
}

// clauseUnless adds a clause under a guard and under the condition that two vertices are on.
func (e *encoder) clauseUnless(under []Lit, on1, on2 Lit, lits []Lit) {
	e.clauses(with(under, -on1, -on2), lits)
}

// forest is an Acyclic constraint. Each cut excludes a cycle that was found.
type forest struct {
	g            *alg.Graph
	edges, under []Lit
}

func (e *encoder) acyclic(b model.Acyclic, under []Lit) {
	e.lazy = append(e.lazy, lazy{&forest{b.Graph, e.literals(b.Edges, both), under}, under})
}

func (f *forest) mentioned() []Lit { return f.edges }

// cut excludes the shortest cycle that each edge closes with earlier ones.
func (f *forest) cut(e *encoder, value func(Lit) bool) int {
	joined := alg.NewUnionFind(f.g.Order())
	cuts := 0
	for i, edge := range f.g.Edges {
		if !value(f.edges[i]) || joined.Join(edge.U, edge.V) {
			continue
		}
		way := f.g.Way(edge.U, edge.V, func(k int32) bool { return k < int32(i) && value(f.edges[k]) })
		e.clauses(f.under, append(negations(pick(f.edges, way)), -f.edges[i]))
		cuts++
	}
	return cuts
}

// partition is a Regions constraint: no cycle has all edges but one on (Chopra and Rao, The partition problem,
// 1993). Clauses say so for cycles of three and four edges, cuts for longer ones.
type partition struct {
	g           *alg.Graph
	same, under []Lit
}

func (e *encoder) regions(b model.Regions, under []Lit) {
	p := &partition{b.Graph, e.literals(b.Same, both), under}
	for _, cycle := range shortCycles(p.g) {
		for i, off := range cycle {
			e.clauses(under, p.closing(slices.Delete(slices.Clone(cycle), i, i+1), off))
		}
	}
	e.lazy = append(e.lazy, lazy{p, under})
}

// closing returns the clause that an edge is on if all edges of the way between its ends are.
func (p *partition) closing(way []int32, edge int32) []Lit {
	return append(negations(pick(p.same, way)), p.same[edge])
}

func (p *partition) mentioned() []Lit { return p.same }

// cut adds the clause of a shortest way for each edge that is off within a part.
func (p *partition) cut(e *encoder, value func(Lit) bool) int {
	of, _ := components(p.g, nil, p.same, value)
	cuts := 0
	for i, edge := range p.g.Edges {
		if value(p.same[i]) || of[edge.U] != of[edge.V] {
			continue
		}
		way := p.g.Way(edge.U, edge.V, func(i int32) bool { return value(p.same[i]) })
		e.clauses(p.under, p.closing(way, int32(i)))
		cuts++
	}
	return cuts
}

// complete gives each vertex a number, equal along edges that are on and different along those that are off.
func (p *partition) complete(e *encoder) {
	number := make([][]Lit, p.g.Order())
	for v := range number {
		number[v] = e.newVars(bits.Len(uint(p.g.Order() - 1)))
	}
	for i, edge := range p.g.Edges {
		differ := with(p.under, p.same[i])
		for k, a := range number[edge.U] {
			b := number[edge.V][k]
			e.clauses(p.under, []Lit{-p.same[i], -a, b})
			e.clauses(p.under, []Lit{-p.same[i], a, -b})
			differ = append(differ, e.and(a, -b), e.and(-a, b))
		}
		e.clause(differ...)
	}
}

// linkCuts is a Links constraint. Degrees are clauses. The ends of an edge that is on have the same label, a
// binary number. Cuts exclude cycles beside the paths.
type linkCuts struct {
	model.Links
	edges, vertices, under []Lit
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
	e.lazy = append(e.lazy, lazy{l, under})
}

// colour gives every vertex a label of that many bits, equal along edges.
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

// noTurns hints that no path uses three sides of a cycle of four if it could use the fourth side instead. Most
// puzzles have such a solution, and it is found a hundred times faster. Other solutions may exist.
func (e *encoder) noTurns(g *alg.Graph, edges []Lit) {
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
			four := []int32{ps[0].a, ps[0].b, ps[1].a, ps[1].b}
			for skip := range four {
				e.hints = append(e.hints, negations(pick(edges, slices.Delete(slices.Clone(four), skip, skip+1))))
			}
		}
	}
}

func (l *linkCuts) mentioned() []Lit { return slices.Concat(l.vertices, l.edges) }

func (l *linkCuts) cut(e *encoder, value func(Lit) bool) int {
	of, lists := components(l.Graph, l.vertices, l.edges, value)
	cuts := 0
	for _, list := range lists {
		if slices.ContainsFunc(list, func(v int32) bool { return l.Labels[v] >= 0 }) {
			continue
		}
		out, _ := leaving(l.Graph, of, list)
		e.clauseUnless(l.under, e.anchor(l.vertices, list), litTrue, pick(l.edges, out))
		cuts++
	}
	return cuts
}
