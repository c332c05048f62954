package sat

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// maxJoins bounds the failed attempts at joining cycles. After that, other rules probably forbid it.
const maxJoins = 8

// joined joins the pieces of a route in the oracle's assignment to make a solution. It returns nil if that
// fails. It only serves to find one solution, which is checked against all constraints.
func (s *search) joined() model.Solution {
	if s.joins >= maxJoins {
		return nil
	}
	s.joins++
	solution := s.e.decode(s.value)
	for _, c := range s.e.lazy {
		w, isRoute := c.cutter.(*routeCuts)
		if !isRoute || w.Graph.Directed || w.Positions != nil || slices.ContainsFunc(w.under, s.value) {
			continue
		}
		if !s.joinRoute(w, solution) {
			return nil
		}
	}
	for _, f := range s.task.Within {
		if !f.Holds(solution) {
			return nil
		}
	}
	if !s.task.InCubes(solution) || len(s.violated(solution)) > 0 {
		return nil
	}
	return solution
}

// joinRoute joins the pieces of one route and puts its edges into the solution.
func (s *search) joinRoute(w *routeCuts, solution model.Solution) bool {
	j := newJoiner(s.e, w, s.value)
	if !j.run() {
		return false
	}
	for i, b := range w.Edges {
		_, plain := s.m.Node(b).(model.BoolVar)
		if j.on[i] == s.value(w.edges[i]) {
			continue
		}
		if !plain {
			return false
		}
		s.m.Assign(solution, b, j.on[i])
	}
	return true
}

// joiner joins cycles that cover the vertices of the route (after Berge). It replaces two edges a–b and c–d of
// different cycles by a–c and b–d.
type joiner struct {
	g     *alg.Graph
	known func(edge int32) int8
	on    []bool     // for each edge
	near  [][2]int32 // the edges at each vertex that are on; -1 for none
	has   []bool     // the vertices of the route
	piece alg.UnionFind
	left  int // the number of pieces
}

func newJoiner(e *encoder, w *routeCuts, value func(Lit) bool) *joiner {
	g := w.Graph
	j := &joiner{g: g, on: make([]bool, len(g.Edges)), has: make([]bool, g.Order()), near: slices.Repeat([][2]int32{{-1, -1}}, g.Order()), piece: alg.NewUnionFind(g.Order())}
	j.known = func(edge int32) int8 { return e.known(w.edges[edge]) }
	for v := range j.has {
		if j.has[v] = w.vertices == nil || value(w.vertices[v]); j.has[v] {
			j.left++
		}
	}
	for i, edge := range g.Edges {
		if j.on[i] = value(w.edges[i]); j.on[i] {
			j.put(edge.U, -1, int32(i))
			j.put(edge.V, -1, int32(i))
			j.join(edge.U, edge.V)
		}
	}
	return j
}

// put replaces an edge at v, or a free place.
func (j *joiner) put(v, old, edge int32) {
	if j.near[v][0] == old {
		j.near[v][0] = edge
	} else {
		j.near[v][1] = edge
	}
}

func (j *joiner) other(edge, v int32) int32 {
	e := j.g.Edges[edge]
	return e.U + e.V - v
}

// run joins until one piece is left, or nothing more can be joined.
func (j *joiner) run() bool {
	for progress := true; progress && j.left > 1; {
		progress = false
		for v := range int32(len(j.has)) {
			if j.has[v] && j.joinAt(v) {
				progress = true
			}
		}
	}
	return j.left == 1
}

// joinAt joins the piece of a to another, by an edge from a.
func (j *joiner) joinAt(a int32) bool {
	for _, h := range j.g.Out[a] {
		c := h.To
		if !j.has[c] || j.piece.Find(c) == j.piece.Find(a) || j.known(h.Edge) != 0 {
			continue
		}
		for _, ab := range j.near[a] {
			for _, cd := range j.near[c] {
				if j.exchange(a, c, h.Edge, ab, cd) {
					return true
				}
			}
		}
	}
	return false
}

// exchange puts the edges ac and bd in place of ab and cd. If a is the end of the path there is no ab, and d
// becomes the end.
func (j *joiner) exchange(a, c, ac, ab, cd int32) bool {
	if cd < 0 || j.known(cd) != 0 {
		return false
	}
	d := j.other(cd, c)
	if ab >= 0 {
		b := j.other(ab, a)
		bd := edgeBetween(j.g, b, d)
		if j.known(ab) != 0 || bd < 0 || j.on[bd] || j.known(bd) != 0 {
			return false
		}
		j.on[ab], j.on[bd] = false, true
		j.put(b, ab, bd)
		j.put(d, cd, bd)
	} else {
		j.put(d, cd, -1)
	}
	j.on[cd], j.on[ac] = false, true
	j.put(a, ab, ac)
	j.put(c, cd, ac)
	j.join(a, c)
	return true
}

// join makes the pieces of two vertices one.
func (j *joiner) join(a, b int32) {
	if j.piece.Join(a, b) {
		j.left--
	}
}

// minCovered is the least number of vertices of a cycle that is made from covers. The oracle finds smaller
// ones at once.
const minCovered = 1000

// coverHints hints at the edges of a large cycle through all vertices of a bipartite graph. They are the edges
// of cycles that together have all vertices (a 2-factor, by matching). The oracle then has nothing to
// choose, and the cycles are joined. It returns nil for other routes, or if there is no such cover.
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
	needs []int32 // the number of edges that each vertex still needs
	by    []int32 // the edge by which a search reached each vertex
	seen  []int32 // the last search that reached each vertex
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

// begin adds the edges that are known to be on. Then it draws lines, always to the vertex with the fewest ways
// on (Warnsdorff 1823). It returns false if too many edges are known.
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

// free reports whether an edge may be added.
func (c *cover) free(edge int32) bool { return !c.on[edge] && c.e.known(c.edges[edge]) >= 0 }

// augment adds an edge at a vertex, and one at a vertex of the other colour, by a shortest alternating path. It
// returns false if there is none.
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

// apply flips the edges on the way that a search found to a vertex.
func (c *cover) apply(v int32) {
	for c.by[v] >= 0 {
		edge := c.by[v]
		c.flip(edge)
		v = c.Graph.Edges[edge].U + c.Graph.Edges[edge].V - v
	}
}
