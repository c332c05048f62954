package modeltest

import "nazo/model"

func (r *randomModel) links() model.Body {
	g := r.graph(false)
	labels := make([]int32, g.Order())
	for v := range labels {
		labels[v] = -1
		if v < 2*r.between(0, g.Order()/2) && v%2 == 0 || v%2 == 1 && labels[v-1] >= 0 {
			labels[v] = int32(v / 2)
		}
	}
	for v, next := 0, int32(0); v < len(labels); v += 2 { // no gaps in the numbering
		if labels[v] >= 0 {
			if v+1 == len(labels) {
				labels[v] = -1
				break
			}
			labels[v], labels[v+1] = next, next
			next++
		}
	}
	l := model.Links{Graph: g, Labels: labels, Edges: r.switches(len(g.Edges))}
	l.Vertices = r.switches(g.Order())
	if !r.oneIn(3) {
		l.Vertices = r.touched(g, l.Edges)
	}
	return l
}
