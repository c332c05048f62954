package fd

import (
	"fmt"

	"nazo/model"
)

// constraint posts the i-th constraint; it returns false on a conflict.
func (p *poster) constraint(i int, c model.Constraint) bool {
	if a, ok := c.Body.(model.Assert); ok {
		return p.s.clause(p.lit(c.Guard)^1, p.switchOf(c.Instance)^1, p.lit(a.B))
	}
	s, guard := p.s, p.guard(int32(i))
	switch b := c.Body.(type) {
	case model.Distinct:
		s.addDistinct(p.allInts(b.Xs), p.lits(b.Present), guard)
	case model.Inverse:
		p.allInts(b.Xs)
		s.addInverse(b.Xs, p.allInts(b.Ys), b.Base, guard)
	case model.Regular:
		s.addRegular(p.allInts(b.Xs), b.Automaton, guard)
	case model.Connected:
		p.lits(b.Vertices)
		s.addConnected(b.Graph, b.Vertices, p.lits(b.Edges), guard)
	case model.Part:
		p.lits(b.Vertices)
		p.lits(b.Edges)
		p.lits(b.In)
		return s.addPart(&b, guard)
	case model.Acyclic:
		s.addAcyclic(b.Graph, p.lits(b.Edges), guard)
	case model.Route:
		p.lits(b.Vertices)
		p.lits(b.Edges)
		p.allInts(b.Positions)
		return s.addPath(&b, guard, p.guardsAt(i, guard, b.Graph.Order()))
	case model.Regions:
		s.addRegions(b.Graph, p.lits(b.Same), guard)
	case model.PartSizes:
		p.lits(b.Vertices)
		p.lits(b.Edges)
		p.allInts(b.Sizes)
		return s.addPartSizes(&b, guard)
	case model.Links:
		p.lits(b.Vertices)
		p.lits(b.Edges)
		if p.streamliner != model.True {
			s.addStreamliner(&b, p.streamliner)
		}
		return s.addLinks(&b, guard, p.guardsAt(i, guard, b.Graph.Order()))
	default:
		panic(fmt.Sprintf("fd: unknown constraint %T", b))
	}
	return true
}
