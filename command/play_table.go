package command

import (
	"errors"
	"math/rand/v2"
	"slices"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/play"
)

// gameSet is a puzzle that moves, set up for games.
type gameSet struct {
	*play.Puzzle
	spec     *spec
	shuffled bool // the seed makes a difference
}

// shuffles is how many seeds have to deal the same before nothing counts as
// shuffled.
const shuffles = 20

// gameSet compiles a spec and an input for games.
func (s *session) gameSet(sp *spec, in givens.Input, seed int64) (*gameSet, error) {
	if !sp.Moving() {
		return nil, mistakef("%s has no moves, so there is nothing to play; nazo solve %s solves it", sp.name, sp.name)
	}
	p, err := s.compile(s.ctx, sp, in, compile.Options{Seed: seed, HiddenUnknown: true})
	if err != nil {
		return nil, err
	}
	g := &gameSet{Puzzle: play.NewPuzzle(p), spec: sp}
	start, _, problems := p.Deal(s.ctx, in, seed)
	if err := s.compiled(problems); err != nil {
		return nil, err
	}
	for i := int64(1); i <= shuffles && !g.shuffled; i++ {
		other, _, problems := p.Deal(s.ctx, in, seed+i)
		g.shuffled = problems.HasErrors() || !slices.Equal(start, other)
	}
	return g, nil
}

// compiled is the error of an attempt to read a puzzle.
func (s *session) compiled(problems *diag.List) error {
	switch {
	case problems.HasErrors() && s.ctx.Err() != nil:
		return limited{s.stopReason() + " while reading the puzzle"}
	case problems.HasErrors():
		return problems
	}
	return nil
}

// dealt is the error of an attempt to deal.
func (s *session) dealt(err error) error {
	var problems *diag.List
	var start play.BadStart
	switch {
	case errors.As(err, &problems):
		return s.compiled(problems)
	case errors.As(err, &start):
		return mistake{start.Error()}
	}
	return err
}

// oneInput is the input of a request that stands for one instance.
func (r *request) oneInput() (givens.Input, error) {
	if len(r.swept) > 0 {
		o := r.overrides[r.swept[0]]
		return givens.Input{}, mistakef("%s=%s is a range; a game needs one number", o.Name, shorten(o.Text))
	}
	return givens.Input{Instance: r.instance, Overrides: r.overrides}, nil
}

// orRandom is the seed, or if none is given one that nobody knows beforehand.
func (s *seed) orRandom() seed {
	if s != nil {
		return *s
	}
	return seed(rand.Int64N(1_000_000_000))
}
