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
// be added to what has been paid so far, entry by entry, before comparing.
//
// # How
//
// A transition becomes operators (operator.go) whose effects are constants wherever a
// few more known values achieve that. From these come abstractions, each of which
// forgets almost everything: the values of few variables (projection.go), a weighted
// count of values (counter.go), the tokens of a family (tokens.go): crates,
// tiles of one number, whatever is carried from place to place and never becomes more. Distances in
// them are lower bounds. They are added up without counting anything
// twice: abstractions stand in an order, each takes of every operator's cost as much as its distances
// need and leaves the rest (Seipp, Keller and Helmert: A comparison of cost
// partitioning algorithms for optimal classical planning, 2017).
package bound
