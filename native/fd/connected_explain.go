package fd

import "nazo/graph"

// A conclusion about connectivity is explained by a cut: if it were otherwise, two vertices that are
// on would lie on different sides of vertices and edges that are off. Of all parts with vertices that are
// on the one with the smallest border is taken.

// cut looks for parts of the graph as it was, with one atom taken to be the other way round.
type cut struct {
	p    *connected
	s    *store
	e    *explanation
	time int32
	part []int32 // for each vertex its part, from 1; 0 for those that are off
	// without is a vertex that is left out, or -1, as is the edge.
	without, withoutEdge int32
}

// explain gives the cut. With the reason it was noted, plus 1, the vertex that must not be the only way between
// two others, or, negative, an edge.
func (p *connected) explain(s *store, e *explanation) {
	began, data := s.noted(e)
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
	parts := c.spread()
	on := make([]int32, parts+1) // for each part a vertex that is on, plus 1
	for v := range c.part {
		if c.val(p.vertices[v]) > 0 && c.part[v] > 0 && on[c.part[v]] == 0 {
			on[c.part[v]] = int32(v) + 1
		}
	}
	if c.withoutEdge >= 0 && e.what == litAtom(p.edges[c.withoutEdge]^1) { // it is not to join two parts
		uv := p.g.Edges[c.withoutEdge]
		on = make([]int32, parts+1)
		on[c.part[uv.U]], on[c.part[uv.V]] = -1, -1
	}
	border := make([]int, parts+1)
	c.each(func(_ graph.Half, inside int32, off lit) {
		if s.at[off>>1] >= s.levels[0].pos() {
			border[inside]++
		}
	})
	best, other := int32(0), int32(0)
	for part, v := range on {
		switch {
		case v == 0:
		case best == 0 || border[part] < border[best]:
			best, other = int32(part), best
		default:
			other = int32(part)
		}
	}
	if other == 0 {
		return false
	}
	for _, part := range []int32{best, other} {
		if v := on[part] - 1; v >= 0 {
			c.known(p.vertices[v])
		}
	}
	seen := map[lit]bool{}
	c.each(func(_ graph.Half, inside int32, off lit) {
		if inside == best && !seen[off] {
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

// spread numbers the parts and returns how many there are.
func (c *cut) spread() (parts int32) {
	var todo []int32
	for v := range c.part {
		if c.part[v] > 0 || !c.usable(int32(v)) {
			continue
		}
		parts++
		c.part[v] = parts
		for todo = append(todo[:0], int32(v)); len(todo) > 0; {
			u := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, h := range c.p.next[u] {
				if c.part[h.To] == 0 && c.usable(h.To) && c.passable(h.Edge) {
					c.part[h.To] = parts
					todo = append(todo, h.To)
				}
			}
		}
	}
	return parts
}

func (c *cut) usable(v int32) bool { return v != c.without && c.val(c.p.vertices[v]) >= 0 }

func (c *cut) passable(edge int32) bool {
	return edge != c.withoutEdge && (c.p.edges == nil || c.val(c.p.edges[edge]) >= 0)
}

// each calls f for the ways out of each part, with what was true that closes them: an edge that is off, or
// the vertex behind it.
func (c *cut) each(f func(h graph.Half, inside int32, off lit)) {
	for v, part := range c.part {
		if part == 0 {
			continue
		}
		for _, h := range c.p.next[v] {
			switch {
			case c.part[h.To] == part || h.To == c.without || h.Edge == c.withoutEdge:
			case c.p.edges != nil && c.val(c.p.edges[h.Edge]) < 0 && (c.usable(h.To) || c.earlier(c.p.edges[h.Edge], c.p.vertices[h.To])):
				c.close(f, h, part, c.p.edges[h.Edge])
			default:
				c.close(f, h, part, c.p.vertices[h.To])
			}
		}
	}
}

// earlier reports whether a literal was known before another, which was known too.
func (c *cut) earlier(l, than lit) bool { return c.s.at[l>>1] < c.s.at[than>>1] }

func (c *cut) close(f func(h graph.Half, inside int32, off lit), h graph.Half, part int32, l lit) {
	if c.e.what.op != holds || l|1 != c.e.what.lit()|1 {
		f(h, part, l^1)
	}
}
