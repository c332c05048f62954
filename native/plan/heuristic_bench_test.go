package plan_test

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"nazo/native/plan"
)

// benchMachines are those that are timed.
var benchMachines = []struct {
	name  string
	model func() *model.Model
}{
	{"slide3x3", func() *model.Model { return slide(3, 3, ordered(9), ordered(9)) }},
	{"slide4x4", func() *model.Model { return slide(4, 4, ordered(16), ordered(16)) }},
	{"crates", func() *model.Model {
		return testkit.Pusher("####oo", "....$.", ".$....", "..##..", "@.$..o", "......")
	}},
	{"warehouse", func() *model.Model {
		return testkit.Pusher("############", "...........#", ".$..$..$...#", "..##....##.#", "@.$..oooo..#", "...........#", "...........#", "...........#")
	}},
	{"english", func() *model.Model {
		return testkit.Jumps("##ooo##", "##ooo##", "ooooooo", "ooo_ooo", "ooooooo", "##ooo##", "##ooo##")
	}},
	{"towers10", func() *model.Model { return testkit.Towers(10, 4) }},
}

func BenchmarkNew(b *testing.B) {
	for _, c := range benchMachines {
		b.Run(c.name, func(b *testing.B) {
			given := c.model()
			m, ts, err := machine.Transitions(context.Background(), given)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				plan.NewHeuristic(context.Background(), m, machine.Packed(given), ts)
			}
			b.ReportMetric(float64(len(ts)), "transitions")
		})
	}
}

func BenchmarkEstimate(b *testing.B) {
	for _, c := range benchMachines {
		b.Run(c.name, func(b *testing.B) {
			m := c.model()
			state := make(model.Solution, len(m.Vars))
			for v, d := range m.Machine.Start {
				state[v] = d.Bounds().Lo
			}
			h := newHeuristic(b, m)
			into := make([]int64, m.Machine.Costs+1)
			packed := h.layout.Pack(state)
			for b.Loop() {
				h.Estimate(packed, into)
			}
			b.ReportMetric(float64(into[0]), "estimate")
		})
	}
}
