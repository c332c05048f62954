package modeltest

import "nazo/model"

func (r *randomModel) walk() model.Body {
	g := r.graph(r.oneIn(3))
	w := model.Walk{Graph: g, Edges: r.switches(len(g.Edges)), Vertices: r.switches(g.Order()), Closed: r.oneIn(2)}
	if r.oneIn(2) { // without this most random walks have no solution
		w.Vertices = r.touched(g, w.Edges)
	}
	if !w.Closed && r.oneIn(3) {
		w.Positions = r.integers(g.Order(), 0)
	}
	return w
}
