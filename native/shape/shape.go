// Package shape recognizes models that are nothing but one path, one cycle or links, for all
// searches that know nothing else.
//
// known.go draws what follows for single variables, recognize.go keeps of the constraints what
// does not follow, below.go leaves out what presolve has decided, ends.go reads off where a path
// ends, refusal.go says why a model is none of these.
package shape

import (
	"nazo/graph"
	"nazo/model"
)

// Shape is a constraint on edges and vertices of a graph that has to hold: those that are on are
// a path or a cycle, or links.
type Shape struct {
	Graph           *graph.Graph
	Edges, Vertices []model.Bool
	// Closed is set for a cycle.
	Closed bool
	// Labels are those of [model.Links]; nil for a path or cycle.
	Labels []int32
	// Positions are those of [model.Route].
	Positions []model.Int
}

// Of is the shape that a constraint asks for, if it asks for one.
func Of(b model.Body) (s Shape, ok bool) {
	switch b := b.(type) {
	case model.Route:
		return Shape{b.Graph, b.Edges, b.Vertices, b.Closed, nil, b.Positions}, true
	case model.Links:
		return Shape{b.Graph, b.Edges, b.Vertices, false, b.Labels, nil}, true
	}
	return Shape{}, false
}
