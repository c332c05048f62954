// Package fd is a finite-domain search with propagation that learns from conflicts (CDCL), for any model
// without a machine: lazy clause generation (Ohrimenko, Stuckey and Codish, Propagation via lazy
// clause generation, 2009; Feydy and Stuckey, Lazy clause generation reengineered, 2009).
//
// It works on a store (store.go, domain.go, trail.go): boolean literals, integer domains, a trail
// on which changes are undone, clauses and sums that react to each literal, and a queue of
// propagators that react to events. post.go and constraints.go turn a model into a store, and one
// file for each kind of constraint or node has its propagator. root.go is what presolve leaves,
// which others may take up instead of this package.
//
// What is known consists of atoms (atom.go): a literal, or that an integer is at least, at most, equal to or
// different from a number. Each change on the trail has a time and a reason (reason.go), which is a
// small handle; the propagator that it names is asked for an explanation only when analyze.go needs it,
// and then answers for that time: what was known later does not count. The answers stand
// beside the propagators, in files that end in _explain.go where they are long. A propagator without an answer
// of its own is explained by all that was known of what it is about.
//
// Of each conflict analyze.go makes a clause of atoms. Atoms of integers that stand in learned clauses become
// literals (view.go), as are conditions of the model that are atoms: literal and domain change together.
// clause.go watches clauses and deletes learned ones. totalizer.go has large sums counted in parts once the search proves hard.
//
// branch.go picks choices by domain size and activity (activity.go), search.go takes them, jumps back (backjumping) to where a learned clause
// tells something new, and restarts. Solutions are excluded by clauses as long as they are few; where they are many, choices are
// taken back one by one. probe.go tries each choice on its own before a hard search goes on, optimize.go looks for best
// solutions by branch and bound. branch_path.go extends lines, branch_group.go chooses one of
// several, streamliner.go has links without needless turns tried first. clique.go finds literals
// that exclude each other; clique_cover.go bounds by them how many of a sum can hold. split.go
// parts a search among several, and cubes.go searches such parts.
//
// The package knows no other search: a [Guess] and a [Decider] are handed in.
package fd
