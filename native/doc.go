// Package native is a solver engine written in Go: a finite-domain
// backtracking search with propagation, and searches on bare arrays for models
// that are nothing but one path or cycle.
//
// The general search works on a store (store.go, domain.go, trail.go):
// boolean literals, integer domains, a trail on which changes are undone,
// clauses and sums that react to each literal, and a queue of propagators that
// react to events. post.go and constraints.go turn a model into a store, one
// file for each kind of constraint or node has its propagator, branch.go picks
// choices, search.go takes them and takes them back, probe.go tries each on
// its own before a hard search goes on, optimize.go looks for best solutions.
// clique.go finds literals that exclude each other; clique_cover.go bounds by
// them how many of a sum can hold, branch_group.go chooses among them.
//
// circuit.go searches cycles and paths through all vertices of a graph by
// switching edges on and off, ends of lines first; bare.go recognizes models
// that are no more than that. grow.go extends simple paths in which pairs of
// edges exclude each other, for the best of them; grow_search.go recognizes
// those. drawing.go has links drawn line by line where any will do.
//
// Searches with names are in lines (for links), tour (for paths and cycles
// through all vertices) and explore (for runs of machines); searches.go lists them. Of
// those for lines the engine itself uses one: factor, for the first walk in a large graph.
//
// Machines are not searched by the store at all: run.go hands them to explore, which
// has them compiled by packed and their costs bounded by bound.
//
// The package shares nothing with the SAT engine but the model, so that each
// can be held against the other. It builds no models and judges no answers.
package native
