package command

import (
	"context"
	"math/rand/v2"
	"slices"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/play"
	"nazo/solve"
)

// gameSet is a puzzle that moves, made for all of its deals.
type gameSet struct {
	spec     *spec
	problem  *solve.Problem // for whatever is hidden
	table    *play.Table
	secrets  *play.Secrets
	notation *play.Notation
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
	g := &gameSet{spec: sp, problem: p, table: play.NewTable(p.Model), secrets: play.SecretsOf(p.Problem)}
	g.notation = play.NewNotation(len(p.Model.Machine.Moves), p.MoveText)
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

// deal deals. dealt is the problem with its cards open.
func (g *gameSet) deal(ctx context.Context, in givens.Input, seed int64) (d play.Deal, dealt *solve.Problem, problems *diag.List, err error) {
	start, state, problems := g.problem.Deal(ctx, in, seed)
	if problems.HasErrors() {
		return d, nil, problems, nil
	}
	dealt, err = g.problem.Dealt(ctx, start)
	if err != nil {
		return d, nil, problems, err
	}
	d = play.Deal{Table: g.table, Seed: seed, Start: start, Rules: dealt, State: state,
		Seen: func(known []bool) []givens.Given { return g.secrets.Seen(dealt.Problem, known) }}
	if fault := d.Fault(); fault != "" {
		err = mistakef("%s", fault)
	}
	return d, dealt, problems, err
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
