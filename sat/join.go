package sat

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// maxJoins is the number of failed attempts at joining cycles after which no
// more are made: other rules stand against it.
const maxJoins = 8

// joined joins the pieces of a route in the oracle's assignment to make a solution, or returns nil
// if that fails. It only serves to find one solution, which is then checked against all
// constraints.
func (s *search) joined() model.Solution {
	if s.joins >= maxJoins {
		return nil
	}
	s.joins++
	solution := s.e.decode(s.value)
	for _, c := range s.e.lazy {
		w, isRoute := c.(*routeCuts)
		if !isRoute || w.Graph.Directed || w.Positions != nil || switchedOff(w.under, s.value) {
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
		v, plain := s.m.Node(b).(model.BoolVar)
		if j.on[i] == s.value(w.edges[i]) {
			continue
		}
		if !plain {
			return false
		}
		solution[v.Var] = 0
		if j.on[i] != b.Negated() {
			solution[v.Var] = 1
		}
	}
	return true
}

// joiner joins cycles that cover the vertices of the route, after Berge. It replaces two edges a–b
// and c–d of different cycles by a–c and b–d.
type joiner struct {
	g     *alg.Graph
	known func(edge int32) int8
	on    []bool     // for each edge
	near  [][2]int32 // for each vertex the edges at it that are on, -1 for none
	piece []int32    // for each vertex the piece it is on, -1 for none
	lists [][]int32  // for each piece its vertices
	left  int        // number of pieces
}

func newJoiner(e *encoder, w *routeCuts, value func(Lit) bool) *joiner {
	g := w.Graph
	j := &joiner{g: g, on: make([]bool, len(g.Edges)), near: make([][2]int32, g.Order()), piece: make([]int32, g.Order())}
	j.known = func(edge int32) int8 { return e.known(w.edges[edge]) }
	for v := range j.near {
		j.near[v] = [2]int32{-1, -1}
	}
	for i, edge := range g.Edges {
		if j.on[i] = value(w.edges[i]); j.on[i] {
			j.put(edge.U, -1, int32(i))
			j.put(edge.V, -1, int32(i))
		}
	}
	of, lists := components(g, func(v int) bool { return value(w.vertices[v]) }, func(i int) bool { return j.on[i] })
	for v, c := range of {
		j.piece[v] = int32(c)
	}
	for _, list := range lists {
		narrow := make([]int32, len(list))
		for i, v := range list {
			narrow[i] = int32(v)
		}
		j.lists = append(j.lists, narrow)
	}
	j.left = len(lists)
	return j
}

// put replaces an edge at v, or an empty place.
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
		for v := range int32(len(j.piece)) {
			if j.piece[v] >= 0 && j.joinAt(v) {
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
		if j.piece[c] < 0 || j.piece[c] == j.piece[a] || j.known(h.Edge) != 0 {
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

// exchange puts the edge ac, and bd, in place of ab and cd. Where a is the end
// of the path there is no ab, and d becomes the end in its place.
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
	j.merge(j.piece[a], j.piece[c])
	return true
}

// merge gives the vertices of the smaller piece to the larger.
func (j *joiner) merge(p, q int32) {
	if len(j.lists[p]) < len(j.lists[q]) {
		p, q = q, p
	}
	for _, v := range j.lists[q] {
		j.piece[v] = p
	}
	j.lists[p] = append(j.lists[p], j.lists[q]...)
	j.lists[q] = nil
	j.left--
}

// minCovered is the least number of vertices for which a cycle through all of them is made from
// covers. The oracle finds smaller ones at once.
const minCovered = 1000

// coverHints hint at the edges of a large cycle through all vertices of a bipartite graph. They are
// the edges of some cycles that together have all vertices (a 2-factor, by matching). The oracle
// then has nothing to choose, and the cycles are joined (join.go). It is nil for any other route,
// or if there is no such cover.
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

// augment gives a vertex one edge more, and one vertex of the other colour, too. It takes the
// shortest way on which edges are added and removed in turn. It returns false if there is none.
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
