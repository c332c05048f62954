package compose

import (
	"context"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/value"
)

// Draft is an instance that is being made: an input of a spec, whose parts may get other values.
type Draft struct {
	Spec    *check.Spec
	Input   givens.Input
	Options compile.Options
	// Parts of all givens, with the values that the input has.
	Parts []givens.Part
	index map[string]int
}

// NewDraft reads an input. The list has errors where it does not fit the spec.
func NewDraft(ctx context.Context, spec *check.Spec, in givens.Input, o compile.Options) (*Draft, *diag.List) {
	parts, problems := compile.Parts(ctx, spec, in, o)
	if problems.HasErrors() {
		return nil, problems
	}
	d := &Draft{Spec: spec, Input: in, Options: o, Parts: parts, index: map[string]int{}}
	for i, p := range parts {
		d.index[nameOf(p)] = i
	}
	return d, problems
}

// nameOf is what tells a part from all others.
func nameOf(p givens.Part) string { return p.Given + value.String(value.List(p.Path)) }

// options are those for compiling with the values that each part may have, by its number.
func (d *Draft) options(values func(i int) []value.Value) compile.Options {
	o := d.Options
	o.Seek = func(p givens.Part) []value.Value { return values(d.index[nameOf(p)]) }
	return o
}

// With has the values of all givens where the parts have the given values.
func (d *Draft) With(ctx context.Context, values []value.Value) ([]givens.Given, *diag.List) {
	return compile.Givens(ctx, d.Spec, d.Input, d.options(func(i int) []value.Value { return values[i : i+1] }))
}

// Values are those that the parts have in the input.
func (d *Draft) Values() []value.Value {
	out := make([]value.Value, len(d.Parts))
	for i, p := range d.Parts {
		out[i] = p.Value
	}
	return out
}

// names are the givens that have parts.
func (d *Draft) names() map[string]bool {
	out := map[string]bool{}
	for _, p := range d.Parts {
		out[p.Given] = true
	}
	return out
}

// shaping are the givens that can't be sought, each by itself: possible reports whether those can be that are not in a set.
func (d *Draft) shaping(possible func(but map[string]bool) bool) map[string]bool {
	out := map[string]bool{}
	for name := range d.names() {
		but := d.names()
		delete(but, name)
		if !possible(but) {
			out[name] = true
		}
	}
	return out
}
