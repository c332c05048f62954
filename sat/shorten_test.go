package sat

import (
	"fmt"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestShortestOfTheCheapest asks for one run, in which the length comes after the costs, and
// for all of them.
func TestShortestOfTheCheapest(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *model.Model
		costs []int64 // the length last
	}{
		{"turn and pay", testkit.TurnAndPay(), []int64{1, 1}},
		{"landing", testkit.Landing(), []int64{2}},
		{"pusher by pushes alone", testkit.ByFirstCost(testkit.Pusher("@...", ".$.o")), []int64{2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if want := testkit.BruteForceRuns(c.model); !slices.Equal(want.Costs, c.costs) {
				t.Fatalf("the best cost %v, want %v", want.Costs, c.costs)
			}
			for _, limit := range []int{1, 0} {
				for seed := range int64(4) {
					runs, result := allRuns(t, c.model, testkit.Task{Limit: limit, Seed: seed})
					if len(runs) == 0 || !result.Complete || result.ShorterMayExist {
						t.Fatalf("limit %d, seed %d: %v, %+v", limit, seed, runs, result)
					}
					for _, run := range runs {
						if costs := costsOf(c.model, run); fmt.Sprint(costs) != fmt.Sprint(c.costs) {
							t.Errorf("limit %d, seed %d: a run at %v, want %v", limit, seed, costs, c.costs)
						}
					}
				}
			}
		})
	}
}
