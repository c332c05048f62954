package sat

// minCovered is from how many vertices on a cycle through all of them is looked for among covers: smaller ones the
// oracle finds at once.
const minCovered = 1000

// coverHints hint which edges a large cycle through all vertices of a bipartite graph has: those of some cycles that
// together have all vertices (a 2-factor, by matching). The oracle then has nothing to choose, and
// the cycles are joined (join.go). It is nil if the route is anything else, or if there is no such cover.
func (w *routeCuts) coverHints(e *encoder) (hints [][]Lit) {
	if !w.Closed || w.Graph.Order() < minCovered || !w.spans(e) {
		return nil
	}
	colour := w.Graph.TwoColouring()
	if colour == nil {
		return nil
	}
	c := &cover{routeCuts: w, e: e, on: make([]bool, len(w.edges)), needs: make([]int32, w.Graph.Order()),
		by: make([]int32, w.Graph.Order()), seen: make([]int32, w.Graph.Order())}
	if !c.begin() {
		return nil
	}
	for v, side := range colour {
		for side > 0 && c.needs[v] > 0 {
			if !c.augment(int32(v)) {
				return nil
			}
		}
	}
	for i, on := range c.on {
		if on {
			hints = append(hints, []Lit{w.edges[i]})
		} else {
			hints = append(hints, []Lit{-w.edges[i]})
		}
	}
	return hints
}

// cover is a set of edges, at most two at each vertex.
type cover struct {
	*routeCuts
	e     *encoder
	on    []bool
	needs []int32 // for each vertex how many edges it still needs
	by    []int32 // the edge by which a search came to a vertex
	seen  []int32 // the number of the search that came to it
	round int32
	queue []int32
}

func (c *cover) flip(edge int32) {
	by := int32(-1)
	if c.on[edge] {
		by = 1
	}
	c.on[edge] = !c.on[edge]
	c.needs[c.Graph.Edges[edge].U] += by
	c.needs[c.Graph.Edges[edge].V] += by
}

// begin takes the edges that are known to be on, and draws lines to whichever vertex has the
// fewest ways on (Warnsdorff 1823). It returns false if too many are known.
func (c *cover) begin() bool {
	for v := range c.needs {
		c.needs[v] = 2
	}
	for i, l := range c.edges {
		if c.e.known(l) > 0 {
			c.flip(int32(i))
		}
	}
	for v := range int32(len(c.needs)) {
		if c.needs[v] < 0 {
			return false
		}
		for at := v; at >= 0 && c.needs[at] > 0; {
			c.e.tick()
			best, to, least := int32(-1), int32(-1), 0
			for _, h := range c.Graph.Out[at] {
				if !c.free(h.Edge) || c.needs[h.To] <= 0 {
					continue
				}
				ways := 0
				for _, next := range c.Graph.Out[h.To] {
					if c.free(next.Edge) && c.needs[next.To] > 0 {
						ways++
					}
				}
				if best < 0 || ways < least {
					best, to, least = h.Edge, h.To, ways
				}
			}
			if best >= 0 {
				c.flip(best)
			}
			at = to
		}
	}
	return true
}

// free reports whether an edge may be put in.
func (c *cover) free(edge int32) bool { return !c.on[edge] && c.e.known(c.edges[edge]) >= 0 }

// augment gives a vertex one edge more, and one of the other colour: along the shortest way on which edges are put in
// and taken out in turn. It returns false if there is none.
func (c *cover) augment(from int32) bool {
	c.round++
	c.queue = append(c.queue[:0], from)
	c.seen[from], c.by[from] = c.round, -1
	for k := 0; k < len(c.queue); k++ {
		c.e.tick()
		v := c.queue[k]
		for _, h := range c.Graph.Out[v] {
			if c.seen[h.To] == c.round || !c.free(h.Edge) {
				continue
			}
			c.seen[h.To], c.by[h.To] = c.round, h.Edge
			if c.needs[h.To] > 0 {
				c.apply(h.To)
				return true
			}
			for _, back := range c.Graph.Out[h.To] {
				if c.seen[back.To] != c.round && c.on[back.Edge] && c.e.known(c.edges[back.Edge]) == 0 {
					c.seen[back.To], c.by[back.To] = c.round, back.Edge
					c.queue = append(c.queue, back.To)
				}
			}
		}
	}
	return false
}

// apply turns over the edges on the way that a search found to a vertex.
func (c *cover) apply(v int32) {
	for c.by[v] >= 0 {
		edge := c.by[v]
		c.flip(edge)
		v = c.Graph.Edges[edge].U + c.Graph.Edges[edge].V - v
	}
}
