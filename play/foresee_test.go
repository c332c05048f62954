package play

import (
	"context"
	"fmt"
	"testing"
	"time"

	"nazo/compile/model"
	"nazo/compile/model/modeltest"
)

// winnable tells whether any run from a state meets the goal, by trying them all.
func winnable(m *model.Model, state model.Solution, seen map[string]bool) bool {
	at := m.At(state)
	if at.Won() {
		return true
	}
	key := fmt.Sprint(state)
	if seen[key] {
		return false
	}
	seen[key] = true
	for move := range m.Machine.Moves {
		if at.Possible(int64(move)) && winnable(m, at.After(int64(move)), seen) {
			return true
		}
	}
	return false
}

// Whoever sees all wins what can be won, as long as it is small.
func TestForesee(t *testing.T) {
	p := newPatience(5, 1)
	for _, test := range []struct {
		name  string
		table *Table
	}{
		{"by a player", tableFor(p.m, *p.greedy("greedy", 0))},
		{"without players", NewTable(p.m)},
	} {
		t.Run(test.name, func(t *testing.T) {
			won := 0
			for seed := range int64(12) {
				d := p.dealAt(test.table, seed)
				can := winnable(p.m, d.Start, map[string]bool{})
				limit := 5 * time.Second
				if !can {
					limit = 20 * time.Millisecond
				}
				ctx, stop := context.WithTimeout(context.Background(), limit)
				moves := test.table.Foresee(ctx, d)
				stop()
				if (moves != nil) != can {
					t.Errorf("deal %d can be won: %v, found %v", seed, can, moves)
				}
				if moves == nil {
					continue
				}
				won++
				g := Begin(d)
				for _, move := range moves {
					if _, err := g.Make(move); err != nil {
						t.Fatal(err)
					}
				}
				if !g.Won() {
					t.Errorf("deal %d is not won by %v", seed, moves)
				}
			}
			if won == 0 || won == 12 {
				t.Errorf("%d of 12 deals were won, which shows nothing", won)
			}
		})
	}
}

// Where moves can be taken back, rollouts go to and fro and yet come to an end.
func TestForeseeLoops(t *testing.T) {
	m := modeltest.Towers(3, 3)
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	table := NewTable(m)
	d := Deal{Table: table, Start: model.Solution{1, 1, 1}}
	moves := table.Foresee(ctx, d)
	if len(moves) < 7 {
		t.Errorf("the tower is moved in %d moves", len(moves))
	}
}
