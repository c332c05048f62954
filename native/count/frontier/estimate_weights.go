package frontier

import "slices"

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
