package nazo

import (
	"context"
	"errors"
	"strings"

	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/judge"
)

// Diagnostics are mistakes and warnings in texts of a user, in the order of their places. As an
// error, which [errors.As] finds, they are the text that people read.
type Diagnostics []Diagnostic

// Diagnostic is one mistake, or a warning.
type Diagnostic struct {
	Warning bool   `json:"warning,omitempty"` // it stops nothing
	Code    string `json:"code"`              // its kind, such as "unknown-name", for programs
	Message string `json:"message"`           // a line without a full stop
	// File is the name of the text, "" if it stands in none. Lines and columns (in characters)
	// begin with 1; the end is that of the last offending word, exclusive.
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`

	Expected   string `json:"expected,omitempty"`   // what would have been right there
	Suggestion string `json:"suggestion,omitempty"` // what was probably meant instead of these words
	Help       string `json:"help,omitempty"`       // how to mend it, in a sentence

	text string
}

// String is the diagnostic for people, with the line it is about, in whole lines.
func (d Diagnostic) String() string { return d.text }

// Error is all of them for people, each with the line it is about.
func (d Diagnostics) Error() string {
	var all strings.Builder
	for _, one := range d {
		all.WriteString(one.text)
	}
	return all.String()
}

// diagnosticsOf makes public data of a list.
func diagnosticsOf(list *diag.List) (out Diagnostics) {
	for _, d := range list.All() {
		one := Diagnostic{Warning: d.Severity == diag.Warning, Code: d.Code, Message: d.Message,
			Expected: d.Expected, Suggestion: d.Suggestion, Help: d.Help, text: d.Text(false)}
		if d.Source != nil {
			start, end := d.Position(), d.Source.Position(d.Span.End)
			one.File, one.Line, one.Column, one.EndLine, one.EndColumn = d.Source.Name, start.Line, start.Column, end.Line, end.Column
		}
		out = append(out, one)
	}
	return out
}

// public is an error as this package hands it out.
func public(err error) error {
	var list *diag.List
	var limit *judge.Limit
	var reason engine.Reason
	switch {
	case errors.As(err, &list):
		return diagnosticsOf(list)
	case errors.As(err, &limit):
		return &Incomplete{Reason: limit.Error()}
	case errors.As(err, &reason):
		return &Incomplete{Reason: reason.String()}
	}
	return err
}

// ended is the error of a question that its context ended.
func ended(ctx context.Context, found int) error {
	return &Incomplete{engine.Ended(ctx).String(), found, ctx.Err()}
}
