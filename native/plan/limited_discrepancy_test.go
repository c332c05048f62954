package plan_test

import (
	"testing"

	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// TestPlayersAgainstBruteForce asks for any run where there are players: they have no
// part in whether there is one.
func TestPlayersAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		testkit.RandomPlayers(t, m)
		most := rapid.IntRange(0, 4).Draw(t, "most")
		want := testkit.BruteForceRuns(m)
		if most > 0 {
			want = within(m, most)
		}
		for _, name := range [][]string{nil, {"discrepancy"}} {
			task := testkit.Task{Limit: 1, AnyObjective: true, MaxMoves: most, Search: name, Seed: int64(rapid.IntRange(0, 2).Draw(t, "seed"))}
			runs, r := solve(t, m, task)
			if !r.Complete || len(runs) != min(1, len(want.Best)) || r.Exhausted != (len(want.Best) == 0) {
				t.Fatalf("%v finds %v, %+v, want one of %v", task.Search, runs, r, want.Best)
			}
			if len(runs) == 0 {
				continue
			}
			if costs := replayed(t, m, runs[0]); most > 0 && costs[m.Machine.Costs] > int64(most) {
				t.Fatalf("%v takes %d moves, of at most %d", task.Search, costs[m.Machine.Costs], most)
			}
		}
	})
}
