// Package diag holds problems in a user's text as data: where they are, what
// was expected, what was probably meant. It renders them for people and
// encodes them for programs.
//
// It knows nothing of any language; who finds a problem decides its wording.
package diag

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Source is a named text that diagnostics point into. Its fields must not
// change after first use; a Source may be read by several goroutines.
type Source struct {
	Name string // what the user calls it: a file name, "-", "command line"
	Text string // the bytes as they were read, line ends included

	once   sync.Once
	starts []int // the byte offset at which each line begins
}

// NewSource returns a source for text under the name that users know it by.
func NewSource(name, text string) *Source {
	return &Source{Name: name, Text: text}
}

// Position is a place in a source as editors show it: line and column count
// from 1, the column in characters (runes), so a tab or a kanji is one.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// lineStarts builds the line index when it is first needed: a text without
// problems never pays for it.
func (s *Source) lineStarts() []int {
	s.once.Do(func() {
		s.starts = append(s.starts, 0)
		for i := 0; i < len(s.Text); i++ {
			if s.Text[i] == '\n' {
				s.starts = append(s.starts, i+1)
			}
		}
	})
	return s.starts
}

// lineAt returns the index (from 0) of the line that holds offset.
func (s *Source) lineAt(offset int) int {
	starts := s.lineStarts()
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset }) - 1
}

// Position returns line and column of a byte offset. Offsets outside of the
// text are moved to its nearest end.
func (s *Source) Position(offset int) Position {
	offset = min(max(offset, 0), len(s.Text))
	line := s.lineAt(offset)
	before := strings.TrimPrefix(s.Text[s.lineStarts()[line]:offset], "\ufeff")
	return Position{Line: line + 1, Column: utf8.RuneCountInString(before) + 1}
}

// Lines returns the number of lines; a text that ends with a line end has an
// empty last line.
func (s *Source) Lines() int { return len(s.lineStarts()) }

// Line returns the text of a line, counted from 1, without its line end (LF or
// CRLF). It is empty for a line that does not exist.
func (s *Source) Line(number int) string {
	start, end := s.lineBounds(number)
	return s.Text[start:end]
}

// lineBounds returns the byte offsets of a line's text without its line end.
func (s *Source) lineBounds(number int) (start, end int) {
	starts := s.lineStarts()
	if number < 1 || number > len(starts) {
		return 0, 0
	}
	start, end = starts[number-1], len(s.Text)
	if number < len(starts) {
		end = starts[number] - 1
	}
	if end > start && s.Text[end-1] == '\r' {
		end--
	}
	return start, end
}

// Slice returns the text of a span.
func (s *Source) Slice(span Span) string {
	start := min(max(span.Start, 0), len(s.Text))
	return s.Text[start:min(max(span.End, start), len(s.Text))]
}

// Span is a stretch of a source's text: byte offsets, Start inclusive, End
// exclusive. An empty span stands between two characters.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// To returns the span from the start of s to the end of other.
func (s Span) To(other Span) Span { return Span{Start: s.Start, End: other.End} }

// Len returns the number of bytes that the span covers.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether other lies within s.
func (s Span) Contains(other Span) bool { return s.Start <= other.Start && other.End <= s.End }

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

// DefaultLimit is how many diagnostics a list keeps unless told otherwise:
// enough to work on, few enough to read.
const DefaultLimit = 20

// List collects diagnostics. The zero List is empty and ready; a nil *List is
// empty and may be read.
type List struct {
	Limit int // how many to keep; 0 means DefaultLimit

	items   []*Diagnostic
	dropped int  // how many more there were
	errors  bool // whether an error was added, kept or not
}

// Add puts a diagnostic into the list, unless the same is there already. Past
// the limit, diagnostics are only counted; an error then takes the place of a warning.
func (l *List) Add(d *Diagnostic) {
	if slices.ContainsFunc(l.items, func(other *Diagnostic) bool { return same(d, other) }) {
		return
	}
	l.errors = l.errors || d.Severity == Error
	limit := l.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	if len(l.items) < limit {
		l.items = append(l.items, d)
		return
	}
	l.dropped++
	if d.Severity != Error {
		return
	}
	for i, other := range slices.Backward(l.items) {
		if other.Severity != Error {
			l.items = append(slices.Delete(l.items, i, i+1), d)
			return
		}
	}
}

// Merge adds all diagnostics of other, which may be nil.
func (l *List) Merge(other *List) {
	if other == nil {
		return
	}
	for _, d := range other.items {
		l.Add(d)
	}
	l.dropped += other.dropped
	l.errors = l.errors || other.errors
}

// All returns the kept diagnostics in order of file and position.
func (l *List) All() []*Diagnostic {
	if l == nil {
		return nil
	}
	return sorted(l.items)
}

// Len returns how many diagnostics are kept.
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return len(l.items)
}

// Dropped returns how many diagnostics did not fit.
func (l *List) Dropped() int {
	if l == nil {
		return 0
	}
	return l.dropped
}

// HasErrors reports whether any diagnostic is an error, not just a warning.
func (l *List) HasErrors() bool { return l != nil && l.errors }

// Err returns the list as an error if it has errors, else nil.
func (l *List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}

// Error renders the list without colour.
func (l *List) Error() string { return l.Text(false) }

// MarshalJSON writes the list as an array, sorted by position.
func (l *List) MarshalJSON() ([]byte, error) {
	items := l.All()
	if items == nil {
		items = []*Diagnostic{}
	}
	return json.Marshal(items)
}

// MostRead bounds the bytes that are read of a file; what is longer is refused when it is
// parsed.
const MostRead = 16 << 20

// ErrIrregular is in the error of a file that may never end, or for which one may wait for ever: a pipe or a device.
var ErrIrregular = errors.New("it is no regular file, but a pipe or a device")

// ReadFile reads a regular file, at most [MostRead] bytes of it.
func ReadFile(name string) (string, error) {
	info, err := os.Stat(name) // before it is opened: a pipe would wait for whoever writes
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular() && !info.IsDir():
		return "", &fs.PathError{Op: "read", Path: name, Err: ErrIrregular}
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MostRead))
	return string(text), err
}

// Count is a number of things in words, "1 row" or "3 rows", for nouns that are regular.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s", n, Plural(noun))
}

// Plural is the plural of a regular English noun.
func Plural(noun string) string {
	for _, hiss := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(noun, hiss) {
			return noun + "es"
		}
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return stem + "ies"
	}
	return noun + "s"
}
