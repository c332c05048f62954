// Package diag represents problems in a user's text as data: where they are, what was expected, what
// was probably meant. It renders them for people and encodes them for programs.
//
// It knows no language. The finder of a problem chooses its wording.
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

	"nazo/internal/alg"
)

// Source is a named text that diagnostics refer to. Its fields must not change after first use. It is
// safe for concurrent use.
type Source struct {
	Name string // the user's name for it: a file name, "-", "command line"
	Text string // the bytes as read, including line ends

	once   sync.Once
	starts []int // byte offsets of the lines
}

// NewSource returns a source for text under the user's name for it.
func NewSource(name, text string) *Source { return &Source{Name: name, Text: text} }

// Position is a line and column as editors show them. Both count from 1, columns in characters (runes).
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// lineStarts builds the line index on first use. Texts without problems do not need it.
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

// lineAt returns the index, from 0, of the line that contains offset.
func (s *Source) lineAt(offset int) int {
	starts := s.lineStarts()
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset }) - 1
}

// Position returns the line and column of a byte offset, which is clamped to the text.
func (s *Source) Position(offset int) Position {
	offset = min(max(offset, 0), len(s.Text))
	line := s.lineAt(offset)
	before := strings.TrimPrefix(s.Text[s.lineStarts()[line]:offset], "\ufeff")
	return Position{Line: line + 1, Column: utf8.RuneCountInString(before) + 1}
}

// Lines returns the number of lines. After a final line end there is an empty line.
func (s *Source) Lines() int { return len(s.lineStarts()) }

// Line returns the text of a line, counted from 1, without its line end (LF or CRLF). It is empty for a
// line that does not exist.
func (s *Source) Line(number int) string {
	start, end := s.lineBounds(number)
	return s.Text[start:end]
}

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

// Span is a range of byte offsets, Start inclusive, End exclusive. An empty span is between two characters.
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

// Severity tells whether a diagnostic stops the work.
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
	Code       string  // kind of problem in kebab-case; stable, for programs and tests
	Message    string  // one line, no full stop
	Source     *Source // nil if the problem is in no text
	Span       Span    // only the offending words
	Expected   string  // what would be correct here, or ""
	Suggestion string  // the probably intended text of the span, or ""
	Help       string  // how to mend it, or ""
	Notes      []Note
}

// Note is a further place that explains a diagnostic, or a further sentence if it has no source.
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

// Expect sets what would be correct, and returns d.
func (d *Diagnostic) Expect(what string) *Diagnostic {
	d.Expected = what
	return d
}

// Suggest sets what was probably meant, or "", and returns d.
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

// Position returns the start of the diagnostic, or the zero Position without a source.
func (d *Diagnostic) Position() Position {
	if d.Source == nil {
		return Position{}
	}
	return d.Source.Position(d.Span.Start)
}

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

// MarshalJSON encodes places as file, line and column.
func (d *Diagnostic) MarshalJSON() ([]byte, error) {
	type note struct {
		Message string `json:"message"`
		place
	}
	notes := alg.Map(d.Notes, func(n Note) note { return note{n.Message, placeOf(n.Source, n.Span)} })
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

func same(a, b *Diagnostic) bool {
	return a.Source == b.Source && a.Span == b.Span && a.Code == b.Code && a.Message == b.Message
}

// DefaultLimit is the default limit of a list: enough to work on, few enough to read.
const DefaultLimit = 20

// List collects diagnostics. The zero List is empty and ready. A nil *List is empty and may be read.
type List struct {
	Limit int // 0 means DefaultLimit

	items   []*Diagnostic
	dropped int  // number of diagnostics beyond the limit
	errors  bool // an error was added, kept or not
}

// Add adds a diagnostic unless it is a duplicate. Beyond the limit it only counts, except that an error
// replaces a warning.
func (l *List) Add(d *Diagnostic) {
	if slices.ContainsFunc(l.items, func(other *Diagnostic) bool { return same(d, other) }) {
		return
	}
	l.errors = l.errors || d.Severity == Error
	if len(l.items) < cmp.Or(l.Limit, DefaultLimit) {
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

// All returns the kept diagnostics in order of file and position, or else in order of addition.
func (l *List) All() []*Diagnostic {
	if l == nil {
		return nil
	}
	items := slices.Clone(l.items)
	slices.SortStableFunc(items, compare)
	return items
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

// Err returns the list as an error if it has errors, or else nil.
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

// MostRead bounds the bytes that are read from a file. The parser rejects longer texts.
const MostRead = 16 << 20

// ErrIrregular is in the error for a pipe or a device, which may never end or may block for ever.
var ErrIrregular = errors.New("it is no regular file, but a pipe or a device")

// ReadFile reads at most [MostRead] bytes of a regular file.
func ReadFile(name string) (string, error) {
	info, err := os.Stat(name) // before opening it: opening a pipe would block
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
	return ReadText(f)
}

// ReadText reads at most [MostRead] bytes. It takes about twice their memory, and half of that only for a moment.
func ReadText(from io.Reader) (string, error) {
	const piece = 64 << 10
	var pieces [][]byte
	total := 0
	for {
		next := make([]byte, min(piece, MostRead-total))
		n, err := io.ReadFull(from, next)
		pieces, total = append(pieces, next[:n]), total+n
		if err != nil || total == MostRead {
			var text strings.Builder
			text.Grow(total)
			for _, p := range pieces {
				text.Write(p)
			}
			if err == io.EOF || err == io.ErrUnexpectedEOF {
				err = nil
			}
			return text.String(), err
		}
	}
}

// Count is a number with a regular noun, "1 row" or "3 rows".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %s", n, Plural(noun))
}

// Plural returns the plural of a regular English noun.
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
