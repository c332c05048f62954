package model

import "nazo/graph"

// Constraint is a condition that every solution meets.
type Constraint struct {
	// Instance says which rule, with which bindings, the constraint comes from:
	// an index into Model.Instances.
	Instance int32
	// Guard switches the constraint: it need only hold where Guard does. A
	// constraint that always holds has the guard True.
	Guard Bool
	Body  Body
}

// Body is one of [Assert], [Distinct], [Inverse], [Regular], [Connected],
// [Acyclic], [Walk], [Links].
type Body interface{ body() }

type (
	// Assert says that B holds.
	Assert struct{ B Bool }

	// Distinct says that no two of Xs are equal. Present is nil, or says for
	// each of Xs whether it takes part.
	Distinct struct {
		Xs      []Int
		Present []Bool
	}

	// Inverse says that Xs and Ys, of equal length n and with values in
	// Base..Base+n-1, are inverse permutations: Xs[i]-Base = j exactly where
	// Ys[j]-Base = i.
	Inverse struct {
		Xs, Ys []Int
		Base   int64
	}

	// Regular says that the automaton accepts the sequence of the values of Xs.
	Regular struct {
		Xs        []Int
		Automaton *Automaton
	}

	// Connected says that the vertices that are on, with the edges between
	// them, form at most one component; none and one vertex are connected. If
	// Edges is not nil only those edges count that are on themselves; an edge
	// with an end that is off never counts.
	Connected struct {
		Graph    *graph.Graph
		Vertices []Bool
		Edges    []Bool
	}

	// Acyclic says that the edges that are on contain no cycle; directions of
	// the graph are ignored.
	Acyclic struct {
		Graph *graph.Graph
		Edges []Bool
	}

	// Walk says that the edges that are on form exactly one simple path, or one
	// simple cycle if Closed, and that the vertices that are on are those on
	// it. A path has at least one vertex and may have no edge; a cycle has at
	// least three vertices (two in a directed graph). In a directed graph the
	// path or cycle follows the arcs.
	//
	// Positions is nil, or for each vertex the number of its place along the
	// path, counted from 1, and 0 where it is not on the path; in an undirected
	// graph the path may be numbered from either end. It is nil if Closed.
	Walk struct {
		Graph     *graph.Graph
		Edges     []Bool
		Vertices  []Bool
		Closed    bool
		Positions []Int
	}

	// Links says that the edges that are on form disjoint simple paths, one for
	// each label from 0 on, which joins the two vertices that carry it and
	// passes through no other labelled vertex, and that the vertices that are
	// on are those on a path. Labels has a label for each vertex, -1 for none;
	// every label stands at exactly two vertices. The graph is undirected.
	Links struct {
		Graph    *graph.Graph
		Edges    []Bool
		Vertices []Bool
		Labels   []int32
	}
)

func (Assert) body()    {}
func (Distinct) body()  {}
func (Inverse) body()   {}
func (Regular) body()   {}
func (Connected) body() {}
func (Acyclic) body()   {}
func (Walk) body()      {}
func (Links) body()     {}

// Automaton is a deterministic finite automaton that reads integers. Symbols
// are the integers 0 .. Symbols-1; reading any other integer, or following a
// transition to -1, rejects.
type Automaton struct {
	Symbols int
	// Next[state*Symbols+symbol] is the next state or -1.
	Next []int32
	// Start is the state before anything was read.
	Start int32
	// Accept says for each state whether a sequence may end there.
	Accept []bool
}

// Step is the state after reading symbol v in state, or -1 if that rejects.
func (a *Automaton) Step(state int32, v int64) int32 {
	if state < 0 || v < 0 || v >= int64(a.Symbols) {
		return -1
	}
	return a.Next[int(state)*a.Symbols+int(v)]
}
