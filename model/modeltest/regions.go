package modeltest

import "nazo/model"

func (r *randomModel) regions() model.Body {
	g := r.graph(false)
	return model.Regions{Graph: g, Same: r.switches(len(g.Edges))}
}
