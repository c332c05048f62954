package frontier

import "math/bits"

// branching estimates by what factor the states of a layer multiply when a vertex is eliminated,
// before equal ones are merged: the branching factor, which is how many choices of the vertex's
// edges are possible on the average. It bounds the layers near the beginning, which have far
// fewer states than degrees and path ends would allow.
type branching struct {
	vertices []vertexBranching
}

// vertexBranching has for each number of decided edges of a vertex the distribution of its
// degree.
type vertexBranching struct {
	// take and skip are the probabilities that one more edge may be chosen, or left out,
	// so that a degree is reached that is allowed.
	take, skip []float64
	// more has the weights of the numbers of edges that it still gets.
	more [][]float64
}

func newBranching(allowed []uint64, degree []int32) *branching {
	type situation struct {
		allowed uint64
		degree  int32
	}
	known := map[situation]vertexBranching{}
	g := &branching{vertices: make([]vertexBranching, len(degree))}
	for v := range g.vertices {
		s := situation{allowed[v], min(degree[v], maxEdges)}
		vg, ok := known[s]
		if !ok {
			vg = branchingOf(s.allowed, int(s.degree))
			known[s] = vg
		}
		g.vertices[v] = vg
	}
	return g
}

// branchingOf takes all edges for equally likely.
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

// oddsOf is how much likelier an edge is chosen than not, at a vertex with so many edges.
func oddsOf(allowed uint64, degree int) float64 {
	sum := 0
	for d := allowed; d != 0; d &= d - 1 {
		sum += bits.TrailingZeros64(d)
	}
	mean := float64(sum) / float64(max(1, bits.OnesCount64(allowed)))
	return mean / max(0.5, float64(degree)-mean)
}

// factor is the branching factor of eliminating v. It is at least 1: where most states come to
// nothing, those that remain tell more than their average.
func (g *branching) factor(at *prefix, v int32, neighbours []neighbour) float64 {
	ways := make([]float64, 1, 16) // by the number of edges chosen
	ways[0] = 1
	for _, u := range neighbours {
		if at.done[u.to] {
			continue
		}
		vertex := &g.vertices[u.to]
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
	more := g.vertices[v].more
	chosen := more[min(int(at.seen[v]), len(more)-1)]
	factor := 0.0
	for i := range min(len(ways), len(chosen)) {
		factor += ways[i] * chosen[i]
	}
	return max(1, factor)
}
