// Package native is a solver engine written in Go. It only decides who works; each purpose has a
// package of its own:
//
//   - fd: a finite-domain backtracking search with propagation, for any model without a machine
//   - path: searches on bare arrays for models that are nothing but one path, cycle or links,
//     with those that have names (tour, lines)
//   - count: counting sets of edges by eliminating vertices, without visiting each (frontier)
//   - plan: machines, whose states explore searches, by what heuristic says is still to be paid
//
// engine.go decides about a search: a machine goes to explore; named searches, and the first path in
// a large graph, to path; of all else fd does the presolve, and if that leaves nothing but a path,
// path goes on, and fd if not. still.go decides about counts and samples. searches.go lists the
// searches with names.
//
// The engine shares nothing with the SAT engine but the model, so that each
// can be held against the other. It builds no models and judges no answers.
package native
