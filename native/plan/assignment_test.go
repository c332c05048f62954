package plan_test

import (
	"testing"

	"nazo/native/plan"
	"pgregory.net/rapid"
)

// TestAssign holds the least assignment against all there are.
func TestAssign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		goals := rapid.IntRange(1, 5).Draw(t, "goals")
		tokens := rapid.IntRange(goals, 6).Draw(t, "tokens")
		distances, transposed := make([][]int64, tokens), make([][]int64, goals)
		for i := range distances {
			distances[i] = rapid.SliceOfN(rapid.SampledFrom([]int64{0, 1, 2, 3, 7, 20, plan.Infinite}), goals, goals).Draw(t, "distances")
			for goal, d := range distances[i] {
				transposed[goal] = append(transposed[goal], d)
			}
		}
		if got, want := plan.Assign(distances), leastOf(transposed, make([]bool, tokens)); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
}

// leastOf tries all assignments.
func leastOf(cost [][]int64, taken []bool) int64 {
	if len(cost) == 0 {
		return 0
	}
	best := int64(plan.Infinite)
	for c, d := range cost[0] {
		if taken[c] || d == plan.Infinite {
			continue
		}
		taken[c] = true
		if rest := leastOf(cost[1:], taken); rest != plan.Infinite {
			best = min(best, d+rest)
		}
		taken[c] = false
	}
	return best
}
