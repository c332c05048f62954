package modeltest

import "nazo/model"

func (r *randomModel) route() model.Body {
	g := r.graph(r.oneIn(3))
	w := model.Route{Graph: g, Edges: r.switches(len(g.Edges)), Vertices: r.switches(g.Order()), Closed: r.oneIn(2)}
	if r.oneIn(2) { // without this most random routes have no solution
		w.Vertices = r.touched(g, w.Edges)
	}
	if !w.Closed && r.oneIn(3) {
		w.Positions = r.integers(g.Order(), 0)
	}
	return w
}
