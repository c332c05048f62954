package fd

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// path is the propagator of one path or cycle. Degrees are posted as sums, and connectivity as
// [connected]. This propagator prevents early cycles and finds the ends of a path.
type path struct {
	*model.Route
	*pathLines
	guarded int32   // cell: whether closing edges were searched since the guard holds
	spared  int32   // cell: the edge, plus 1, that may close the only line
	closing []int32 // scratch: edges that would close a line
}

func newPath(s *store, b *model.Route) *path {
	return &path{Route: b, pathLines: newPathLines(s, b), guarded: s.newCell(0), spared: s.newCell(0)}
}

func (p *path) propagate(s *store) bool {
	for known := -1; known < len(s.assigned); { // until keepOpen sets nothing
		news := p.update(s)
		known = len(s.assigned)
		switch {
		case len(p.cycles) > 1 || len(p.cycles) == 1 && !p.Closed:
			return false
		case len(p.cycles) == 1:
			return p.finish(s, p.Graph.Edges[p.cycles[0]].U)
		}
		if !s.probing && !p.keepOpen(s, news) {
			return false
		}
	}
	return p.Closed || p.tips(s, p.Graph.Out, 0) && (!p.Graph.Directed || p.tips(s, p.Graph.In, 1))
}

// keepOpen switches off the edges that would close a line too early. Only an edge between the ends of
// a new line can.
func (p *path) keepOpen(s *store, news []logged) bool {
	p.closing = p.closing[:0]
	if s.cells[p.guarded] == 0 {
		s.setCell(p.guarded, 1)
		for i, l := range p.Edges {
			if e := &p.Graph.Edges[i]; s.val[l] == 0 && p.find(e.U) == p.find(e.V) {
				p.closing = append(p.closing, int32(i))
			}
		}
	} else {
		if e := s.cells[p.spared]; e > 0 {
			p.closing = append(p.closing, int32(e-1))
		}
		for i := range news {
			if e := &news[i]; int(e.event) < len(p.Edges) && e.child >= 0 { // joined two lines
				p.between(s, e.x)
				p.between(s, e.y)
			}
		}
		slices.Sort(p.closing)
	}
	spared := int64(0)
	for _, i := range p.closing {
		if s.val[p.Edges[i]] != 0 {
			continue
		}
		// A line may be closed if nothing is left outside.
		if a := p.find(p.Graph.Edges[i].U); p.Closed && p.links[a] == p.edges && p.ons[a] == p.vertices {
			spared = int64(i) + 1
		} else if !s.set(p.Edges[i] ^ 1) {
			return false
		}
	}
	s.setCell(p.spared, spared)
	return true
}

// between collects the open edges between both ends of a line.
func (p *path) between(s *store, v int32) {
	to := p.mate[v]
	for _, halves := range p.sides(v) {
		for _, h := range halves {
			if h.To == to && s.val[p.Edges[h.Edge]] == 0 {
				p.closing = append(p.closing, h.Edge)
			}
		}
	}
}

// finish switches off everything outside a closed cycle.
func (p *path) finish(s *store, at int32) bool {
	cycle := p.find(at)
	if p.links[cycle] < p.edges || p.ons[cycle] < p.vertices {
		return false
	}
	for v, l := range p.Vertices {
		if p.find(int32(v)) != cycle && !s.set(l^1) {
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

// tips counts the vertices that must be ends, since they have too few edges left. Once both ends are
// known, all other vertices must go on.
func (p *path) tips(s *store, halves [][]alg.Half, side int) bool {
	switch ends := p.ends[side]; {
	case ends > p.most:
		return false
	case ends < p.most:
		return true
	}
	for v, on := range p.on {
		if !on || p.left[side][v] != p.most {
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

// addPath posts a path or cycle. at guards conditions at a vertex, and guard the rest. It returns
// false on a conflict.
func (s *store) addPath(b *model.Route, guard lit, at []lit) bool {
	g := b.Graph
	n := g.Order()
	if !s.joinEdges(g, b.Edges, b.Vertices, at) || !s.clause(append([]lit{guard ^ 1}, b.Vertices...)...) {
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
	s.addConnected(g, b.Vertices, b.Edges, b.Closed && !g.Directed, guard)
	id := s.add(newPath(s, b), guard, middling)
	s.onChange(id, b.Edges...)
	s.onTrue(id, b.Vertices...)
	if b.Positions != nil {
		s.addPositions(b, guard)
	}
	return true
}

// joinEdges says that an edge that is on has both ends on, guarded by each end.
func (s *store) joinEdges(g *alg.Graph, edges, vertices []lit, guards []lit) bool {
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

// addDegree says that a vertex has exactly or at most so many edges if it is on, and none otherwise.
func (s *store) addDegree(kind sumKind, halves []alg.Half, edges []lit, most int64, vertex, guard lit) {
	terms := make([]weighted, 0, len(halves)+1)
	for _, h := range halves {
		terms = append(terms, weighted{1, edges[h.Edge]})
	}
	s.addSum(kind, append(terms, weighted{-most, vertex}), 0, guard, true)
}

// addBalance says for a bipartite graph that a cycle has equally many vertices of both colours. On a
// path they differ by at most one.
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

// explain tries all kinds of conclusions: early cycles, closed cycles, and ends of a path.
func (p *path) explain(s *store, e *explanation) {
	x := &pathExplanation{p: p, s: s, e: e, sets: alg.NewUnionFind(p.Graph.Order())}
	for i := range p.Edges {
		if uv := &p.Graph.Edges[i]; x.on(int32(i)) && !x.sets.Join(uv.U, uv.V) {
			x.closing = append(x.closing, int32(i))
		}
	}
	if !x.closes() && !x.closed() && !x.tips(p.Graph.Out) && !(p.Graph.Directed && x.tips(p.Graph.In)) {
		panic("fd: a path can't explain " + e.what.String())
	}
}

// pathExplanation has the lines at an earlier time.
type pathExplanation struct {
	p       *path
	s       *store
	e       *explanation
	sets    alg.UnionFind
	closing []int32 // edges that close cycles
}

func (x *pathExplanation) on(edge int32) bool { return x.s.valAt(x.p.Edges[edge], x.e.time) > 0 }

// refuses reports whether the atom in question is the negation of l.
func (x *pathExplanation) refuses(l lit) bool {
	return x.e.what.op == holds && x.e.what.lit() == l^1
}

// closes explains that an edge is off because it would close a line too early.
func (x *pathExplanation) closes() bool {
	p := x.p
	for i, l := range p.Edges {
		uv := &p.Graph.Edges[i]
		if !x.refuses(l) || x.sets.Find(uv.U) != x.sets.Find(uv.V) {
			continue
		}
		way := p.Graph.Way(uv.U, uv.V, x.on)
		if p.Closed && !x.outside(x.sets.Find(uv.U)) {
			continue
		}
		x.e.edges(way, p.Edges)
		return true
	}
	return false
}

// outside adds an edge or a vertex outside a line that was on.
func (x *pathExplanation) outside(set int32) bool {
	for i, l := range x.p.Edges {
		if x.on(int32(i)) && x.sets.Find(x.p.Graph.Edges[i].U) != set {
			x.e.lit(l)
			return true
		}
	}
	for v, l := range x.p.Vertices {
		if x.s.valAt(l, x.e.time) > 0 && x.sets.Find(int32(v)) != set {
			x.e.lit(l)
			return true
		}
	}
	return false
}

// closed explains that only the closed cycle can be on.
func (x *pathExplanation) closed() bool {
	p := x.p
	if len(x.closing) == 0 {
		return false
	}
	last := p.Graph.Edges[x.closing[0]].U
	refused := x.e.what.op == nothing || slices.ContainsFunc(p.Edges, x.refuses)
	for v, l := range p.Vertices {
		refused = refused || x.refuses(l) && x.sets.Find(int32(v)) != x.sets.Find(last)
	}
	if !refused {
		return false
	}
	x.cycle(x.closing[0])
	if x.e.what.op != nothing || !p.Closed {
		return true
	}
	if len(x.closing) > 1 {
		x.cycle(x.closing[1])
		return true
	}
	return x.outside(x.sets.Find(last))
}

// cycle adds the cycle that an edge closes.
func (x *pathExplanation) cycle(edge int32) {
	uv := &x.p.Graph.Edges[edge]
	way := x.p.Graph.Way(uv.U, uv.V, func(i int32) bool { return i < edge && x.on(i) })
	x.e.edges(append(way, edge), x.p.Edges)
}

// tips explains by vertices that must be ends because of their edges that are off.
func (x *pathExplanation) tips(halves [][]alg.Half) bool {
	p, s, e := x.p, x.s, x.e
	from, need := len(e.out), p.most
	through := int32(-1) // the vertex that cannot be an end
	if e.what.op == nothing {
		need++
	} else {
		for v, l := range p.Vertices {
			if s.valAt(l, e.time) <= 0 || x.left(halves[v]) != p.most {
				continue
			}
			for _, h := range halves[v] {
				if p.Edges[h.Edge] == e.what.lit() {
					through = int32(v)
				}
			}
		}
		if through < 0 {
			return false
		}
		x.vertex(through, halves)
	}
	for v, l := range p.Vertices {
		if need <= 0 {
			break
		}
		if missing := p.most - min(p.most, x.left(halves[v])); missing > 0 && s.valAt(l, e.time) > 0 {
			x.vertex(int32(v), halves)
			need -= missing
		}
	}
	if need > 0 {
		e.out = e.out[:from]
	}
	return need <= 0
}

// left returns the number of edges that were not off.
func (x *pathExplanation) left(halves []alg.Half) (n int32) {
	for _, h := range halves {
		if x.s.valAt(x.p.Edges[h.Edge], x.e.time) >= 0 {
			n++
		}
	}
	return n
}

// vertex adds that a vertex was on and which of its edges were off.
func (x *pathExplanation) vertex(v int32, halves [][]alg.Half) {
	x.e.lit(x.p.Vertices[v])
	for _, h := range halves[v] {
		if l := x.p.Edges[h.Edge]; x.s.valAt(l, x.e.time) < 0 {
			x.e.lit(l ^ 1)
		}
	}
}
