package compile

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// NewExample is an example that stands outside of a spec: an input, and a
// statement, from its own source, that says what to expect of it.
func NewExample(name string, in Input, stmt *dsl.Example, src *diag.Source) *Example {
	e := &Example{Name: name, Input: in, Source: src, Span: stmt.Span()}
	for _, x := range stmt.Expect {
		e.Expect = append(e.Expect, Expectation{x.Kind, x.UpToSymmetry, x.Span(), x, src})
	}
	return e
}
