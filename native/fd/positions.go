package fd

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// positions says that the vertices of a path are numbered along it from 1, and all others with 0.
type positions struct{ *model.Route }

func (s *store) addPositions(b *model.Route, guard lit) {
	p := &positions{b}
	id := s.add(p, guard, slow)
	s.watch(id, onDomain, b.Positions...)
	s.onChange(id, b.Vertices...)
	s.onChange(id, b.Edges...)
	s.addDistinct(b.Positions, b.Vertices, false, guard)
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

// follow keeps the values of y that are a value of x plus d, or minus d if both is set.
func (p *positions) follow(s *store, x, y model.Int, d int64, both bool) bool {
	ok := true
	s.each(y, func(k int64) bool {
		ok = s.has(x, k-d) || both && s.has(x, k+d) || s.remove(y, k)
		return ok
	})
	return ok
}

// support keeps the numbers of v that a neighbour can precede, and follow if the path surely goes on.
func (p *positions) support(s *store, v int32, certain int64) bool {
	x := p.Positions[v]
	ok := true
	s.each(x, func(k int64) bool {
		ok = (k == 1 || p.neighbor(s, p.Graph.In[v], k-1)) && (k >= certain || p.neighbor(s, p.Graph.Out[v], k+1)) || s.remove(x, k)
		return ok
	})
	return ok
}

// neighbor reports whether a neighbour can have number k.
func (p *positions) neighbor(s *store, halves []alg.Half, k int64) bool {
	for _, h := range halves {
		if s.val[p.Edges[h.Edge]] >= 0 && s.has(p.Positions[h.To], k) {
			return true
		}
	}
	return false
}

// explain tries all kinds of conclusions.
func (p *positions) explain(s *store, e *explanation) {
	found := false
	switch e.what.op {
	case holds:
		found = p.presenceOf(s, e) || p.edgeOf(s, e)
	case nothing:
	default:
		for v, x := range p.Positions {
			if x == e.what.int() && p.number(s, e, int32(v)) {
				found = true
				break
			}
		}
	}
	if !found {
		e.everything(s, p)
	}
}

// presenceOf explains that a vertex is on or off by its number.
func (p *positions) presenceOf(s *store, e *explanation) bool {
	l := e.what.lit()
	for v, on := range p.Vertices {
		x := p.Positions[v]
		lo, hi := s.boundsAt(x, e.time)
		switch {
		case on == l && lo > 0:
			e.ge(x, 1)
		case on == l && hi < 0:
			e.le(x, -1)
		case on == l && !s.hasAt(x, 0, e.time):
			e.ne(x, 0)
		case on^1 == l && hi <= 0:
			e.le(x, 0)
		default:
			continue
		}
		return true
	}
	return false
}

// edgeOf explains that an edge is on or off by the numbers of its ends.
func (p *positions) edgeOf(s *store, e *explanation) bool {
	l := e.what.lit()
	for i, edge := range p.Edges {
		if edge|1 != l|1 {
			continue
		}
		x, y := p.Positions[p.Graph.Edges[i].U], p.Positions[p.Graph.Edges[i].V]
		a, hiX := s.boundsAt(x, e.time)
		b, hiY := s.boundsAt(y, e.time)
		joined := b == a+1 || b == a-1 && !p.Graph.Directed
		if a != hiX || b != hiY || a == 0 || b == 0 || joined != (edge == l) {
			continue
		}
		e.eq(x, a)
		e.eq(y, b)
		return true
	}
	return false
}

// number explains an atom of the number of a vertex.
func (p *positions) number(s *store, e *explanation, v int32) bool {
	on, k := s.valAt(p.Vertices[v], e.time), e.what.v
	switch e.what.op {
	case equals:
		if on < 0 && k == 0 {
			e.lit(p.Vertices[v] ^ 1)
			return true
		}
	case atLeast:
		if on > 0 && k == 1 {
			e.lit(p.Vertices[v])
		}
		return k <= 0 || on > 0 && k == 1
	case atMostOp:
		if on < 0 && k >= 0 {
			e.lit(p.Vertices[v] ^ 1)
			return true
		}
		return p.count(s, e, len(p.Vertices)-int(k), -1)
	case differsFrom:
		return p.unfollowed(s, e, v, k) || p.unsupported(s, e, v, k)
	}
	return false
}

// count adds n vertices that had the value val, unless there are fewer.
func (p *positions) count(s *store, e *explanation, n int, val int8) bool {
	from := len(e.out)
	for _, l := range p.Vertices {
		if n > 0 && s.valAt(l, e.time) == val {
			e.lit(l ^ sign(val < 0))
			n--
		}
	}
	if n > 0 {
		e.out = e.out[:from]
	}
	return n <= 0
}

// unfollowed explains that a vertex lacks a number by an edge that was on and the number of its other
// end.
func (p *positions) unfollowed(s *store, e *explanation, v int32, k int64) bool {
	for i, l := range p.Edges {
		uv := &p.Graph.Edges[i]
		if uv.U != v && uv.V != v || s.valAt(l, e.time) <= 0 {
			continue
		}
		y, d := p.Positions[uv.U], int64(-1) // y must be one less
		if uv.U == v {
			y, d = p.Positions[uv.V], 1
		}
		if s.hasAt(y, k+d, e.time) || !p.Graph.Directed && s.hasAt(y, k-d, e.time) {
			continue
		}
		e.lit(l)
		e.ne(y, k+d)
		if !p.Graph.Directed {
			e.ne(y, k-d)
		}
		return true
	}
	return false
}

// unsupported explains that a vertex that is on lacks a number, since no neighbour could precede or
// follow it.
func (p *positions) unsupported(s *store, e *explanation, v int32, k int64) bool {
	if s.valAt(p.Vertices[v], e.time) <= 0 {
		return false
	}
	e.lit(p.Vertices[v])
	if k == 0 {
		return true
	}
	from := len(e.out)
	if k != 1 && p.none(s, e, v, k-1, true) || p.none(s, e, v, k+1, false) && p.count(s, e, int(k)+1, 1) {
		return true
	}
	e.out = e.out[:from-1]
	return false
}

// none adds why no neighbour before, or behind, a vertex had a number.
func (p *positions) none(s *store, e *explanation, v int32, k int64, before bool) bool {
	halves, from := p.Graph.Out[v], len(e.out)
	if before {
		halves = p.Graph.In[v]
	}
	for _, h := range halves {
		switch x := p.Positions[h.To]; {
		case !s.hasAt(x, k, e.time):
			e.ne(x, k)
		case s.valAt(p.Edges[h.Edge], e.time) < 0:
			e.lit(p.Edges[h.Edge] ^ 1)
		default:
			e.out = e.out[:from]
			return false
		}
	}
	return true
}
