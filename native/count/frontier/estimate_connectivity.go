package frontier

// connectivityCounts counts the ways in which the path ends of a layer may be connected:
// pairings where there is a mate array, partitions where there are components.
//
// In a planar graph paths don't cross. If the eliminated vertices lie within a closed curve
// through the frontier, its ends are connected in one of the non-crossing ways, of which there
// are far fewer.
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

// of lists the numbers of ways, by the number of ends. So many ends of paths are eliminated
// already (dead); so many labels stand at one eliminated vertex (half), or at two (whole).
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

// sequences is the number of ways to give labels to n ends, where so many labels are given
// twice. Paths that don't cross mostly keep the order in which they begin.
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
