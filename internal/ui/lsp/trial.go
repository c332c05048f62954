package lsp

import (
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

// Trials answer what takes compiling or solving: how many instances rules have, what is wrong with the
// values of examples and instances, what an example comes to. All work ends with its context and
// within limits, so the next keystroke can cancel it.

// The limits of what is done without being asked for. They are counted, so what is told of a text depends on the text alone.
const (
	lookNodes = 300_000   // of the model of the first example
	lookWork  = 2_000_000 // of compiling it, and of reading the values of one example or instance
	lookMost  = 500       // examples, or instances of a file
)

// Looked is what a look at a spec found out.
type Looked struct {
	Instances []int // see ide.Facts
	Problems  []*diag.Diagnostic
}

// Look reads the values of all examples and compiles the first. Of a spec with mistakes it finds out nothing.
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

// instances compiles an example and counts the instances of the rules; nil if that takes too much.
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

// add takes over what is wrong, but not that a limit was met: nobody asked for the work.
func add(to, found *diag.List) {
	for _, d := range found.All() {
		if !strings.HasPrefix(d.Code, "limit-") {
			to.Add(d)
		}
	}
}

// own are those about the text itself.
func own(d *ide.Document, all *diag.List) *diag.List {
	out := &diag.List{}
	for _, p := range all.All() {
		if p.Source == d.Source {
			out.Add(p)
		}
	}
	return out
}

// Values reads the values of a file of instances as its spec wants them, and tells what is wrong with them.
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

// TrialLimits bound what is asked for.
type TrialLimits struct {
	Memory int64 // bytes for the states that engines keep; 0 leaves it to them
}

// open compiles an example.
func open(ctx context.Context, d *ide.Document, example int) (*solve.Problem, *compile.Example, solve.Team, error) {
	spec, fit := d.Spec()
	if !fit {
		return nil, nil, solve.Team{}, errors.New("the spec has mistakes")
	}
	examples := compile.Examples(spec)
	if example < 0 || example >= len(examples) {
		return nil, nil, solve.Team{}, fmt.Errorf("there is no example %d", example+1)
	}
	p, problems := solve.Compile(ctx, spec, examples[example].Input, compile.Options{})
	if problems.HasErrors() {
		if ctx.Err() != nil {
			return nil, nil, solve.Team{}, ctx.Err()
		}
		return nil, nil, solve.Team{}, problems
	}
	team, err := load.Team("auto")
	return p, examples[example], team, err
}

// Run finds out whether an example, by its place in the text, is as it expects. The error is one of the context, or has diagnostics
// (*diag.List).
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

// Count is the number of solutions of an example in words.
func Count(ctx context.Context, d *ide.Document, example int, l TrialLimits) (string, error) {
	p, _, team, err := open(ctx, d, example)
	if err != nil {
		return "", err
	}
	r := solve.Count(ctx, p, team, solve.Question{Keep: 1, Memory: l.Memory})
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

// Show draws what an example gives: a puzzle, or the state with which one that moves starts.
func Show(ctx context.Context, d *ide.Document, example int) (string, error) {
	p, e, _, err := open(ctx, d, example)
	if err != nil {
		return "", err
	}
	var sections []draw.Section
	if start, err := startOf(p); err == nil {
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

// Instance is the text of an instance with what an example gives.
func Instance(ctx context.Context, d *ide.Document, example int) (string, error) {
	spec, fit := d.Spec()
	examples := compile.Examples(spec)
	if !fit || example < 0 || example >= len(examples) {
		return "", errors.New("the spec has mistakes, or no such example")
	}
	return examples[example].Text(ctx, spec)
}

// startOf is the state with which a puzzle that moves starts; the error says that there is none, or not one.
func startOf(p *solve.Problem) ([]value.Value, error) {
	if !p.Moving() {
		return nil, errors.New("nothing moves")
	}
	return p.Judge.Begin()
}
