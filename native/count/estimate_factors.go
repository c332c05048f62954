package count

import "slices"

// connectivityCounts counts the ways to connect the path ends of a layer: pairings for a mate
// array, partitions for components. In a planar graph paths don't cross. If the eliminated vertices
// lie within a closed curve through the frontier, only the far fewer non-crossing ways count.
type connectivityCounts struct {
	problem     *Problem
	noncrossing bool
	// halved is set if half of all combinations of degrees have the wrong sum: those of each
	// vertex are all even or all odd.
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

// of lists the numbers of ways by the number of ends, with dead ends of paths that are eliminated,
// and labels at one (half) or two (whole) eliminated vertices.
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

// sequences counts the ways to label n ends with so many labels given twice. Non-crossing paths
// mostly keep the order in which they begin.
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

// pairings is the number of ways to join n ends in pairs.
func (a *connectivityCounts) pairings(n int) float64 {
	switch {
	case n%2 != 0:
		return 0
	case a.noncrossing:
		return catalan(n / 2)
	}
	return perfectMatchings[float64](n)
}

// weightSpread estimates how many accumulated weights the states of a layer have.
type weightSpread struct {
	step float64 // weights for each edge that is decided
	most float64
}

func newWeightSpread(p *Problem, bipartite bool) weightSpread {
	t := weightSpread{most: 1}
	if len(p.Weights) == 0 {
		return t
	}
	weights := slices.Sorted(slices.Values(p.Weights))
	if bipartite && weights[0] == weights[len(weights)-1] {
		return t // the degrees say how many edges there are
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
	// Measured: the states come with a quarter of the weights that so many edges might have.
	t.step = t.most / float64(max(len(p.Graph.Edges), 1)) / 4
	return t
}

// gcd is the greatest common divisor of a and |b|.
func gcd(a, b int64) int64 {
	b = max(b, -b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// weightsAfter is the number of weights when so many edges are decided.
func (t weightSpread) weightsAfter(decided int32) float64 {
	return min(t.most, 1+t.step*float64(decided))
}

// perfectMatchings counts the ways to pair n things, one left over if n is odd: (n-1)!! for even n,
// (n-2)!! for odd n. A uint64 holds it up to n = 34.
func perfectMatchings[N uint64 | float64](n int) N {
	count := N(1)
	for k := n &^ 1; k > 1; k -= 2 {
		count *= N(k - 1)
	}
	return count
}

// catalan is the Catalan number: non-crossing pairings of 2n points, and non-crossing partitions of
// n.
func catalan(n int) float64 { return binomial(2*n, n) / float64(n+1) }

// partitions is the Bell number of n, by the triangle of Peirce.
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
