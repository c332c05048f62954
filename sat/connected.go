package sat

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// connectivity is a Connected constraint, enforced by cuts. Two vertices that are on are in one
// component, or something between them is on.
type connectivity struct {
	g        *alg.Graph
	on       []model.Bool
	vertices []Lit // for each of on, and then one that is on whatever else is, if it is a hub
	// links has a literal for each edge that counts: if it is true, the edge and both its ends are
	// on. The converse need not hold. It is nil if all edges count.
	links []Lit
	edges []Lit
	under []Lit
}

func (e *encoder) connected(b model.Connected, under []Lit) {
	c := &connectivity{g: b.Graph, on: b.Vertices, vertices: e.literals(b.Vertices, both), under: under}
	if b.Edges != nil {
		c.edges = e.literals(b.Edges, both)
		c.links = make([]Lit, len(c.edges))
		for i, edge := range b.Graph.Edges {
			c.links[i] = e.link(c.edges[i], c.vertices[edge.U], c.vertices[edge.V])
		}
	}
	e.lazy = append(e.lazy, c)
}

// link returns a literal that implies the three others.
func (e *encoder) link(edge, u, v Lit) Lit {
	if e.known(u) > 0 && e.known(v) > 0 {
		return edge
	}
	return e.and(edge, u, v)
}

func (c *connectivity) mentioned() []Lit {
	return slices.Concat(c.under, c.vertices, c.edges, c.links)
}

func (c *connectivity) cut(e *encoder, value func(Lit) bool) int {
	if switchedOff(c.under, value) {
		return 0
	}
	of, lists := components(c.g, func(v int) bool { return value(c.vertices[v]) },
		func(i int) bool { return c.edges == nil || value(c.edges[i]) })
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
func (c *connectivity) home(e *encoder, lists [][]int) int {
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

// boundary lists what could lead from a component towards another: the edges that leave it, or the
// vertices next to it from which the other can be reached without entering the boundary again.
func (c *connectivity) boundary(e *encoder, of []int, list, other []int) []Lit {
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
		c.neighbours(v, func(w int) {
			if mark[w] == 0 {
				mark[w] = border
			}
		})
	}
	var lits []Lit
	queue := append([]int(nil), other...)
	for _, v := range queue {
		mark[v] = outside
	}
	used := make([]bool, c.g.Order())
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		c.neighbours(v, func(w int) {
			switch {
			case mark[w] == border && !used[w]:
				used[w] = true
				lits = append(lits, c.vertices[w])
			case mark[w] == 0 && e.known(c.vertices[w]) >= 0:
				mark[w] = outside
				queue = append(queue, w)
			}
		})
	}
	return lits
}

// maxRounds bounds how often connected sets are examined before the search. Vertices that one set
// can't reach may follow from another, and conversely.
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
			if c, ok := c.(*connectivity); ok && len(c.under) == 0 {
				c.reach(e, c.sizeLimit(sizes), round == 0)
			}
		}
		if !e.dirty {
			return
		}
	}
}

// reach switches off what a connected set can't reach from a vertex that is
// known to be on, with no more vertices than limit. The first time it also says
// that each further vertex has a neighbour that is on.
func (c *connectivity) reach(e *encoder, limit int, first bool) {
	for r, on := range c.vertices {
		if e.known(on) <= 0 {
			continue
		}
		for v, d := range c.distances(e, r) {
			if d < 0 || d >= limit {
				e.clause(-c.vertices[v])
			}
		}
		if first {
			c.eachHasNeighbour(e, r)
			first = false
		}
		if limit > len(c.vertices) {
			return // what is in reach of one is in reach of all, or there is no solution
		}
	}
}

// eachHasNeighbour says that each vertex but r that is on has a neighbour that is.
func (c *connectivity) eachHasNeighbour(e *encoder, r int) {
	for v := range c.vertices {
		if v == r {
			continue
		}
		near := []Lit{-c.vertices[v]}
		c.neighbours(v, func(w int) { near = append(near, c.vertices[w]) })
		e.clause(near...)
	}
}

// distances counts the steps from a vertex through vertices and edges that are
// not known to be off; -1 is out of reach.
func (c *connectivity) distances(e *encoder, from int) []int {
	d := make([]int, len(c.vertices))
	for v := range d {
		d[v] = -1
	}
	d[from] = 0
	queue := []int{from}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		c.neighbours(v, func(w int) {
			if d[w] < 0 && e.known(c.vertices[w]) >= 0 {
				d[w] = d[v] + 1
				queue = append(queue, w)
			}
		})
	}
	return d
}

// neighbours visits what is next to v, whatever the directions.
func (c *connectivity) neighbours(v int, visit func(w int)) {
	for _, h := range c.g.Out[v] {
		visit(int(h.To))
	}
	if c.g.Directed {
		for _, h := range c.g.In[v] {
			visit(int(h.To))
		}
	}
}

// sizeLimit returns an upper bound, always asserted, on the number of vertices that are on. Without one
// it is one more than all.
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

// sizeBound is the constraint that at most so many of some nodes hold.
type sizeBound struct {
	of   map[model.Bool]bool
	most int
}

// sizeLimits collects the counts of nodes that are bounded always.
func (e *encoder) sizeLimits() []sizeBound {
	var out []sizeBound
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
				switch n := e.m.Node(b).(type) {
				case model.AtMost:
					if !b.Negated() {
						count(n.Terms, n.Bound)
					}
				case model.Exactly:
					if !b.Negated() {
						count(n.Terms, n.Sum)
					}
				}
			}
		}
	}
	return out
}

// reachable says by clauses that In contains the sources that are on, and with a vertex its
// neighbours that are on. So it is not too small. Cuts ensure that it is not too large: together
// with the hub it is connected.
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
	c := &connectivity{g: b.Hub(), on: b.In, vertices: slices.Concat(in, []Lit{litTrue}), under: under}
	if b.Edges != nil {
		c.links = slices.Concat(links, slices.Repeat([]Lit{litTrue}, len(b.Sources)))
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
	e.lazy = append(e.lazy, c)
}
