package draw

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// layeredBoard is one board with all that is drawn on it.
type layeredBoard struct {
	layer
	titles []string
	found  bool              // some layer is not given
	ground []*layer          // the given layers that have a title
	fixed  map[spotOn]string // given texts
	layers []*layer          // all of them, in order
}

// place lays a layer over the first board of its size without a collision, or begins a new board. A new
// board carries the given rooms and the givens that are below no found value so far. A layer without a
// title is only paper, so it begins no board if there is one of its size.
func place(boards []*layeredBoard, l *layer) []*layeredBoard {
	for _, p := range boards {
		if p.takes(l) {
			p.lay(l)
			return boards
		}
	}
	p := newBoard(l.rows, l.cols)
	for _, other := range boards {
		if l.title == "" && other.rows == l.rows && other.cols == l.cols {
			return boards
		}
		if other.rows == l.rows && other.cols == l.cols && l.areas == nil && p.areas == nil {
			p.areas, p.others = other.areas, other.others
		}
	}
	if !l.given {
		p.stand(l, boards)
	}
	p.lay(l)
	return append(boards, p)
}

func newBoard(rows, cols int) *layeredBoard {
	return &layeredBoard{layer: layer{rows: rows, cols: cols}}
}

// stand lays givens of other boards on a new board: those below no found value that leave room for l.
func (p *layeredBoard) stand(l *layer, boards []*layeredBoard) {
	alone := newBoard(l.rows, l.cols)
	alone.lay(l)
	for _, other := range boards {
		for _, g := range other.ground {
			if !carried(g, boards) && alone.takes(g) && p.takes(g) {
				p.lay(g)
			}
		}
	}
}

// carried reports whether a given is below a found value.
func carried(g *layer, boards []*layeredBoard) bool {
	return slices.ContainsFunc(boards, func(p *layeredBoard) bool { return p.found && slices.Contains(p.ground, g) })
}

// repeated reports whether each given of a board is also below a found value.
func (p *layeredBoard) repeated(boards []*layeredBoard) bool {
	return !slices.ContainsFunc(p.ground, func(g *layer) bool { return !carried(g, boards) })
}

// takes reports whether a layer can be laid over the board so that both can still be read.
func (p *layeredBoard) takes(l *layer) bool {
	if p.rows != l.rows || p.cols != l.cols ||
		p.areas != nil && l.areas != nil && !maps.Equal(p.areas, l.areas) ||
		p.shaded != nil && l.shaded != nil ||
		p.slants != nil && l.slants != nil ||
		len(p.strokes) > 0 && len(l.strokes) > 0 || len(p.borders) > 0 && len(l.borders) > 0 || !p.clear(l) {
		return false
	}
	for c, text := range l.texts.each() {
		old := p.texts.at(c)
		if old != "" && !l.top && old != text && utf8.RuneCountInString(together(old, text, l.given)) > maxTogether {
			return false
		}
	}
	return true
}

const maxTogether = 6 // bounds the characters of a cell with several texts

// together joins the texts of one cell: two givens without a blank, or with \ between numbers, others with a blank.
func together(old, text string, given bool) string {
	switch {
	case !given:
		return old + " " + text
	case isDigit(old[len(old)-1]) && isDigit(text[0]):
		return old + "\\" + text
	}
	return old + text
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func (p *layeredBoard) lay(l *layer) {
	if l.title != "" && !slices.Contains(p.titles, l.title) {
		p.titles = append(p.titles, l.title)
	}
	p.layers = append(p.layers, l)
	p.found = p.found || !l.given
	if l.given && l.title != "" {
		p.ground = append(p.ground, l)
	}
	for c, text := range l.texts.each() {
		if old := p.texts.at(c); old != "" && old != text && !l.top {
			text = together(old, text, l.given)
		}
		p.put(c, text)
		if l.given {
			add(&p.fixed, c, text)
		}
	}
	if l.areas != nil {
		p.areas, p.others = l.areas, l.others
	}
	if l.shaded != nil {
		p.shaded, p.doubts = l.shaded, l.doubts
	}
	if l.slants != nil {
		p.slants = l.slants
	}
	p.strokes = append(p.strokes, l.strokes...)
	p.borders = append(p.borders, l.borders...)
	p.ends = append(p.ends, l.ends...)
	for at, text := range l.marks {
		add(&p.marks, at, text)
	}
	for at := range l.bars {
		add(&p.bars, at, true)
	}
	for at, s := range l.base {
		p.signs(at, s)
	}
	for at, m := range l.rings {
		if p.rings[at] != New { // which takes precedence over Used
			add(&p.rings, at, m)
		}
	}
	p.outside.add(&l.outside)
	p.lattice = p.lattice || l.lattice
}

func (p *layeredBoard) title() string { return strings.Join(p.titles, ", ") }

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

// outside has the texts on each side, for each column or row, in reading order. Rows and columns count from 1, so those
// left and right have room for the corners of the board, in rows 0 and n + 1.
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
	l.outside[side] = make([][]string, lines+2)
	for i, clue := range list {
		parts, several := clue.(value.List)
		if !several {
			parts = value.List{clue}
		}
		if texts := alg.Map(parts, clueText); strings.Join(texts, "") != "" {
			l.outside[side][i+1] = texts
		}
	}
	return true
}

// looks puts a text outside of the board, where it looks along some cells. If it looks along a diagonal, an arrow shows
// that. It is false if the cells do not begin at the rim and lead away from it.
func (l *layer) looks(cells []spotOn, text string) bool {
	if len(cells) < 2 {
		return false
	}
	to := cells[0].towards(cells[1])
	at := spotOn{cells[0].row - to.row, cells[0].col - to.col}
	side, line := Left, at.row
	switch {
	case at.col < 1:
	case at.col > l.cols:
		side = Right
	case at.row < 1:
		side, line = Above, at.col
	case at.row > l.rows:
		side, line = Below, at.col
	default:
		return false
	}
	if to.row != 0 && to.col != 0 {
		text += map[spotOn]string{{1, 1}: "↘", {1, -1}: "↙", {-1, 1}: "↗", {-1, -1}: "↖"}[to]
	}
	if l.outside[side] == nil {
		lines := l.cols
		if side == Left || side == Right {
			lines = l.rows
		}
		l.outside[side] = make([][]string, lines+2)
	}
	if side == Above || side == Left {
		l.outside[side][line] = append([]string{text}, l.outside[side][line]...)
	} else {
		l.outside[side][line] = append(l.outside[side][line], text)
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
		if len(o[side]) < len(lines) {
			o[side] = append(o[side], make([][]string, len(lines)-len(o[side]))...)
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

// depth returns the greatest number of texts of a row or column on a side. A corner needs one, too.
func (o *outside) depth(side Side) (most int) {
	for _, texts := range o[side] {
		most = max(most, len(texts))
	}
	for _, beside := range []Side{Left, Right} {
		lines := o[beside]
		if side == Above && len(lines) > 0 && len(lines[0]) > 0 || side == Below && len(lines) > 0 && len(lines[len(lines)-1]) > 0 {
			most = max(most, 1)
		}
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
	for col, texts := range s.outside[Above] {
		s.downwards(col, s.above-len(texts), texts)
	}
	for col, texts := range s.outside[Below] {
		s.downwards(col, s.y(s.rows)+2, texts)
	}
	y := func(row int) int {
		switch row {
		case 0:
			return s.above - 1
		case s.rows + 1:
			return s.y(s.rows) + 2
		}
		return s.y(row)
	}
	for row, texts := range s.outside[Left] {
		text := strings.Join(texts, " ")
		s.text(s.left-1-utf8.RuneCountInString(text), y(row), text, bold)
	}
	for row, texts := range s.outside[Right] {
		s.text(s.right()+2, y(row), strings.Join(texts, " "), bold)
	}
}

// downwards writes texts one below the other at the middle of a column.
func (s *textBoard) downwards(col, y int, texts []string) {
	for i, text := range texts {
		free := s.cell - utf8.RuneCountInString(text)
		s.text(s.x(col)+(free+1)/2, y+i, text, bold)
	}
}
