package frontier

import (
	"math/big"

	"nazo/graph"
	"nazo/model"
)

// Shape is the structure that the chosen edges must form as a whole.
type Shape uint8

// The shapes.
const (
	// AnyEdges: only degrees and rules matter.
	AnyEdges Shape = iota
	// OneCycle: exactly one cycle; degrees allow 0 or 2.
	OneCycle
	// OnePath: exactly one path with one edge or more.
	OnePath
	// Linked: disjoint paths that join equal labels, as model.Links.
	Linked
	// Forest: no cycle.
	Forest
	// Connected: the chosen edges, with the vertices that must have one, are connected.
	Connected
)

// Problem asks for the number of assignments of so many booleans (Unknowns), of which the first
// are the edges of the graph: those whose chosen edges have the shape and the degrees, and that
// meet the rules.
type Problem struct {
	Graph *graph.Graph
	Shape Shape
	// Degrees has for each vertex the degrees that it may have in the chosen edges, as bits:
	// 1<<2 for exactly two. In a directed graph they are those of both directions together.
	// Where the shape doesn't bound degrees by two, no vertex may have more than 63 edges.
	Degrees []uint64
	// Labels has the label of each vertex, for Linked only; -1 for none.
	Labels []int32
	// First and Last restrict OnePath: nil, or for each vertex whether it may be that
	// end. An undirected path may be read from either end.
	First, Last []bool
	// Unknowns is the number of edges and of further booleans, the switches. A switch is decided
	// with the last edge of the first rule about it.
	Unknowns int
	// Rules must all hold.
	Rules []Rule
	// Weights, if not nil, has for each unknown what it adds to the weight of a solution.
	// Solutions are counted by weight: the accumulated weight is one more dimension of the
	// state.
	Weights []int64
	// Gains, if not nil, has for each unknown what it adds to what [Maximize] maximizes.
	Gains []int64
}

// Rule is a condition on a few unknowns.
type Rule struct {
	Unknowns []int32 // ascending
	// Holds is a node of Model over its boolean variables: variable i of that model
	// is Unknowns[i].
	Model *model.Model
	Holds model.Bool
}

// Order is a vertex elimination order: a sequence of all vertices.
type Order []int32

// Counts has the number of solutions of each weight; without weights there is one entry, of
// weight 0.
type Counts map[int64]*big.Int

// Valid reports whether o has each of n vertices once.
func (o Order) Valid(n int) bool {
	if len(o) != n {
		return false
	}
	seen := make([]bool, n)
	for _, v := range o {
		if v < 0 || int(v) >= n || seen[v] {
			return false
		}
		seen[v] = true
	}
	return true
}

// usesMates reports whether the state of the shape is a mate array: how path ends are
// paired.
func (p *Problem) usesMates() bool {
	return p.Shape == OneCycle || p.Shape == OnePath || p.Shape == Linked
}
