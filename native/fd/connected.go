package fd

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// connected says that edges that are not off connect the vertices that are on. A depth-first search
// with low points (Hopcroft and Tarjan 1973) from a vertex that is on finds unreachable vertices,
// articulation points and bridges. With ring, the vertices also lie on a common cycle, so in one
// block of the remaining graph.
type connected struct {
	g        *alg.Graph
	vertices []lit
	edges    []lit // nil if all edges count
	ring     bool
	next     [][]alg.Half // neighbours, whatever the direction

	// Scratch of the depth-first search.
	order []int32 // for each vertex when it was entered, from 1; 0 for not yet
	low   []int32
	on    []int32 // how many vertices of its subtree are on
	seq   []int32 // vertices in order of entry
	root  int32
	rings int // blocks at the root that contain vertices that are on
	fail  bool

	vertexOf map[lit]int32 // for literals that stand for one vertex only
	last     *surroundings // of the last explanation
}

func (s *store) addConnected(g *alg.Graph, vertices, edges []lit, ring bool, guard lit) {
	n := g.Order()
	p := &connected{g: g, vertices: vertices, edges: edges, ring: ring, next: g.Neighbours(),
		order: make([]int32, n), low: make([]int32, n), on: make([]int32, n), vertexOf: make(map[lit]int32, n)}
	for v, l := range p.vertices {
		if _, again := p.vertexOf[l]; again || slices.Contains(p.edges, l|1) || slices.Contains(p.edges, l&^1) {
			v = -1
		}
		p.vertexOf[l] = int32(v)
	}
	id := s.add(p, guard, slow)
	s.onChange(id, p.vertices...)
	for _, l := range p.edges {
		s.onTrue(id, l^1)
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

// separate concludes that all ways from the root to the subtree behind h lead through v.
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

// block is separate for a cycle, which lies in one block with the root.
func (p *connected) block(s *store, v int32, h alg.Half, bridge bool) bool {
	s.noting(-h.Edge - 1)
	if bridge && !s.set(p.edges[h.Edge]^1) {
		return false
	}
	if v != p.root || !bridge {
		s.noting(v + 1)
	}
	if v == p.root && !bridge { // the cycle may lie in any block at the root
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

// cut explains connectivity. If the conclusion were false, vertices and edges that are off would
// separate two vertices that are on. It finds the components of the graph at an earlier time with
// the conclusion negated, and takes the one with the smallest border.
type cut struct {
	p                    *connected
	s                    *store
	e                    *explanation
	time                 int32
	componentOf          []int32 // for each vertex its component, from 1; 0 for none that has a vertex that is on
	components           []cutComponent
	without, withoutEdge int32 // the vertex and the edge that are left out, or -1
}

type cutComponent struct {
	vertices []int32
	on       int32 // one that is on, or -1
}

// explain gives the cut. The note is the articulation vertex plus 1, or a bridge as a negative
// number.
func (p *connected) explain(s *store, e *explanation) {
	began, data := s.noted(e)
	if data == 0 && p.unreachable(s, e, began) {
		return
	}
	if !p.cut(s, e, began, data) && !p.cut(s, e, e.time, data) {
		panic("fd: connectivity can't explain " + e.what.String())
	}
}

func (p *connected) newCut(s *store, e *explanation, time int32) *cut {
	return &cut{p: p, s: s, e: e, time: time, componentOf: make([]int32, p.g.Order()), without: -1, withoutEdge: -1}
}

// cut explains by what was known at a time. It returns false if that does not suffice.
func (p *connected) cut(s *store, e *explanation, time, data int32) bool {
	c := p.newCut(s, e, time)
	switch {
	case data > 0:
		c.without = data - 1
	case data < 0:
		c.withoutEdge = -data - 1
	}
	if c.withoutEdge >= 0 && e.what == litAtom(p.edges[c.withoutEdge]^1) { // the edge would join two components
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
	for _, off := range c.border(best) {
		e.lit(off)
	}
	return true
}

// val returns the value of a literal at the time, where the conclusion counts as false.
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

// known adds a literal that was true, unless the conclusion is about it.
func (c *cut) known(l lit) {
	if !c.concluded(l) {
		c.e.lit(l)
	}
}

// concluded reports whether the conclusion is about a literal.
func (c *cut) concluded(l lit) bool { return c.e.what.op == holds && l|1 == c.e.what.lit()|1 }

// spread finds the component of a vertex.
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

// each calls f for the ways out of a component, with the literal that closes each: an edge that is
// off, or the vertex behind it.
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
	if !c.concluded(l) {
		f(l ^ 1)
	}
}

// border returns the literals of a border, each once.
func (c *cut) border(part int) (list []lit) {
	seen := map[lit]bool{}
	c.each(part, func(off lit) {
		if !seen[off] {
			seen[off] = true
			list = append(list, off)
		}
	})
	return list
}

// surroundings are the component of a vertex at a time, and its border. Often many vertices become
// unreachable at once. This border explains each of them, unless a pocket around one has a shorter
// border.
type surroundings struct {
	*cut
	root   int32
	border []lit
	pops   int64
}

// pocketSize is how many vertices a pocket may have for each literal of the border.
const pocketSize = 4

// unreachable explains that a vertex is off by a border that separates it from one that was on. It
// returns false if the conclusion has another cause.
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
	border, ok := around.pocket(v)
	if !ok {
		border = around.border
	}
	for _, off := range border {
		e.lit(off)
	}
	return true
}

// surroundings returns those of a vertex that was on, preferably at the root.
func (p *connected) surroundings(s *store, time int32) *surroundings {
	a := &surroundings{p.newCut(s, &explanation{}, time), -1, nil, s.pops}
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
	a.border = a.cut.border(0)
	return a
}

// pocket returns a border close to a vertex. ok is false if it is not shorter than the other.
func (a *surroundings) pocket(v int32) (border []lit, ok bool) {
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
		a.components = append(a.components[:1], cutComponent{vertices: todo})
		border = a.cut.border(1)
		ok = len(border) < len(a.border)
	}
	for _, w := range todo {
		a.componentOf[w] = 0
	}
	return border, ok
}

// addReachable posts clauses that put sources that are on into In, and neighbours of In that are on.
// The converse is connectivity: In is connected together with a hub, a vertex that is on and joined
// to the sources. It returns false on a conflict.
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
	s.addConnected(b.Hub(), slices.Concat(b.In, []lit{model.True}), edges, false, guard)
	return ok
}
