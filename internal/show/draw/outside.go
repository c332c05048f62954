package draw

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl/value"
)

// Side is where the value of an item stands: on its board, or beside it.
type Side uint8

// The sides of a board. Beside it stands a list with an element for each column, from left to
// right, or for each row, from the top down: a value, none, or a list of values in the order in
// which they are read, downwards or to the right.
const (
	Within Side = iota
	Above
	Below
	Left
	Right
)

// outside has the texts on each side, of each column or row in reading order.
type outside [Right + 1][][]string

// beside takes what stands on a side of a board.
func (l *layer) beside(v value.Value, b *value.Board, side Side) bool {
	list, ok := v.(value.List)
	l.rows, l.cols = sizeOf(b)
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
		texts, said := make([]string, len(parts)), false
		for k, part := range parts {
			texts[k] = clueText(part)
			said = said || texts[k] != ""
		}
		if said {
			l.outside[side][i] = texts
		}
	}
	return true
}

// clueText is a value as it stands beside a board.
func clueText(v value.Value) string {
	switch v := v.(type) {
	case value.None:
		return ""
	case value.Tuple:
		return commas(v)
	}
	return short(v)
}

// sizeOf is the number of rows and columns of cells of a board.
func sizeOf(b *value.Board) (rows, cols int) {
	if b.Points {
		return b.Rows - 1, b.Cols - 1
	}
	return b.Rows, b.Cols
}

func (o *outside) empty() bool {
	return o[Above] == nil && o[Below] == nil && o[Left] == nil && o[Right] == nil
}

// add puts what another layer has outside further from the board than what is there.
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

// depth is how many texts stand above one another, or beside one another, at most.
func (o *outside) depth(side Side) (most int) {
	for _, texts := range o[side] {
		most = max(most, len(texts))
	}
	return most
}

// columns is how wide the texts of the rows are on a side, with a blank that parts them from the board.
func (o *outside) columns(side Side) (most int) {
	for _, texts := range o[side] {
		if n := utf8.RuneCountInString(strings.Join(texts, " ")); n > 0 {
			most = max(most, n+1)
		}
	}
	return most
}

// across is the length of the longest text above or below a column.
func (o *outside) across() int { return max(o.longest(Above), o.longest(Below)) }

// longest is the length of the longest text on a side.
func (o *outside) longest(side Side) (most int) {
	for _, texts := range o[side] {
		for _, text := range texts {
			most = max(most, utf8.RuneCountInString(text))
		}
	}
	return most
}

// margins writes what stands outside of the board.
func (s *sheet) margins() {
	for i, texts := range s.outside[Above] {
		s.downwards(i+1, s.top-len(texts), texts)
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

// downwards writes texts one below the other over the middle of a column.
func (s *sheet) downwards(col, y int, texts []string) {
	for i, text := range texts {
		free := s.width() - utf8.RuneCountInString(text)
		s.text(s.x(col)+(free+1)/2, y+i, text, bold)
	}
}

// texts has the text of each cell of a board, "" for none. The zero value has none.
type texts struct {
	cols  int
	list  []string // row by row
	count int      // of those that are not empty
}

func newTexts(rows, cols int) texts { return texts{cols: cols, list: make([]string, rows*cols)} }

// at is the text of a cell.
func (t *texts) at(c spotOn) string {
	if t.list == nil {
		return ""
	}
	return t.list[(c.row-1)*t.cols+c.col-1]
}

// put gives a cell its text.
func (t *texts) put(c spotOn, text string) {
	at := &t.list[(c.row-1)*t.cols+c.col-1]
	if *at == "" && text != "" {
		t.count++
	}
	*at = text
}

// each has the cells that have a text, in reading order.
func (t *texts) each() iter.Seq2[spotOn, string] {
	return func(yield func(spotOn, string) bool) {
		for i, text := range t.list {
			if text != "" && !yield(spotOn{i/t.cols + 1, i%t.cols + 1}, text) {
				return
			}
		}
	}
}

// What lies on the sides and the corners of cells.

// place notes the board of a place, and tells where it lies.
func (l *layer) place(v value.Value) (value.Spot, bool) {
	at, _, ok := value.SpotOf(v)
	for e, isEdge := v.(value.Edge); isEdge; e, isEdge = v.(value.Edge) {
		v = e.A
	}
	c, _ := v.(value.Cell)
	return at, ok && l.on(c)
}

// wallSign is the text of a side that is a wall.
const wallSign = "#"

// marked takes a value for each side or corner, and for cells among them: a text, or a wall where a side is true or has the sign.
func (l *layer) marked(places, values []value.Value) bool {
	marks, bars := map[value.Spot]string{}, map[value.Spot]bool{}
	put := func(at value.Spot, text string) {
		switch {
		case !at.Side() && !at.Corner():
			l.put(cellAt(at), text)
		case at.Side() && text == wallSign:
			bars[at] = true
		default:
			marks[at] = text
		}
	}
	for i, p := range places {
		at, ok := l.place(p)
		if !ok {
			return false
		}
		switch v := values[i].(type) {
		case value.None:
		case value.Bool:
			switch {
			case v == value.True && at.Side():
				bars[at] = true
			case v == value.True:
				put(at, pointSign)
			}
		case *value.Array, *value.Route, *value.Board, *value.Graph:
			return false
		default:
			put(at, printed(v))
			l.glyph(at, v, printed(v))
		}
	}
	l.marks, l.bars = marks, bars
	return true
}

// pointSign shows that a corner is in a set.
const pointSign = "●"

// points takes a set of corners.
func (l *layer) points(vs []value.Value, as string) bool {
	marks := map[value.Spot]string{}
	for _, v := range vs {
		at, ok := l.place(v)
		if !ok || !at.Corner() {
			return false
		}
		if marks[at] = pointSign; as != "" {
			marks[at] = as
		}
		l.setGlyph(at, setGlyph(marks[at]))
	}
	l.marks = marks
	return len(marks) > 0
}

// walls takes a set of edges between cells that share a side, which are given: what is drawn on a side is a wall, not a line from cell
// to cell.
func (l *layer) walls(vs []value.Value) bool {
	bars := map[value.Spot]bool{}
	for _, v := range vs {
		at, ok := l.place(v)
		if _, board, _ := value.SpotOf(v); !ok || !at.Side() || board.Points {
			return false
		}
		bars[at] = true
	}
	l.bars = bars
	return len(bars) > 0
}

// clear reports whether none of the marks of a layer lies where the picture has one.
func (p *picture) clear(l *layer) bool {
	for at := range l.marks {
		if p.marks[at] != "" || p.bars[at] {
			return false
		}
	}
	for at := range l.bars {
		if p.marks[at] != "" {
			return false
		}
	}
	return true
}

// laySides puts what a layer has on sides and corners on the picture.
func (p *picture) laySides(l *layer) {
	if p.marks == nil {
		p.marks, p.bars = map[value.Spot]string{}, map[value.Spot]bool{}
	}
	for at, text := range l.marks {
		p.marks[at] = text
	}
	for at := range l.bars {
		p.bars[at] = true
	}
}

// hasSides reports whether something lies on sides or corners.
func (p *picture) hasSides() bool { return len(p.marks)+len(p.bars) > 0 }

// walls draws the sides that are walls.
func (s *sheet) walls() {
	for at := range s.bars {
		x, y := s.at(at)
		if at.Y%2 == 1 {
			s.line(x, y-1, x, y+1, heavy, plain, Unmarked)
		} else {
			s.line(s.x(at.X/2+1)-1, y, s.x(at.X/2+2)-1, y, heavy, plain, Unmarked)
		}
	}
}

// at is where a spot lies on the canvas.
func (s *sheet) at(spot value.Spot) (x, y int) {
	x, y = s.x(spot.X/2+1)-1, s.y(spot.Y/2+1)-1
	if spot.X%2 == 1 {
		x = s.middle(spot.X/2 + 1)
	}
	if spot.Y%2 == 1 {
		y++
	}
	return x, y
}

// sortedSpots are the spots of a map in reading order.
func sortedSpots[V any](m map[value.Spot]V) []value.Spot {
	return slices.SortedFunc(maps.Keys(m), func(a, b value.Spot) int { return cmp.Or(a.Y-b.Y, a.X-b.X) })
}
