// Package frontier counts the sets of edges that a model's rules allow without
// visiting each: vertex after vertex is eliminated from the graph, and all partial
// choices that the rest can't tell apart are one state with a count.
//
// What may be counted so is found out by package native's recognition of a model;
// this package knows only [Problem].
package frontier

import (
	"math/big"

	"nazo/graph"
	"nazo/model"
)

// Shape is what the chosen edges must form as a whole.
type Shape uint8

// The shapes.
const (
	// AnyEdges: nothing but degrees and rules.
	AnyEdges Shape = iota
	// OneCycle: exactly one cycle; degrees allow 0 or 2.
	OneCycle
	// OnePath: exactly one path with one edge or more.
	OnePath
	// Linked: disjoint paths that join equal labels, as model.Links.
	Linked
	// Forest: no cycle.
	Forest
	// Joined: the edges chosen, with the vertices that must be on, are connected.
	Joined
)

// Problem is what to count: the assignments of Unknowns booleans, of which the
// first are the edges of the graph, that have the shape, the degrees and meet the
// rules.
type Problem struct {
	Graph *graph.Graph
	Shape Shape
	// Degrees has for each vertex the degrees that it may have in the chosen
	// edges, as bits: 1<<2 for exactly two. In a directed graph they are those of
	// both directions together. Where the shape doesn't bound degrees by two, no vertex
	// may have more than 63 edges.
	Degrees []uint64
	// Labels are those of Linked: -1 for none.
	Labels []int32
	// First and Last restrict OnePath: nil, or for each vertex whether it may be that
	// end. An undirected path may be read from either end.
	First, Last []bool
	// Unknowns is the number of edges and further switches. A switch is decided
	// when the first rule that has it is.
	Unknowns int
	// Rules must all hold.
	Rules []Rule
	// Weights, if not nil, has for each unknown what it adds to the tally by which
	// solutions are counted apart.
	Weights []int64
}

// Rule is a condition on a few unknowns.
type Rule struct {
	Unknowns []int32 // ascending
	// Holds is a node of Model over its boolean variables: variable i of that model
	// is Unknowns[i].
	Model *model.Model
	Holds model.Bool
}

// Order is a sequence of all vertices, the order of their elimination.
type Order []int32

// Counts are the numbers of solutions by tally; without weights there is one, of
// tally 0.
type Counts map[int64]*big.Int
