package fd

import (
	"nazo/graph"
	"nazo/model"
)

// acyclic says that the edges that are on contain no cycle.
type acyclic struct {
	g     *graph.Graph
	edges []lit
	sets  graph.UnionFind // scratch
}

func (s *store) addAcyclic(g *graph.Graph, edges []lit, guard lit) {
	id := s.add(&acyclic{g, edges, make(graph.UnionFind, g.Order())}, guard, middling)
	for _, e := range edges {
		s.onTrue(e, id)
	}
}

func (p *acyclic) concerns() ([]lit, []model.Int) { return p.edges, nil }

func (p *acyclic) propagate(s *store) bool {
	p.sets.Reset()
	for i, e := range p.g.Edges {
		if s.val[p.edges[i]] > 0 && !p.sets.Join(e.U, e.V) {
			return false
		}
	}
	for i, e := range p.g.Edges {
		if s.val[p.edges[i]] == 0 && p.sets.Find(e.U) == p.sets.Find(e.V) && !s.set(p.edges[i]^1) {
			return false
		}
	}
	return true
}
