package native

import (
	"nazo/graph"
	"nazo/model"
)

// unionFind keeps disjoint sets of vertices.
type unionFind []int32

func (u unionFind) reset() {
	for i := range u {
		u[i] = int32(i)
	}
}

func (u unionFind) find(v int32) int32 {
	for u[v] != v {
		u[v] = u[u[v]]
		v = u[v]
	}
	return v
}

// join unites two sets and says whether they were separate.
func (u unionFind) join(a, b int32) bool {
	a, b = u.find(a), u.find(b)
	u[b] = a
	return a != b
}

// acyclic says that the edges that are on contain no cycle.
type acyclic struct {
	g     *graph.Graph
	edges []lit
	sets  unionFind // scratch
}

func (s *store) addAcyclic(g *graph.Graph, edges []lit, guard lit) {
	id := s.add(&acyclic{g, edges, make(unionFind, g.Order())}, guard, middling)
	for _, e := range edges {
		s.onTrue(e, id)
	}
}

func (p *acyclic) concerns() ([]lit, []model.Int) { return p.edges, nil }

func (p *acyclic) propagate(s *store) bool {
	p.sets.reset()
	for i, e := range p.g.Edges {
		if s.val[p.edges[i]] > 0 && !p.sets.join(e.U, e.V) {
			return false
		}
	}
	for i, e := range p.g.Edges {
		if s.val[p.edges[i]] == 0 && p.sets.find(e.U) == p.sets.find(e.V) && !s.set(p.edges[i]^1) {
			return false
		}
	}
	return true
}
