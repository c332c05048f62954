package fd

import (
	"nazo/graph"
	"nazo/model"
)

// addPath posts a path or cycle; it returns false on a conflict. What holds at a vertex is guarded by at, the rest by guard.
func (s *store) addPath(b *model.Route, guard lit, at []lit) bool {
	g := b.Graph
	n := g.Order()
	if ok := s.joinEdges(g, b.Edges, b.Vertices, at); !ok {
		return false
	}
	if !s.clause(append([]lit{guard ^ 1}, b.Vertices...)...) {
		return false
	}
	kind, most := atMost, int64(2)
	if b.Closed {
		kind = exactly
	}
	if g.Directed {
		most = 1
	}
	for v := range n {
		if s.stop.Load() {
			return true
		}
		s.addDegree(kind, g.Out[v], b.Edges, most, b.Vertices[v], at[v])
		if g.Directed {
			s.addDegree(kind, g.In[v], b.Edges, 1, b.Vertices[v], at[v])
		}
	}
	if !b.Closed {
		terms := make([]weighted, 0, n+len(b.Edges))
		for _, l := range b.Edges {
			terms = append(terms, weighted{1, l})
		}
		for _, l := range b.Vertices {
			terms = append(terms, weighted{-1, l})
		}
		s.addSum(exactly, terms, -1, guard, true)
	}
	s.addBalance(b, guard)
	s.addReach(&connected{g: g, vertices: b.Vertices, edges: b.Edges, ring: b.Closed && !g.Directed}, guard)
	id := s.add(newPath(s, b), guard, middling)
	for _, l := range b.Edges {
		s.onChange(l, id)
	}
	for _, l := range b.Vertices {
		s.onTrue(l, id)
	}
	if b.Positions != nil {
		s.addPositions(b, guard)
	}
	return true
}

// joinEdges says that an edge that is on has ends that are on, guarded by each end.
func (s *store) joinEdges(g *graph.Graph, edges, vertices []lit, guards []lit) bool {
	for i, e := range g.Edges {
		if s.stop.Load() {
			return true
		}
		if !s.clause(guards[e.U]^1, edges[i]^1, vertices[e.U]) || !s.clause(guards[e.V]^1, edges[i]^1, vertices[e.V]) {
			return false
		}
	}
	return true
}

// addDegree says that a vertex that is on has, exactly or at most, so many of
// the edges, and one that is off has none.
func (s *store) addDegree(kind sumKind, halves []graph.Half, edges []lit, most int64, vertex, guard lit) {
	terms := make([]weighted, 0, len(halves)+1)
	for _, h := range halves {
		terms = append(terms, weighted{1, edges[h.Edge]})
	}
	s.addSum(kind, append(terms, weighted{-most, vertex}), 0, guard, true)
}

// addBalance says of a graph with two colours that a cycle has as many
// vertices of one as of the other, and a path at most one more.
func (s *store) addBalance(b *model.Route, guard lit) {
	colour := b.Graph.TwoColouring()
	if colour == nil {
		return
	}
	plus, minus := make([]weighted, len(colour)), make([]weighted, len(colour))
	for v, c := range colour {
		plus[v] = weighted{int64(c), b.Vertices[v]}
		minus[v] = weighted{-int64(c), b.Vertices[v]}
	}
	if b.Closed {
		s.addSum(exactly, plus, 0, guard, true)
		return
	}
	s.addSum(atMost, plus, 1, guard, true)
	s.addSum(atMost, minus, 1, guard, true)
}
