// Package ide answers what an editor asks about a text: what is wrong with it and how to mend it, what stands at a place,
// where else it is meant, what can be written next. The language server (package lsp) and pages for the browser
// ask the same questions here.
//
// A [Document] is one version of one text, with the specs that it uses. It never changes, so any number of goroutines may ask it; what is
// found out is found out once, when it is first asked for. A new version is a new Document: reading and checking a spec of a thousand lines
// takes a few milliseconds, less than keeping parts of an older one would be worth.
//
// Names are resolved by the checker (check.Record), never by their spelling, so references, highlights and renaming hold in scopes that
// hide each other. What can come next is asked of the grammar itself (dsl.After): the statement up to the cursor is tried with
// each word. For what can be named there, and of which type it should be, a placeholder is put at the cursor and the text is checked
// with it.
//
// Places are byte offsets into the text, here and in all results; [Lines] turns them into lines and characters as editors count
// them, and nothing else does. Results are plain data that can be written as JSON. The package reads no files, keeps no time
// and starts nothing: what takes solving, such as the outcome of an example, is handed in as [Facts] by whoever found it out.
package ide

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
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

// Encoding is the unit in which an editor counts characters within a line.
type Encoding string

// The encodings of the language server protocol.
const (
	UTF8  Encoding = "utf-8"
	UTF16 Encoding = "utf-16"
	UTF32 Encoding = "utf-32"
)

// Position is a place as editors have it: line and character count from 0, the character in units of an encoding.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Lines is the index of a text's lines, which end with LF, CRLF or CR.
type Lines struct {
	text   string
	starts []int
}

// NewLines makes the index of a text.
func NewLines(text string) *Lines {
	l := &Lines{text: text, starts: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// Count is the number of lines: one more than there are line ends.
func (l *Lines) Count() int { return len(l.starts) }

// LineOf is the line that holds an offset, from 0.
func (l *Lines) LineOf(offset int) int {
	return sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset }) - 1
}

// Start is the offset at which a line begins; the end of the text for one that does not exist.
func (l *Lines) Start(line int) int {
	if line >= len(l.starts) {
		return len(l.text)
	}
	return l.starts[max(line, 0)]
}

// end is the offset of the end of a line, before its line end.
func (l *Lines) end(line int) int {
	end := l.Start(line + 1)
	for end > l.Start(line) && (l.text[end-1] == '\n' || l.text[end-1] == '\r') {
		end--
	}
	return end
}

// Position is where an offset is. Offsets outside of the text are moved to its nearest end, those within a character to its start.
func (l *Lines) Position(offset int, e Encoding) Position {
	offset = min(max(offset, 0), len(l.text))
	for offset < len(l.text) && offset > 0 && !utf8.RuneStart(l.text[offset]) {
		offset--
	}
	line := l.LineOf(offset)
	return Position{line, Units(l.text[l.starts[line]:offset], e)}
}

// Offset is the offset of a position. A character beyond the end of its line is that end, a line beyond the text the end of the text; a
// position within a character is its start.
func (l *Lines) Offset(p Position, e Encoding) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(l.starts):
		return len(l.text)
	}
	start := l.Start(p.Line)
	return start + Bytes(l.text[start:l.end(p.Line)], p.Character, e)
}

// Bytes is how many bytes of a text so many units take; a number within a character does not reach beyond its start.
func Bytes(text string, units int, e Encoding) (at int) {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if units -= width(r, size, e); units < 0 {
			break
		}
		at += size
	}
	return at
}

// Units counts the units of a text.
func Units(text string, e Encoding) int {
	if e == UTF8 {
		return len(text)
	}
	n := 0
	for i, r := range text {
		size := 1
		if r != utf8.RuneError {
			size = utf8.RuneLen(r)
		} else if _, s := utf8.DecodeRuneInString(text[i:]); s > 1 {
			size = s
		}
		n += width(r, size, e)
	}
	return n
}

// width is how many units a character of size bytes takes.
func width(r rune, size int, e Encoding) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r > 0xffff:
		return 2
	}
	return 1
}

// read is what reading a file of instances finds out.
type read struct {
	entries []*dsl.Assign
	record  *check.Record
	all     *diag.List
}

// readInstances reads the file and, if its spec is known, checks what it has for givens.
func (d *Document) readInstances() *read {
	instances, problems := instance.Parse(d.Source)
	r := &read{record: &check.Record{}, all: &diag.List{Limit: maxDiagnostics}}
	r.all.Merge(problems)
	var examples []*dsl.Example
	for _, i := range instances {
		r.entries = append(r.entries, i.Entries...)
		examples = append(examples, &dsl.Example{At: i.At, Givens: i.Entries})
	}
	if d.spec == nil {
		return r
	}
	r.all.Merge(check.CheckInstances(d.spec.found().file, d.spec.resolve, r.record, d.Source, examples))
	return r
}

// givenAt is the given whose name stands at an offset of a file of instances; nil if there is none.
func (d *Document) givenAt(offset int) (*check.Symbol, *dsl.Name) {
	r := d.read()
	for _, a := range r.entries {
		for _, n := range a.Names {
			if n.Start <= offset && offset <= n.End {
				return r.record.SymbolOf(n), n
			}
		}
	}
	return nil, nil
}

// pathTo lists the nodes of the tree that hold an offset, outermost first. A node holds the offset after its last character, too, so that
// the cursor behind a word is at the word.
func pathTo(file *dsl.File, offset int) []dsl.Node {
	var path []dsl.Node
	dsl.Visit(file, func(n dsl.Node) bool {
		span := n.Span()
		if n != dsl.Node(file) && (offset < span.Start || offset > span.End) {
			return false
		}
		path = append(path, n)
		return true
	})
	return path
}

// nameAt is the name that holds an offset or ends there, and the nodes around it, outermost first; nil if there is none.
func (d *Document) nameAt(offset int) (*dsl.Name, []dsl.Node) {
	var found *dsl.Name
	path := pathTo(d.found().file, offset)
	for i, n := range slices.Backward(path) {
		if name, ok := n.(*dsl.Name); ok && (found == nil || name.Start == offset) {
			found, path = name, path[:i]
		}
	}
	if found == nil {
		return nil, path
	}
	return found, slices.DeleteFunc(path, func(n dsl.Node) bool { return !n.Span().Contains(found.Span()) })
}

// statementAt is the statement that holds an offset or ends there; nil if there is none.
func (d *Document) statementAt(offset int) dsl.Stmt {
	for _, s := range d.found().file.Stmts {
		if span := s.Span(); span.Start <= offset && offset <= span.End {
			return s
		}
	}
	return nil
}

// Format has the edits that bring a spec into the standard layout: one, of the lines that differ. There are none if the spec can't be
// read, and for files of instances.
func (d *Document) Format() []Edit {
	if d.written {
		return nil
	}
	text, problems := dsl.Format(d.Source)
	old := d.Source.Text
	if problems.HasErrors() || text == old {
		return nil
	}
	start := commonPrefix(old, text)
	start = strings.LastIndexByte(old[:start], '\n') + 1
	end := commonPrefix(reversed(old[start:]), reversed(text[start:]))
	if i := strings.IndexByte(old[len(old)-end:], '\n'); i >= 0 { // whole lines
		end -= i + 1
	} else {
		end = 0
	}
	return []Edit{{Span{Start: start, End: len(old) - end}, text[start : len(text)-end]}}
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func reversed(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}
