package modeltest

import (
	"nazo/graph"
	"nazo/model"
)

// switches draws booleans that say what is on: mostly plain variables.
func (r *randomModel) switches(n int) []model.Bool {
	out := make([]model.Bool, n)
	for i := range out {
		switch r.between(0, 9) {
		case 0:
			out[i] = r.boolean(1)
		case 1, 2:
			out[i] = model.True
		case 3:
			out[i] = model.False
		default:
			out[i] = r.m.BoolVar(r.bools[r.between(0, len(r.bools)-1)])
		}
	}
	return out
}

func (r *randomModel) graph(directed bool) *graph.Graph {
	n := r.between(2, 6)
	var edges []graph.Edge
	for u := range n {
		for v := range n {
			if u != v && (directed || u < v) && !r.oneIn(3) && len(edges) < 10 {
				edges = append(edges, graph.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	return graph.New(n, edges, directed)
}

// touched is for each vertex whether an edge at it is on.
func (r *randomModel) touched(g *graph.Graph, edges []model.Bool) []model.Bool {
	on := make([]model.Bool, g.Order())
	for v := range on {
		var at []model.Bool
		for i, e := range g.Edges {
			if int(e.U) == v || int(e.V) == v {
				at = append(at, edges[i])
			}
		}
		on[v] = r.m.Or(at...)
	}
	return on
}
