package judge

import (
	"nazo/dsl"
	"nazo/ref"
	"nazo/value"
)

// RegionsShape is a partition of the vertices of a graph into connected parts.
type RegionsShape struct {
	Graph *value.Graph
	equals
}

func (s *RegionsShape) stored(v value.Value) value.Value { return v }
func (s *RegionsShape) empty() value.Value               { return nil }

// Admits holds each edge against the parts that the others make: one that is off must lie between two.
func (s *RegionsShape) Admits(v value.Value) bool {
	r, ok := v.(*value.Regions)
	if !ok || !r.Known || !s.equal(r.Graph, s.Graph) {
		return false
	}
	numbers := r.Numbers()
	for i, e := range r.Graph.Plain().Edges {
		if (r.Same[i] == ref.True) != (numbers[e.U] == numbers[e.V]) {
			return false
		}
	}
	return true
}

func (ev *evaluator) regions(x *dsl.RegionsIn, sc *scope) Shape {
	return &RegionsShape{Graph: ev.graph(x.Graph, sc), equals: equals{}}
}
