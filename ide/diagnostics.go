package ide

import (
	"errors"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// errNoSpec is why a spec can't be used.
var errNoSpec = errors.New("there is no such spec beside this one, nor among those that come with nazo")

// Diagnostic is something wrong with a text, or worth a remark.
type Diagnostic struct {
	Span     Span      `json:"span"`
	Severity string    `json:"severity"` // error, warning or note
	Code     string    `json:"code"`
	Message  string    `json:"message"` // lines: what is wrong, what was expected, how to mend it
	Related  []Related `json:"related,omitempty"`
	Fixes    []Fix     `json:"fixes,omitempty"`
}

// Related is a further place that explains a diagnostic.
type Related struct {
	Location
	Message string `json:"message"`
}

// Fix is a way to mend what a diagnostic is about.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Diagnostics lists what is wrong with the text, in its order. Where a statement can't be read, what would follow from its
// absence is not listed.
func (d *Document) Diagnostics() []Diagnostic {
	if d.written {
		return d.Present(d.read().all)
	}
	f := d.found()
	all := &diag.List{Limit: maxDiagnostics}
	all.Merge(f.syntax)
	for _, p := range f.checks.All() {
		if !f.syntax.HasErrors() || p.Severity == diag.Error && !strings.HasPrefix(p.Code, "missing-") {
			all.Add(p)
		}
	}
	return d.Present(all)
}

// maxDiagnostics is how many diagnostics of a text are listed.
const maxDiagnostics = 100

// Present turns diagnostics, also such as others found about the text, into data.
func (d *Document) Present(all *diag.List) []Diagnostic {
	out := []Diagnostic{}
	for _, p := range all.All() {
		out = append(out, d.diagnostic(p))
	}
	return out
}

// diagnostic turns one into data. One about another text, which this one uses, is told where it is used.
func (d *Document) diagnostic(p *diag.Diagnostic) Diagnostic {
	out := Diagnostic{Span: p.Span, Severity: p.Severity.String(), Code: p.Code}
	lines := []string{p.Message}
	if p.Expected != "" {
		lines = append(lines, "expected: "+p.Expected)
	}
	if p.Suggestion != "" {
		lines = append(lines, "did you mean `"+p.Suggestion+"`?")
	}
	if p.Help != "" {
		lines = append(lines, "help: "+p.Help)
	}
	for _, n := range p.Notes {
		if n.Source == nil {
			lines = append(lines, n.Message)
			continue
		}
		out.Related = append(out.Related, Related{Location{n.Source.Name, n.Span}, n.Message})
	}
	out.Message = strings.Join(lines, "\n")
	if p.Source != nil && p.Source != d.Source {
		out.Related = append([]Related{{Location{p.Source.Name, p.Span}, p.Message}}, out.Related...)
		out.Span = d.whereUsed()
		return out
	}
	out.Span.Start = min(max(out.Span.Start, 0), len(d.Source.Text))
	out.Span.End = min(max(out.Span.End, out.Span.Start), len(d.Source.Text))
	if p.Suggestion != "" {
		out.Fixes = append(out.Fixes, Fix{"write `" + p.Suggestion + "`", []Edit{{out.Span, p.Suggestion}}})
	}
	return out
}

// whereUsed is the place of the first use statement.
func (d *Document) whereUsed() Span {
	if d.written {
		return Span{}
	}
	for _, s := range d.found().file.Stmts {
		if use, ok := s.(*dsl.Use); ok {
			return use.Span()
		}
	}
	return Span{}
}
