package page

import (
	"nazo/dsl/diag"
	"nazo/ide"
)

// The names of the texts of a question, for diagnostics.
const (
	inSpec     = "spec"
	inInstance = "instance"
)

// units is how many UTF-16 units a text has before a byte offset.
func units(text string, offset int) int {
	return ide.Units(text[:min(max(offset, 0), len(text))], ide.UTF16)
}

// bytesAt is the byte offset of the character before which there are so many UTF-16 units.
func bytesAt(text string, before int) int { return ide.Bytes(text, before, ide.UTF16) }

// diagnostics are those of a list about the texts of a question. What is about another text, as a spec that is used, has no place.
func diagnostics(q Question, lists ...*diag.List) []Diagnostic {
	out := []Diagnostic{}
	for _, l := range lists {
		for _, d := range l.All() {
			out = append(out, diagnosticOf(q, d))
		}
	}
	return out
}

func diagnosticOf(q Question, d *diag.Diagnostic) Diagnostic {
	out := Diagnostic{In: inSpec, Severity: d.Severity.String(), Code: d.Code, Message: d.Message, Help: d.Help, Suggestion: d.Suggestion}
	if d.Expected != "" {
		out.Message += "; expected " + d.Expected
	}
	for _, n := range d.Notes {
		out.Message += "; " + n.Message
	}
	switch {
	case d.Source == nil:
	case q.isInstance(d.Source):
		out.In, out.From, out.To = inInstance, units(q.Instance, d.Span.Start), units(q.Instance, d.Span.End)
	case q.isSpec(d.Source):
		out.From, out.To = units(q.Spec, d.Span.Start), units(q.Spec, d.Span.End)
	default:
		out.Message = d.Source.Name + ": " + out.Message
	}
	return out
}

// name is what messages call the spec.
func (q Question) name() string {
	if q.Name == "" {
		return inSpec
	}
	return q.Name
}

// isSpec reports whether a source is the text of the spec, not that of one it uses which is called as it is.
func (q Question) isSpec(src *diag.Source) bool { return src.Name == q.name() && src.Text == q.Spec }

// isInstance reports whether a source is the text of the instance, be the spec called instance, too.
func (q Question) isInstance(src *diag.Source) bool {
	return src.Name == inInstance && src.Text == q.Instance
}
