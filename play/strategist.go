package play

import (
	"context"
	"slices"

	"nazo/compile"
)

// strategist is a player of the spec.
type strategist struct {
	table    *Table
	of       *compile.Player
	strategy *strategy
}

// Strategist is the entrant that plays as a player of the spec does.
func (t *Table) Strategist(p *compile.Player) Entrant {
	return &strategist{t, p, newStrategy(t.m, p)}
}

func (s *strategist) Name() string { return s.of.Name }

func (s *strategist) Sit(_ context.Context, seed int64) (Player, error) {
	return &seated{strategist: s, seed: seed, trial: s.strategy.newPlayout()}, nil
}

// seated is a player of the spec in a game.
type seated struct {
	*strategist
	seed  int64
	trial *playout
}

func (p *seated) Close() {}

// Choose looks at nothing but the view, of which what is hidden is no part.
func (p *seated) Choose(ctx context.Context, v *View) (int64, error) {
	b := p.trial.board
	copy(b.vars, v.State)
	b.changed()
	impossible := func(move int64) bool {
		_, ok := slices.BinarySearch(v.Legal, move)
		return !ok
	}
	if p.of.Sample == 0 {
		if move := p.strategy.pick(b, impossible); move >= 0 {
			return move, nil
		}
		return 0, Forfeit{"no preference allows a move"}
	}
	moves := p.strategy.allowed(b, impossible)
	switch len(moves) {
	case 0:
		return 0, Forfeit{"no preference allows a move"}
	case 1:
		return moves[0], nil
	}
	return p.sample(ctx, v, moves)
}
