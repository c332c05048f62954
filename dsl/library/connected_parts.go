package library

import (
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// part is what can be reached from a vertex: without leaving a set, or by edges alone, or along a line. The
// directions of edges are ignored.
func part(c *Call) value.Value {
	v := c.Args[0]
	if isNone(v) {
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
		return c.reached(v, byEdges(c.edges(1)))
	}
	if len(c.Args) == 2 && c.Form > 0 {
		edges := c.edges(1)
		ends := make([]value.Value, len(edges))
		for i, e := range edges {
			ends[i] = e.A
		}
		c.among(v, ends)
		return c.reached(v, byEdges(edges))
	}
	set := c.set(1)
	if len(c.Args) == 2 {
		set = c.onlyCells(1, set)
	}
	if !set.Contains(v) {
		c.among(v, set.List())
		return value.NewSet()
	}
	next := bySides
	if len(c.Args) > 2 {
		if g, ok := c.Args[2].(*value.Graph); ok {
			next = inGraph(g)
		} else {
			next = byEdges(c.edges(2))
		}
	}
	return c.reached(v, func(v value.Value) []value.Value {
		var inside []value.Value
		for _, w := range next(v) {
			if set.Contains(w) {
				inside = append(inside, w)
			}
		}
		return inside
	})
}

// among ends the call if v can't be meant to be one of the vertices.
func (c *Call) among(v value.Value, vertices []value.Value) {
	if found, others, misplaced := Misplaced(v, vertices); misplaced {
		c.fail(0, CodeNotAVertex, "%s is %s, but these are %s", value.String(v), found, others)
	}
}

// Misplaced reports whether v is a cell among nothing but points, or a point among nothing but cells.
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

// reached is v with all that it leads to.
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

// bySides are the places one step along a row or column from a cell, or a point.
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

// byEdges are the other ends of the edges at a vertex.
func byEdges(edges []value.Edge) func(value.Value) []value.Value {
	at := map[value.Key][]value.Value{}
	for _, e := range edges {
		a, b := value.KeyOf(e.A), value.KeyOf(e.B)
		at[a], at[b] = append(at[a], e.B), append(at[b], e.A)
	}
	return func(v value.Value) []value.Value { return at[value.KeyOf(v)] }
}

// inGraph are the neighbours of a vertex in a graph.
func inGraph(g *value.Graph) func(value.Value) []value.Value {
	return func(v value.Value) (out []value.Value) {
		i := g.Vertices.Index(v)
		if i < 0 {
			return nil
		}
		add := func(halves []alg.Half) {
			for _, h := range halves {
				out = append(out, g.Vertices.List()[h.To])
			}
		}
		add(g.Plain().Out[i])
		if g.Directed {
			add(g.Plain().In[i])
		}
		return out
	}
}

// distance is the number of steps from a to b: over a board, along the edges of a graph in their
// direction, within a set, or by edges alone.
func distance(c *Call) value.Value {
	a, b := c.Args[0], c.Args[1]
	if isNone(a) || isNone(b) {
		return value.None{}
	}
	if len(c.Args) == 2 {
		a, b := c.cell(0), c.cell(1)
		return value.Int(max(a.Row-b.Row, b.Row-a.Row) + max(a.Col-b.Col, b.Col-a.Col))
	}
	if g, ok := c.Args[2].(*value.Graph); ok {
		c.among(a, g.Vertices.List())
		from, to := g.Vertices.Index(a), g.Vertices.Index(b)
		if from < 0 || to < 0 {
			return value.None{}
		}
		return stepsOrNone(g.StepsFrom(from)[to])
	}
	if len(c.Args) == 3 && c.Form > 1 {
		return c.walk(a, b, alongEdges(c.edges(2)))
	}
	set := c.set(2)
	if len(c.Args) == 3 {
		set = c.onlyCells(2, set)
	}
	c.among(a, set.List())
	if !set.Contains(a) || !set.Contains(b) {
		return value.None{}
	}
	next := bySides
	if len(c.Args) > 3 {
		if g, ok := c.Args[3].(*value.Graph); ok {
			next = func(v value.Value) (out []value.Value) {
				for _, h := range g.Plain().Out[g.Vertices.Index(v)] {
					out = append(out, g.Vertices.List()[h.To])
				}
				return out
			}
			if !g.Vertices.Contains(a) || !g.Vertices.Contains(b) {
				next = func(value.Value) []value.Value { return nil }
			}
		} else {
			next = alongEdges(c.edges(3))
		}
	}
	return c.walk(a, b, func(v value.Value) (inside []value.Value) {
		for _, w := range next(v) {
			if set.Contains(w) {
				inside = append(inside, w)
			}
		}
		return inside
	})
}

func stepsOrNone(steps int32) value.Value {
	if steps < 0 {
		return value.None{}
	}
	return value.Int(steps)
}

// walk counts the steps from a to b, breadth first.
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

// alongEdges are the vertices that edges lead to from one, arcs in their direction.
func alongEdges(edges []value.Edge) func(value.Value) []value.Value {
	at := map[value.Key][]value.Value{}
	for _, e := range edges {
		a, b := value.KeyOf(e.A), value.KeyOf(e.B)
		if at[a] = append(at[a], e.B); !e.Directed {
			at[b] = append(at[b], e.A)
		}
	}
	return func(v value.Value) []value.Value { return at[value.KeyOf(v)] }
}
