// Package ide answers the questions of an editor about a text: its mistakes and how to mend them, the meaning and uses
// of a name, completions. The language server (package lsp) and pages in a browser ask the same questions here.
//
// A [Document] is one version of one text, with the specs that it uses. It never changes, so any number of
// goroutines may use it. Each finding is computed once, when it is first needed. A new version is a new Document:
// reading and checking a spec of a thousand lines takes a few milliseconds, so reusing parts of an older version
// is not worth it.
//
// The checker resolves names (check.Record). So references, highlights and renaming are right even in scopes that hide
// each other. The grammar itself tells what can come next (dsl.After): each word is tried after the statement up to the
// cursor. To find the visible names and the wanted type, the text is checked with a placeholder at the cursor.
//
// Places are byte offsets into the text, here and in all results. Only [Lines] converts them to lines and characters as
// editors count them. Results are plain data that can be written as JSON. The package reads no files, keeps no time and
// starts nothing. What takes solving, such as the outcome of an example, is handed in as [Facts].
package ide

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
)

// Uses finds the text of a used spec by its name. The name of the source says where it was found.
type Uses func(name string) (src *diag.Source, ok bool)

// Document is one version of a text: a spec, or a file of instances.
type Document struct {
	Source *diag.Source
	Lines  *Lines

	uses    Uses
	spec    *Document // the spec of a file of instances, which may be nil
	written bool      // the text is a file of instances
	tokens  func() []dsl.Token
	found   func() *found
	read    func() *read

	meanings func() meanings
}

// found is the result of reading and checking a spec.
type found struct {
	file   *dsl.File
	syntax *diag.List
	spec   *check.Spec
	record *check.Record
	checks *diag.List
}

// Open returns a document of the text of a spec. uses may be nil.
func Open(src *diag.Source, uses Uses) *Document {
	d := &Document{Source: src, Lines: NewLines(src.Text), uses: uses}
	d.tokens = sync.OnceValue(func() []dsl.Token { return dsl.Scan(src.Text) })
	d.found = sync.OnceValue(func() *found { return d.find(&check.Record{}) })
	d.meanings = sync.OnceValue(d.meaningsOf)
	return d
}

// OpenInstances returns a document of a file of instances. spec is their spec, which may be nil.
func OpenInstances(src *diag.Source, spec *Document) *Document {
	d := Open(src, nil)
	d.spec, d.written = spec, true
	d.read = sync.OnceValue(d.readInstances)
	return d
}

func (d *Document) find(r *check.Record) *found {
	f := &found{record: r}
	f.file, f.syntax = dsl.Parse(d.Source)
	f.spec, f.checks = check.CheckRecorded(f.file, d.resolve, r)
	return f
}

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

// record returns what the checker found out about the names of the text.
func (d *Document) record() *check.Record {
	if d.written {
		return d.read().record
	}
	return d.found().record
}

// Spec returns the checked spec. fit reports whether it has no mistakes, so that it can be solved.
func (d *Document) Spec() (spec *check.Spec, fit bool) {
	f := d.found()
	return f.spec, !f.syntax.HasErrors() && !f.checks.HasErrors()
}

// Span is a part of a text: byte offsets, the end exclusive.
type Span = diag.Span

// Location is a place in the text of a source.
type Location struct {
	File string `json:"file"`
	Span Span   `json:"span"`
}

// Edit replaces a part of a text.
type Edit struct {
	Span Span   `json:"span"`
	Text string `json:"text"`
}

// Apply makes edits that don't overlap and are in the order of the text.
func Apply(text string, edits []Edit) string {
	out, at := "", 0
	for _, e := range edits {
		out += text[at:e.Span.Start] + e.Text
		at = e.Span.End
	}
	return out + text[at:]
}

// Encoding is the unit in which an editor counts characters.
type Encoding string

// The encodings of the language server protocol.
const (
	UTF8  Encoding = "utf-8"
	UTF16 Encoding = "utf-16"
	UTF32 Encoding = "utf-32"
)

// Position is a place as editors have it. Line and character count from 0, characters in units of an encoding.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Lines is the index of a text's lines, which end with LF, CRLF or CR.
type Lines struct {
	text   string
	starts []int
}

// NewLines returns the index of a text.
func NewLines(text string) *Lines {
	l := &Lines{text: text, starts: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// Count returns the number of lines: one more than there are line ends.
func (l *Lines) Count() int { return len(l.starts) }

// LineOf returns the line of an offset, from 0.
func (l *Lines) LineOf(offset int) int {
	line, exact := slices.BinarySearch(l.starts, offset)
	if exact {
		return line
	}
	return line - 1
}

// Start returns the offset at which a line begins, or the end of the text if there is no such line.
func (l *Lines) Start(line int) int {
	if line >= len(l.starts) {
		return len(l.text)
	}
	return l.starts[max(line, 0)]
}

// end returns the offset of the end of a line, before its line end.
func (l *Lines) end(line int) int {
	end := l.Start(line + 1)
	for end > l.Start(line) && (l.text[end-1] == '\n' || l.text[end-1] == '\r') {
		end--
	}
	return end
}

// Position returns the position of an offset, moved into the text and to the start of its character.
func (l *Lines) Position(offset int, e Encoding) Position {
	offset = min(max(offset, 0), len(l.text))
	for offset < len(l.text) && offset > 0 && !utf8.RuneStart(l.text[offset]) {
		offset--
	}
	line := l.LineOf(offset)
	return Position{line, Units(l.text[l.starts[line]:offset], e)}
}

// Offset returns the offset of a position. Characters beyond the end of a line count as that end, lines beyond
// the text as its end, and positions within a character as its start.
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

// Bytes returns how many bytes so many units of a text take. A count that ends within a character stops before it.
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

// Units returns the number of units of a text.
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

// width returns how many units a character of size bytes takes.
func width(r rune, size int, e Encoding) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r > 0xffff:
		return 2
	}
	return 1
}

// read is the result of reading a file of instances.
type read struct {
	entries []*dsl.Assign
	record  *check.Record
	all     *diag.List
}

// readInstances reads the file and, if its spec is known, checks the values.
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

// givenAt returns the given that is named at an offset of a file of instances, or nil.
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

// pathTo lists the nodes of the tree around an offset, outermost first. The offset after a node's last character
// belongs to it, too. So the cursor after a word is at the word.
func pathTo(file *dsl.File, offset int) (path []dsl.Node) {
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

// nameAt returns the name at an offset, and the nodes around it, outermost first. The name may be nil.
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

func (d *Document) statementAt(offset int) dsl.Stmt {
	for _, s := range d.found().file.Stmts {
		if span := s.Span(); span.Start <= offset && offset <= span.End {
			return s
		}
	}
	return nil
}

// Format returns the edit that brings a spec into the standard layout, from the first to the last different line.
// There is none if the spec can't be read, and none for files of instances.
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
	slices.Reverse(b)
	return string(b)
}
