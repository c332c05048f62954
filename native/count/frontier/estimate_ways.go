package frontier

import "math/bits"

// arrangements says in how many ways the path ends of a layer belong together.
//
// In a planar graph paths don't cross. If the eliminated vertices lie within a closed
// curve through the open ones, the ways to join those in pairs are the non-crossing
// ones, of which there are far fewer.
type arrangements struct {
	problem *Problem
	planar  bool
	// halved says that of all degrees half have the wrong sum: those of each vertex are
	// all even or all odd.
	halved bool
	known  map[[3]int][]float64
}

func newArrangements(p *Problem, exact bool) *arrangements {
	a := &arrangements{problem: p, planar: planar(p.Graph), known: map[[3]int][]float64{}}
	a.halved = p.Shape == AnyEdges && !exact
	const even = 0x5555555555555555
	for _, degrees := range p.Degrees {
		a.halved = a.halved && (degrees&even == 0 || degrees&^even == 0)
	}
	return a
}

// of lists the numbers of ways by the number of ends. dead ends of paths are
// eliminated already; half and whole labels stand at one or two eliminated vertices.
func (a *arrangements) of(dead, half, whole int) []float64 {
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

func (a *arrangements) ways(ends, dead, half, whole int) float64 {
	switch a.problem.Shape {
	case OneCycle, OnePath:
		if dead > ends {
			return 0
		}
		ways := choose(ends, dead) * a.pairings(ends-dead)
		if a.problem.Graph.Directed {
			ways *= power(2, (ends-dead)/2+min(dead, 1))
		}
		return ways
	case Linked:
		total := 0.0
		for open := 0; open <= whole && half+2*open <= ends; open++ {
			labelled := half + 2*open
			total += choose(whole, open) * choose(ends, labelled) * a.sequences(labelled, open) * a.pairings(ends-labelled)
		}
		return total
	case Forest, Joined:
		if a.planar {
			return catalan(ends)
		}
		return partitions(ends)
	}
	if a.halved {
		return 0.5
	}
	return 1
}

// sequences is the number of ways to give labels to n ends, of which some are for
// two of them. Paths that don't cross mostly keep the order in which they begin.
func (a *arrangements) sequences(n, twice int) float64 {
	if a.planar {
		return 1
	}
	ways := power(0.5, twice)
	for k := 2; k <= n; k++ {
		ways *= float64(k)
	}
	return ways
}

// pairings is the number of ways to join n ends in pairs: (n-1)!! if all are possible.
func (a *arrangements) pairings(n int) float64 {
	if n%2 != 0 {
		return 0
	}
	if a.planar {
		return catalan(n / 2)
	}
	ways := 1.0
	for k := n - 1; k > 1; k -= 2 {
		ways *= float64(k)
	}
	return ways
}

// catalan is the number of non-crossing ways to join 2n ends in pairs, and of the
// non-crossing partitions of n.
func catalan(n int) float64 { return choose(2*n, n) / float64(n+1) }

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

func choose(n, k int) float64 {
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

// endRole says whether a path may end at a vertex.
type endRole uint8

const (
	noEnd endRole = iota
	mayEnd
	mustEnd
)

// pathEnds knows where the ends of a path or of links are.
type pathEnds struct {
	path    bool
	of      []endRole
	partner []int32 // by vertex: the other one of its label, or -1
	must    int32   // ends that are known, of all
}

// endsWay is one way in which ends may be eliminated already.
type endsWay struct {
	dead  int
	shift int // what they add to the surplus of white degrees
}

func newPathEnds(p *Problem, allowed []uint64) pathEnds {
	n := len(p.Degrees)
	e := pathEnds{path: p.Shape == OnePath, of: make([]endRole, n), partner: make([]int32, n)}
	first := map[int32]int32{}
	for v := range n {
		e.partner[v] = -1
		if p.Shape == Linked && p.Labels[v] >= 0 {
			if u, ok := first[p.Labels[v]]; ok {
				e.partner[v], e.partner[u] = u, int32(v)
			} else {
				first[p.Labels[v]] = int32(v)
			}
		}
		if !e.path || allowed[v]&(1<<1) == 0 {
			continue
		}
		e.of[v] = mayEnd
		if allowed[v] == 1<<1 {
			e.of[v] = mustEnd
			e.must++
		}
	}
	return e
}

// ways lists the ways in which ends may be eliminated at a position: those that can
// have come about, whether or not the path can be completed.
func (e *pathEnds) ways(p position) []endsWay {
	if !e.path {
		return []endsWay{{}}
	}
	free := max(2-e.must, 0)
	var out []endsWay
	for white := int32(0); white <= min(free, p.mayEnd[0]); white++ {
		for black := int32(0); black <= min(free-white, p.mayEnd[1]); black++ {
			// An end that must be one has the degree 1 in the surplus already.
			out = append(out, endsWay{int(p.mustEnd[0] + p.mustEnd[1] + white + black), int(white - black)})
		}
	}
	return out
}

// lowest is the least degree of a set.
func lowest(degrees uint64) int32 { return int32(bits.TrailingZeros64(degrees)) }
