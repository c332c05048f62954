// Package fd is a finite-domain backtracking search with propagation, for any model without a
// machine.
//
// It works on a store (store.go, domain.go, trail.go): boolean literals, integer domains, a trail
// on which changes are undone, clauses and sums that react to each literal, and a queue of
// propagators that react to events. post.go and constraints.go turn a model into a store, and one
// file for each kind of constraint or node has its propagator. root.go is what presolve leaves,
// which others may take up instead of this package.
//
// branch.go picks choices by dom/wdeg (wdeg.go), search.go takes them and takes them back and
// restarts, probe.go tries each on its own before a hard search goes on, optimize.go looks for best
// solutions by branch and bound. branch_path.go extends lines, branch_group.go chooses one of
// several, streamliner.go has links without needless turns tried first. clique.go finds literals
// that exclude each other; clique_cover.go bounds by them how many of a sum can hold.
//
// The package knows no other search: a [Guess] is handed in.
package fd
