package plan

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// TestCostColumn holds costs that were set against those that come back, before and after one of them is too great for
// four bytes.
func TestCostColumn(t *testing.T) {
	widened := 0
	rapid.Check(t, func(t *rapid.T) {
		l := newLimits(context.Background(), 0, nil)
		defer l.close()
		m := model.New()
		m.Machine = &model.Machine{Costs: rapid.IntRange(1, 3).Draw(t, "costs")}
		zero := machine.Transition{}
		for range m.Machine.Costs {
			zero.Costs = append(zero.Costs, m.Int(0))
		}
		e := newCostEncoding(m, []machine.Transition{zero}) // the length is one more
		c := newCostColumn(l, e)
		want := make([]lexCost, rapid.SampledFrom([]int{1, 100, pageSize + 1}).Draw(t, "states"))
		set := func(id int, cost lexCost) {
			want[id] = cost
			if !c.set(int32(id), cost) {
				t.Fatal(l.reason)
			}
		}
		for id := range want {
			set(id, deadEndCost)
		}
		most := int64(1)<<rapid.IntRange(0, 14).Draw(t, "bits") - 1
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			costs := make([]int64, m.Machine.Costs+1)
			for i := range costs {
				costs[i] = rapid.Int64Range(0, min(most, e.maxValue)).Draw(t, "cost")
			}
			cost, ok := e.encode(costs)
			if !ok {
				t.Fatalf("%v is too great", costs)
			}
			set(rapid.IntRange(0, len(want)-1).Draw(t, "state"), cost)
		}
		if c.narrow == nil {
			widened++
		}
		for id, cost := range want {
			if got := c.get(int32(id)); got != cost {
				t.Fatalf("state %d: %x, want %x", id, got, cost)
			}
		}
		bytes := int64(4)
		if c.narrow == nil {
			bytes = 8
		}
		if pages := int64(len(want)+pageSize-1) / pageSize; l.used != pages*pageSize*bytes {
			t.Fatalf("%d bytes for %d states", l.used, len(want))
		}
	})
	if widened == 0 {
		testkit.ShowsLittle(t, "no cost was too great for four bytes")
	}
}
