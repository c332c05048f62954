package ide

import (
	"sort"
	"unicode/utf8"
)

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
