package heuristic_test

import (
	"testing"

	"pgregory.net/rapid"

	"nazo/native/plan/heuristic"
)

// TestAssign holds the least assignment against all there are.
func TestAssign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 5).Draw(t, "rows")
		columns := rapid.IntRange(rows, 6).Draw(t, "columns")
		cost := make([][]int64, rows)
		for i := range cost {
			cost[i] = rapid.SliceOfN(rapid.SampledFrom([]int64{0, 1, 2, 3, 7, 20, heuristic.Infinite}), columns, columns).Draw(t, "row")
		}
		if got, want := heuristic.Assign(cost), leastOf(cost, make([]bool, columns)); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
}

// leastOf tries all assignments.
func leastOf(cost [][]int64, taken []bool) int64 {
	if len(cost) == 0 {
		return 0
	}
	best := int64(heuristic.Infinite)
	for c, d := range cost[0] {
		if taken[c] || d == heuristic.Infinite {
			continue
		}
		taken[c] = true
		if rest := leastOf(cost[1:], taken); rest != heuristic.Infinite {
			best = min(best, d+rest)
		}
		taken[c] = false
	}
	return best
}
