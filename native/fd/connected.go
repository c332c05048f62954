package fd

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// connected says that the vertices that are on are connected by edges that are
// not off. Depth-first search with low points (Hopcroft and Tarjan, 1973) from a vertex
// that is on tells what can't be reached and what can't be done without: articulation
// points and bridges.
//
// With ring set the vertices are even on one common cycle: then they are in one
// block of the graph that is left.
type connected struct {
	g        *alg.Graph
	vertices []lit
	edges    []lit // nil if all edges count
	ring     bool
	next     [][]alg.Half // neighbours, whatever the direction

	// Scratch of the depth-first search.
	order []int32 // for each vertex when it was entered, from 1; 0 for not yet
	low   []int32
	on    []int32 // how many vertices that are on its subtree has
	seq   []int32 // vertices as they were entered
	root  int32
	rings int // blocks at the root that have vertices that are on
	fail  bool

	vertexOf map[lit]int32 // of literals that stand for nothing but one vertex
	last     *surroundings // of which an explanation spoke last
}

func (s *store) addConnected(g *alg.Graph, vertices, edges []lit, guard lit) {
	s.addReach(&connected{g: g, vertices: vertices, edges: edges}, guard)
}

func (s *store) addReach(p *connected, guard lit) {
	n := p.g.Order()
	p.next = p.g.Neighbours()
	p.order, p.low, p.on = make([]int32, n), make([]int32, n), make([]int32, n)
	p.seq = make([]int32, 0, n)
	p.vertexOf = make(map[lit]int32, n)
	for v, l := range p.vertices {
		if _, again := p.vertexOf[l]; again || slices.Contains(p.edges, l|1) || slices.Contains(p.edges, l&^1) {
			v = -1
		}
		p.vertexOf[l] = int32(v)
	}
	id := s.add(p, guard, slow)
	for _, l := range p.vertices {
		s.onChange(l, id)
	}
	for _, l := range p.edges {
		s.onTrue(l^1, id)
	}
}

func (p *connected) propagate(s *store) bool {
	p.root = -1
	for v, l := range p.vertices {
		if s.val[l] > 0 {
			p.root = int32(v)
			break
		}
	}
	if p.root < 0 {
		return true
	}
	clear(p.order)
	p.seq = p.seq[:0]
	p.fail, p.rings = false, 0
	p.visit(s, p.root, -1)
	if p.fail {
		return false
	}
	s.noting(0)
	for v, l := range p.vertices {
		if p.order[v] == 0 && s.val[l] >= 0 && !s.set(l^1) {
			return false
		}
	}
	return true
}

// visit searches from v, entered by the edge via.
func (p *connected) visit(s *store, v, via int32) {
	p.seq = append(p.seq, v)
	at := int32(len(p.seq))
	p.order[v], p.low[v] = at, at
	p.on[v] = 0
	if s.val[p.vertices[v]] > 0 {
		p.on[v] = 1
	}
	for _, h := range p.next[v] {
		w := h.To
		if h.Edge == via || p.edges != nil && s.val[p.edges[h.Edge]] < 0 || s.val[p.vertices[w]] < 0 {
			continue
		}
		if p.order[w] > 0 {
			p.low[v] = min(p.low[v], p.order[w])
			continue
		}
		p.visit(s, w, h.Edge)
		if p.fail {
			return
		}
		p.on[v] += p.on[w]
		p.low[v] = min(p.low[v], p.low[w])
		if p.low[w] >= at && !p.separate(s, v, h) {
			p.fail = true
			return
		}
	}
}

// separate draws the conclusions from v being the only way from the root to
// the subtree behind h.
func (p *connected) separate(s *store, v int32, h alg.Half) bool {
	bridge := p.low[h.To] > p.order[v]
	s.noting(0)
	if p.ring {
		return p.block(s, v, h, bridge)
	}
	if p.on[h.To] == 0 {
		return true
	}
	return s.set(p.vertices[v]) && (!bridge || p.edges == nil || s.set(p.edges[h.Edge]))
}

// block is separate for a cycle: it lies in one block, together with the root.
func (p *connected) block(s *store, v int32, h alg.Half, bridge bool) bool {
	s.noting(-h.Edge - 1)
	if bridge && !s.set(p.edges[h.Edge]^1) {
		return false
	}
	if v != p.root || !bridge {
		s.noting(v + 1)
	}
	if v == p.root && !bridge { // the cycle may lie in any one block at the root
		if p.on[h.To] > 0 {
			p.rings++
		}
		return p.rings <= 1
	}
	if p.on[h.To] > 0 {
		return false
	}
	for _, w := range p.seq[p.order[h.To]-1:] {
		if !s.set(p.vertices[w] ^ 1) {
			return false
		}
	}
	return true
}

// A conclusion about connectivity is explained by a cut: if it were otherwise, two vertices that are
// on would lie on different sides of vertices and edges that are off. Of all parts with vertices that are
// on the one with the smallest border is taken.

// cut looks for parts of the graph as it was, with one atom taken to be the other way round.
type cut struct {
	p           *connected
	s           *store
	e           *explanation
	time        int32
	componentOf []int32 // for each vertex its part, from 1; 0 for those that are off, or hang together with none that is on
	components  []cutComponent
	// without is a vertex that is left out, or -1, as is the edge.
	without, withoutEdge int32
}

// cutComponent has vertices that hang together; on is one that is on, or -1.
type cutComponent struct {
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
	c := &cut{p: p, s: s, e: e, time: time, componentOf: make([]int32, p.g.Order()), without: -1, withoutEdge: -1}
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
	if len(c.components) < 2 {
		return false
	}
	best, other, least := -1, -1, 0
	for i := range c.components {
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
		if v := c.components[i].on; v >= 0 {
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
	if c.componentOf[v] > 0 {
		return
	}
	number := int32(len(c.components) + 1)
	todo := []int32{v}
	c.componentOf[v] = number
	for i := 0; i < len(todo); i++ {
		for _, h := range c.p.next[todo[i]] {
			if c.componentOf[h.To] == 0 && c.usable(h.To) && c.passable(h.Edge) {
				c.componentOf[h.To] = number
				todo = append(todo, h.To)
			}
		}
	}
	c.components = append(c.components, cutComponent{todo, on})
}

func (c *cut) usable(v int32) bool { return v != c.without && c.val(c.p.vertices[v]) >= 0 }

func (c *cut) passable(edge int32) bool {
	return edge != c.withoutEdge && (c.p.edges == nil || c.val(c.p.edges[edge]) >= 0)
}

// each calls f for the ways out of a part, with what was true that closes them: an edge that is off, or
// the vertex behind it.
func (c *cut) each(part int, f func(off lit)) {
	for _, v := range c.components[part].vertices {
		for _, h := range c.p.next[v] {
			switch {
			case c.componentOf[h.To] == c.componentOf[v] || h.To == c.without || h.Edge == c.withoutEdge:
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

// What can't be reached is mostly a lot at once: all that lies beyond the border of what hangs together with a vertex
// that is on. So that border is found once, and explains each of them, unless one lies in a pocket with a
// shorter border.

// surroundings are what hung together with a vertex at a time, and what closed it off.
type surroundings struct {
	*cut
	root   int32
	border []lit
	pops   int64
}

// pocketSize is how many vertices a pocket may have for each literal of the border.
const pocketSize = 4

// unreachable explains that a vertex is off by what closes it off from one that was on; it returns false if that is not what
// was concluded, or not why.
func (p *connected) unreachable(s *store, e *explanation, time int32) bool {
	if e.what.op != holds {
		return false
	}
	v, known := p.vertexOf[e.what.lit()^1]
	if !known || v < 0 {
		return false
	}
	around := p.last
	if around == nil || around.time != time || around.pops != s.pops {
		if around = p.surroundings(s, time); around == nil {
			return false
		}
		p.last = around
	}
	if around.componentOf[v] > 0 {
		return false
	}
	e.lit(p.vertices[around.root])
	pocket := around.pocket(v)
	if pocket == nil {
		pocket = around.border
	}
	for _, off := range pocket {
		e.lit(off)
	}
	return true
}

// surroundings are those of a vertex that was on, if there was one: best of one that always is.
func (p *connected) surroundings(s *store, time int32) *surroundings {
	a := &surroundings{&cut{p: p, s: s, e: &explanation{}, time: time, componentOf: make([]int32, p.g.Order()), without: -1, withoutEdge: -1}, -1, nil, s.pops}
	for v := len(p.vertices) - 1; v >= 0; v-- {
		if l := p.vertices[v]; a.val(l) > 0 {
			a.root = int32(v)
			if s.at[l>>1] < s.levels[0].pos() {
				break
			}
		}
	}
	if a.root < 0 {
		return nil
	}
	a.spread(a.root, a.root)
	a.border = a.closing(a.components[0].vertices, nil)
	return a
}

// closing adds to a list what closes vertices off, each once.
func (a *surroundings) closing(vertices []int32, list []lit) []lit {
	a.components = append(a.components[:1], cutComponent{vertices: vertices})
	seen := map[lit]bool{}
	a.each(1, func(off lit) {
		if !seen[off] {
			seen[off] = true
			list = append(list, off)
		}
	})
	return list
}

// pocket is what closes off a vertex from further away, if that is shorter than the border; nil if not.
func (a *surroundings) pocket(v int32) (border []lit) {
	most := pocketSize * len(a.border)
	const here = 2 // the number of the pocket, for now
	todo := []int32{v}
	a.componentOf[v] = here
	for i := 0; i < len(todo) && len(todo) <= most; i++ {
		for _, h := range a.p.next[todo[i]] {
			if a.componentOf[h.To] == 0 && a.usable(h.To) && a.passable(h.Edge) {
				a.componentOf[h.To] = here
				todo = append(todo, h.To)
			}
		}
	}
	if len(todo) <= most {
		border = a.closing(todo, []lit{})
		if len(border) >= len(a.border) {
			border = nil
		}
	}
	for _, w := range todo {
		a.componentOf[w] = 0
	}
	return border
}

// addReachable adds clauses that In holds what is surely joined to a source, from below: the sources that are on, and
// with a vertex all that is next to it and on. From above, what can't be reached any more, and what nothing can be reached
// without, is for connectivity: together with the hub, a vertex that is on, In is connected. It returns false on a conflict.
func (s *store) addReachable(b *model.Reachable, guard lit) bool {
	ok := true
	clause := func(lits ...lit) { ok = ok && s.clause(append(lits, guard^1)...) }
	for _, v := range b.Sources {
		clause(b.Vertices[v]^1, b.In[v])
	}
	for v, in := range b.In {
		clause(in^1, b.Vertices[v])
	}
	for i, e := range b.Graph.Edges {
		counts := model.True
		if b.Edges != nil {
			counts = b.Edges[i]
		}
		clause(b.In[e.U]^1, counts^1, b.Vertices[e.V]^1, b.In[e.V])
		clause(b.In[e.V]^1, counts^1, b.Vertices[e.U]^1, b.In[e.U])
	}
	edges := b.Edges
	if edges != nil {
		edges = slices.Concat(edges, slices.Repeat([]lit{model.True}, len(b.Sources)))
	}
	s.addConnected(b.Hub(), slices.Concat(b.In, []lit{model.True}), edges, guard)
	return ok
}
