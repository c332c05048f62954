// Package native is a solver engine written in Go: a finite-domain
// backtracking search with propagation, and searches of their own for paths
// and cycles in any graph.
//
// The general search works on a [store]: boolean literals, integer domains, a
// trail on which changes are undone, clauses and sums that react to each
// literal, and a queue of propagators that react to events. post*.go turns a
// model into a store, branch.go picks choices, search.go takes and takes back
// choices, optimize.go looks for best solutions.
//
// Where a model is nothing but one path or cycle, circuit*.go searches its
// edges on bare arrays instead, after warnsdorff.go and factor.go have tried
// their luck on large graphs.
//
// The package shares nothing with the SAT engine but the model, so that each
// can be held against the other. It builds no models and judges no answers.
package native
