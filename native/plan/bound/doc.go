// Package bound says what is still to be paid at least from a state of a machine,
// and from which states no run leads to the goal. It knows the transitions and the
// goal, and nothing of what they are about; searches over states belong elsewhere.
//
// # What is promised
//
// Let s be a state that runs may reach. If [Bound.Least] calls s dead, no run from s
// leads to the goal. Otherwise every run from s to the goal, not just the best,
// costs at least as much as Least says, in each entry by itself: the sums of the
// machine's costs in their order, and as the last entry the length. So the vector is
// no greater than that of any run in the lexicographic order, either, and one may
// be added to what has been paid so far, entry by entry, before comparing. The bound need
// not be consistent: a move may lower it by more than the move costs.
//
// # How
//
// A transition becomes operators (split.go) whose effects are constants wherever a
// few more known values achieve that. From these come abstractions, each of which
// forgets almost everything, so that all distances in it can be worked out beforehand (graph.go):
//
//   - projections onto the values of few variables (projection.go, pattern.go),
//   - counters, which know a weighted sum only: how many things are left (counter.go),
//   - the tokens of a family (family.go): crates, tiles of one number, whatever is
//     carried from place to place and never becomes more. Each place where the goal wants one
//     is reached by a token of its own, so distances add up over an assignment of
//     tokens to places (assign.go).
//
// Tokens know more: which two of them block each other (pairs.go), how much longer two take that
// are in each other's way (duel.go), what the one who carries them has to do
// besides (errand.go).
//
// A goal that differs from the start in a sum modulo 2 which no operator changes is out of reach
// (invariant.go).
//
// Distances are added up without counting anything twice: abstractions stand in an order,
// each takes of every operator's cost as much as its distances need and leaves the
// rest (share.go; Seipp, Keller and Helmert: A comparison of cost partitioning algorithms for optimal
// classical planning, 2017).
package bound
