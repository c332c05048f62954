package explore

import (
	"nazo/machine"
	"nazo/model"
)

// price is what a run costs, as one number that compares as its costs do, in order
// of importance and its length last: each has some bits, the topmost of them a
// guard that tells when the rest is too narrow. Prices add up like costs.
type price int64

// tariff turns costs into prices.
type tariff struct {
	costs  int
	shifts []int // for each cost, and for the length unless some cost is the length
	guards price
	most   int64 // the largest cost
	// flat says that every move has the same price.
	flat bool
}

// newTariff finds out what there is to be added up.
func newTariff(m *model.Model, ts []machine.Transition) *tariff {
	t := &tariff{costs: m.Machine.Costs, flat: true}
	counted := false // a cost is the length
	for i := range t.costs {
		ones := true
		for k := range ts {
			value, known := m.Constant(ts[k].Costs[i])
			ones = ones && known && value == 1
			first, _ := m.Constant(ts[0].Costs[i])
			t.flat = t.flat && known && value == first
		}
		counted = counted || ones
	}
	parts := t.costs
	if !counted {
		parts++
	}
	width := 62 / parts
	for i := range parts {
		shift := width * (parts - 1 - i)
		t.shifts = append(t.shifts, shift)
		t.guards |= 1 << (shift + width - 1)
	}
	t.most = 1<<(width-1) - 1
	return t
}

// of is the price of a move with the given costs, or of a run if they are
// followed by its length. It returns false if it is too large.
func (t *tariff) of(costs []int64) (price, bool) {
	var p price
	for i, shift := range t.shifts {
		c := int64(1)
		if i < len(costs) {
			c = costs[i]
		}
		if c > t.most {
			return 0, false
		}
		p |= price(c) << shift
	}
	return p, true
}

// plus adds prices; it returns false if the sum is too large.
func (t *tariff) plus(a, b price) (price, bool) {
	sum := a + b
	return sum, sum&t.guards == 0
}

// costs are the costs that a price is made of.
func (t *tariff) unpack(p price) []int64 {
	out := make([]int64, t.costs)
	for i := range out {
		out[i] = int64(p>>t.shifts[i]) & t.most
	}
	return out
}
