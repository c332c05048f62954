package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// call is a call of a def whose body is being checked.
type call struct {
	name *dsl.Name
	src  *diag.Source
}

// maxCallNotes is how many of the calls that lead to a mistake are shown.
const maxCallNotes = 3

// mistake identifies a diagnostic: the body of a def is checked for each kind of
// arguments, and tells its mistakes once.
type mistake struct {
	src  *diag.Source
	span diag.Span
	code string
}

// errorf reports a mistake at a node. The returned diagnostic can be added to.
// Within the body of a def, the calls that lead there are noted.
func (c *checker) errorf(at dsl.Node, code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(c.src, at.Span(), code, format, args...)
	for i := len(c.calls) - 1; i >= 0 && i >= len(c.calls)-maxCallNotes; i-- {
		call := c.calls[i]
		d.Note(call.src, call.name.Span(), "in this call of `%s`", call.name.Text)
	}
	c.add(d)
	return d
}

// warnf reports something that is probably not meant; if the spec has mistakes,
// they come first, and nothing is said.
func (c *checker) warnf(at dsl.Node, code, format string, args ...any) *diag.Diagnostic {
	d := diag.Warnf(c.src, at.Span(), code, format, args...)
	c.warnings = append(c.warnings, d)
	return d
}

// add keeps a diagnostic unless there is one of the kind at the place.
func (c *checker) add(d *diag.Diagnostic) {
	m := mistake{d.Source, d.Span, d.Code}
	if !c.reported[m] {
		c.reported[m] = true
		c.diags.Add(d)
	}
}

// wrongType reports that a node is not what it must be.
func (c *checker) wrongType(at dsl.Node, expected string, got *Type) *diag.Diagnostic {
	return c.errorf(at, "wrong-type", "this is %s", present(got)).Expect(expected)
}

// mustBeKnown reports that a node may not depend on what is to be found.
func (c *checker) mustBeKnown(at dsl.Node, what string) *diag.Diagnostic {
	message, who := "%s must be known before solving begins", "the solver decides"
	switch {
	case c.dealing:
		message, who = "%s must not depend on what is hidden", "is hidden"
	case c.spec.Moving():
		message, who = "%s must be known before anything moves", "moves change"
	}
	d := c.errorf(at, "must-be-known", message, what)
	if name := c.unknownName(at); name != nil && name.Span() != at.Span() {
		d.Note(c.src, name.Span(), "it depends on `%s`, which %s", name.Text, who)
	}
	return d
}

// unknownName finds a name in a node that stands for something unknown.
func (c *checker) unknownName(n dsl.Node) (found *dsl.Name) {
	dsl.Visit(n, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok && found == nil && c.spec.Unknown(name) {
			found = name
		}
		return found == nil
	})
	return found
}
