package diag

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// Severity tells a mistake that stops the work from a remark that does not.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
	Remark // nothing need be wrong
)

// String returns "error", "warning" or "note".
func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// MarshalText writes the severity as its word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Diagnostic is one problem in a user's text.
type Diagnostic struct {
	Severity   Severity
	Code       string  // what kind of problem, in kebab-case; stable, for programs and tests
	Message    string  // one line, no full stop
	Source     *Source // nil for a problem that stands in no text
	Span       Span    // tight: the offending words only
	Expected   string  // what would have been right here, or ""
	Suggestion string  // the text that was probably meant instead of the span, or ""
	Help       string  // a sentence on how to mend it, or ""
	Notes      []Note
}

// Note is a further place that explains a diagnostic, or, without a source, a
// further sentence.
type Note struct {
	Message string
	Source  *Source
	Span    Span
}

// Errorf returns an error at a span of src.
func Errorf(src *Source, span Span, code, format string, args ...any) *Diagnostic {
	return &Diagnostic{Code: code, Message: fmt.Sprintf(format, args...), Source: src, Span: span}
}

// Warnf returns a warning at a span of src.
func Warnf(src *Source, span Span, code, format string, args ...any) *Diagnostic {
	d := Errorf(src, span, code, format, args...)
	d.Severity = Warning
	return d
}

// Remarkf returns a remark at a span of src.
func Remarkf(src *Source, span Span, code, format string, args ...any) *Diagnostic {
	d := Errorf(src, span, code, format, args...)
	d.Severity = Remark
	return d
}

// Expect says what would have been right, and returns d.
func (d *Diagnostic) Expect(what string) *Diagnostic {
	d.Expected = what
	return d
}

// Suggest says what was probably meant ("" for nothing), and returns d.
func (d *Diagnostic) Suggest(text string) *Diagnostic {
	d.Suggestion = text
	return d
}

// Helpf adds a sentence on how to mend it, and returns d.
func (d *Diagnostic) Helpf(format string, args ...any) *Diagnostic {
	d.Help = fmt.Sprintf(format, args...)
	return d
}

// Note adds a further place, and returns d.
func (d *Diagnostic) Note(src *Source, span Span, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Note{Message: fmt.Sprintf(format, args...), Source: src, Span: span})
	return d
}

// Position returns where the diagnostic begins; the zero Position if it has no
// source.
func (d *Diagnostic) Position() Position {
	if d.Source == nil {
		return Position{}
	}
	return d.Source.Position(d.Span.Start)
}

// place is how a span is written in JSON.
type place struct {
	File  string    `json:"file,omitempty"`
	Start *Position `json:"start,omitempty"`
	End   *Position `json:"end,omitempty"`
}

func placeOf(src *Source, span Span) place {
	if src == nil {
		return place{}
	}
	start, end := src.Position(span.Start), src.Position(span.End)
	return place{File: src.Name, Start: &start, End: &end}
}

// MarshalJSON writes places as file, line and column.
func (d *Diagnostic) MarshalJSON() ([]byte, error) {
	type note struct {
		Message string `json:"message"`
		place
	}
	notes := make([]note, len(d.Notes))
	for i, n := range d.Notes {
		notes[i] = note{n.Message, placeOf(n.Source, n.Span)}
	}
	return json.Marshal(struct {
		Severity Severity `json:"severity"`
		Code     string   `json:"code"`
		Message  string   `json:"message"`
		place
		Expected   string `json:"expected,omitempty"`
		Suggestion string `json:"suggestion,omitempty"`
		Help       string `json:"help,omitempty"`
		Notes      []note `json:"notes,omitempty"`
	}{d.Severity, d.Code, d.Message, placeOf(d.Source, d.Span), d.Expected, d.Suggestion, d.Help, notes})
}

// compare orders diagnostics by file and position.
func compare(a, b *Diagnostic) int {
	return cmp.Or(
		cmp.Compare(sourceName(a), sourceName(b)),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Severity, b.Severity),
	)
}

func sourceName(d *Diagnostic) string {
	if d.Source == nil {
		return ""
	}
	return d.Source.Name
}

// same reports whether two diagnostics would read the same.
func same(a, b *Diagnostic) bool {
	return a.Source == b.Source && a.Span == b.Span && a.Code == b.Code && a.Message == b.Message
}

// sorted returns the diagnostics by position; those of one place keep the order
// in which they were found.
func sorted(items []*Diagnostic) []*Diagnostic {
	items = slices.Clone(items)
	slices.SortStableFunc(items, compare)
	return items
}
