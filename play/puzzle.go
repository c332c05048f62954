package play

import (
	"context"

	"nazo/givens"
	"nazo/solve"
)

// Puzzle is a puzzle that moves, set up for games of all of its deals. Several goroutines may use it at once.
type Puzzle struct {
	Problem  *solve.Problem // for whatever is hidden
	Table    *Table
	Secrets  *Secrets
	Notation *Notation
}

// NewPuzzle sets up a problem, which was compiled with compile.Options.HiddenUnknown, for games.
func NewPuzzle(p *solve.Problem) *Puzzle {
	return &Puzzle{p, NewTable(p.Model), SecretsOf(p.Problem), NewNotation(len(p.Model.Machine.Moves), p.MoveText)}
}

// Deal deals an input by a seed. Dealt is the problem with its cards open; the judge of that works within the context. The error has diagnostics
// (*diag.List), or is a [BadStart] or that of a deal that does not fit the puzzle.
func (p *Puzzle) Deal(ctx context.Context, in givens.Input, seed int64) (d Deal, dealt *solve.Problem, err error) {
	start, state, problems := p.Problem.Deal(ctx, in, seed)
	if problems.HasErrors() {
		return d, nil, problems
	}
	if dealt, err = p.Problem.Dealt(ctx, start); err != nil {
		return d, nil, err
	}
	d = Deal{Table: p.Table, Seed: seed, Start: start, Rules: dealt, State: state,
		Seen: func(known []bool) []givens.Given { return p.Secrets.Seen(dealt.Problem, known) }}
	if fault := d.Fault(); fault != "" {
		return d, dealt, BadStart(fault)
	}
	return d, dealt, nil
}

// BadStart is what is wrong with the start of a deal.
type BadStart string

// Error is what it says.
func (b BadStart) Error() string { return string(b) }

// Revealed are the hidden givens as far as a player may see them now.
func (p *Puzzle) Revealed(g *Game) (all []givens.Given) {
	for _, given := range g.Givens() {
		if p.Secrets.Hides(given.Name) {
			all = append(all, given)
		}
	}
	return all
}
