package modeltest

import "nazo/model"

func (r *randomModel) acyclic() model.Body {
	g := r.graph(r.oneIn(4))
	return model.Acyclic{Graph: g, Edges: r.switches(len(g.Edges))}
}
