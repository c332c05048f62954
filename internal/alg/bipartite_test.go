package alg

import "testing"

func TestTwoColouring(t *testing.T) {
	for _, c := range []struct {
		name  string
		graph *Graph
		want  bool
	}{
		{"nothing", NewGraph(0, nil, false), true},
		{"grid", grid(4, 5, sides...), true},
		{"knights", grid(5, 5, knight...), true},
		{"triangle", complete(3), false},
		{"two components, one of them odd", NewGraph(5, []Edge{{0, 1}, {2, 3}, {3, 4}, {4, 2}}, false), false},
		{"an even cycle of arcs", NewGraph(4, []Edge{{0, 1}, {2, 1}, {2, 3}, {0, 3}}, true), true},
		{"an odd cycle of arcs", NewGraph(3, []Edge{{0, 1}, {2, 1}, {0, 2}}, true), false},
	} {
		colour := c.graph.TwoColouring()
		if (colour != nil) != c.want {
			t.Errorf("%s: %v", c.name, colour)
		}
		for _, e := range c.graph.Edges {
			if colour != nil && colour[e.U] == colour[e.V] {
				t.Errorf("%s: %d and %d have the same colour", c.name, e.U, e.V)
			}
		}
	}
}
