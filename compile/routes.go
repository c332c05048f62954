package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// route is an argument that must be a path, a cycle or links.
func (ev *lowerer) route(at dsl.Node, v value.Value) *value.Route {
	w, ok := v.(*value.Route)
	if !ok {
		ev.fail(at, "not-a-route", "expected a path, cycle or links, found %s", value.Kind(v))
	}
	return w
}

// covers is the condition that a route passes through all of the vertices.
func (ev *lowerer) covers(at dsl.Node, args []value.Value) value.Value {
	w := ev.route(at, args[0])
	members, _ := ev.members(at, plainSet(args[1]))
	parts := make([]model.Bool, len(members))
	for i, m := range members {
		parts[i] = ev.or(m.Guard.Not(), ev.onRoute(at, m.Value, w))
	}
	return value.Bool(ev.and(parts...))
}

// visits is the set of the vertices of a route.
func (ev *lowerer) visits(at dsl.Node, args []value.Value) value.Value {
	w := ev.route(at, args[0])
	members := make([]value.Alternative, len(w.Vertices))
	for i, on := range w.Vertices {
		members[i] = value.Alternative{Guard: on, Value: w.Graph.Vertices.List()[i]}
	}
	return ev.guarded(at, members, true)
}

// length is the number of edges of a route.
func (ev *lowerer) length(at dsl.Node, args []value.Value) value.Value {
	return ev.count(at, ev.route(at, args[0]).Edges)
}

// degree is the number of edges, of a route or a set, at a vertex.
func (ev *lowerer) degree(at dsl.Node, args []value.Value) value.Value {
	members, _ := ev.members(at, args[0])
	return ev.lift(at, args[1:], func(vs []value.Value) value.Value {
		var on []model.Bool
		for _, m := range members {
			if e := ev.edge(at, m.Value); value.Equal(e.A, vs[0]) || value.Equal(e.B, vs[0]) {
				on = append(on, m.Guard)
			}
		}
		return ev.count(at, on)
	})
}

// step numbers the vertices along a path from 1, none off it.
func (ev *lowerer) step(at dsl.Node, args []value.Value) value.Value {
	w := ev.route(at, args[0])
	if w.Kind != value.Path {
		ev.fail(at, "no-steps", "only a path has step numbers")
	}
	return ev.stepNumbers(at, w)
}

func (ev *lowerer) stepNumbers(at dsl.Node, w *value.Route) *value.Array {
	vertices := w.Graph.Vertices
	numbers := make([]value.Value, vertices.Len())
	if w.Positions == nil {
		panic("compile: a path has no positions though steps are asked for")
	}
	for i, x := range w.Positions {
		numbers[i] = ev.unknown(at, x, w.Vertices[i])
	}
	return value.NewArray(vertices, numbers, value.BoardOf(vertices))
}
