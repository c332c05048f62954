package draw

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
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
