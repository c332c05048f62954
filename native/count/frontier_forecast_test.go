package count

import (
	"math"
	"slices"
	"testing"

	"nazo/internal/testkit"
)

// TestForecasts holds forecasts of counts of many kinds against what they took, with the flag -thorough: states in all, those of the largest layer,
// and processor time. States are allowed to be wrong by the doubt that is told, or by a factor of three; where there are so few that only a formula is
// asked, of four. The log is the table of docs/counting.md.
func TestForecasts(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("it takes minutes: -thorough")
	}
	const free = ^uint64(0)
	for _, c := range []struct {
		name    string
		problem *Problem
	}{
		{"closed knight's tours 6×6", cycles(leaps(6, 6, knight...))},
		{"closed knight's tours 6×8", cycles(leaps(6, 8, knight...))},
		{"closed knight's tours 7×8", cycles(leaps(7, 8, knight...))},
		{"open knight's tours 6×6", plain(leaps(6, 6, knight...), OnePath, 0b110)},
		{"open knight's tours 6×7", plain(leaps(6, 7, knight...), OnePath, 0b110)},
		{"uncrossed knight's paths 7×7", uncrossed(7)},
		{"uncrossed knight's cycles 8×8", uncrossedCycles(8)},
		{"uncrossed knight's cycles 9×9", uncrossedCycles(9)},
		{"corner to corner 10×10", cornerToCorner(10)},
		{"corner to corner 12×12", cornerToCorner(12)},
		{"corner to corner 13×13", cornerToCorner(13)},
		{"cycles through all of 14×14", cycles(leaps(14, 14, rook...))},
		{"king's cycles through all of 8×8", cycles(leaps(8, 8, king...))},
		{"forests of kings 7×7", plain(leaps(7, 7, king...), Forest, 0b1111)},
		{"connected sets 9×9", plain(leaps(9, 9, rook...), Connected, free)},
		{"links 12×12", randomLinks(12, 8, 0b101)},
		{"cycles with clues 12×12", clued(12, 0.5)},
		{"knight's 2-factors 8×8", plain(leaps(8, 8, knight...), AnyEdges, 0b100)},
	} {
		order, e := Plan(t.Context(), c.problem, 0)
		seconds := 0.0
		var states []int64
		seconds = processorTime(func() {
			result, err := Count(t.Context(), c.problem, order, Options{Goroutines: 1, Memory: 2 << 30})
			if err != nil || !result.Complete {
				t.Fatalf("%s: %v, %v", c.name, result, err)
			}
			states = result.Layers
		}).Seconds()
		total := 0.0
		for _, n := range states {
			total += float64(n)
		}
		peak := float64(slices.Max(states))
		t.Logf("| %s | %.3g | %.3g | %.1f | %.3g | %.3g | %.3g s | %.3g s |", c.name, total, e.Total, e.Doubt, peak, e.Peak, seconds, e.Processor)
		allowed := max(3, e.Doubt)
		if e.Doubt == 0 {
			allowed = 4
		}
		if wrong := math.Exp(math.Abs(math.Log(e.Total / total))); wrong > allowed {
			t.Errorf("%s: %.3g states estimated of %.3g", c.name, e.Total, total)
		}
	}
}

// uncrossedCycles is the knight's closed paths on a square that never cross themselves.
func uncrossedCycles(n int) *Problem {
	crossing := uncrossed(n)
	p := plain(crossing.Graph, OneCycle, 0b101)
	p.Rules = crossing.Rules
	return p
}
