package value

import "nazo/ref"

// Web is what may hang together: for each vertex and edge of a graph the condition under which it is there.
type Web struct {
	Graph    *Graph
	Vertices []ref.Bool
	Edges    []ref.Bool // nil if all edges are there between vertices that are
	// Closed says that an edge is never there without both its ends.
	Closed bool
	// Whole says that between two vertices that hang together every edge of the graph is there, as in regions.
	Whole bool
	// All says that whatever is no vertex of the graph is there, too, by itself.
	All bool
}

// Part is an unknown set: the vertices of a web that hang together with one of some vertices of it. What
// stands for its members is made when somebody asks for them, since there are more thrifty ways to
// know how many there are, or whether two parts are the same.
type Part struct {
	unknown
	Web  *Web
	From []int32 // numbers of vertices, in ascending order
	// Most, if it is not negative, is the largest number of members that matters: where there are more, some
	// may be missing, but still there are more.
	Most int64
}

func (Part) noun() string { return "a collection" }
