package plan_test

import (
	"testing"

	"nazo/internal/testkit"
)

// TestDepthSeesEverything: however often it begins again, a search in depth ends
// only when it has met each state.
func TestDepthSeesEverything(t *testing.T) {
	t.Parallel()
	m := testkit.Jumps("ooooo", "oo_oo", "ooooo", "ooooo")
	pegs := m.Sum(terms(m)...)
	// No square is 2 modulo 3, which is too much for the bound.
	m.Machine.Goal = m.Equal(m.Mod(m.Product(pegs, pegs), m.Int(3)), m.Int(2))
	_, all := solve(t, m, testkit.Task{Limit: 1, Search: []string{"breadth"}})
	if all.Stats.States < 20_000 || !all.Exhausted {
		t.Fatalf("breadth: %+v", all)
	}
	for seed := range int64(4) {
		_, r := solve(t, m, testkit.Task{Limit: 1, Search: []string{"depth"}, Seed: seed})
		if !r.Exhausted || r.Stats.States != all.Stats.States {
			t.Errorf("seed %d: %+v, breadth met %d states", seed, r, all.Stats.States)
		}
	}
}

func TestDepthWithinMoves(t *testing.T) {
	m := testkit.Towers(6, 3)
	for most, want := range map[int]int{62: 0, 63: 1} {
		runs, r := solve(t, m, testkit.Task{Limit: 1, MaxMoves: most, Search: []string{"depth"}})
		if len(runs) != want || !r.Complete {
			t.Errorf("%d moves: %d runs, %+v", most, len(runs), r)
		}
	}
}
