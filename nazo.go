// Package nazo reads puzzles that are written down in a small text language, solves and
// counts them, tells whether there is exactly one solution, and judges answers.
//
// A [Spec] says what is given, what is to be found and which rules hold. With an instance,
// the values of what is given, it becomes a [Problem], which is asked as often as need be:
//
//	spec, err := nazo.Load("sudoku.nazo")
//	puzzle, err := spec.Problem(ctx, nazo.File("monday.txt"))
//	answer, err := puzzle.Solve(ctx)
//	fmt.Println(answer)
//
// The language is described in docs/language.md of this module. Every [Answer] has been judged
// by the spec's own rules, by a judge that shares nothing with the engines, before it is
// handed out. Mistakes in a spec or an instance are [Diagnostics]: data with places and advice.
// Whatever takes time has a context; what ended early is an [Incomplete].
//
// All types may be used by several goroutines at once, and nothing is kept between calls but
// in their values.
package nazo

import (
	"context"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/internal/engines"
	"nazo/internal/specs"
	"nazo/puzzles"
	"nazo/solve"
)

// Spec is a spec without mistakes.
type Spec struct {
	checked  *check.Spec
	warnings Diagnostics
}

// Named lists the specs that come with Nazo, in order; [Load] knows them by these names.
func Named() []string { return puzzles.Specs() }

// Load reads a spec: one that comes with Nazo, or a file of at most 1 MB. What it uses of other
// specs is looked for beside it, and then among those that come with Nazo. The error has
// [Diagnostics] if the spec has mistakes.
func Load(name string) (*Spec, error) { return newSpec(specs.Load(name)) }

// Parse reads the text of a spec; the name stands in messages. What it uses of other specs is
// looked for among those that come with Nazo. The error is as that of [Load].
func Parse(name, text string) (*Spec, error) { return newSpec(specs.Parse(name, text)) }

func newSpec(s *check.Spec, warnings *diag.List, err error) (*Spec, error) {
	if err != nil {
		return nil, public(err)
	}
	return &Spec{s, diagnosticsOf(warnings)}, nil
}

// Name is that of the puzzle statement.
func (s *Spec) Name() string { return s.checked.Name }

// About is the description of the puzzle, or "".
func (s *Spec) About() string { return s.checked.About }

// Warnings are about parts of the spec that are surely no intention; there may be none.
func (s *Spec) Warnings() Diagnostics { return s.warnings }

// Problem puts an instance into a spec. Inputs may be left out, or nil, if each given has a default; at
// most one of them is a text, and later [Values] replace earlier ones. The error has
// [Diagnostics] if what is given does not fit, or would make a model that is too large; it is an
// *[Incomplete] if the context ended first.
func (s *Spec) Problem(ctx context.Context, inputs ...Input) (*Problem, error) {
	var in givens.Input
	for _, i := range inputs {
		if i == nil {
			continue
		}
		if err := i.give(s.checked, &in); err != nil {
			return nil, public(err)
		}
	}
	p, problems := solve.Compile(ctx, s.checked, in, compile.Options{})
	switch {
	case problems.HasErrors() && ctx.Err() != nil:
		return nil, ended(ctx, 0)
	case problems.HasErrors():
		return nil, public(problems)
	}
	problems.Merge(p.Warnings)
	team, _ := engines.Team("")
	return &Problem{p, solve.Open(p, team), Options{}, diagnosticsOf(problems)}, nil
}
