package page

import (
	"nazo/dsl/diag"
	"nazo/ide"
	"strings"
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

// diagnostics are those of some lists about the texts of a question, as editors are told them: with what mends them.
func diagnostics(q Question, lists ...*diag.List) []Diagnostic {
	docs := map[*diag.Source]*ide.Document{}
	out := []Diagnostic{}
	for _, l := range lists {
		for _, d := range l.All() {
			text, in, src := q.Spec, inSpec, d.Source
			switch {
			case src != nil && q.isInstance(src):
				text, in = q.Instance, inInstance
			case src == nil || !q.isSpec(src): // about a spec that this one uses
				src = diag.NewSource(q.name(), q.Spec)
			}
			if docs[src] == nil {
				docs[src] = ide.Open(src, shippedSpec)
			}
			one := &diag.List{}
			if d.Code == "missing-given" { // there is no command line here
				there := *d
				there.Help = "write it as the instance, or choose a size beside Blank and draw"
				d = &there
			}
			one.Add(d)
			for _, p := range docs[src].Present(one) {
				out = append(out, diagnosticOf(text, in, src.Name, p))
			}
		}
	}
	return out
}

// diagnosticOf is a diagnostic about a text of a name, with places as pages count.
func diagnosticOf(text, in, name string, p ide.Diagnostic) Diagnostic {
	out := Diagnostic{In: in, From: units(text, p.Span.Start), To: units(text, p.Span.End), Severity: p.Severity, Code: p.Code, Message: p.Message}
	for _, r := range p.Related {
		switch {
		case r.File == name:
			out.Message += "\n" + r.Message
		case strings.HasPrefix(p.Message, r.Message): // it is about that text
			out.Message = r.File + ": " + out.Message
		default:
			out.Message += "\n" + r.File + ": " + r.Message
		}
	}
	for _, f := range p.Fixes {
		fix := Fix{Title: f.Title}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, Change{units(text, e.Span.Start), units(text, e.Span.End), e.Text})
		}
		out.Fixes = append(out.Fixes, fix)
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
