package fd

// A conclusion about connectivity is explained by a cut: if it were otherwise, two vertices that are
// on would lie on different sides of vertices and edges that are off. Of all parts with vertices that are
// on the one with the smallest border is taken.

// cut looks for parts of the graph as it was, with one atom taken to be the other way round.
type cut struct {
	p     *connected
	s     *store
	e     *explanation
	time  int32
	part  []int32 // for each vertex its part, from 1; 0 for those that are off, or hang together with none that is on
	parts []cutPart
	// without is a vertex that is left out, or -1, as is the edge.
	without, withoutEdge int32
}

// cutPart has vertices that hang together; on is one that is on, or -1.
type cutPart struct {
	vertices []int32
	on       int32
}

// explain gives the cut. With the reason it was noted, plus 1, the vertex that must not be the only way between
// two others, or, negative, an edge.
func (p *connected) explain(s *store, e *explanation) {
	began, data := s.noted(e)
	if data == 0 && p.unreachable(s, e, began) {
		return
	}
	if !p.cut(s, e, began, data) && !p.cut(s, e, e.time, data) {
		panic("fd: connectivity can't explain " + e.what.String())
	}
}

// cut explains by what was known at a time; it returns false if that does not suffice.
func (p *connected) cut(s *store, e *explanation, time, data int32) bool {
	c := &cut{p: p, s: s, e: e, time: time, part: make([]int32, p.g.Order()), without: -1, withoutEdge: -1}
	switch {
	case data > 0:
		c.without = data - 1
	case data < 0:
		c.withoutEdge = -data - 1
	}
	if c.withoutEdge >= 0 && e.what == litAtom(p.edges[c.withoutEdge]^1) { // it is not to join two parts
		uv := p.g.Edges[c.withoutEdge]
		for _, v := range []int32{uv.U, uv.V} {
			if c.usable(v) {
				c.spread(v, -1)
			}
		}
	} else {
		for v, l := range p.vertices {
			if c.val(l) > 0 && v != int(c.without) {
				c.spread(int32(v), int32(v))
			}
		}
	}
	if len(c.parts) < 2 {
		return false
	}
	best, other, least := -1, -1, 0
	for i := range c.parts {
		n := 0
		c.each(i, func(off lit) {
			if s.at[off>>1] >= s.levels[0].pos() {
				n++
			}
		})
		if best < 0 || n < least {
			best, other, least = i, best, n
		} else {
			other = i
		}
	}
	for _, i := range []int{best, other} {
		if v := c.parts[i].on; v >= 0 {
			c.known(p.vertices[v])
		}
	}
	seen := map[lit]bool{}
	c.each(best, func(off lit) {
		if !seen[off] {
			seen[off] = true
			e.lit(off)
		}
	})
	return true
}

// val is what was known of a literal, but for the one in question.
func (c *cut) val(l lit) int8 {
	if c.e.what.op == holds {
		switch l {
		case c.e.what.lit():
			return -1
		case c.e.what.lit() ^ 1:
			return 1
		}
	}
	return c.s.valAt(l, c.time)
}

// known adds that a literal was true, unless it is the one in question.
func (c *cut) known(l lit) {
	if c.e.what.op != holds || l|1 != c.e.what.lit()|1 {
		c.e.lit(l)
	}
}

// spread finds the part of a vertex, which has a vertex that is on, or is to be apart from another if on is -1.
func (c *cut) spread(v, on int32) {
	if c.part[v] > 0 {
		return
	}
	number := int32(len(c.parts) + 1)
	todo := []int32{v}
	c.part[v] = number
	for i := 0; i < len(todo); i++ {
		for _, h := range c.p.next[todo[i]] {
			if c.part[h.To] == 0 && c.usable(h.To) && c.passable(h.Edge) {
				c.part[h.To] = number
				todo = append(todo, h.To)
			}
		}
	}
	c.parts = append(c.parts, cutPart{todo, on})
}

func (c *cut) usable(v int32) bool { return v != c.without && c.val(c.p.vertices[v]) >= 0 }

func (c *cut) passable(edge int32) bool {
	return edge != c.withoutEdge && (c.p.edges == nil || c.val(c.p.edges[edge]) >= 0)
}

// each calls f for the ways out of a part, with what was true that closes them: an edge that is off, or
// the vertex behind it.
func (c *cut) each(part int, f func(off lit)) {
	for _, v := range c.parts[part].vertices {
		for _, h := range c.p.next[v] {
			switch {
			case c.part[h.To] == c.part[v] || h.To == c.without || h.Edge == c.withoutEdge:
			case c.p.edges != nil && c.val(c.p.edges[h.Edge]) < 0 && (c.usable(h.To) || c.earlier(c.p.edges[h.Edge], c.p.vertices[h.To])):
				c.close(f, c.p.edges[h.Edge])
			default:
				c.close(f, c.p.vertices[h.To])
			}
		}
	}
}

// earlier reports whether a literal was known before another, which was known too.
func (c *cut) earlier(l, than lit) bool { return c.s.at[l>>1] < c.s.at[than>>1] }

func (c *cut) close(f func(off lit), l lit) {
	if c.e.what.op != holds || l|1 != c.e.what.lit()|1 {
		f(l ^ 1)
	}
}
