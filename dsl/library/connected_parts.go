package library

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// part returns what can be reached from a vertex within a set, by edges alone, or along a line. It
// ignores the directions of edges.
func part(c *Call) value.Value {
	v := c.Args[0]
	if value.IsNone(v) {
		return value.NewSet()
	}
	if r, ok := c.Args[1].(*value.Regions); ok {
		if !r.Graph.Vertices.Contains(v) {
			c.among(v, r.Graph.Vertices.List())
			return value.NewSet()
		}
		return ascending(r.PartOf(v))
	}
	if w, ok := c.Args[1].(*value.Route); ok {
		if !w.HasVertex(v) {
			c.among(v, w.Graph.Vertices.List())
			return value.NewSet()
		}
		return c.reached(v, byEdges(c.edges(1), false))
	}
	if len(c.Args) == 2 && c.Form > 0 {
		edges := c.edges(1)
		c.among(v, alg.Map(edges, func(e value.Edge) value.Value { return e.A }))
		return c.reached(v, byEdges(edges, false))
	}
	set := c.set(1)
	if len(c.Args) == 2 {
		set = c.onlyCells(1, set)
	}
	if !set.Contains(v) {
		c.among(v, set.List())
		return value.NewSet()
	}
	return c.reached(v, c.nextIn(set, 2, false))
}

// nextIn returns the neighbours of a vertex in a set. Argument i is a graph or edges. Without it, cells
// are joined by their sides. With arcs, directions matter.
func (c *Call) nextIn(set *value.Set, i int, arcs bool) func(value.Value) []value.Value {
	next := bySides
	if len(c.Args) > i {
		if g, ok := c.Args[i].(*value.Graph); ok {
			next = inGraph(g, arcs)
		} else {
			next = byEdges(c.edges(i), arcs)
		}
	}
	return func(v value.Value) []value.Value {
		return slices.DeleteFunc(slices.Clone(next(v)), func(w value.Value) bool { return !set.Contains(w) })
	}
}

// among ends the call if v is surely the wrong kind of place.
func (c *Call) among(v value.Value, vertices []value.Value) {
	if found, others, misplaced := Misplaced(v, vertices); misplaced {
		c.fail(0, CodeNotAVertex, "%s is %s, but these are %s", value.String(v), found, others)
	}
}

// Misplaced reports whether v is a cell and all vertices are points, or the reverse.
func Misplaced(v value.Value, vertices []value.Value) (found, others string, misplaced bool) {
	at, ok := v.(value.Cell)
	for _, w := range vertices {
		to, isCell := w.(value.Cell)
		if !ok || !isCell || to.Board.Points == at.Board.Points {
			return "", "", false
		}
	}
	switch {
	case len(vertices) == 0 || !ok:
		return "", "", false
	case at.Board.Points:
		return "a point", "cells", true
	}
	return "a cell", "points", true
}

func (c *Call) reached(v value.Value, next func(value.Value) []value.Value) value.Value {
	met := map[value.Key]bool{value.KeyOf(v): true}
	list := []value.Value{v}
	for i := 0; i < len(list); i++ {
		c.tick()
		for _, w := range next(list[i]) {
			if k := value.KeyOf(w); !met[k] {
				met[k] = true
				list = append(list, w)
			}
		}
	}
	return ascending(list)
}

// bySides returns the places one step along a row or column from a cell or point.
func bySides(v value.Value) []value.Value {
	at := v.(value.Cell)
	var out []value.Value
	for _, s := range sideSteps {
		if at.Board.Has(at.Row+s.rows, at.Col+s.cols) {
			out = append(out, value.Cell{Board: at.Board, Row: at.Row + s.rows, Col: at.Col + s.cols})
		}
	}
	return out
}

// byEdges returns the other ends of the edges at a vertex. With arcs, directions matter.
func byEdges(edges []value.Edge, arcs bool) func(value.Value) []value.Value {
	at := map[value.Key][]value.Value{}
	for _, e := range edges {
		a, b := value.KeyOf(e.A), value.KeyOf(e.B)
		if at[a] = append(at[a], e.B); !arcs || !e.Directed {
			at[b] = append(at[b], e.A)
		}
	}
	return func(v value.Value) []value.Value { return at[value.KeyOf(v)] }
}

// inGraph returns the neighbours of a vertex in a graph. With arcs, directions matter.
func inGraph(g *value.Graph, arcs bool) func(value.Value) []value.Value {
	return func(v value.Value) (out []value.Value) {
		i := g.Vertices.Index(v)
		if i < 0 {
			return nil
		}
		halves := g.Plain().Out[i]
		if g.Directed && !arcs {
			halves = slices.Concat(halves, g.Plain().In[i])
		}
		out = append(out, alg.Map(halves, func(h alg.Half) value.Value { return g.Vertices.List()[h.To] })...)
		return out
	}
}

// distance returns the number of steps from a to b: on a board, along the edges of a graph in their
// direction, within a set, or by edges alone.
func distance(c *Call) value.Value {
	a, b := c.Args[0], c.Args[1]
	if value.IsNone(a) || value.IsNone(b) {
		return value.None{}
	}
	if len(c.Args) == 2 {
		a, b := c.cell(0), c.cell(1)
		return value.Int(max(a.Row-b.Row, b.Row-a.Row) + max(a.Col-b.Col, b.Col-a.Col))
	}
	if g, ok := c.Args[2].(*value.Graph); ok {
		c.among(a, g.Vertices.List())
		from, to := g.Vertices.Index(a), g.Vertices.Index(b)
		if from < 0 || to < 0 || g.StepsFrom(from)[to] < 0 {
			return value.None{}
		}
		return value.Int(g.StepsFrom(from)[to])
	}
	if len(c.Args) == 3 && c.Form > 1 {
		return c.walk(a, b, byEdges(c.edges(2), true))
	}
	set := c.set(2)
	if len(c.Args) == 3 {
		set = c.onlyCells(2, set)
	}
	c.among(a, set.List())
	if !set.Contains(a) || !set.Contains(b) {
		return value.None{}
	}
	return c.walk(a, b, c.nextIn(set, 3, true))
}

// walk counts the steps from a to b by breadth-first search.
func (c *Call) walk(a, b value.Value, next func(value.Value) []value.Value) value.Value {
	steps := map[value.Key]int{value.KeyOf(a): 0}
	for todo := []value.Value{a}; len(todo) > 0; todo = todo[1:] {
		c.tick()
		at := steps[value.KeyOf(todo[0])]
		if value.Equal(todo[0], b) {
			return value.Int(at)
		}
		for _, w := range next(todo[0]) {
			if _, met := steps[value.KeyOf(w)]; !met {
				steps[value.KeyOf(w)] = at + 1
				todo = append(todo, w)
			}
		}
	}
	return value.None{}
}
