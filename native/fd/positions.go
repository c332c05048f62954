package fd

import (
	"slices"

	"nazo/graph"
	"nazo/model"
)

// positions says that the vertices of a path are numbered along it from 1 and
// all others are numbered 0.
type positions struct {
	*model.Route
	next [][]graph.Half
	back [][]graph.Half
}

func (s *store) addPositions(b *model.Route, guard lit) {
	p := &positions{b, b.Graph.Out, b.Graph.In}
	id := s.add(p, guard, slow)
	for v, x := range b.Positions {
		s.watchInt(x, id, onDomain)
		s.onChange(b.Vertices[v], id)
	}
	for _, l := range b.Edges {
		s.onChange(l, id)
	}
	s.addDistinct(b.Positions, b.Vertices, guard)
}

func (p *positions) concerns() ([]lit, []model.Int) {
	return slices.Concat(p.Edges, p.Vertices), p.Positions
}

func (p *positions) propagate(s *store) bool {
	certain, possible := int64(0), int64(0) // vertices on the path
	for _, l := range p.Vertices {
		if s.val[l] > 0 {
			certain++
		}
		if s.val[l] >= 0 {
			possible++
		}
	}
	for v, x := range p.Positions {
		if !p.presence(s, p.Vertices[v], x, possible) {
			return false
		}
	}
	for i := range p.Graph.Edges {
		if !p.edge(s, i) {
			return false
		}
	}
	for v := range p.Positions {
		if s.val[p.Vertices[v]] > 0 && !p.support(s, int32(v), certain) {
			return false
		}
	}
	return true
}

// presence ties being on the path to having a number.
func (p *positions) presence(s *store, on lit, x model.Int, possible int64) bool {
	d := &s.ints[x]
	switch {
	case d.lo > 0 || d.hi < 0 || !s.has(x, 0):
		if !s.set(on) {
			return false
		}
	case d.hi <= 0:
		if !s.set(on ^ 1) {
			return false
		}
	}
	switch {
	case s.val[on] > 0:
		return s.setLo(x, 1) && s.setHi(x, possible)
	case s.val[on] < 0:
		return s.fix(x, 0)
	}
	return s.setLo(x, 0) && s.setHi(x, possible)
}

// edge ties an edge to the numbers of its ends.
func (p *positions) edge(s *store, i int) bool {
	e, l := p.Graph.Edges[i], p.Edges[i]
	x, y := p.Positions[e.U], p.Positions[e.V]
	if s.val[l] > 0 {
		return p.follow(s, x, y, 1, !p.Graph.Directed) && p.follow(s, y, x, -1, !p.Graph.Directed)
	}
	if !s.fixed(x) || !s.fixed(y) || s.ints[x].lo == 0 || s.ints[y].lo == 0 {
		return true
	}
	// Neighbouring numbers are joined by an edge, others are not.
	d := s.ints[y].lo - s.ints[x].lo
	if d == 1 || d == -1 && !p.Graph.Directed {
		return s.set(l)
	}
	return s.set(l ^ 1)
}

// follow leaves the values of y that lie d from one of x, or -d if both ways go.
func (p *positions) follow(s *store, x, y model.Int, d int64, both bool) bool {
	ok := true
	s.each(y, func(k int64) bool {
		ok = s.has(x, k-d) || both && s.has(x, k+d) || s.remove(y, k)
		return ok
	})
	return ok
}

// support leaves the numbers of v that some neighbour can precede, and follow
// if the path is sure to go on.
func (p *positions) support(s *store, v int32, certain int64) bool {
	x := p.Positions[v]
	ok := true
	s.each(x, func(k int64) bool {
		ok = (k == 1 || p.neighbor(s, p.back[v], k-1)) && (k >= certain || p.neighbor(s, p.next[v], k+1)) || s.remove(x, k)
		return ok
	})
	return ok
}

// neighbor reports whether a neighbour can have number k.
func (p *positions) neighbor(s *store, halves []graph.Half, k int64) bool {
	for _, h := range halves {
		if s.val[p.Edges[h.Edge]] >= 0 && s.has(p.Positions[h.To], k) {
			return true
		}
	}
	return false
}
