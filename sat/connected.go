package sat

import (
	"nazo/graph"
	"nazo/model"
	"slices"
)

// connectivity is a Connected constraint, enforced by cuts: of two vertices
// that are on, either both are in one component or something between them is on.
type connectivity struct {
	g        *graph.Graph
	on       []model.Bool
	vertices []Lit // for each of on, and then one that is on whatever else is, if it is a hub
	// links says for each edge that it counts, in one direction: where it is
	// true the edge and both its ends are on. nil if all edges count.
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

// link is a literal that implies the three others.
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

// home is the component with a vertex known to be on, or else the largest.
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

// boundary lists what would lead from a component towards another: the edges
// that leave it, or the vertices next to it from which the other can be
// reached without entering the boundary again.
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
