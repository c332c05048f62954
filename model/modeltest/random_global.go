package modeltest

import (
	"nazo/graph"
	"nazo/model"
)

// body draws a constraint of any kind.
func (r *randomModel) body() model.Body {
	switch r.between(0, 11) {
	case 0:
		n := r.between(2, 4)
		d := model.Distinct{Xs: r.integers(n, 1)}
		if r.oneIn(2) {
			d.Present = r.booleans(n, 0)
		}
		return d
	case 1:
		n := r.between(1, 3)
		return model.Inverse{Xs: r.integers(n, 0), Ys: r.integers(n, 0), Base: int64(r.between(-1, 1))}
	case 2:
		return r.regular()
	case 3:
		g := r.graph(false)
		c := model.Connected{Graph: g, Vertices: r.switches(g.Order())}
		if r.oneIn(2) {
			c.Edges = r.switches(len(g.Edges))
		}
		return c
	case 4:
		g := r.graph(r.oneIn(4))
		return model.Acyclic{Graph: g, Edges: r.switches(len(g.Edges))}
	case 5, 6, 7:
		return r.walk()
	case 8:
		return r.links()
	}
	return model.Assert{B: r.boolean(3)}
}

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

// touched says for each vertex whether an edge at it is on.
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

func (r *randomModel) regular() model.Body {
	a := &model.Automaton{Symbols: r.between(1, 4)}
	states := r.between(1, 3)
	for range states {
		a.Accept = append(a.Accept, !r.oneIn(3))
		for range a.Symbols {
			a.Next = append(a.Next, int32(r.between(0, states))-1)
		}
	}
	a.Start = int32(r.between(0, states-1))
	return model.Regular{Xs: r.integers(r.between(0, 4), 0), Automaton: a}
}
