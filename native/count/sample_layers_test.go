package count

import (
	"math"
	"testing"

	"nazo/internal/testkit"
)

// TestSampledEstimates holds estimates by samples that have a small part of the states against how many there are, along good orders and rows.
// Formulas alone may be wrong by a hundred times, but none by samples by more than three.
func TestSampledEstimates(t *testing.T) {
	t.Parallel()
	worstAlone := 0.0
	for _, c := range []struct {
		name string
		p    *Problem
	}{
		{"knight's tours 5x6", cycles(leaps(5, 6, knight...))},
		{"knight's tours 6x6", cycles(leaps(6, 6, knight...))},
		{"grid cycles 8x8", cycles(leaps(8, 8, rook...))},
		{"corner to corner", cornerToCorner(8)},
		{"clues", clued(8, 0.5)},
		{"links", randomLinks(8, 5, 0b101)},
		{"edges", plain(leaps(10, 10, rook...), AnyEdges, 0b10)},
		{"forests", plain(leaps(6, 6, rook...), Forest, ^uint64(0))},
		{"connected", plain(leaps(6, 6, rook...), Connected, ^uint64(0))},
		{"uncrossed", uncrossed(5)},
	} {
		if c.name == "knight's tours 6x6" && !testkit.Thorough() { // it has half of all states
			continue
		}
		found, _ := Plan(t.Context(), c.p, 1)
		for _, o := range []Order{found, numbered(c.p.Graph.Order())} {
			sched, err := newSchedule(t.Context(), c.p, o)
			if err != nil {
				t.Fatal(err)
			}
			sample := func(most int) layerSample {
				s, ok := sched.sampleLayers(t.Context(), most, uint64(most))
				if !ok {
					t.Fatalf("%s: no sample", c.name)
				}
				return s
			}
			all := sample(math.MaxInt)
			states, peak := 0.0, 0.0
			for _, n := range all.states {
				states, peak = states+n, max(peak, n)
			}
			if all.exact != len(sched.steps) || float64(all.made) != states {
				t.Errorf("%s: %d of %d layers are exact", c.name, all.exact, len(sched.steps))
			}
			e := c.p.Estimate(o)
			worstAlone = max(worstAlone, math.Abs(math.Log10(e.Total/states)))
			most := int(peak / 10)
			e.extrapolate([]layerSample{sample(most / 4), sample(most / 2), sample(most)})
			t.Logf("%s: %.0f states, largest layer %.0f, sampled %d: %.2f times as many estimated, doubt %.1f", c.name, states, peak, most, e.Total/states, e.Doubt)
			if wrong := math.Exp(math.Abs(math.Log(e.Total / states))); wrong > 3 {
				t.Errorf("%s: %.3g states estimated, %.3g there are", c.name, e.Total, states)
			}
			e.extrapolate([]layerSample{sample(most / 2), sample(most), all})
			if math.Abs(e.Total-states) > 0.5 || e.Doubt != 1 {
				t.Errorf("%s: %g states estimated of %g known, doubt %g", c.name, e.Total, states, e.Doubt)
			}
		}
	}
	if worstAlone < 2 {
		t.Errorf("formulas alone are wrong by 10^%.1f at worst: are samples worth it?", worstAlone)
	}
}

// uncrossed is the knight's paths on a square that never cross themselves.
func uncrossed(n int) *Problem {
	p := plain(leaps(n, n, knight...), OnePath, 0b111)
	side := func(a, b, c int32) int {
		row := func(v int32) int { return int(v) / n }
		col := func(v int32) int { return int(v) % n }
		return (row(b)-row(a))*(col(c)-col(a)) - (col(b)-col(a))*(row(c)-row(a))
	}
	for i, e := range p.Graph.Edges {
		for j, f := range p.Graph.Edges[:i] {
			if side(e.U, e.V, f.U)*side(e.U, e.V, f.V) < 0 && side(f.U, f.V, e.U)*side(f.U, f.V, e.V) < 0 {
				p.Rules = append(p.Rules, atMost([]int32{int32(j), int32(i)}, 1))
			}
		}
	}
	return p
}
