package lower

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// Anchor has the vertices that rules name as start and end of an anchored path.
type Anchor struct{ Start, End value.Value }

// endAt makes starts_at and ends_at.
func endAt(first bool) func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
	return func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value {
		w := lw.route(x, args[0])
		if w.Kind != value.Path {
			lw.Fail(x, "no-ends", "only a path has ends")
		}
		return lw.Lift(x, args[1:], func(vs []value.Value) value.Value {
			v := w.Graph.Vertices.Index(vs[0])
			switch {
			case v < 0:
				return value.False
			case w.Graph.Directed:
				return value.Bool(IsAnEnd(lw, w, v, first))
			case w.Positions != nil:
				return lw.numberedEnd(x, w, v, first)
			case w.Start != nil && first:
				return value.Bool(w.Start[v])
			case w.Start != nil:
				return value.Bool(lw.And(IsAnEnd(lw, w, v, false), lw.Or(w.Start[v].Not(), alone(lw, w, v))))
			}
			return lw.anchoredEnd(w, v, first)
		})
	}
}

func (lw *Lowerer) numberedEnd(x *dsl.Call, w *value.Route, v int, first bool) value.Value {
	number := lw.stepNumbers(x, w).Values[v]
	if first {
		return value.Bool(lw.Equal(x, number, value.Int(1)))
	}
	last := lw.Add(x, lw.Count(x, w.Edges), value.Int(1))
	return value.Bool(lw.Equal(x, number, last))
}

// anchoredEnd notes the vertex. If start and end are the same one, the path is
// that vertex alone.
func (lw *Lowerer) anchoredEnd(w *value.Route, v int, first bool) value.Value {
	a := lw.Anchors[w]
	vertex := w.Graph.Vertices.List()[v]
	here, there := &a.Start, a.End
	if !first {
		here, there = &a.End, a.Start
	}
	*here = vertex
	end := IsAnEnd(lw, w, v, first)
	if there != nil && value.Equal(there, vertex) {
		end = lw.And(end, alone(lw, w, v))
	}
	return value.Bool(end)
}

// alone is the condition that no edge of a route meets a vertex.
func alone(lw *Lowerer, w *value.Route, v int) model.Bool {
	var on []model.Bool
	for _, h := range w.Graph.Plain().Out[v] {
		on = append(on, w.Edges[h.Edge])
	}
	return lw.Or(on...).Not()
}

// IsAnEnd is the condition that a path begins (first) or ends at vertex v: in
// an undirected graph that it has at most one edge there.
func IsAnEnd(lw *Lowerer, w *value.Route, v int, first bool) model.Bool {
	g := w.Graph.Plain()
	half := g.Out[v]
	if first {
		half = g.In[v]
	}
	on := make([]model.Bool, len(half))
	for i, h := range half {
		on[i] = w.Edges[h.Edge]
	}
	if g.Directed {
		return lw.And(w.Vertices[v], lw.Or(on...).Not())
	}
	var pairs []model.Bool
	for i := range on {
		for j := range i {
			pairs = append(pairs, lw.And(on[i], on[j]))
		}
	}
	return lw.And(w.Vertices[v], lw.Or(pairs...).Not())
}
