package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/ui/ide"
	"nazo/internal/ui/load"
)

// Trials are work that takes compiling or solving: counting the instances of rules, checking the values of examples and
// instances, running examples. All work ends with its context and within limits, so the next keystroke can cancel it.

// The limits of work that nobody asked for. They are counted, so the results depend on the text alone.
const (
	lookNodes = 300_000   // of the model of the first example
	lookWork  = 2_000_000 // for compiling it, and for the values of one example or instance
	lookMost  = 500       // examples, or instances of a file
)

// Looked has the findings about a spec.
type Looked struct {
	Instances []int // see ide.Facts
	Problems  []*diag.Diagnostic
}

// Look reads the values of all examples and compiles the first. For a spec with mistakes it does nothing.
func Look(ctx context.Context, d *ide.Document) Looked {
	spec, fit := d.Spec()
	if !fit {
		return Looked{}
	}
	problems := &diag.List{}
	examples := compile.Examples(spec)
	for _, e := range examples[:min(lookMost, len(examples))] {
		_, found := compile.Givens(ctx, spec, e.Input, compile.Options{MaxWork: lookWork})
		add(problems, found)
	}
	out := Looked{}
	if len(examples) > 0 && !problems.HasErrors() && ctx.Err() == nil {
		out.Instances = instances(ctx, d, spec, examples[0], problems)
	}
	if ctx.Err() == nil {
		out.Problems = d.Present(own(d, problems))
	}
	return out
}

// instances compiles an example and counts the instances of the rules. It is nil if a limit is met.
func instances(ctx context.Context, d *ide.Document, spec *check.Spec, e *compile.Example, problems *diag.List) []int {
	p, found := compile.Compile(ctx, spec, e.Input, compile.Options{MaxNodes: lookNodes, MaxWork: lookWork})
	if p == nil {
		add(problems, found)
		return nil
	}
	problems.Merge(p.Warnings)
	rules := d.Rules()
	counts := make([]int, len(rules))
	for i, in := range p.Model.Instances {
		if in.Bindings == nil {
			continue
		}
		src, span := p.Where(int32(i))
		for r := range rules {
			if src == d.Source && rules[r] == span {
				counts[r]++
			}
		}
	}
	return counts
}

// add adds problems, except for limits: nobody asked for the work.
func add(to, found *diag.List) {
	for _, d := range found.All() {
		if !strings.HasPrefix(d.Code, "limit-") {
			to.Add(d)
		}
	}
}

func own(d *ide.Document, all *diag.List) *diag.List {
	out := &diag.List{}
	for _, p := range all.All() {
		if p.Source == d.Source {
			out.Add(p)
		}
	}
	return out
}

// Values returns the mistakes in the values of a file of instances for a spec.
func Values(ctx context.Context, d, of *ide.Document) []*diag.Diagnostic {
	spec, fit := of.Spec()
	if !fit {
		return nil
	}
	all, problems := instance.Parse(d.Source)
	if problems.HasErrors() {
		return nil
	}
	problems = &diag.List{}
	for _, one := range all[:min(lookMost, len(all))] {
		_, found := compile.Givens(ctx, spec, instance.Input{Instance: one}, compile.Options{MaxWork: lookWork})
		add(problems, found)
		if ctx.Err() != nil {
			return nil
		}
	}
	return d.Present(own(d, problems))
}

// exampleOf returns the spec and one of its examples, by number.
func exampleOf(d *ide.Document, number int) (*check.Spec, *compile.Example, error) {
	spec, fit := d.Spec()
	if !fit {
		return nil, nil, errors.New("the spec has mistakes")
	}
	examples := compile.Examples(spec)
	if number < 0 || number >= len(examples) {
		return nil, nil, fmt.Errorf("there is no example %d", number+1)
	}
	return spec, examples[number], nil
}

func open(ctx context.Context, d *ide.Document, number int) (p *solve.Problem, e *compile.Example, team solve.Team, err error) {
	spec, e, err := exampleOf(d, number)
	if err != nil {
		return nil, nil, team, err
	}
	p, problems := solve.Compile(ctx, spec, e.Input, compile.Options{})
	if problems.HasErrors() {
		return nil, nil, team, cmp.Or(ctx.Err(), error(problems))
	}
	team, err = load.Team("auto")
	return p, e, team, err
}

// Run checks an example, by its number, against its expectation. The error is that of the context, or a [*diag.List].
func Run(ctx context.Context, d *ide.Document, example int) (ide.Outcome, error) {
	p, e, team, err := open(ctx, d, example)
	if err != nil {
		return ide.Outcome{}, err
	}
	t, err := solve.Try(ctx, p, team, e)
	if err != nil {
		return ide.Outcome{}, err
	}
	out := ide.Outcome{Passed: t.Passed(), Failed: t.Failed(), Wrong: t.Wrong()}
	if n := len(t.Findings); n > 0 {
		out.Found = t.Findings[n-1].Got
	}
	if !out.Passed && !out.Failed && t.Reason.Kind != model.None {
		out.Found = t.Reason.String()
	}
	return out, nil
}

// Count returns the number of solutions of an example in words. memory bounds the states that engines keep, in
// bytes. 0 leaves that to them.
func Count(ctx context.Context, d *ide.Document, example int, memory int64) (string, error) {
	p, _, team, err := open(ctx, d, example)
	if err != nil {
		return "", err
	}
	r := solve.Count(ctx, p, team, solve.Question{Keep: 1, Memory: memory})
	switch {
	case r.Fault != nil:
		return "", r.Fault
	case r.Total != nil:
		return plural(r.Total.String()), nil
	case r.Exhausted:
		return plural(fmt.Sprint(r.Count)), nil
	}
	return fmt.Sprintf("at least %s (%s)", plural(fmt.Sprint(r.Count)), r.Reason), nil
}

func plural(n string) string {
	if n == "1" {
		return "1 solution"
	}
	return n + " solutions"
}

// Show draws an example: a puzzle, or the start of one that moves.
func Show(ctx context.Context, d *ide.Document, example int) (string, error) {
	p, e, _, err := open(ctx, d, example)
	if err != nil {
		return "", err
	}
	var sections []draw.Section
	var start []value.Value
	if p.Moving() {
		start, _ = p.Judge.Begin() // nil if it is open
	}
	if start != nil {
		sections, err = picture.Drawer{}.Start(p, start, p.Judge.Spec().HiddenNames()...)
		if err != nil {
			return "", err
		}
	} else {
		said := func(name string) bool { return len(e.Input.Instance.Of(name)) > 0 }
		sections = picture.Drawer{}.Puzzle(p.Judge, p.Givens, said)
	}
	var b strings.Builder
	for _, s := range sections {
		if s.Heading != "" {
			b.WriteString(s.Heading + "\n")
		}
		b.WriteString(draw.Text(s.Items, s.Options))
	}
	return b.String(), nil
}

// Instance returns an example as the text of an instance.
func Instance(ctx context.Context, d *ide.Document, example int) (string, error) {
	spec, e, err := exampleOf(d, example)
	if err != nil {
		return "", err
	}
	return e.Text(ctx, spec)
}
