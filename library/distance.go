package library

import "nazo/value"

// distance is how many steps lead from a to b: over a board; along the edges of a graph, in their direction; without leaving
// a set; by edges alone.
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
