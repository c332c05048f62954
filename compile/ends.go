package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// anchor has the vertices that rules name as start and end of an anchored path.
type anchor struct{ start, end value.Value }

// endAt makes starts_at and ends_at.
func endAt(first bool) func(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
	return func(ev *lowerer, x *dsl.Call, args []value.Value) value.Value {
		w := ev.route(x, args[0])
		if w.Kind != value.Path {
			ev.fail(x, "no-ends", "only a path has ends")
		}
		return ev.lift(x, args[1:], func(vs []value.Value) value.Value {
			v := w.Graph.Vertices.Index(vs[0])
			switch {
			case v < 0:
				return value.False
			case w.Graph.Directed:
				return value.Bool(isAnEnd(ev, w, v, first))
			case w.Positions != nil:
				return ev.numberedEnd(x, w, v, first)
			case w.Start != nil && first:
				return value.Bool(w.Start[v])
			case w.Start != nil:
				return value.Bool(ev.and(isAnEnd(ev, w, v, false), ev.or(w.Start[v].Not(), alone(ev, w, v))))
			}
			return ev.anchoredEnd(w, v, first)
		})
	}
}

func (ev *lowerer) numberedEnd(x *dsl.Call, w *value.Route, v int, first bool) value.Value {
	number := ev.stepNumbers(x, w).Values[v]
	if first {
		return value.Bool(ev.equal(x, number, value.Int(1)))
	}
	last := ev.add(x, ev.count(x, w.Edges), value.Int(1))
	return value.Bool(ev.equal(x, number, last))
}

// anchoredEnd notes the vertex. If start and end are the same one, the path is
// that vertex alone.
func (ev *lowerer) anchoredEnd(w *value.Route, v int, first bool) value.Value {
	a := ev.anchors[w]
	vertex := w.Graph.Vertices.List()[v]
	here, there := &a.start, a.end
	if !first {
		here, there = &a.end, a.start
	}
	*here = vertex
	end := isAnEnd(ev, w, v, first)
	if there != nil && value.Equal(there, vertex) {
		end = ev.and(end, alone(ev, w, v))
	}
	return value.Bool(end)
}

// alone is the condition that no edge of a route meets a vertex.
func alone(ev *lowerer, w *value.Route, v int) model.Bool {
	var on []model.Bool
	for _, h := range w.Graph.Plain().Out[v] {
		on = append(on, w.Edges[h.Edge])
	}
	return ev.or(on...).Not()
}

// isAnEnd is the condition that a path begins (first) or ends at vertex v: in
// an undirected graph that it has at most one edge there.
func isAnEnd(ev *lowerer, w *value.Route, v int, first bool) model.Bool {
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
		return ev.and(w.Vertices[v], ev.or(on...).Not())
	}
	var pairs []model.Bool
	for i := range on {
		for j := range i {
			pairs = append(pairs, ev.and(on[i], on[j]))
		}
	}
	return ev.and(w.Vertices[v], ev.or(pairs...).Not())
}
