package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// route is an argument that must be a path, a cycle or links.
func (lw *Lowerer) route(at dsl.Node, v value.Value) *value.Route {
	w, ok := v.(*value.Route)
	if !ok {
		lw.Fail(at, "not-a-route", "expected a path, cycle or links, found %s", value.Kind(v))
	}
	return w
}

// covers is the condition that a route passes through all of the vertices.
func (lw *Lowerer) covers(at dsl.Node, args []value.Value) value.Value {
	w := lw.route(at, args[0])
	members, _ := lw.Members(at, PlainSet(args[1]))
	parts := make([]model.Bool, len(members))
	for i, m := range members {
		parts[i] = lw.Or(m.Guard.Not(), lw.onRoute(at, m.Value, w))
	}
	return value.Bool(lw.And(parts...))
}

// visits is the set of the vertices of a route.
func (lw *Lowerer) visits(at dsl.Node, args []value.Value) value.Value {
	w := lw.route(at, args[0])
	members := make([]value.Alternative, len(w.Vertices))
	for i, on := range w.Vertices {
		members[i] = value.Alternative{Guard: on, Value: w.Graph.Vertices.List()[i]}
	}
	return lw.Guarded(at, members, true)
}

// length is the number of edges of a route.
func (lw *Lowerer) length(at dsl.Node, args []value.Value) value.Value {
	return lw.Count(at, lw.route(at, args[0]).Edges)
}

// degree is the number of edges, of a route or a set, at a vertex.
func (lw *Lowerer) degree(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[0])
	return lw.Lift(at, args[1:], func(vs []value.Value) value.Value {
		var on []model.Bool
		for _, m := range members {
			if e := lw.edge(at, m.Value); value.Equal(e.A, vs[0]) || value.Equal(e.B, vs[0]) {
				on = append(on, m.Guard)
			}
		}
		return lw.Count(at, on)
	})
}

// step numbers the vertices along a path from 1, none off it.
func (lw *Lowerer) step(at dsl.Node, args []value.Value) value.Value {
	w := lw.route(at, args[0])
	switch {
	case len(args) == 2 && (w.Kind != value.Cycle || !w.Graph.Directed):
		lw.Fail(at, "no-steps", "only the steps of a directed cycle are counted from a start")
	case len(args) == 2:
		return lw.stepsFrom(at, w, args[1])
	case w.Kind != value.Path:
		lw.Fail(at, "no-steps", "only a path has step numbers")
	}
	return lw.stepNumbers(at, w)
}

// stepsFrom numbers the vertices of a directed cycle from one of them on: each arc but those that lead back there
// leads to the next number. Nothing has a number if the start is not on the cycle.
func (lw *Lowerer) stepsFrom(at dsl.Node, w *value.Route, start value.Value) value.Value {
	vertices := w.Graph.Vertices
	first := vertices.Index(start)
	if first < 0 {
		return value.NewArray(vertices, slices.Repeat([]value.Value{value.None{}}, vertices.Len()), value.BoardOf(vertices))
	}
	key := stepsKey{w, first}
	if _, again := lw.steppedFrom[key]; !again {
		lw.sharing("the steps along a cycle", func() { lw.steppedFrom[key] = lw.numberSteps(at, w, first) })
	}
	return lw.steppedFrom[key]
}

// numberSteps makes the numbers from the vertex in that place on.
func (lw *Lowerer) numberSteps(at dsl.Node, w *value.Route, first int) *value.Array {
	vertices := w.Graph.Vertices
	n, counted := int64(vertices.Len()), w.Vertices[first]
	places := make([]model.Int, n)
	steps := make([]value.Value, n)
	for v := range places {
		lw.Tick(at)
		on := lw.And(w.Vertices[v], counted)
		lw.refuseHelper()
		places[v] = lw.Model.IntVar(lw.Model.AddInt(model.Range(0, n), -1, false))
		from := int64(2)
		if v == first {
			from = 1
			lw.Require(lw.Or(on.Not(), lw.Model.In(places[v], model.Values(1))))
		}
		lw.Require(lw.Iff(on, lw.Model.In(places[v], model.Range(from, n))))
		lw.Require(lw.Iff(on.Not(), lw.Model.In(places[v], model.Values(0))))
		steps[v] = lw.unknown(at, places[v], on)
	}
	for i, e := range w.Graph.Plain().Edges {
		if int(e.V) != first {
			next := lw.Model.Sum(model.Term{Coef: 1, X: places[e.U]}, model.Term{Coef: 1, X: lw.Model.Int(1)})
			lw.Require(lw.Or(w.Edges[i].Not(), counted.Not(), lw.Model.Equal(places[e.V], next)))
		}
	}
	return value.NewArray(vertices, steps, value.BoardOf(vertices))
}

// stepsKey is a directed cycle and the place of the vertex from which its steps are counted.
type stepsKey struct {
	of    *value.Route
	start int
}

func (lw *Lowerer) stepNumbers(at dsl.Node, w *value.Route) *value.Array {
	vertices := w.Graph.Vertices
	numbers := make([]value.Value, vertices.Len())
	if w.Positions == nil {
		panic("lower: a path has no positions though steps are asked for")
	}
	for i, x := range w.Positions {
		numbers[i] = lw.unknown(at, x, w.Vertices[i])
	}
	return value.NewArray(vertices, numbers, value.BoardOf(vertices))
}
