package model

// Parted is a body that says something of each of several vertices besides what it says of the whole, so that a reason
// may rest on what it says of one vertex alone.
type Parted interface {
	Body
	// Parts says in words what holds at each vertex, and how many vertices there are.
	Parts() (says string, vertices int)
}

// Parts implements [Parted]: how many edges are on at a vertex.
func (b Route) Parts() (says string, vertices int) { return "the line goes on", b.Graph.Order() }

// Parts implements [Parted]: how many edges are on at a vertex.
func (b Links) Parts() (says string, vertices int) { return "the line goes on", b.Graph.Order() }
