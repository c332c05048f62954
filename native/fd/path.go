package fd

import (
	"nazo/graph"
	"nazo/model"
)

// walk says that the edges that are on form one path or one cycle. Degrees are
// posted as sums, reachability as [connected]; this propagator keeps cycles
// from closing early and finds the ends of a path.
type walk struct {
	*model.Walk
	sets  graph.UnionFind
	ons   []int32 // for each set the vertices that are on in it
	links []int32 // for each set the edges that are on in it
	open  []int32 // scratch: the edges that are open
}

// addWalk posts a path or cycle; it returns false on a contradiction.
func (s *store) addWalk(b *model.Walk, guard lit) bool {
	g := b.Graph
	n := g.Order()
	if ok := s.joinEdges(g, b.Edges, b.Vertices, guard); !ok {
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
		s.addDegree(kind, g.Out[v], b.Edges, most, b.Vertices[v], guard)
		if g.Directed {
			s.addDegree(kind, g.In[v], b.Edges, 1, b.Vertices[v], guard)
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
	p := &walk{Walk: b, sets: make(graph.UnionFind, n), ons: make([]int32, n), links: make([]int32, n)}
	id := s.add(p, guard, middling)
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

// joinEdges says that an edge that is on has ends that are on.
func (s *store) joinEdges(g *graph.Graph, edges, vertices []lit, guard lit) bool {
	for i, e := range g.Edges {
		if s.stop.Load() {
			return true
		}
		if !s.clause(guard^1, edges[i]^1, vertices[e.U]) || !s.clause(guard^1, edges[i]^1, vertices[e.V]) {
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
func (s *store) addBalance(b *model.Walk, guard lit) {
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

func (p *walk) concerns() ([]lit, []model.Int) { return p.Edges, nil }

func (p *walk) propagate(s *store) bool {
	p.sets.Reset()
	clear(p.ons)
	clear(p.links)
	p.open = p.open[:0]
	edges, vertices := int32(0), int32(0)
	closed := int32(-1) // a vertex on a cycle
	for i, l := range p.Edges {
		switch s.val[l] {
		case 0:
			p.open = append(p.open, int32(i))
		case 1:
			edges++
			e := &p.Graph.Edges[i]
			a, b := p.sets.Find(e.U), p.sets.Find(e.V)
			if a != b {
				p.sets[b] = a
				p.links[a] += p.links[b]
			} else if !p.Closed || closed >= 0 {
				return false
			} else {
				closed = e.U
			}
			p.links[a]++
		}
	}
	for v, l := range p.Vertices {
		if s.val[l] > 0 {
			vertices++
			p.ons[p.sets.Find(int32(v))]++
		}
	}
	if closed >= 0 {
		return p.finish(s, closed, edges, vertices)
	}
	for _, i := range p.open {
		e := &p.Graph.Edges[i]
		a := p.sets.Find(e.U)
		if a != p.sets.Find(e.V) {
			continue
		}
		// Closing now is closing for good: nothing may be left outside.
		if (!p.Closed || p.links[a] < edges || p.ons[a] < vertices) && !s.set(p.Edges[i]^1) {
			return false
		}
	}
	if p.Closed {
		return true
	}
	if p.Graph.Directed {
		return p.tips(s, p.Graph.Out, 1) && p.tips(s, p.Graph.In, 1)
	}
	return p.tips(s, p.Graph.Out, 2)
}

// finish switches off all that is not on the cycle that is closed.
func (p *walk) finish(s *store, at, edges, vertices int32) bool {
	cycle := p.sets.Find(at)
	if p.links[cycle] < edges || p.ons[cycle] < vertices {
		return false
	}
	for v, l := range p.Vertices {
		if p.sets.Find(int32(v)) != cycle && !s.set(l^1) {
			return false
		}
	}
	for _, l := range p.Edges {
		if s.val[l] == 0 && !s.set(l^1) {
			return false
		}
	}
	return true
}

// tips counts the vertices that are on and must be ends of the path, since
// they have too few edges left. Once both are known all others must go on.
func (p *walk) tips(s *store, halves [][]graph.Half, most int) bool {
	ends := 0
	for v, l := range p.Vertices {
		if s.val[l] > 0 {
			ends += most - min(most, p.available(s, halves[v]))
		}
	}
	if ends > most {
		return false
	}
	if ends < most {
		return true
	}
	for v, l := range p.Vertices {
		if s.val[l] <= 0 || p.available(s, halves[v]) != most {
			continue
		}
		for _, h := range halves[v] {
			if s.val[p.Edges[h.Edge]] == 0 && !s.set(p.Edges[h.Edge]) {
				return false
			}
		}
	}
	return true
}

// available is the number of edges that are not off.
func (p *walk) available(s *store, halves []graph.Half) int {
	n := 0
	for _, h := range halves {
		if s.val[p.Edges[h.Edge]] >= 0 {
			n++
		}
	}
	return n
}
