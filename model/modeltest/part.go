package modeltest

import "nazo/model"

func (r *randomModel) part() model.Body {
	g := r.graph(r.oneIn(4))
	p := model.Part{Graph: g, Vertices: r.switches(g.Order()), In: r.switches(g.Order())}
	if r.oneIn(2) {
		p.Edges = r.switches(len(g.Edges))
	}
	for v := range g.Order() {
		if r.oneIn(3) {
			p.Sources = append(p.Sources, int32(v))
		}
	}
	return p
}
