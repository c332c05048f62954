package modeltest

import "nazo/model"

func (r *randomModel) connected() model.Body {
	g := r.graph(false)
	c := model.Connected{Graph: g, Vertices: r.switches(g.Order())}
	if r.oneIn(2) {
		c.Edges = r.switches(len(g.Edges))
	}
	return c
}
