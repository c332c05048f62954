package play

import (
	"context"
	"slices"
)

// prospect is the outcome of a move in the deals that it was tried on.
type prospect struct {
	wins int
	sum  int64 // of the player's By at the end of play
}

// better orders prospects over the same number of deals.
func (p prospect) better(than prospect) bool {
	return p.wins > than.wins || p.wins == than.wins && p.sum < than.sum
}

// sample looks ahead by Monte Carlo rollouts over determinizations (Ginsberg 2001): it deals
// anew what the player does not know, as often as the player wants to, tries each move on each
// of these deals, and plays on by the preferences alone. The move that wins most often is the best, then that
// with the least mean of By, then the first.
func (p *strategyPlayer) sample(ctx context.Context, v *View, moves []int64) (int64, error) {
	prospects, _, err := p.tryOn(ctx, v, moves, p.of.Sample)
	if err != nil {
		return 0, err
	}
	best := 0
	for i, p := range prospects {
		if p.better(prospects[best]) {
			best = i
		}
	}
	return moves[best], nil
}

// tryOn tries moves on so many deals that fit what is seen; on one if nothing is unknown, as all would be the same. It returns how many.
func (p *strategyPlayer) tryOn(ctx context.Context, v *View, moves []int64, deals int) ([]prospect, int, error) {
	random := stream(p.seed, p.of.Name, v.Turn)
	prospects := make([]prospect, len(moves))
	dealt, unknown := slices.Clone(v.State), p.table.unknown(v.Known)
	if len(unknown) == 0 {
		deals = 1
	}
	for range deals {
		redeal(dealt, unknown, random)
		for i, move := range moves {
			if ctx.Err() != nil {
				return nil, 0, ctx.Err()
			}
			won, by := p.playout.play(dealt, move)
			if won {
				prospects[i].wins++
			}
			prospects[i].sum += by
		}
	}
	return prospects, deals, nil
}
