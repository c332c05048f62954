package play

import (
	"context"
	"slices"
)

// Prospect is what becomes of a move in deals that fit what is seen.
type Prospect struct {
	Move  int64 // an index in Machine.Moves
	Wins  int
	Deals int
}

// Prospects tries each move that the preferences of a player allow, perhaps none, on so many deals that fit what is seen, and has that
// player play on by the preferences alone: Monte Carlo rollouts, as players who sample do. The best move comes first. The error is that of ctx.
func Prospects(ctx context.Context, g *Game, name string, deals int) ([]Prospect, error) {
	of := g.table.player(name)
	if of == nil {
		return nil, forfeitf("there is no player %s", name)
	}
	v := g.View()
	p := &strategyPlayer{table: g.table, of: of, seed: g.deal.Seed, playout: of.strategy.newPlayout()}
	moves := p.allowed(v)
	tried, deals, err := p.tryOn(ctx, v, moves, deals)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(moves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case tried[a].better(tried[b]):
			return -1
		case tried[b].better(tried[a]):
			return 1
		}
		return 0
	})
	var out []Prospect
	for _, i := range order {
		out = append(out, Prospect{Move: moves[i], Wins: tried[i].wins, Deals: deals})
	}
	return out, nil
}
