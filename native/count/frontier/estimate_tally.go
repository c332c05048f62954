package frontier

import "slices"

// tallySpread foretells how many tallies the states of a layer have.
type tallySpread struct {
	step float64 // tallies for each edge that is decided
	most float64
}

func newTallySpread(p *Problem, exact bool) tallySpread {
	t := tallySpread{most: 1}
	if len(p.Weights) == 0 {
		return t
	}
	weights := slices.Sorted(slices.Values(p.Weights))
	if exact && weights[0] == weights[len(weights)-1] {
		return t // the degrees say how many edges there are
	}
	// A path or cycle has no more edges than vertices.
	chosen := len(weights)
	if p.matched() || p.Shape == Forest {
		chosen = min(chosen, len(p.Degrees))
	}
	spread, step := 0.0, int64(0)
	for i := range chosen {
		spread += max(0, float64(weights[len(weights)-1-i])) - min(0, float64(weights[i]))
	}
	for _, w := range weights {
		step = divisor(step, w)
	}
	t.most = 1 + spread/float64(max(step, 1))
	// Measured: a state comes with a quarter of the tallies that so many edges might have.
	t.step = t.most / float64(max(len(p.Graph.Edges), 1)) / 4
	return t
}

// divisor is the greatest common one of a and the size of b.
func divisor(a, b int64) int64 {
	b = max(b, -b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// states is the number of tallies when so many edges are decided.
func (t tallySpread) states(decided int32) float64 {
	return min(t.most, 1+t.step*float64(decided))
}
