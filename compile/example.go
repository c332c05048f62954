package compile

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/givens"
)

// NewExample is an example that stands outside of a spec: an input, and a statement,
// from its own source, that says what to expect of it.
func NewExample(name string, in givens.Input, stmt *dsl.Example, src *diag.Source) *Example {
	e := &Example{Name: name, Input: in, Source: src, Span: stmt.Span()}
	for _, x := range stmt.Expect {
		e.Expect = append(e.Expect, Expectation{x.Kind, x.UpToSymmetry, x.Span(), x, src})
	}
	return e
}

// Example is an instance in a spec and what the spec expects of it.
type Example struct {
	Name   string // or, without a name, its givens in a line
	Input  givens.Input
	Expect []Expectation
	Source *diag.Source
	Span   diag.Span
}

// Text is the example as the text of an instance: what it gives itself, as files have it. The error is of the context, or has diagnostics
// (*diag.List).
func (e *Example) Text(ctx context.Context, spec *check.Spec) (string, error) {
	values, problems := Givens(ctx, spec, e.Input, Options{})
	if problems.HasErrors() {
		return "", problems
	}
	own := slices.DeleteFunc(slices.Clone(values), func(g givens.Given) bool { return len(e.Input.Instance.Of(g.Name)) == 0 })
	if len(own) == 0 {
		return "", nil
	}
	return givens.Text(spec, own), nil
}

// Expectation is one thing that an example expects.
type Expectation struct {
	Kind         dsl.ExpectKind
	UpToSymmetry bool
	Span         diag.Span
	Stmt         *dsl.Expectation
	Source       *diag.Source
}

// Examples lists the examples of a spec.
func Examples(spec *check.Spec) []*Example {
	var out []*Example
	for _, placed := range spec.Examples {
		stmt := placed.Stmt
		e := &Example{Source: placed.Source, Span: stmt.Span()}
		e.Input.Instance = &instance.Instance{Source: placed.Source, Entries: stmt.Givens}
		switch {
		case stmt.Name != nil:
			e.Name = stmt.Name.Value
		case len(stmt.Givens) > 0:
			first, last := stmt.Givens[0].Span(), stmt.Givens[len(stmt.Givens)-1].Span()
			e.Name = title(placed.Source.Slice(first.To(last)))
		default:
			e.Name = fmt.Sprintf("line %d", placed.Source.Position(stmt.Span().Start).Line)
		}
		for _, x := range stmt.Expect {
			e.Expect = append(e.Expect, Expectation{x.Kind, x.UpToSymmetry, x.Span(), x, placed.Source})
		}
		out = append(out, e)
	}
	return out
}

// title makes one line of a text, not too long to stand in a table.
func title(text string) string {
	const longest = 60
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > longest {
		return string(line[:longest-1]) + "…"
	}
	return string(line)
}
