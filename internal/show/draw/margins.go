package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Side is where the value of an item stands: on its board or beside it.
type Side uint8

// The sides of a board. A list stands beside it, with an element for each column from left to right, or for
// each row from the top down. An element is a value, none, or a list to be read downwards or to the right.
const (
	Within Side = iota
	Above
	Below
	Left
	Right
)

// outside has the texts on each side, for each column or row, in reading order.
type outside [Right + 1][][]string

func (l *layer) beside(v value.Value, b *value.Board, side Side) bool {
	list, ok := v.(value.List)
	l.rows, l.cols = SizeOf(b)
	lines := l.cols
	if side == Left || side == Right {
		lines = l.rows
	}
	if !ok || len(list) != lines {
		return false
	}
	l.outside[side] = make([][]string, lines)
	for i, clue := range list {
		parts, several := clue.(value.List)
		if !several {
			parts = value.List{clue}
		}
		if texts := alg.Map(parts, clueText); strings.Join(texts, "") != "" {
			l.outside[side][i] = texts
		}
	}
	return true
}

func clueText(v value.Value) string {
	switch v := v.(type) {
	case value.None:
		return ""
	case value.Tuple:
		return clue(v)
	}
	return short(v)
}

// clue writes the parts of a clue with commas, but a number behind a word without one: A4.
func clue(parts value.Tuple) string {
	var text strings.Builder
	for i, part := range parts {
		_, number := part.(value.Int)
		if i > 0 && (!number || !isWord(parts[i-1])) {
			text.WriteByte(',')
		}
		text.WriteString(printed(part))
	}
	return text.String()
}

// isWord reports whether a value is a label of letters alone.
func isWord(v value.Value) bool {
	_, label := v.(value.Label)
	return label && !strings.ContainsFunc(printed(v), func(r rune) bool { return !unicode.IsLetter(r) })
}

// SizeOf returns the number of rows and columns of cells of a board.
func SizeOf(b *value.Board) (rows, cols int) {
	if b.Points {
		return b.Rows - 1, b.Cols - 1
	}
	return b.Rows, b.Cols
}

func (o *outside) empty() bool {
	return o[Above] == nil && o[Below] == nil && o[Left] == nil && o[Right] == nil
}

// add puts the texts of another layer further from the board than those that are there.
func (o *outside) add(other *outside) {
	for side, lines := range other {
		if o[side] == nil && lines != nil {
			o[side] = make([][]string, len(lines))
		}
		for i, texts := range lines {
			if side := Side(side); side == Above || side == Left {
				o[side][i] = append(texts[:len(texts):len(texts)], o[side][i]...)
			} else {
				o[side][i] = append(o[side][i][:len(o[side][i]):len(o[side][i])], texts...)
			}
		}
	}
}

// depth returns the greatest number of texts of a row or column on a side.
func (o *outside) depth(side Side) (most int) {
	for _, texts := range o[side] {
		most = max(most, len(texts))
	}
	return most
}

// columns returns the width of the texts of rows on a side, with a blank between them and the board.
func (o *outside) columns(side Side) int {
	if n := longest(alg.Map(o[side], func(texts []string) string { return strings.Join(texts, " ") })); n > 0 {
		return n + 1
	}
	return 0
}

func (o *outside) longest(side Side) (most int) {
	for _, texts := range o[side] {
		most = max(most, longest(texts))
	}
	return most
}

func (s *textBoard) margins() {
	for i, texts := range s.outside[Above] {
		s.downwards(i+1, s.above-len(texts), texts)
	}
	for i, texts := range s.outside[Below] {
		s.downwards(i+1, s.y(s.rows)+2, texts)
	}
	for i, texts := range s.outside[Left] {
		text := strings.Join(texts, " ")
		s.text(s.left-1-utf8.RuneCountInString(text), s.y(i+1), text, bold)
	}
	for i, texts := range s.outside[Right] {
		s.text(s.right()+2, s.y(i+1), strings.Join(texts, " "), bold)
	}
}

// downwards writes texts one below the other at the middle of a column.
func (s *textBoard) downwards(col, y int, texts []string) {
	for i, text := range texts {
		free := s.cell - utf8.RuneCountInString(text)
		s.text(s.x(col)+(free+1)/2, y+i, text, bold)
	}
}
