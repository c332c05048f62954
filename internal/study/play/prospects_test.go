package play

import (
	"slices"
	"testing"
)

// The best prospect is the move that the same player makes who samples as many deals, and all moves that he considers have one.
func TestProspects(t *testing.T) {
	p := newPatience(8, 2)
	const deals = 15
	table := tableFor(p.m, *p.greedy("deep", deals))
	for seed := range int64(5) {
		g := Begin(p.dealAt(table, seed))
		for range 6 {
			all, err := Prospects(t.Context(), g, "deep", deals)
			if err != nil {
				t.Fatal(err)
			}
			move, err := Ask(t.Context(), g, StrategyPlayer("deep"))
			if err != nil {
				break // the game is over
			}
			if all[0].Move != move || all[0].Deals > deals {
				t.Errorf("deal %d: the best of %v is not %d", seed, all, move)
			}
			if !slices.IsSortedFunc(all, func(a, b Prospect) int { return b.Wins - a.Wins }) {
				t.Errorf("deal %d: %v are not in order", seed, all)
			}
			if _, err := g.Make(move); err != nil {
				t.Fatal(err)
			}
		}
	}
}
