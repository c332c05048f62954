package ide

import (
	"sync"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
)

// Uses finds the text of a spec that another one uses, by its name. The name of the source is where it was found; what it is
// good for is the caller's business. ok is false if there is none.
type Uses func(name string) (src *diag.Source, ok bool)

// Document is one version of a text: a spec, or a file of instances.
type Document struct {
	Source *diag.Source
	Lines  *Lines

	uses    Uses
	spec    *Document // of a file of instances: the spec that they are for, which may be nil
	written bool      // it is a file of instances
	tokens  func() []dsl.Token
	found   func() *found
	read    func() *read

	meanings func() meanings
}

// found is what reading and checking a spec finds out.
type found struct {
	file   *dsl.File
	syntax *diag.List
	spec   *check.Spec
	record *check.Record
	checks *diag.List
}

// Open makes a document of the text of a spec; uses may be nil.
func Open(src *diag.Source, uses Uses) *Document {
	d := &Document{Source: src, Lines: NewLines(src.Text), uses: uses}
	d.tokens = sync.OnceValue(func() []dsl.Token { return dsl.Scan(src.Text) })
	d.found = sync.OnceValue(func() *found { return d.find(&check.Record{}) })
	d.meanings = sync.OnceValue(d.meaningsOf)
	return d
}

// OpenInstances makes a document of a file of instances; spec, which they are for, may be nil.
func OpenInstances(src *diag.Source, spec *Document) *Document {
	d := Open(src, nil)
	d.spec, d.written = spec, true
	d.read = sync.OnceValue(d.readInstances)
	return d
}

// find reads and checks the text.
func (d *Document) find(r *check.Record) *found {
	f := &found{record: r}
	f.file, f.syntax = dsl.Parse(d.Source)
	f.spec, f.checks = check.CheckRecorded(f.file, d.resolve, r)
	return f
}

// resolve finds the spec of a use statement.
func (d *Document) resolve(name string) (*dsl.File, error) {
	if d.uses == nil {
		return nil, errNoSpec
	}
	src, ok := d.uses(name)
	if !ok {
		return nil, errNoSpec
	}
	file, problems := dsl.Parse(src)
	return file, problems.Err()
}

// record is what the checker found out about the names of the text.
func (d *Document) record() *check.Record {
	if d.written {
		return d.read().record
	}
	return d.found().record
}

// Spec is the checked spec, and whether it has no mistakes and can be solved.
func (d *Document) Spec() (spec *check.Spec, fit bool) {
	f := d.found()
	return f.spec, !f.syntax.HasErrors() && !f.checks.HasErrors()
}

// Span is a stretch of a text: byte offsets, the end exclusive.
type Span = diag.Span

// Location is a place in a text, by the name of its source.
type Location struct {
	File string `json:"file"`
	Span Span   `json:"span"`
}

// Edit replaces a stretch of a text.
type Edit struct {
	Span Span   `json:"span"`
	Text string `json:"text"`
}

// Apply makes edits, which don't overlap and are in the order of the text.
func Apply(text string, edits []Edit) string {
	out, at := "", 0
	for _, e := range edits {
		out += text[at:e.Span.Start] + e.Text
		at = e.Span.End
	}
	return out + text[at:]
}
