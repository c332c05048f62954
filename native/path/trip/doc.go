// Package trip has what is known of cheap round trips (Hamiltonian circuits whose edges cost
// something, the travelling salesman's problem), as algorithms on bare arrays that know no model.
//
// onetree.go makes cheapest 1-trees, potential.go looks for the potentials that make them dear
// (Held and Karp 1970, 1971), exchange.go says what they cost if an edge is to be in them, or not
// to be (Benchimol, van Hoeve, Régin, Rousseau, Rueher 2012). improve.go finds a good round trip
// (Lin and Kernighan 1973).
package trip

// Graph is an undirected graph whose edges cost something.
type Graph struct {
	Order int        // the number of vertices, at least 3 and at most [MaxOrder]
	Ends  [][2]int32 // for each edge its vertices
	Cost  []int64    // for each edge, at most [MaxCost] and at least -MaxCost
}

// MaxCost bounds the costs of edges, MaxOrder the vertices, so that sums of costs and potentials fit.
const (
	MaxCost  = 1 << 36
	MaxOrder = 1 << 18
)

// maxPotential bounds potentials for the same reason.
const maxPotential = 1 << 40

// unlimited is the cost of what can't be.
const unlimited = int64(1) << 60
