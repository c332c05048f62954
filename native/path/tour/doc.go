// Package tour has named searches for one path or cycle through all vertices
// of a graph: the classic ones, each in its own file with its source, so that
// they can be held against each other on the same graphs.
//
// naive.go, feasible.go and degree.go have searches that go through every
// line; warnsdorff.go, restarts.go and factor.go those that find lines where
// the others drown, and may lose some. walker.go is the depth-first search
// that most of them share: a search is then no more than a rule that says
// where a line may go on. estimate.go estimates the size of such a search.
//
// symmetric.go and exclusive.go use it for cycles with a symmetry, and for
// paths of any length whose edges exclude each other.
//
// recognize.go and convert.go find out whether a model is nothing but such a path
// or cycle, and decline others with a reason; solve.go answers them.
//
// Memory is linear in the graph, nothing recurses and nothing is allocated
// while a depth-first search runs.
package tour
