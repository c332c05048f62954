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
// The language is described in docs/language.md of this module. Every [Answer] has been judged by the spec's own rules,
// by a judge that shares nothing with the engines, before it is handed out. Mistakes in a spec or an instance are
// [Diagnostics]: data with places and advice. Whatever takes time has a context; what ended early is an [Incomplete].
//
// All types may be used by several goroutines at once, and nothing is kept between calls but in their values.
package nazo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/ui/load"
	"nazo/puzzles"
)

// Spec is a spec without mistakes.
type Spec struct {
	checked  *check.Spec
	warnings Diagnostics
}

// Named lists the specs that come with Nazo, in order; [Load] knows them by these names.
func Named() []string { return puzzles.Specs() }

// Load reads a spec: one that comes with Nazo, or a file of at most 1 MB. What it uses of other specs is looked for
// beside it, and then among those that come with Nazo. The error has [Diagnostics] if the spec has mistakes.
func Load(name string) (*Spec, error) { return newSpec(load.Load(name)) }

// Parse reads the text of a spec; the name stands in messages. What it uses of other specs is
// looked for among those that come with Nazo. The error is as that of [Load].
func Parse(name, text string) (*Spec, error) { return newSpec(load.Parse(name, text)) }

func newSpec(s *check.Spec, warnings *diag.List, err error) (*Spec, error) {
	if err != nil {
		return nil, public(err)
	}
	return &Spec{s, diagnosticsOf(warnings)}, nil
}

// Name is that of the puzzle statement.
func (s *Spec) Name() string { return s.checked.Name }

// Title is the title of the puzzle: as the spec says it, or its name in words.
func (s *Spec) Title() string { return s.checked.Title }

// About is the description of the puzzle, or "".
func (s *Spec) About() string { return s.checked.About }

// Warnings are about parts of the spec that are surely no intention; there may be none.
func (s *Spec) Warnings() Diagnostics { return s.warnings }

// Problem puts an instance into a spec. Inputs may be left out, or nil, if each given has a default; at most one of
// them is a text, and later [Values] replace earlier ones. The error has [Diagnostics] if what is given does not fit,
// or would make a model that is too large; it is an *[Incomplete] if the context ended first.
func (s *Spec) Problem(ctx context.Context, inputs ...Input) (*Problem, error) {
	var in instance.Input
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
	team, _ := load.Team("")
	return &Problem{p, solve.Open(p, team), Options{}, diagnosticsOf(problems)}, nil
}

// Input has values of what a spec is given: [Text], [File], [Reader] or [Values].
type Input interface {
	give(*check.Spec, *instance.Input) error
}

// Text is an instance as a file has it, with lines such as "n = 8" and "clue:" before the rows of a grid; see
// "Instances" in docs/language.md. Of several instances the first is taken, and "" has none.
type Text string

func (t Text) give(s *check.Spec, in *instance.Input) error {
	return readInstance(s, in, "instance", string(t))
}

// File is the name of a file with an instance, of at most 8 MB; a distance table in the format
// of TSPLIB is known by its ending, .tsp.
type File string

func (f File) give(s *check.Spec, in *instance.Input) error {
	text, err := diag.ReadFile(string(f))
	if err != nil {
		return err
	}
	return readInstance(s, in, string(f), text)
}

// Reader is an instance to be read, as [File] is; the name stands in messages.
func Reader(name string, r io.Reader) Input { return reader{name, r} }

type reader struct {
	name string
	io.Reader
}

func (r reader) give(s *check.Spec, in *instance.Input) error {
	text, err := diag.ReadText(r)
	if err != nil {
		return err
	}
	return readInstance(s, in, r.name, text)
}

// readInstance reads an instance in any form that files have.
func readInstance(s *check.Spec, in *instance.Input, name, text string) error {
	all, err := instance.Instances(s, diag.NewSource(name, text))
	switch {
	case err != nil:
		return err
	case in.Instance != nil:
		return fmt.Errorf("there are two instances, %s and %s", in.Instance.Source.Name, name)
	case len(all) > 0:
		in.Instance = all[0]
	}
	return nil
}

// Values are values by the names of givens, and come before those of an instance: numbers, truth
// values, nil for none, slices of such, and strings with anything that may stand after
// name= on the command line: "r2c3", "{1, 2}", "[north, east]". A grid is a slice of rows.
type Values map[string]any

func (v Values) give(_ *check.Spec, in *instance.Input) error {
	for _, name := range slices.Sorted(maps.Keys(v)) {
		in.Overrides = slices.DeleteFunc(in.Overrides, func(o instance.Override) bool { return o.Name == name })
		in.Overrides = append(in.Overrides, instance.Override{Name: name, Text: written(reflect.ValueOf(v[name])), Origin: "value of " + name})
	}
	return nil
}

// written is a value as the language has it.
func written(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Invalid:
		return "none"
	case reflect.Interface:
		return written(v.Elem())
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = written(v.Index(i))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v)
}

// Diagnostics are mistakes and warnings in texts of a user, in the order of their places. As an
// error, which [errors.As] finds, they are the text that people read.
type Diagnostics []Diagnostic

// Diagnostic is one mistake, or a warning.
type Diagnostic struct {
	Warning bool   `json:"warning,omitempty"` // it stops nothing
	Code    string `json:"code"`              // its kind, such as "unknown-name", for programs
	Message string `json:"message"`           // a line without a full stop
	// File is the name of the text, "" if it stands in none. Lines and columns (in characters)
	// begin with 1; the end is that of the last offending word, exclusive.
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`

	Expected   string `json:"expected,omitempty"`   // what would have been right there
	Suggestion string `json:"suggestion,omitempty"` // what was probably meant instead of these words
	Help       string `json:"help,omitempty"`       // how to mend it, in a sentence

	text string
}

// String is the diagnostic for people, with the line it is about, in whole lines.
func (d Diagnostic) String() string { return d.text }

// Error is all of them for people, each with the line it is about.
func (d Diagnostics) Error() string {
	var all strings.Builder
	for _, one := range d {
		all.WriteString(one.text)
	}
	return all.String()
}

// diagnosticsOf makes public data of a list.
func diagnosticsOf(list *diag.List) (out Diagnostics) {
	for _, d := range list.All() {
		one := Diagnostic{Warning: d.Severity == diag.Warning, Code: d.Code, Message: d.Message,
			Expected: d.Expected, Suggestion: d.Suggestion, Help: d.Help, text: d.Text(false)}
		if d.Source != nil {
			start, end := d.Position(), d.Source.Position(d.Span.End)
			one.File, one.Line, one.Column, one.EndLine, one.EndColumn = d.Source.Name, start.Line, start.Column, end.Line, end.Column
		}
		out = append(out, one)
	}
	return out
}

// public is an error as this package hands it out.
func public(err error) error {
	var list *diag.List
	var limit *judge.Limit
	var reason model.Reason
	switch {
	case errors.As(err, &list):
		return diagnosticsOf(list)
	case errors.As(err, &limit):
		return &Incomplete{Reason: limit.Error()}
	case errors.As(err, &reason):
		return &Incomplete{Reason: reason.String()}
	}
	return err
}

// ended is the error of a question that its context ended.
func ended(ctx context.Context, found int) error {
	return &Incomplete{model.Ended(ctx).String(), found, ctx.Err()}
}
