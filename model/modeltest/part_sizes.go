package modeltest

import (
	"slices"

	"nazo/model"
)

func (r *randomModel) partSizes() model.Body {
	g := r.graph(r.oneIn(4))
	b := model.PartSizes{Graph: g, Sizes: r.integers(g.Order(), 0)}
	if r.oneIn(2) {
		b.Vertices = r.switches(g.Order())
	}
	if b.Vertices == nil || r.oneIn(2) {
		b.Edges = r.switches(len(g.Edges))
	}
	if r.oneIn(2) { // without this most random sizes have no solution
		b.Sizes = slices.Clone(b.Sizes)
		for v := range b.Sizes {
			b.Sizes[v] = r.partSize(b, int32(v))
		}
	}
	return b
}

// partSize is the size of the part of a vertex as a node: what can be reached in more and more steps.
func (r *randomModel) partSize(b model.PartSizes, v int32) model.Int {
	n := b.Graph.Order()
	on := func(v int32) model.Bool {
		if b.Vertices == nil {
			return model.True
		}
		return b.Vertices[v]
	}
	in := make([]model.Bool, n)
	for w := range in {
		in[w] = model.Const(int32(w) == v)
	}
	in[v] = on(v)
	for range n {
		next := slices.Clone(in)
		for i, e := range b.Graph.Edges {
			open := r.m.And(on(e.U), on(e.V))
			if b.Edges != nil {
				open = r.m.And(open, b.Edges[i])
			}
			next[e.U] = r.m.Or(next[e.U], r.m.And(in[e.V], open))
			next[e.V] = r.m.Or(next[e.V], r.m.And(in[e.U], open))
		}
		in = next
	}
	terms := make([]model.Term, n)
	for w := range terms {
		terms[w] = model.Term{Coef: 1, X: r.m.ToInt(in[w])}
	}
	return r.m.Sum(terms...)
}
