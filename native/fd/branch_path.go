package fd

import (
	"math/rand/v2"
	"slices"

	"nazo/graph"
	"nazo/model"
)

// extender proposes edges for a path or cycle: lines are extended where they
// have the fewest ways to go, towards the vertex with the fewest ways on, or
// where costs count by the cheapest edge.
type extender struct {
	next  [][]graph.Half
	edges []lit
	on    []lit
	costs []int64 // for each edge, or nil
	live  []int32 // the vertices; those that have open edges come first
	lives int32   // the cell that says how many those may be
	open  []int32 // scratch: for each vertex that is live its edges that are open
	used  []int32 // scratch: likewise edges that are on
	// places of vertices and edges among equals
	vertexRank, edgeRank []int32
}

// extenders makes one for each constraint that always holds and whose edges
// are variables of finds, so that each choice parts the solutions. A path that
// may leave vertices out, and links, are better found by weights.
func (p *poster) extenders() []*extender {
	var all []*extender
	for _, c := range p.m.Constraints {
		if p.off[c.Instance] || p.s.val[c.Guard] <= 0 {
			continue
		}
		b, ok := c.Body.(model.Route)
		if ok && !slices.ContainsFunc(b.Vertices, func(l lit) bool { return p.s.val[l] == 0 }) {
			all = p.extend(all, &b)
		}
	}
	return all
}

func (p *poster) extend(all []*extender, w *model.Route) []*extender {
	for _, l := range w.Edges {
		if n, ok := p.m.Node(l).(model.BoolVar); p.s.val[l] == 0 && (!ok || p.m.Vars[n.Var].Find < 0) {
			return all
		}
	}
	n := w.Graph.Order()
	e := &extender{next: w.Graph.Neighbours(), edges: w.Edges, on: w.Vertices, costs: p.costs,
		live: make([]int32, n), lives: p.s.newCell(int64(n)), open: make([]int32, n), used: make([]int32, n)}
	for v := range e.live {
		e.live[v] = int32(v)
	}
	e.vertexRank, e.edgeRank = slices.Clone(e.live), make([]int32, len(e.edges))
	return append(all, e)
}

// shuffle puts equals into a random order.
func (e *extender) shuffle(random *rand.Rand) {
	for _, ranks := range [][]int32{e.vertexRank, e.edgeRank} {
		for i, j := range random.Perm(len(ranks)) {
			ranks[i] = int32(j)
		}
	}
}

// choose proposes an edge to go on with, if some line is to be extended.
func (e *extender) choose(s *store) (lit, bool) {
	best, bestScore := int32(-1), int32(0)
	n := int(s.cells[e.lives])
	for i := 0; i < n; {
		v := e.live[i]
		e.count(s, v)
		if e.open[v] == 0 {
			n--
			e.live[i], e.live[n] = e.live[n], v
			continue
		}
		i++
		if s.val[e.on[v]] <= 0 {
			continue
		}
		score := e.open[v] - 100*e.used[v]
		if best < 0 || score < bestScore || score == bestScore && e.vertexRank[v] < e.vertexRank[best] {
			best, bestScore = v, score
		}
	}
	s.setCell(e.lives, int64(n))
	if best < 0 {
		return 0, false
	}
	edge, rank, least := lit(-1), int32(0), int64(0)
	for _, h := range e.next[best] {
		if s.val[e.edges[h.Edge]] != 0 {
			continue
		}
		ways := int64(e.open[h.To] - 2*e.used[h.To])
		if e.costs != nil { // the cheapest comes first
			ways = e.costs[h.Edge]
		}
		if edge < 0 || ways < least || ways == least && e.edgeRank[h.Edge] < rank {
			edge, rank, least = e.edges[h.Edge], e.edgeRank[h.Edge], ways
		}
	}
	return edge, true
}

// count finds out how many edges of a vertex are open, and on.
func (e *extender) count(s *store, v int32) {
	e.open[v], e.used[v] = 0, 0
	for _, h := range e.next[v] {
		switch s.val[e.edges[h.Edge]] {
		case 0:
			e.open[v]++
		case 1:
			e.used[v]++
		}
	}
}
