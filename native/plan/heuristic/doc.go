// Package heuristic has an admissible heuristic for machines: a lower bound on what is
// still to be paid from a state, and dead ends, which are states from which no run leads
// to the goal. It is derived from the transitions and the goal, and knows nothing of what
// they are about. The searches that use it are in package explore.
//
// # What is promised
//
// Let s be a state that runs may reach. If [Heuristic.Estimate] calls s a dead end, no run
// from s leads to the goal. Otherwise every run from s to the goal, not just the best,
// costs at least as much as the estimate, in each entry by itself: the sums of the
// machine's costs in their order, and as the last entry the length. So the estimate is not
// greater than the costs of any run in the lexicographic order, either, and may be added to
// what has been paid so far, entry by entry, before comparing. The heuristic is admissible
// but need not be consistent: a move may lower the estimate by more than the move costs.
//
// # How
//
// A transition becomes operators (split_transitions.go) whose effects are constants wherever
// a few more known values achieve that. From these come abstractions, which are so small
// that all their goal distances can be tabulated (abstract_space.go, goal_distances.go):
//
//   - projections onto one variable or several, which are pattern databases
//     (projection.go, pattern_database.go; Culberson and Schaeffer 1998, Edelkamp 2001),
//   - weighted sums: how many things are left (sum_abstraction.go, value_counts.go),
//   - the tokens of a mutex group (mutex_group.go; Helmert 2009, here with any number of
//     tokens): crates, tiles of one number, whatever is carried from place to place and never
//     becomes more. Each goal place is reached by a token of its own, so distances add up
//     over an assignment of tokens to places (assignment.go).
//
// More is known of tokens: places that are dead ends for one (dead_places.go), pairs of tokens that are
// dead ends (dead_pairs.go), pairwise distances, of which linear conflicts are a case (pairwise_distances.go), and what
// the carrier of a token has to do besides moving it (carrier.go).
//
// What can't happen even if nothing were ever lost is a dead end, too: pieces that hold each other
// fast, and places to which no way opens (relaxed_dead_ends.go). That is looked at in states that are
// expanded, as long as enough of them turn out to be dead.
//
// A goal that differs from the start in a sum modulo 2 which no operator changes is
// unreachable (parity_invariant.go).
//
// The estimates are added up without counting any cost twice: a saturated cost partitioning
// (cost_partitioning.go; Seipp, Keller and Helmert: A comparison of cost partitioning
// algorithms for optimal classical planning, 2017).
package heuristic
