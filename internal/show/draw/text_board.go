package draw

import (
	"maps"
	"slices"
	"unicode/utf8"

	"nazo/dsl/value"
)

// paper says where the cells of a board lie in a text. Coordinates serve one past the last cell too.
type paper struct {
	cell        int // columns of a cell
	gap         int // columns between cells; 1 where borders can stand
	lines       int // rows between cells, 0 or 1
	pad         int // columns between frame and cells
	left, above int // where the board begins, after the texts outside it
}

func (p paper) x(col int) int { return p.left + 1 + p.pad + (col-1)*(p.cell+p.gap) }
func (p paper) y(row int) int { return p.above + 1 + (row-1)*(1+p.lines) }

func (p paper) middle(col int) int { return p.x(col) + (p.cell-1)/2 }

// height returns the number of lines down to the lower frame of a board.
func (p paper) height(rows int) int { return p.y(rows) + 2 }

func (p paper) at(spot value.Spot) (x, y int) {
	x, y = p.x(spot.X/2+1)-1, p.y(spot.Y/2+1)-1
	if spot.X%2 == 1 {
		x = p.middle(spot.X/2 + 1)
	}
	if spot.Y%2 == 1 {
		y++
	}
	return x, y
}

type form struct {
	paper
	ruled, framed bool
	dots          bool // empty cells show a dot
	points        bool // dots at the corners of cells
}

// form chooses the roomiest paper on which the board fits, with columns as wide as the texts above them.
func (p *layeredBoard) form(opt Options) (f form) {
	for _, f = range p.forms(opt) {
		over := max(p.outside.longest(Above), p.outside.longest(Below))
		if f.gap == 0 && over > 0 {
			over++
		}
		f.cell = max(f.cell, over)
		if p.columns(f) <= opt.columns() {
			break
		}
	}
	return f
}

func (p *layeredBoard) columns(f form) int {
	return p.outside.columns(Left) + p.cols*(f.cell+f.gap) - f.gap + 2*f.pad + 2 + p.outside.columns(Right)
}

// forms returns the papers for a board, from roomy to narrow. Rooms and texts need ruled squares, lines
// along cell borders need dots, and shades and lines through cells need rows of characters.
func (p *layeredBoard) forms(opt Options) []form {
	text, quoted := 1, 1 // characters in a cell, without and with a ‹
	if p.cellRings() {
		quoted = 3
	}
	mixed := p.mixed()
	for c, t := range p.texts.each() {
		n := utf8.RuneCountInString(t)
		text, quoted = max(text, n), max(quoted, n)
		if p.quotes(c, t, mixed) {
			quoted = max(quoted, n+1)
		}
		if p.rings != nil {
			quoted = max(quoted, n+2)
		}
	}
	text = max(text, longest(slices.Collect(maps.Values(p.marks))))
	squares := func(f form) []form {
		f.gap, f.lines = 1, 1
		roomy, narrow := f, f
		roomy.cell, narrow.cell = text+2, max(text, quoted)
		return []form{roomy, narrow}
	}
	rows := form{paper: paper{cell: text, gap: 1, pad: 1}, framed: true, dots: true}
	if p.cellRings() {
		rows.gap = 2 // for a bracket of each of two cells
	}
	switch {
	case p.slants != nil:
		narrow := form{paper: paper{cell: text, gap: 1, lines: 1, pad: 1}, framed: true, dots: true}
		roomy := narrow
		roomy.gap = 3
		return []form{roomy, narrow}
	case len(p.borders) > 0 || p.lattice:
		return squares(form{points: true})
	case p.hasSides():
		lines := len(p.strokes) > 0
		return squares(form{ruled: !lines, framed: true, dots: lines})
	case len(p.strokes) > 0 && p.areas == nil:
		return []form{rows}
	case len(p.strokes) > 0:
		return squares(form{framed: true, dots: true})
	case p.areas == nil && p.texts.count == 0 && p.shaded != nil && p.rings == nil:
		return []form{{paper: paper{cell: 2}, framed: true}, {paper: paper{cell: 1}, framed: true}}
	case p.areas == nil && opt.Empty != 0:
		return []form{rows}
	case p.areas == nil:
		return append(squares(form{ruled: true, framed: true})[:1], rows)
	}
	return squares(form{ruled: true, framed: true})
}

type textBoard struct {
	*layeredBoard
	form
	*canvas
}

// render draws the board, in pieces if it is wider than the paper.
func (p *layeredBoard) render(opt Options) string {
	if opt.Empty != 0 && p.plain() {
		return p.characters(opt).pieces(opt, p.cols, func(col int) int { return col - 1 }, func(col int) int { return col })
	}
	f := p.form(opt)
	f.left, f.above = p.outside.columns(Left), p.outside.depth(Above)
	s := &textBoard{p, f, newCanvas(p.columns(f), f.height(p.rows)+p.outside.depth(Below))}
	s.paper()
	s.walls()
	for _, k := range p.ringed(p.borders, true) {
		s.line(s.x(k.from.col)-1, s.y(k.from.row)-1, s.x(k.to.col)-1, s.y(k.to.row)-1, k.weight, inkOf(k.ink), k.mark)
	}
	for _, k := range p.ringed(p.strokes, false) {
		s.line(s.middle(k.from.col), s.y(k.from.row), s.middle(k.to.col), s.y(k.to.row), k.weight, inkOf(k.ink), k.mark)
	}
	s.contents()
	s.ringsOn()
	s.margins()
	side := min(s.gap, 1) // both pieces have what stands between two columns
	return s.pieces(opt, p.cols, func(col int) int { return s.x(col) - side }, func(col int) int { return s.x(col) + s.cell + side })
}

// plain reports whether one character for each cell shows all of the board.
func (p *layeredBoard) plain() bool {
	for _, text := range p.texts.each() {
		if utf8.RuneCountInString(text) != 1 {
			return false
		}
	}
	return p.rings == nil && p.areas == nil && p.slants == nil && !p.lattice && p.outside.empty() && !p.hasSides() &&
		len(p.strokes)+len(p.borders)+len(p.ends) == 0
}

func (p *layeredBoard) characters(opt Options) *canvas {
	c := newCanvas(p.cols, p.rows)
	for at := range cellsOf(p.rows, p.cols) {
		text := p.texts.at(at)
		switch {
		case text != "":
		case p.shaded[at]:
			text = "■"
		default:
			text = string(opt.Empty)
		}
		c.text(at.col-1, at.row-1, text, plain)
	}
	return c
}

func (s *textBoard) right() int { return s.x(s.cols) + s.cell + s.pad }

// paper draws the frame, the rules and the borders of rooms.
func (s *textBoard) paper() {
	right, bottom := s.right(), s.height(s.rows)-1
	for _, heavyOnes := range []bool{false, true} {
		for here := range cellsOf(s.rows, s.cols) {
			x, y := s.x(here.col)-1, s.y(here.row)-1
			rule := func(there spotOn, toX, toY int) {
				edge, mark := s.border(here, there)
				if there.row > 0 && there.col > 0 && edge == heavyOnes && (edge || s.ruled) {
					weight, p := ruleOf(edge)
					s.line(x, y, toX, toY, weight, p, mark)
				}
			}
			rule(spotOn{here.row - 1, here.col}, x+s.cell+1, y)
			rule(spotOn{here.row, here.col - 1}, x, y+2)
		}
	}
	if s.framed {
		w, p := ruleOf(s.areas != nil)
		s.line(s.left, s.above, right, s.above, w, p, Unmarked)
		s.line(s.left, bottom, right, bottom, w, p, Unmarked)
		s.line(s.left, s.above, s.left, bottom, w, p, Unmarked)
		s.line(right, s.above, right, bottom, w, p, Unmarked)
	}
	if s.points {
		for c := range cellsOf(s.rows+1, s.cols+1) {
			s.dot(s.x(c.col)-1, s.y(c.row)-1)
		}
	}
}

// dot marks a place until something is drawn over it.
func (s *textBoard) dot(x, y int) {
	if p := &s.spots[y*s.width+x]; p.arms == [4]uint8{} {
		p.dot, p.pen = true, faint
	}
}

// ruleOf returns the style of a rule, or of the edge of a room.
func ruleOf(edge bool) (weight uint8, p pen) {
	if edge {
		return heavy, plain
	}
	return light, faint
}

func (s *textBoard) contents() {
	for c := range cellsOf(s.rows, s.cols) {
		x, y := s.x(c.col), s.y(c.row)
		switch {
		case s.shaded[c] && s.cell == 1:
			s.fill(x, y, 1, '■', plain)
		case s.shaded[c]:
			s.fill(x, y, s.cell, '█', plain)
		case s.doubts[c]:
			s.fill(x, y, s.cell, '▒', plain)
		case s.dots && s.texts.at(c) == "":
			s.dot(s.middle(c.col), y)
		}
	}
	for _, c := range sortedKeys(s.slants) {
		s.text(s.x(c.col)+s.cell+s.gap/2, s.y(c.row)+1, s.slants[c], ink)
	}
	for _, at := range sortedSpots(s.marks) {
		text := s.marks[at]
		x, y := s.at(at)
		n := utf8.RuneCountInString(text)
		s.text(max(0, min(x-(n-1)/2, s.width-n)), y, text, bold)
	}
	for _, c := range s.ends {
		s.text(s.middle(c.col), s.y(c.row), "●", ink)
	}
	mixed := s.mixed()
	for c, text := range s.texts.each() {
		p, n := plain, utf8.RuneCountInString(text)
		if s.fixed[c] != "" {
			p = bold
		}
		x := s.x(c.col) + (s.cell-n+1)/2
		s.text(x, s.y(c.row), text, p)
		if s.quotes(c, text, mixed) {
			s.quote(x, s.y(c.row), n)
		}
	}
}
