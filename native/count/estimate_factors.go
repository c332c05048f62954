package count

import (
	"math/bits"
	"slices"
)

// branching estimates the branching factor: the average number of possible choices of a vertex's edges, before
// merging. It bounds the first layers, which have far fewer states than degrees and path ends allow.
type branching []vertexBranching

// vertexBranching describes the distribution of a vertex's degree, by the number of its decided edges.
type vertexBranching struct {
	// take and skip are the probabilities that one more edge may be chosen, or left out, so that an
	// allowed degree is reached.
	take, skip []float64
	// more has the weights of the numbers of edges that it will still get.
	more [][]float64
}

func newBranching(allowed []uint64, degree []int32) branching {
	type situation struct {
		allowed uint64
		degree  int32
	}
	known := map[situation]vertexBranching{}
	g := make(branching, len(degree))
	for v := range g {
		s := situation{allowed[v], min(degree[v], maxEdges)}
		vg, ok := known[s]
		if !ok {
			vg = branchingOf(s.allowed, int(s.degree))
			known[s] = vg
		}
		g[v] = vg
	}
	return g
}

// branchingOf assumes that all edges are equally likely.
func branchingOf(allowed uint64, degree int) vertexBranching {
	g := vertexBranching{take: make([]float64, degree+1), skip: make([]float64, degree+1), more: make([][]float64, degree+1)}
	allowed &= degreesUpTo(degree)
	odds := oddsOf(allowed, degree)
	possible := func(d, left int) bool { return left >= 0 && allowed>>d&degreesUpTo(left) != 0 }
	for decided := 0; decided <= degree; decided++ {
		left := degree - decided
		g.more[decided] = make([]float64, left+1)
		total := 0.0
		for d := 0; d <= decided; d++ {
			if !possible(d, left) {
				continue
			}
			weight := binomial(decided, d) * power(odds, d)
			total += weight
			if left > 0 && possible(d+1, left-1) {
				g.take[decided] += weight
			}
			if left > 0 && possible(d, left-1) {
				g.skip[decided] += weight
			}
			for more := 0; more <= left; more++ {
				if allowed>>(d+more)&1 != 0 {
					g.more[decided][more] += weight
				}
			}
		}
		if total == 0 {
			continue
		}
		g.take[decided] /= total
		g.skip[decided] /= total
		for more := range g.more[decided] {
			g.more[decided][more] /= total
		}
	}
	return g
}

// oddsOf returns the odds that an edge is chosen, at a vertex with degree edges.
func oddsOf(allowed uint64, degree int) float64 {
	sum := 0
	for d := allowed; d != 0; d &= d - 1 {
		sum += bits.TrailingZeros64(d)
	}
	mean := float64(sum) / float64(max(1, bits.OnesCount64(allowed)))
	return mean / max(0.5, float64(degree)-mean)
}

// factor returns the branching factor of eliminating v, at least 1. Where most states die, the others matter more
// than the average.
func (g branching) factor(at *prefix, v int32, neighbours []neighbour) float64 {
	ways := make([]float64, 1, 16) // by the number of edges chosen
	ways[0] = 1
	for _, u := range neighbours {
		if at.done[u.to] {
			continue
		}
		vertex := &g[u.to]
		for k := range u.times {
			seen := min(int(at.seen[u.to]+k), len(vertex.take)-1)
			take, skip := vertex.take[seen], vertex.skip[seen]
			ways = append(ways, 0)
			for i := len(ways) - 1; i > 0; i-- {
				ways[i] = ways[i]*skip + ways[i-1]*take
			}
			ways[0] *= skip
		}
	}
	more := g[v].more
	chosen := more[min(int(at.seen[v]), len(more)-1)]
	factor := 0.0
	for i := range min(len(ways), len(chosen)) {
		factor += ways[i] * chosen[i]
	}
	return max(1, factor)
}

// connectivityCounts counts the ways to connect the path ends of a layer: pairings for a mate array, partitions for
// components. In a planar graph paths don't cross. If the eliminated vertices lie within a closed curve through the
// frontier, only the far fewer non-crossing ways count.
type connectivityCounts struct {
	problem     *Problem
	noncrossing bool
	// halved is set if the degrees of each vertex are all even or all odd. Then half of all
	// combinations of degrees have the wrong sum.
	halved bool
	known  map[[3]int][]float64
}

func newConnectivityCounts(p *Problem, bipartite bool) *connectivityCounts {
	a := &connectivityCounts{problem: p, noncrossing: p.Graph.MayBePlanar(), known: map[[3]int][]float64{}}
	a.halved = p.Shape == AnyEdges && !bipartite
	const even = 0x5555555555555555
	for _, degrees := range p.Degrees {
		a.halved = a.halved && (degrees&even == 0 || degrees&^even == 0)
	}
	return a
}

// of lists the numbers of ways by the number of ends. dead counts the path ends that are eliminated. half and whole
// count the labels at one and at two eliminated vertices.
func (a *connectivityCounts) of(dead, half, whole int) []float64 {
	key := [3]int{dead, half, whole}
	list, ok := a.known[key]
	if !ok {
		list = make([]float64, maxSlots+1)
		for ends := range list {
			list[ends] = a.ways(ends, dead, half, whole)
		}
		a.known[key] = list
	}
	return list
}

func (a *connectivityCounts) ways(ends, dead, half, whole int) float64 {
	switch a.problem.Shape {
	case OneCycle, OnePath:
		if dead > ends {
			return 0
		}
		ways := binomial(ends, dead) * a.pairings(ends-dead)
		if a.problem.Graph.Directed {
			ways *= power(2, (ends-dead)/2+min(dead, 1))
		}
		return ways
	case Linked:
		total := 0.0
		for open := 0; open <= whole && half+2*open <= ends; open++ {
			labelled := half + 2*open
			total += binomial(whole, open) * binomial(ends, labelled) * a.sequences(labelled, open) * a.pairings(ends-labelled)
		}
		return total
	case Forest, Connected:
		if a.noncrossing {
			return catalan(ends)
		}
		return partitions(ends)
	}
	if a.halved {
		return 0.5
	}
	return 1
}

// sequences counts the ways to label n ends with labels of which twice many occur twice. Non-crossing paths mostly
// keep the order in which they begin.
func (a *connectivityCounts) sequences(n, twice int) float64 {
	if a.noncrossing {
		return 1
	}
	ways := power(0.5, twice)
	for k := 2; k <= n; k++ {
		ways *= float64(k)
	}
	return ways
}

// pairings returns the number of ways to join n ends in pairs.
func (a *connectivityCounts) pairings(n int) float64 {
	switch {
	case n%2 != 0:
		return 0
	case a.noncrossing:
		return catalan(n / 2)
	}
	return perfectMatchings[float64](n)
}

// weightSpread estimates the number of accumulated weights among the states of a layer.
type weightSpread struct {
	step float64 // weights for each decided edge
	most float64
}

func newWeightSpread(p *Problem, bipartite bool) weightSpread {
	t := weightSpread{most: 1}
	if len(p.Weights) == 0 {
		return t
	}
	weights := slices.Sorted(slices.Values(p.Weights))
	if bipartite && weights[0] == weights[len(weights)-1] {
		return t // the degrees imply the number of edges
	}
	// A path or cycle has no more edges than vertices.
	chosen := len(weights)
	if p.usesMates() || p.Shape == Forest {
		chosen = min(chosen, len(p.Degrees))
	}
	spread, step := 0.0, int64(0)
	for i := range chosen {
		spread += max(0, float64(weights[len(weights)-1-i])) - min(0, float64(weights[i]))
	}
	for _, w := range weights {
		step = gcd(step, w)
	}
	t.most = 1 + spread/float64(max(step, 1))
	// Measured: the states have a quarter of the weights that so many edges allow.
	t.step = t.most / float64(max(len(p.Graph.Edges), 1)) / 4
	return t
}

// gcd returns the greatest common divisor of a and |b|.
func gcd(a, b int64) int64 {
	b = max(b, -b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// perfectMatchings counts the ways to pair n things, one left over if n is odd: (n-1)!! for even n, n!! for odd n.
// A uint64 holds it up to n = 34.
func perfectMatchings[N uint64 | float64](n int) N {
	count := N(1)
	for k := n &^ 1; k > 1; k -= 2 {
		count *= N(k - 1)
	}
	return count
}

// catalan returns the Catalan number: non-crossing pairings of 2n points, and non-crossing partitions of n.
func catalan(n int) float64 { return binomial(2*n, n) / float64(n+1) }

// partitions returns the Bell number of n, by the triangle of Peirce.
func partitions(n int) float64 {
	row := []float64{1}
	for range n {
		next := make([]float64, 0, len(row)+1)
		next = append(next, row[len(row)-1])
		for i, x := range row {
			next = append(next, next[i]+x)
		}
		row = next
	}
	return row[0]
}

func binomial(n, k int) float64 {
	ways := 1.0
	for i := range k {
		ways *= float64(n-i) / float64(i+1)
	}
	return ways
}

func power(x float64, n int) float64 {
	y := 1.0
	for range n {
		y *= x
	}
	return y
}
