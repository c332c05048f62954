// Package native is a solver engine written in Go. It only decides who works; each purpose has a
// package of its own:
//
//   - fd: a finite-domain backtracking search with propagation, for any model without a machine
//   - path: searches on bare arrays for models that are nothing but one path, cycle or links,
//     with those that have names (tour, lines)
//   - count: counting sets of edges by eliminating vertices, without visiting each (frontier)
//   - plan: machines, whose states explore searches, by what heuristic says is still to be paid
//
// engine.go decides who opens a model: explore one with a machine, path one for a named search, and
// still.go any other. There the first path in a large graph goes to path; of all else fd does the
// presolve, and if that leaves nothing but a path, path goes on, and fd if not. Counts and samples
// go to count. searches.go lists the searches with names.
//
// The engine shares nothing with the SAT engine but the model, so that each
// can be held against the other. It builds no models and judges no answers.
package native
