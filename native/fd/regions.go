package fd

import "nazo/internal/alg"

// regions says that no edge that is off lies within a component of the edges that are on. If one edge
// between two components is off, all are. This is domain consistent for edges.
type regions struct {
	g    *alg.Graph
	same []lit
	// Scratch of propagate: the components, and the pairs that an edge separates.
	components alg.UnionFind
	apart      map[alg.Edge]bool
}

func (s *store) addRegions(g *alg.Graph, same []lit, guard lit) {
	id := s.add(&regions{g, same, make(alg.UnionFind, g.Order()), map[alg.Edge]bool{}}, guard, middling)
	s.onChange(id, same...)
}

func (p *regions) propagate(s *store) bool {
	p.components.Reset()
	for i, e := range p.g.Edges {
		if s.val[p.same[i]] > 0 {
			p.components.Join(e.U, e.V)
		}
	}
	clear(p.apart)
	for i, e := range p.g.Edges {
		if s.val[p.same[i]] < 0 {
			p.apart[p.between(e)] = true
		}
	}
	for i, e := range p.g.Edges {
		if s.val[p.same[i]] > 0 {
			continue
		}
		two := p.between(e)
		switch {
		case two.U == two.V:
			if !s.set(p.same[i]) {
				return false
			}
		case s.val[p.same[i]] == 0 && p.apart[two]:
			s.set(p.same[i] ^ 1)
		}
	}
	return true
}

// between returns the two components of an edge.
func (p *regions) between(e alg.Edge) alg.Edge {
	u, v := p.components.Find(e.U), p.components.Find(e.V)
	return alg.Edge{U: min(u, v), V: max(u, v)}
}

// explain gives a path between the ends of the edge, or paths from both to an edge that is off.
func (p *regions) explain(s *store, e *explanation) {
	on := func(edge int32) bool { return s.valAt(p.same[edge], e.time) > 0 }
	for i, l := range p.same {
		uv := p.g.Edges[i]
		switch e.what.lit() {
		case l:
			if way := p.g.Way(uv.U, uv.V, on); way != nil {
				e.edges(way, p.same)
				return
			}
		case l ^ 1:
			if p.explainApart(s, e, uv, on) {
				return
			}
		}
	}
	panic("fd: regions can't explain " + e.what.String())
}

// explainApart finds the edge that was off between two components with the shortest paths.
func (p *regions) explainApart(s *store, e *explanation, uv alg.Edge, on func(int32) bool) bool {
	best, least := int32(-1), len(p.same)
	var ways [2][]int32
	p.components.Reset()
	for i, edge := range p.g.Edges {
		if on(int32(i)) {
			p.components.Join(edge.U, edge.V)
		}
	}
	two := p.between(uv)
	for i, edge := range p.g.Edges {
		if s.valAt(p.same[i], e.time) >= 0 || p.between(edge) != two {
			continue
		}
		if p.components.Find(edge.U) != p.components.Find(uv.U) {
			edge.U, edge.V = edge.V, edge.U
		}
		there, back := p.g.Way(uv.U, edge.U, on), p.g.Way(uv.V, edge.V, on)
		if n := len(there) + len(back); n < least {
			best, least, ways = int32(i), n, [2][]int32{there, back}
		}
	}
	if best < 0 {
		return false
	}
	e.lit(p.same[best] ^ 1)
	e.edges(ways[0], p.same)
	e.edges(ways[1], p.same)
	return true
}

// acyclic says that the edges that are on contain no cycle.
type acyclic struct {
	g     *alg.Graph
	edges []lit
	sets  alg.UnionFind // scratch
}

func (s *store) addAcyclic(g *alg.Graph, edges []lit, guard lit) {
	id := s.add(&acyclic{g, edges, make(alg.UnionFind, g.Order())}, guard, middling)
	s.onTrue(id, edges...)
}

// explain gives the edges of the cycle that would arise.
func (p *acyclic) explain(s *store, e *explanation) {
	on := func(edge int32) bool { return s.valAt(p.edges[edge], e.time) > 0 }
	for i, l := range p.edges {
		uv := p.g.Edges[i]
		switch {
		case e.what.op == holds && l == e.what.lit()^1:
			if way := p.g.Way(uv.U, uv.V, on); way != nil {
				e.edges(way, p.edges)
				return
			}
		case e.what.op == nothing && on(int32(i)):
			without := func(edge int32) bool { return edge != int32(i) && on(edge) }
			if way := p.g.Way(uv.U, uv.V, without); way != nil {
				e.edges(append(way, int32(i)), p.edges)
				return
			}
		}
	}
	panic("fd: a cycle can't explain " + e.what.String())
}

// edges adds that edges are on.
func (e *explanation) edges(list []int32, lits []lit) {
	for _, i := range list {
		e.lit(lits[i])
	}
}

func (p *acyclic) propagate(s *store) bool {
	p.sets.Reset()
	for i, e := range p.g.Edges {
		if s.val[p.edges[i]] > 0 && !p.sets.Join(e.U, e.V) {
			return false
		}
	}
	for i, e := range p.g.Edges {
		if s.val[p.edges[i]] == 0 && p.sets.Find(e.U) == p.sets.Find(e.V) && !s.set(p.edges[i]^1) {
			return false
		}
	}
	return true
}
