package fd

// explain finds out which conclusion it was, and gives what it took at that time.
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

// number explains that the number of a vertex has a bound, or is none.
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

// count adds so many vertices that were on, or with the value -1 off, unless there are fewer.
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

// unfollowed explains that a vertex does not have a number by an edge that was on and the numbers of its other end.
func (p *positions) unfollowed(s *store, e *explanation, v int32, k int64) bool {
	for i, l := range p.Edges {
		uv := &p.Graph.Edges[i]
		if uv.U != v && uv.V != v || s.valAt(l, e.time) <= 0 {
			continue
		}
		y, d := p.Positions[uv.U], int64(-1) // y is to be one less
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

// unsupported explains that a vertex that is on does not have a number, as no neighbour could precede it, or none follow.
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

// none adds why no neighbour had a number, of those that come before a vertex or of those that come behind.
func (p *positions) none(s *store, e *explanation, v int32, k int64, before bool) bool {
	halves, from := p.next[v], len(e.out)
	if before {
		halves = p.back[v]
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
