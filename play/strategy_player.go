package play

import (
	"context"
	"slices"
)

// StrategyPlayer is the entrant that plays as the player of that name does, who must
// be one of the table's.
type StrategyPlayer string

// Name is the player's.
func (s StrategyPlayer) Name() string { return string(s) }

// Sit takes a seat at the table of the deal.
func (s StrategyPlayer) Sit(_ context.Context, t *Table, seed int64) (Player, error) {
	of := t.player(string(s))
	if of == nil {
		return nil, forfeitf("there is no player %s", string(s))
	}
	return &strategyPlayer{table: t, of: of, seed: seed, playout: of.strategy.newPlayout()}, nil
}

// strategyPlayer is a player of the spec in a game.
type strategyPlayer struct {
	table   *Table
	of      *tablePlayer
	seed    int64
	playout *playout
}

// Close has nothing to end.
func (p *strategyPlayer) Close() {}

// Choose looks at nothing but the view, of which what is hidden is no part.
func (p *strategyPlayer) Choose(ctx context.Context, v *View) (int64, error) {
	if p.of.Sample == 0 {
		p.playout.set(v.State)
		if move := p.of.strategy.pick(p.playout.here, v.impossible); move >= 0 {
			return move, nil
		}
		return 0, Forfeit{"no preference allows a move"}
	}
	moves := p.allowed(v)
	switch len(moves) {
	case 0:
		return 0, Forfeit{"no preference allows a move"}
	case 1:
		return moves[0], nil
	}
	return p.sample(ctx, v, moves)
}

// allowed are the moves that some preference allows.
func (p *strategyPlayer) allowed(v *View) []int64 {
	p.playout.set(v.State)
	return p.of.strategy.allowed(p.playout.here, v.impossible)
}

// impossible reports whether a move can't be made.
func (v *View) impossible(move int64) bool {
	_, ok := slices.BinarySearch(v.Legal, move)
	return !ok
}
