package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// route returns an argument that must be a path, a cycle or links.
func (lw *Lowerer) route(at dsl.Node, v value.Value) *value.Route {
	return expect[*value.Route](lw, at, v, "not-a-route", "a path, cycle or links")
}

// covers is the condition that a route passes through all vertices of a set.
func (lw *Lowerer) covers(at dsl.Node, args []value.Value) value.Value {
	w := lw.route(at, args[0])
	members, _ := lw.Members(at, PlainSet(args[1]))
	parts := make([]model.Bool, len(members))
	for i, m := range members {
		parts[i] = lw.Or(m.Guard.Not(), lw.onRoute(at, m.Value, w))
	}
	return value.Bool(lw.And(parts...))
}

// visits returns the set of the vertices of a route.
func (lw *Lowerer) visits(at dsl.Node, args []value.Value) value.Value {
	w := lw.route(at, args[0])
	members := make([]value.Alternative, len(w.Vertices))
	for i, on := range w.Vertices {
		members[i] = value.Alternative{Guard: on, Value: w.Graph.Vertices.List()[i]}
	}
	return lw.Guarded(at, members, true)
}

// length returns the number of edges of a route.
func (lw *Lowerer) length(at dsl.Node, args []value.Value) value.Value {
	return lw.Count(at, lw.route(at, args[0]).Edges)
}

// degree returns the number of edges, of a route or a set, at a vertex.
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

// step numbers the vertices along a path from 1. Others have none.
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

// stepsFrom numbers the vertices of a directed cycle from a start. Each arc leads to the next number, except those
// back to the start. If the start is not on the cycle, nothing has a number.
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

// numberSteps makes the step numbers, given the index of the first vertex.
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

// stepsKey is a directed cycle and the index of the vertex where its steps begin.
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

// Anchor has the vertices that rules name as start and end of an anchored path.
type Anchor struct{ Start, End value.Value }

// endAt returns the reading of starts_at or ends_at.
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

// anchoredEnd records a vertex as an end. If start and end are the same, the path is that vertex alone.
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

// alone is the condition that a route has no edge at a vertex.
func alone(lw *Lowerer, w *value.Route, v int) model.Bool {
	return lw.Or(EdgesOf(w, w.Graph.Plain().Out[v])...).Not()
}

// EdgesOf returns the conditions of a route's edges at a vertex.
func EdgesOf(w *value.Route, halves []alg.Half) []model.Bool {
	return alg.Map(halves, func(h alg.Half) model.Bool { return w.Edges[h.Edge] })
}

// IsAnEnd is the condition that a path begins (first) or ends at vertex v. In an undirected graph, v then has at
// most one edge of the path.
func IsAnEnd(lw *Lowerer, w *value.Route, v int, first bool) model.Bool {
	g := w.Graph.Plain()
	half := g.Out[v]
	if first {
		half = g.In[v]
	}
	on := EdgesOf(w, half)
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

// borders returns the edges between the parts of regions.
func (lw *Lowerer) borders(at dsl.Node, args []value.Value) value.Value {
	r := expect[*value.Regions](lw, at, args[0], "not-regions", "regions")
	lw.dividedBy(r)
	members := make([]value.Alternative, len(r.Same))
	for i, same := range r.Same {
		members[i] = value.Alternative{Guard: same.Not(), Value: r.Graph.Edge(i)}
	}
	return lw.Guarded(at, members, true)
}

// dividedBy notes that rules are about regions.
func (lw *Lowerer) dividedBy(r *value.Regions) {
	if !r.Known && !slices.Contains(lw.divisions, r) {
		lw.divisions = append(lw.divisions, r)
	}
}

// inside returns the set of the cells inside a cycle. The cells are coloured. Two neighbours have the same colour
// unless the cycle passes between them, and everything beyond the board is outside. Rows alone would define this.
// The redundant conditions on columns strengthen propagation.
func (lw *Lowerer) inside(at dsl.Node, args []value.Value) value.Value {
	w := lw.route(at, args[0])
	if w.Kind != value.Cycle {
		lw.Fail(at, "no-inside", "only a cycle has an inside")
	}
	if _, again := lw.insides[w]; !again {
		lw.sharing("what a cycle goes round", func() { lw.insides[w] = lw.colourInside(at, w) })
	}
	return lw.insides[w]
}

// colourInside makes the colours and their constraints.
func (lw *Lowerer) colourInside(at dsl.Node, w *value.Route) value.Value {
	p, ok := library.Passages(w.Graph)
	if !ok {
		lw.Fail(at, "no-inside", "the inside of a cycle is known where it goes from cell to cell by their sides, or along the sides of cells")
	}
	edge := func(passing []int) model.Bool { // the parity: two arcs lead there and back again
		odd := model.False
		for _, i := range passing {
			odd = lw.Iff(odd, w.Edges[i]).Not()
		}
		return odd
	}
	cells := p.Board.Cells()
	members := make([]value.Alternative, len(cells))
	colour := make([]model.Bool, len(cells))
	for i, v := range cells {
		lw.Tick(at)
		c := v.(value.Cell)
		left, above := model.False, model.False
		if c.Col > 1 {
			left = colour[i-1]
		}
		if c.Row > 1 {
			above = colour[i-p.Board.Cols]
		}
		colour[i] = lw.newHelper()
		lw.passed(colour[i], left, edge(p.Left(c.Row, c.Col)))
		lw.passed(colour[i], above, edge(p.Above(c.Row, c.Col)))
		on := model.False
		if k := w.Graph.Vertices.Index(v); k >= 0 {
			on = w.Vertices[k]
		}
		members[i] = value.Alternative{Guard: lw.And(colour[i], on.Not()), Value: v}
	}
	// Beyond the last column and row is outside, too.
	for i, v := range cells {
		c := v.(value.Cell)
		if c.Col == p.Board.Cols {
			lw.passed(colour[i], model.False, edge(p.Left(c.Row, c.Col+1)))
		}
		if c.Row == p.Board.Rows {
			lw.passed(colour[i], model.False, edge(p.Above(c.Row+1, c.Col)))
		}
	}
	return lw.Guarded(at, members, true)
}

// passed requires that a and b differ exactly if the cycle passes between them.
func (lw *Lowerer) passed(a, b, passes model.Bool) { lw.Require(lw.Iff(passes.Not(), lw.Iff(a, b))) }
