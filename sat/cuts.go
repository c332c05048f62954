package sat

import (
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// cutter is a constraint that is enforced lazily: it looks at an assignment
// and, where that violates it, adds clauses that exclude the like. Cuts hold
// in all solutions, so they stay when others are blocked.
type cutter interface {
	// cut returns the number of clauses added; 0 means that the constraint holds.
	cut(e *encoder, value func(Lit) bool) int
	// complete adds clauses, with variables of their own, after which no cuts
	// are needed.
	complete(e *encoder)
	// mentioned are literals that cuts may have, in either sign.
	mentioned() []Lit
}

// switchedOff reports whether the guard of a constraint is off.
func switchedOff(under []Lit, value func(Lit) bool) bool {
	for _, l := range under {
		if value(l) {
			return true
		}
	}
	return false
}

// components numbers the connected components of the vertices and edges that are on. Other vertices
// have -1.
func components(g *alg.Graph, vertexOn, edgeOn func(int) bool) (of []int, lists [][]int) {
	of = make([]int, g.Order())
	for v := range of {
		of[v] = -1
	}
	for start := range of {
		if of[start] >= 0 || !vertexOn(start) {
			continue
		}
		c := len(lists)
		list := []int{start}
		of[start] = c
		for i := 0; i < len(list); i++ {
			for _, halves := range [2][]alg.Half{g.Out[list[i]], g.In[list[i]]} {
				for _, h := range halves {
					if of[h.To] < 0 && edgeOn(int(h.Edge)) && vertexOn(int(h.To)) {
						of[h.To] = c
						list = append(list, int(h.To))
					}
				}
				if !g.Directed {
					break
				}
			}
		}
		lists = append(lists, list)
	}
	return of, lists
}

// leaving lists the edges that lead out of a component. In a directed graph these start in it, and
// entering are those that end in it. In an undirected graph the two are the same.
func leaving(g *alg.Graph, of []int, list []int) (out, in []int32) {
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

func pick[I int | int32](lits []Lit, which []I) []Lit {
	out := make([]Lit, len(which))
	for i, w := range which {
		out[i] = lits[w]
	}
	return out
}

// anchor returns a vertex of the list that is known to be on, or else its first.
func (e *encoder) anchor(vertices []Lit, list []int) Lit {
	for _, v := range list {
		if e.known(vertices[v]) > 0 {
			return litTrue
		}
	}
	return vertices[list[0]]
}

// clauseUnless adds a clause under a guard and where two vertices are on.
func (e *encoder) clauseUnless(under []Lit, on1, on2 Lit, lits []Lit) {
	e.clauses(with(under, -on1, -on2), lits)
}

// forest is an Acyclic constraint, enforced by cuts: not all edges of a cycle
// that was found are on.
type forest struct {
	g     *alg.Graph
	edges []Lit
	under []Lit
}

func (e *encoder) acyclic(b model.Acyclic, under []Lit) {
	e.lazy = append(e.lazy, &forest{b.Graph, e.literals(b.Edges, both), under})
}

// cut searches breadth first and excludes the cycle of each edge beyond the tree.
func (f *forest) mentioned() []Lit { return with(f.under, f.edges...) }

func (f *forest) cut(e *encoder, value func(Lit) bool) int {
	if switchedOff(f.under, value) {
		return 0
	}
	n := f.g.Order()
	near := make([][]alg.Half, n)
	for i, edge := range f.g.Edges {
		if value(f.edges[i]) {
			near[edge.U] = append(near[edge.U], alg.Half{To: edge.V, Edge: int32(i)})
			near[edge.V] = append(near[edge.V], alg.Half{To: edge.U, Edge: int32(i)})
		}
	}
	depth, parent := make([]int, n), make([]alg.Half, n)
	used := make([]bool, len(f.edges))
	cuts := 0
	for root := range n {
		if depth[root] > 0 {
			continue
		}
		depth[root] = 1
		queue := []int32{int32(root)}
		for len(queue) > 0 {
			v := queue[0]
			queue = queue[1:]
			for _, h := range near[v] {
				switch {
				case used[h.Edge]:
				case depth[h.To] == 0:
					used[h.Edge] = true
					depth[h.To], parent[h.To] = depth[v]+1, alg.Half{To: v, Edge: h.Edge}
					queue = append(queue, h.To)
				default:
					used[h.Edge] = true
					e.clauses(f.under, f.cycle(v, h, depth, parent))
					cuts++
				}
			}
		}
	}
	return cuts
}

// cycle has the negations of the edges of the cycle that an edge from v closes.
func (f *forest) cycle(v int32, h alg.Half, depth []int, parent []alg.Half) []Lit {
	lits := []Lit{-f.edges[h.Edge]}
	w := h.To
	for v != w {
		if depth[v] < depth[w] {
			v, w = w, v
		}
		lits = append(lits, -f.edges[parent[v].Edge])
		v = parent[v].To
	}
	return lits
}

// partition is a Regions constraint: no cycle has all its edges on but one (Chopra and Rao, The partition problem,
// 1993). Clauses say so of cycles of three and four edges, cuts of longer ones.
type partition struct {
	g     *alg.Graph
	same  []Lit
	under []Lit
}

func (e *encoder) regions(b model.Regions, under []Lit) {
	p := &partition{b.Graph, e.literals(b.Same, both), under}
	for _, cycle := range shortCycles(p.g) {
		for i, off := range cycle {
			e.clauses(under, p.closing(append(append([]int32{}, cycle[:i]...), cycle[i+1:]...), off))
		}
	}
	e.lazy = append(e.lazy, p)
}

// closing returns the clause that an edge is on if all edges of the way between its ends are.
func (p *partition) closing(way []int32, edge int32) []Lit {
	return append(negations(pick(p.same, way)), p.same[edge])
}

func (p *partition) mentioned() []Lit { return with(p.under, p.same...) }

// cut takes a shortest way for each edge that is off within a part.
func (p *partition) cut(e *encoder, value func(Lit) bool) int {
	if switchedOff(p.under, value) {
		return 0
	}
	on := func(i int) bool { return value(p.same[i]) }
	of, _ := components(p.g, func(int) bool { return true }, on)
	cuts := 0
	for i, edge := range p.g.Edges {
		if on(i) || of[edge.U] != of[edge.V] {
			continue
		}
		way := p.g.Way(edge.U, edge.V, func(i int32) bool { return on(int(i)) })
		e.clauses(p.under, p.closing(way, int32(i)))
		cuts++
	}
	return cuts
}

// complete gives each vertex a number, which is the same along edges that are on and differs along those that are off.
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

// linkCuts is a Links constraint. Degrees are clauses. The ends of an edge that is on have the same
// label, a binary number. Cycles beside the paths are cut off.
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

// noTurns hints that no path uses three sides of a cycle of four if it could use the fourth side
// instead. Most puzzles have such a solution, and it is found a hundred times faster. Other
// solutions may exist.
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
