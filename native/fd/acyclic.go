package fd

import (
	"nazo/graph"
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

// explain gives the edges of the cycle that there would be.
func (p *acyclic) explain(s *store, e *explanation) {
	on := func(edge int32) bool { return s.valAt(p.edges[edge], e.time) > 0 }
	for i, l := range p.edges {
		uv := p.g.Edges[i]
		switch {
		case e.what.op == holds && l == e.what.lit()^1:
			if way := p.g.Way(uv.U, uv.V, on); way != nil {
				e.edges(way, p.edges)
				return
			}
		case e.what.op == nothing && on(int32(i)):
			without := func(edge int32) bool { return edge != int32(i) && on(edge) }
			if way := p.g.Way(uv.U, uv.V, without); way != nil {
				e.edges(append(way, int32(i)), p.edges)
				return
			}
		}
	}
	panic("fd: a cycle can't explain " + e.what.String())
}

// edges adds that edges are on.
func (e *explanation) edges(list []int32, lits []lit) {
	for _, i := range list {
		e.lit(lits[i])
	}
}

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
