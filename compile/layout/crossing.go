package layout

import (
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/graph"
	"nazo/model"
	"nazo/value"
)

// cross says that the edges of a route are one line that may cross itself. At a vertex that it passes once two of its
// edges meet, at a crossing four, which go over it in two straight ways, and at an end of a path one. That
// it is one line is said of a graph whose vertices are the edges: two of them are joined where the line
// goes from one to the other.
func (l *Route) cross(lw *lower.Lowerer, at dsl.Node, w *value.Route) {
	g, m := l.Graph.Plain(), lw.Model
	var joints []graph.Edge
	var joined, starts, ends []model.Bool
	for i := range w.Vertices {
		lw.Tick(at)
		v := int32(i)
		in, out := g.In[v], g.Out[v]
		twice, ways := model.False, l.waysOver(v)
		if l.Crossing.Contains(l.Graph.Vertices.List()[v]) {
			twice = l.twoWays(lw, w, ways)
		}
		for _, way := range ways {
			on := []model.Bool{w.Edges[way.a], w.Edges[way.b]}
			if !way.straight {
				on = append(on, twice.Not())
			}
			joints = append(joints, graph.Edge{U: way.a, V: way.b})
			joined = append(joined, lw.And(on...))
		}
		entering, leaving := edgesOf(w, in), edgesOf(w, out)
		all := leaving
		if g.Directed {
			all = append(entering[:len(entering):len(entering)], leaving...)
		}
		lw.Require(lw.Iff(w.Vertices[v], lw.Or(all...)))
		degree := m.Sum(terms(lw, all)...)
		end := model.False
		if l.Kind == value.Path {
			end = m.In(degree, model.Values(1))
			ends = append(ends, end)
		}
		lw.Require(lw.Or(end, twice, m.In(degree, model.Values(0, 2))))
		lw.Require(lw.Or(twice.Not(), m.In(degree, model.Values(4))))
		if g.Directed {
			l.followArcs(lw, w, v, end)
			if end != model.False {
				starts = append(starts, lw.And(end, lw.Or(leaving...)))
			}
		}
	}
	if l.Kind == value.Path {
		lw.Require(m.In(m.Sum(terms(lw, ends)...), model.Values(2)))
		if g.Directed {
			lw.Require(m.In(m.Sum(terms(lw, starts)...), model.Values(1)))
		}
	}
	lw.Require(lw.Or(w.Edges...))
	lw.Model.Constrain(lw.Instance, model.True,
		model.Connected{Graph: graph.New(len(g.Edges), joints, false), Vertices: w.Edges, Edges: joined})
}

// way is how a line may pass a vertex: by two edges.
type way struct {
	a, b     int32
	straight bool
}

// waysOver are the ways over a vertex, along arcs from one that enters to one that leaves, and not straight back.
func (l *Route) waysOver(v int32) (ways []way) {
	g, vertices := l.Graph.Plain(), l.Graph.Vertices.List()
	for i, from := range g.In[v] {
		to := g.Out[v]
		if !g.Directed {
			to = to[i+1:] // of two edges the way there is the way back
		}
		for _, to := range to {
			if from.To != to.To {
				ways = append(ways, way{from.Edge, to.Edge, value.Straight(vertices[from.To], vertices[v], vertices[to.To])})
			}
		}
	}
	return ways
}

// twoWays is the condition that two straight ways are taken that share no edge.
func (l *Route) twoWays(lw *lower.Lowerer, w *value.Route, ways []way) model.Bool {
	edges := l.Graph.Plain().Edges
	var pairs []model.Bool
	for i, p := range ways {
		for _, q := range ways[:i] {
			reverse := edges[p.a].U == edges[q.b].V && edges[p.a].V == edges[q.b].U
			if p.straight && q.straight && p.a != q.a && p.b != q.b && !reverse {
				pairs = append(pairs, lw.And(w.Edges[p.a], w.Edges[p.b], w.Edges[q.a], w.Edges[q.b]))
			}
		}
	}
	return lw.Or(pairs...)
}

// followArcs says that as many arcs enter a vertex as leave it, unless it is an end.
func (l *Route) followArcs(lw *lower.Lowerer, w *value.Route, v int32, end model.Bool) {
	g, m := l.Graph.Plain(), lw.Model
	sum := terms(lw, edgesOf(w, g.In[v]))
	for _, t := range terms(lw, edgesOf(w, g.Out[v])) {
		t.Coef = -1
		sum = append(sum, t)
	}
	lw.Require(lw.Or(end, m.In(m.Sum(sum...), model.Values(0))))
}

func edgesOf(w *value.Route, halves []graph.Half) []model.Bool {
	on := make([]model.Bool, len(halves))
	for i, h := range halves {
		on[i] = w.Edges[h.Edge]
	}
	return on
}

func terms(lw *lower.Lowerer, bs []model.Bool) []model.Term {
	out := make([]model.Term, len(bs))
	for i, b := range bs {
		out[i] = model.Term{Coef: 1, X: lw.Model.ToInt(b)}
	}
	return out
}
