package explore

import (
	"nazo/machine"
	"nazo/model"
)

// lexCost is a vector of costs in one number that compares as the vector does lexicographically:
// the costs in order of importance, and the length last. Each has some bits, the topmost of them
// a guard that detects overflow. Vectors add up as these numbers do.
type lexCost int64

// costEncoding encodes vectors of costs.
type costEncoding struct {
	dimensions int
	shifts     []int // for each cost, and for the length unless some cost is the length
	overflow   lexCost
	maxValue   int64 // the largest cost
	// unitCost is true if all moves have the same cost.
	unitCost bool
}

// newCostEncoding divides the bits among the costs.
func newCostEncoding(m *model.Model, ts []machine.Transition) *costEncoding {
	t := &costEncoding{dimensions: m.Machine.Costs, unitCost: true}
	counted := false // one of the costs is the length
	for i := range t.dimensions {
		ones := true
		for k := range ts {
			value, known := m.Constant(ts[k].Costs[i])
			ones = ones && known && value == 1
			first, _ := m.Constant(ts[0].Costs[i])
			t.unitCost = t.unitCost && known && value == first
		}
		counted = counted || ones
	}
	parts := t.dimensions
	if !counted {
		parts++
	}
	width := 62 / parts
	for i := range parts {
		shift := width * (parts - 1 - i)
		t.shifts = append(t.shifts, shift)
		t.overflow |= 1 << (shift + width - 1)
	}
	t.maxValue = 1<<(width-1) - 1
	return t
}

// encode is the cost of a move with the given costs, or of a run if they are followed by its
// length. It returns false if a cost is too large.
func (t *costEncoding) encode(costs []int64) (lexCost, bool) {
	var p lexCost
	for i, shift := range t.shifts {
		c := int64(1)
		if i < len(costs) {
			c = costs[i]
		}
		if c > t.maxValue {
			return 0, false
		}
		p |= lexCost(c) << shift
	}
	return p, true
}

// add returns false if the sum is too large.
func (t *costEncoding) add(a, b lexCost) (lexCost, bool) {
	sum := a + b
	return sum, sum&t.overflow == 0
}

// decode is the vector of costs, without the length.
func (t *costEncoding) decode(p lexCost) []int64 {
	out := make([]int64, t.dimensions)
	for i := range out {
		out[i] = int64(p>>t.shifts[i]) & t.maxValue
	}
	return out
}

// first is what matters most of a vector: its first cost, or the length.
func (t *costEncoding) first(p lexCost) int64 { return int64(p >> t.shifts[0]) }
