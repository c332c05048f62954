package sat

import "nazo/model"

// maxRounds bounds how often connected sets are looked at before the search:
// what one can't reach another may have to, and the other way round.
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

// sizeLimit is an upper bound, always asserted, of how many vertices are on;
// one more than all if there is none.
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
