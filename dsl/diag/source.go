// Package diag holds problems in a user's text as data: where they are, what
// was expected, what was probably meant. It renders them for people and
// encodes them for programs.
//
// It knows nothing of any language; who finds a problem decides its wording.
package diag

import (
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
