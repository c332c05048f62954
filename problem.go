package nazo

import (
	"context"
	"fmt"
	"math/big"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/ui/load"
)

// Problem is a spec with an instance.
type Problem struct {
	problem  *solve.Problem
	session  *solve.Session
	options  Options
	warnings Diagnostics
}

// Warnings are about parts of the instance that are surely no intention, or about rules once the
// instance is known: one that nothing can break, say.
func (p *Problem) Warnings() Diagnostics { return p.warnings }

// Options say who works on a problem, and how. The zero Options are the defaults.
type Options struct {
	// Engine is "sat", "native", "both" or "auto". With "both" their answers are compared, so that an error of one is
	// noticed. With "auto", the default, native begins, sat joins it after a moment, and the first to finish answers.
	Engine string
	// Seed varies the order of the search; the same seed gives the same answers, but for
	// engine auto, where the first engine to finish answers.
	Seed int64
	// MaxMoves bounds the length of runs of a puzzle that moves; 0 is no bound.
	MaxMoves int
	// Memory bounds the bytes for the states that a search for runs, or a count, keeps; 0 leaves it to the engine.
	Memory int64
}

// With is the same problem for other options. The error says that there is no such engine.
func (p *Problem) With(o Options) (*Problem, error) {
	t, err := load.Team(o.Engine)
	if err != nil {
		return nil, err
	}
	return &Problem{p.problem, p.session.By(t), o, p.warnings}, nil
}

// Incomplete is the error of a question that came to no end: its context ended, another limit
// was met, or no engine could take it up. It says nothing about what was not found.
type Incomplete struct {
	Reason string // in a few words: "time limit", "interrupted" …
	Found  int    // the solutions that were found until then
	cause  error  // that of the context, or nil
}

// Error is the reason.
func (e *Incomplete) Error() string { return e.Reason }

// Unwrap is context.DeadlineExceeded or context.Canceled if the context ended, and nil if
// something else was the reason.
func (e *Incomplete) Unwrap() error { return e.cause }

// ask puts a question. A disagreement of the engines, or of an engine and the judge, is an
// error that says who is at fault.
func (p *Problem) ask(ctx context.Context, limit int) (*solve.Report, error) {
	o := p.options
	r := p.session.Ask(ctx, solve.Question{Limit: limit, Seed: o.Seed, MaxMoves: o.MaxMoves, Memory: o.Memory})
	return r, p.trouble(ctx, r)
}

// trouble is the error of a report; nil if there is none.
func (p *Problem) trouble(ctx context.Context, r *solve.Report) error {
	switch {
	case r.Fault != nil:
		return r.Fault
	case r.Complete:
		return nil
	case ctx.Err() != nil:
		return ended(ctx, r.Count)
	}
	return &Incomplete{Reason: r.Reason.String(), Found: r.Count}
}

// Solve is the short way from the texts of a spec and of an instance to a solution, nil if
// there is none; see [Parse], [Spec.Problem] and [Problem.Solve] for the errors.
func Solve(ctx context.Context, spec, instance string) (*Answer, error) {
	s, err := Parse("spec", spec)
	if err != nil {
		return nil, err
	}
	p, err := s.Problem(ctx, Text(instance))
	if err != nil {
		return nil, err
	}
	return p.Solve(ctx)
}

// Solve looks for a solution: nil if there is none. Where the spec minimises or maximises, it is a best one. The error
// is an *[Incomplete] if the search came to no end; the solution is then the best that is known, nil if none is.
func (p *Problem) Solve(ctx context.Context) (*Answer, error) {
	r, err := p.ask(ctx, 1)
	if len(r.Answers) == 0 {
		return nil, err
	}
	return &Answer{p.problem, r.Answers[0]}, err
}

// All looks for all solutions, or for so many if limit is not 0; where the spec minimises or maximises, for the best
// ones. They are all kept in memory. The error is an *[Incomplete] if there may be more within the limit.
func (p *Problem) All(ctx context.Context, limit int) ([]*Answer, error) {
	r, err := p.ask(ctx, limit)
	all := make([]*Answer, len(r.Answers))
	for i, a := range r.Answers {
		all[i] = &Answer{p.problem, a}
	}
	return all, err
}

// Unique reports whether there is exactly one solution, and gives back up to two: none, the one, or two that differ.
func (p *Problem) Unique(ctx context.Context) (bool, []*Answer, error) {
	two, err := p.All(ctx, 2)
	return len(two) == 1 && err == nil, two, err
}

// Count is the number of solutions, or of best ones where the spec minimises or maximises. It
// need not visit each: where it doesn't, the number is held against solutions that are found.
// The error is an *[Incomplete] if the count came to no end.
func (p *Problem) Count(ctx context.Context) (*big.Int, error) {
	o := p.options
	r := p.session.Count(ctx, solve.Question{Keep: 1, Seed: o.Seed, MaxMoves: o.MaxMoves, Memory: o.Memory})
	switch err := p.trouble(ctx, r); {
	case err != nil:
		return nil, err
	case r.Total != nil:
		return r.Total, nil
	}
	return big.NewInt(int64(r.Count)), nil
}

// Answer is a solution of a problem: a value for each find, or a run of a puzzle that moves.
type Answer struct {
	problem *solve.Problem
	found   *judge.Answer
}

// String draws the answer as text, in whole lines: boards in the characters of box drawing, of a run each state.
func (a *Answer) String() string {
	missing := ""
	d := picture.Drawer{Missing: func(err error) { missing = fmt.Sprintf("not drawn: %v\n", err) }}
	return d.Answer(a.problem, a.found) + missing
}

// JSON is the answer as one object: the finds by name. Numbers and truth values are themselves, none is null, labels
// and directions are strings; a cell is [row, column], counted from 1; an array over the cells of a board is a list
// of rows, any other one a list of [key, value]; sets and lists are lists; a path or cycle is {"closed", "cells"},
// and links are {"lines": [{"label", "cells"}]}. A run is {"moves": [{"move", "parameters"}], "cost", "states"}.
func (a *Answer) JSON() []byte { return picture.AppendAnswer(nil, a.problem.Judge, a.found) }

// MarshalJSON is [Answer.JSON].
func (a *Answer) MarshalJSON() ([]byte, error) { return a.JSON(), nil }

// Objective is the value of the answer, a number for each term that the spec minimises or
// maximises, in its order; nil if there is none.
func (a *Answer) Objective() (out []*big.Int) {
	for _, v := range a.found.Objective {
		n, _ := value.BigOf(v)
		out = append(out, n)
	}
	return out
}

// Verdict is the judgement of the rules on an answer.
type Verdict struct {
	Accepted bool
	// Broken names what does not hold, at most ten of it: rules with what their binders
	// were and their places; of a run the first move that can't be made, and why.
	Broken []string
}

// Judge reads an answer in the form of [Answer.JSON], what has no order in any, and tells
// whether the rules accept it; values of what is chosen may be missing. The error has [Diagnostics] if it has not the form of an
// answer to the problem; it is an *[Incomplete] if the context ended first.
func (p *Problem) Judge(ctx context.Context, json string) (Verdict, error) {
	all, err := picture.JudgeAnswer(ctx, diag.NewSource("answer", json), p.session, 0)
	switch {
	case err != nil:
		return Verdict{}, public(err)
	case len(all) != 1:
		return Verdict{}, fmt.Errorf("there are %d answers, not one", len(all))
	}
	return Verdict{all[0].Accepted, all[0].Broken}, nil
}
