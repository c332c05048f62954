package sat

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// connectivity is a Connected constraint, enforced by cuts. Two vertices that are on are in one component, or
// something between them is on.
type connectivity struct {
	g        *alg.Graph
	next     [][]alg.Half // neighbours, in whatever direction
	on       []model.Bool
	vertices []Lit // for each of on, and then litTrue for the hub if there is one
	// links has a literal for each edge that counts. If it is true, the edge and both its ends are on. The
	// converse need not hold. It is nil if all edges count.
	links        []Lit
	edges, under []Lit
}

func (e *encoder) connected(b model.Connected, under []Lit) {
	c := &connectivity{g: b.Graph, next: b.Graph.Neighbours(), on: b.Vertices, vertices: e.literals(b.Vertices, both), under: under}
	if b.Edges != nil {
		c.edges = e.literals(b.Edges, both)
		c.links = make([]Lit, len(c.edges))
		for i, edge := range b.Graph.Edges {
			c.links[i] = e.link(c.edges[i], c.vertices[edge.U], c.vertices[edge.V])
		}
	}
	e.lazy = append(e.lazy, lazy{c, under})
}

// link returns a literal that implies the three others.
func (e *encoder) link(edge, u, v Lit) Lit {
	if e.known(u) > 0 && e.known(v) > 0 {
		return edge
	}
	return e.and(edge, u, v)
}

func (c *connectivity) mentioned() []Lit { return slices.Concat(c.vertices, c.edges, c.links) }

func (c *connectivity) cut(e *encoder, value func(Lit) bool) int {
	of, lists := components(c.g, c.vertices, c.edges, value)
	if len(lists) <= 1 {
		return 0
	}
	home := c.home(e, lists)
	cuts := 0
	for i, list := range lists {
		if i == home {
			continue
		}
		e.clauseUnless(c.under, e.anchor(c.vertices, list), e.anchor(c.vertices, lists[home]), c.boundary(e, of, list, lists[home]))
		cuts++
	}
	return cuts
}

// home returns the component with a vertex known to be on, or else the largest.
func (c *connectivity) home(e *encoder, lists [][]int32) int {
	best := 0
	for i, list := range lists {
		if e.anchor(c.vertices, list) == litTrue {
			return i
		}
		if len(list) > len(lists[best]) {
			best = i
		}
	}
	return best
}

// boundary lists what could join a component to another: the edges that leave it, or the vertices next to it
// from which the other can be reached without entering the boundary again.
func (c *connectivity) boundary(e *encoder, of, list, other []int32) []Lit {
	if c.links != nil {
		out, in := leaving(c.g, of, list)
		if c.g.Directed {
			out = append(out, in...)
		}
		return pick(c.links, out)
	}
	const inside, border, outside = 1, 2, 3
	mark := make([]int, c.g.Order())
	for _, v := range list {
		mark[v] = inside
	}
	for _, v := range list {
		for _, h := range c.next[v] {
			if mark[h.To] == 0 {
				mark[h.To] = border
			}
		}
	}
	var lits []Lit
	queue := slices.Clone(other)
	for _, v := range queue {
		mark[v] = outside
	}
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, h := range c.next[v] {
			switch w := h.To; {
			case mark[w] == border:
				mark[w] = inside
				lits = append(lits, c.vertices[w])
			case mark[w] == 0 && e.known(c.vertices[w]) >= 0:
				mark[w] = outside
				queue = append(queue, w)
			}
		}
	}
	return lits
}

// maxRounds bounds the rounds of examining connected sets before the search. What one set can't reach may
// limit another, and conversely.
const maxRounds = 6

// strengthen adds what follows from connectivity and the units so far.
func (e *encoder) strengthen() {
	sizes := e.sizeLimits()
	for round := range maxRounds {
		e.propagate()
		if e.unsat {
			return
		}
		for _, c := range e.lazy {
			if c, ok := c.cutter.(*connectivity); ok && len(c.under) == 0 {
				c.reach(e, c.sizeLimit(sizes), round == 0)
			}
		}
		if !e.dirty {
			return
		}
	}
}

// reach switches off what a connected set can't reach with at most limit vertices from a vertex known to be on.
// The first time it also adds that each further vertex has a neighbour that is on.
func (c *connectivity) reach(e *encoder, limit int, first bool) {
	for r, on := range c.vertices {
		if e.known(on) <= 0 {
			continue
		}
		for v, d := range c.distances(e, int32(r)) {
			if d < 0 || d >= limit {
				e.clause(-c.vertices[v])
			}
		}
		for v := range c.vertices {
			if first && v != r { // each further vertex has a neighbour that is on
				near := []Lit{-c.vertices[v]}
				near = append(near, alg.Map(c.next[v], func(h alg.Half) Lit { return c.vertices[h.To] })...)
				e.clause(near...)
			}
		}
		first = false
		if limit > len(c.vertices) {
			return // one vertex reaches all that can be on
		}
	}
}

// distances returns the distances from a vertex through vertices and edges that are not known to be off, -1 for
// out of reach.
func (c *connectivity) distances(e *encoder, from int32) []int {
	d := slices.Repeat([]int{-1}, len(c.vertices))
	d[from] = 0
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		for _, h := range c.next[queue[0]] {
			if d[h.To] < 0 && e.known(c.vertices[h.To]) >= 0 {
				d[h.To] = d[queue[0]] + 1
				queue = append(queue, h.To)
			}
		}
	}
	return d
}

// sizeLimit returns an upper bound on the number of vertices that are on. Without one it returns one more than all.
func (c *connectivity) sizeLimit(sizes []sizeBound) int {
	limit := len(c.vertices) + 1
	for _, s := range sizes {
		within := true
		for _, v := range c.on {
			within = within && (v == model.False || s.of[v])
		}
		if within {
			limit = min(limit, s.most+len(c.vertices)-len(c.on))
		}
	}
	return limit
}

// sizeBound is the constraint that at most the given number of nodes hold.
type sizeBound struct {
	of   map[model.Bool]bool
	most int
}

// sizeLimits collects the upper bounds on counts of nodes that always hold.
func (e *encoder) sizeLimits() (out []sizeBound) {
	count := func(terms []model.Term, bound int64) {
		s := sizeBound{make(map[model.Bool]bool, len(terms)), int(min(bound, int64(len(terms))))}
		for _, t := range terms {
			b, isCount := e.m.Ints[t.X].(model.ToInt)
			if !isCount || t.Coef != 1 {
				return
			}
			s.of[b.B] = true
		}
		out = append(out, s)
	}
	for _, c := range e.m.Constraints {
		if a, isAssert := c.Body.(model.Assert); isAssert && c.Guard == model.True && !e.off[c.Instance] {
			for b := range e.m.Conjuncts(a.B) {
				if b.Negated() {
					continue
				}
				switch n := e.m.Node(b).(type) {
				case model.AtMost:
					count(n.Terms, n.Bound)
				case model.Exactly:
					count(n.Terms, n.Sum)
				}
			}
		}
	}
	return out
}

// reachable encodes by clauses that In contains the sources that are on, and with a vertex its neighbours that are on.
// So In is not too small. Cuts ensure that it is not too large: together with the hub it is connected.
func (e *encoder) reachable(b model.Reachable, under []Lit) {
	vertices, in := e.literals(b.Vertices, both), e.literals(b.In, both)
	source := make([]bool, len(in))
	for _, s := range b.Sources {
		source[s] = true
		e.clauses(under, []Lit{-vertices[s], in[s]})
	}
	for v := range in {
		e.clauses(under, []Lit{-in[v], vertices[v]})
	}
	links := e.literals(b.Edges, both)
	near := b.Graph.Neighbours()
	for i, edge := range b.Graph.Edges {
		counts := litTrue
		if b.Edges != nil {
			counts = links[i]
			links[i] = e.link(links[i], vertices[edge.U], vertices[edge.V])
		}
		e.clauses(under, []Lit{-in[edge.U], -counts, -vertices[edge.V], in[edge.V]})
		e.clauses(under, []Lit{-in[edge.V], -counts, -vertices[edge.U], in[edge.U]})
	}
	hub := b.Hub()
	c := &connectivity{g: hub, next: hub.Neighbours(), on: b.In, vertices: slices.Concat(in, []Lit{litTrue}), under: under}
	if b.Edges != nil {
		c.links = links
		for _, s := range b.Sources { // joined to the hub
			c.links = append(c.links, in[s])
		}
		c.edges = c.links
	}
	for v := range in {
		if source[v] {
			continue
		}
		ways := slices.Concat(under, []Lit{-in[v]})
		for _, h := range near[v] {
			if b.Edges == nil {
				ways = append(ways, in[h.To])
			} else {
				ways = append(ways, links[h.Edge])
			}
		}
		e.clause(ways...)
	}
	e.lazy = append(e.lazy, lazy{c, under})
}
