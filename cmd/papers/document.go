package main

import (
	"context"
	_ "embed"
	"io"
	"slices"
	"strings"
	"text/template"
)

//go:embed papers.tmpl
var source string

// slow ends the names of sections that take longer than a test may.
const slow = " slow"

// document is the template with what answers its questions.
type document struct{ tree *template.Template }

// newDocument parses the template. Its questions are given up when the context ends;
// those that take minutes and gigabytes are only asked if long is set.
func newDocument(ctx context.Context, long bool) (*document, error) {
	a := &answerer{ctx, long}
	tree, err := template.New("papers").Funcs(a.questions()).Parse(source)
	return &document{tree}, err
}

// whole writes all of the document.
func (d *document) whole(w io.Writer) error { return d.tree.Execute(w, nil) }

// section writes one of its sections.
func (d *document) section(w io.Writer, name string) error {
	return d.tree.ExecuteTemplate(w, name, nil)
}

// quick are the names of the sections that are not slow, sorted.
func (d *document) quick() []string {
	var names []string
	for _, t := range d.tree.Templates() {
		if t.Name() != d.tree.Name() && !strings.HasSuffix(t.Name(), slow) {
			names = append(names, t.Name())
		}
	}
	slices.Sort(names)
	return names
}

// questions are the functions of the template.
func (a *answerer) questions() template.FuncMap {
	return template.FuncMap{
		// Answers of engines.
		"first": a.first, "count": a.count, "upTo": a.upTo, "classes": a.classes, "judge": a.judge, "sweep": a.sweep,
		"smallest": a.smallest, "within": a.within, "estimate": a.estimate, "export": a.export,
		"total": a.total, "longTotal": a.longTotal,
		// What is said about the graph of a path or cycle.
		"moves": a.moves, "table": a.index, "restarts": a.restarts, "successes": a.successes,
		"alike": a.alike, "tree": a.tree, "estimateTree": a.estimateTree,
		// Figures in words.
		"n": thousands, "ratio": ratio, "agrees": agrees, "wrong": wrong, "add": add, "times": times, "mul": mul, "div": div,
		"allOf": allOf, "list": func(items ...any) []any { return items }, "range1": span,
	}
}
