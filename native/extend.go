package native

import (
	"slices"

	"nazo/compile/model"
)

// extender proposes edges for a path, cycle or links: lines are extended where
// they have the fewest ways to go, towards the vertex with the fewest ways on.
type extender struct {
	next  [][]model.Half
	edges []lit
	on    func(v int32) lit
	most  []int32 // for each vertex how many edges it has when it is on a line and no end of it
	open  []int32 // scratch: edges that are open
	used  []int32 // scratch: edges that are on
}

// extenders makes one for each constraint that always holds and whose edges
// are variables of finds, so that each choice parts the solutions. A walk that
// may leave vertices out is better found by weights.
func (p *poster) extenders() []*extender {
	var all []*extender
	for _, c := range p.m.Constraints {
		if p.off[c.Instance] || p.s.val[c.Guard] <= 0 {
			continue
		}
		switch b := c.Body.(type) {
		case model.Walk:
			if slices.ContainsFunc(b.Vertices, func(l lit) bool { return p.s.val[l] == 0 }) {
				continue
			}
			all = p.extend(all, b.Graph, b.Edges, b.Vertices, nil)
		case model.Links:
			all = p.extend(all, b.Graph, b.Edges, b.Vertices, b.Labels)
		}
	}
	return all
}

func (p *poster) extend(all []*extender, g *model.Graph, edges, vertices []lit, labels []int32) []*extender {
	for _, l := range edges {
		if n, ok := p.m.Bools[l.Node()].(model.BoolVar); p.s.val[l] == 0 && (!ok || p.m.Vars[n.Var].Find < 0) {
			return all
		}
	}
	n := g.Order()
	e := &extender{next: undirected(g), edges: edges, most: make([]int32, n), open: make([]int32, n), used: make([]int32, n),
		on: func(v int32) lit { return vertices[v] }}
	for v := range e.most {
		e.most[v] = 2
		if labels != nil && labels[v] >= 0 {
			e.most[v] = 1
		}
	}
	return append(all, e)
}

// choose proposes an edge to go on with, if some line is to be extended.
func (e *extender) choose(s *store) (lit, bool) {
	best, bestScore := int32(-1), int32(0)
	for v := range e.next {
		e.open[v], e.used[v] = 0, 0
		if s.val[e.on(int32(v))] < 0 {
			continue
		}
		for _, h := range e.next[v] {
			switch s.val[e.edges[h.Edge]] {
			case 0:
				e.open[v]++
			case 1:
				e.used[v]++
			}
		}
		if e.open[v] == 0 || s.val[e.on(int32(v))] <= 0 {
			continue
		}
		score := e.open[v] + 100*(e.most[v]-e.used[v])
		if best < 0 || score < bestScore {
			best, bestScore = int32(v), score
		}
	}
	if best < 0 {
		return 0, false
	}
	var edge lit
	least := int32(-1)
	for _, h := range e.next[best] {
		if s.val[e.edges[h.Edge]] == 0 && (least < 0 || e.open[h.To]-2*e.used[h.To] < least) {
			edge, least = e.edges[h.Edge], max(e.open[h.To]-2*e.used[h.To], 0)
		}
	}
	return edge, true
}
