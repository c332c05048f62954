// Package nazo reads puzzles that are written down in a small text language, solves and
// counts them, tells whether there is exactly one solution, and judges answers.
//
// A [Spec] says what is given, what is to be found and which rules hold; with an
// instance, the values of what is given, it becomes a [Problem], which is asked as often
// as need be. Every answer has been judged by the spec's own rules, by a judge that shares
// nothing with the engines, before it is handed out.
//
// Mistakes in a spec or an instance are [Diagnostics]: data with places, advice and a
// rendering. Whatever takes time has a context; what ended early is an [Incomplete].
// Values of all types may be used by several goroutines at once.
package nazo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/givens"
	"nazo/puzzles"
	"nazo/solve"
)

// Diagnostics are mistakes and warnings, each a [Diagnostic]; as an error it is the text
// that people read, and it can be written as JSON.
type Diagnostics = diag.List

// Diagnostic is one of them: a stable code, a message, its place as file, line and column
// (from 1), and advice.
type Diagnostic = diag.Diagnostic

// Spec is a spec without mistakes.
type Spec struct {
	checked  *check.Spec
	warnings *diag.List
}

// Named lists the specs that come with Nazo; [Load] knows them by these names.
func Named() []string { return puzzles.Specs() }

// Load reads a spec: a file, or one that comes with Nazo. The error has [Diagnostics] if
// the spec has mistakes.
func Load(name string) (*Spec, error) {
	if text, ok := puzzles.Spec(name); ok {
		return parse(name+".nazo", text, library)
	}
	text, err := diag.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parse(name, text, beside(filepath.Dir(name)))
}

// Parse reads the text of a spec, at most 1 MB; the name stands in messages. What it uses
// of others is looked for among the specs that come with Nazo.
func Parse(name, text string) (*Spec, error) { return parse(name, text, library) }

func parse(name, text string, uses check.Resolver) (*Spec, error) {
	file, problems := dsl.Parse(diag.NewSource(name, text))
	if problems.HasErrors() {
		return nil, problems
	}
	checked, problems := check.Check(file, uses)
	if problems.HasErrors() {
		return nil, problems
	}
	return &Spec{checked, problems}, nil
}

// library finds the spec of a use statement among those that come with Nazo.
func library(name string) (*dsl.File, error) {
	text, ok := puzzles.Spec(name)
	if !ok {
		return nil, fmt.Errorf("there is no spec `%s` beside this one, nor among those that come with nazo", name)
	}
	file, problems := dsl.Parse(diag.NewSource(name+".nazo", text))
	return file, problems.Err()
}

// beside finds it in a folder first.
func beside(folder string) check.Resolver {
	return func(name string) (*dsl.File, error) {
		path := filepath.Join(folder, name+".nazo")
		text, err := diag.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return library(name)
		case err != nil:
			return nil, err
		}
		file, problems := dsl.Parse(diag.NewSource(path, text))
		return file, problems.Err()
	}
}

// Name is that of the puzzle statement, About its description or "".
func (s *Spec) Name() string { return s.checked.Name }

// About is the description of the puzzle, or "".
func (s *Spec) About() string { return s.checked.About }

// Warnings are about parts of the spec that are surely no intention; there may be none.
func (s *Spec) Warnings() *Diagnostics { return s.warnings }

// Checked is the spec as the other packages of this module know it.
func (s *Spec) Checked() *check.Spec { return s.checked }

// Problem puts an instance into a spec: the text of an instance file, at most 8 MB, or ""
// for none, and values by the names of givens, which override those of the instance. The
// error has [Diagnostics] if they do not fit, or would make a model that is too large.
func (s *Spec) Problem(ctx context.Context, text string, values map[string]string) (*Problem, error) {
	var in givens.Input
	if text != "" {
		all, problems := instance.Parse(diag.NewSource("instance", text))
		switch {
		case problems.HasErrors():
			return nil, problems
		case len(all) > 1:
			return nil, fmt.Errorf("there are %d instances in the text, not one", len(all))
		case len(all) == 1:
			in.Instance = all[0]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		in.Overrides = append(in.Overrides, givens.Override{Name: name, Text: values[name]})
	}
	p, problems := solve.Compile(ctx, s.checked, in, compile.Options{})
	if problems.HasErrors() {
		return nil, problems
	}
	problems.Merge(p.Warnings)
	return open(p, problems), nil
}
