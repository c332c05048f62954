package draw

import (
	"unicode/utf8"
)

// form says how large cells are and what stands between them.
type form struct {
	width  int // columns of a cell
	gap    int // columns between cells; 1 where borders can stand
	lines  int // rows between cells, 0 or 1
	pad    int // columns between frame and cells
	ruled  bool
	framed bool
	dots   bool // empty cells show a dot
	points bool // dots at the corners of cells
}

// form chooses the paper: the roomiest of those on which the picture fits, with columns that are wide enough for what
// stands over them.
func (p *layeredBoard) form(opt Options) (f form) {
	for _, f = range p.forms(opt) {
		over := p.outside.across()
		if f.gap == 0 && over > 0 {
			over++
		}
		f.width = max(f.width, over)
		if p.columns(f) <= opt.columns() {
			break
		}
	}
	return f
}

// columns is the number of columns that a picture takes on a paper.
func (p *layeredBoard) columns(f form) int {
	return p.outside.columns(Left) + p.cols*(f.width+f.gap) - f.gap + 2*f.pad + 2 + p.outside.columns(Right)
}

// forms are the layouts for a board, from roomy to narrow: ruled squares for rooms and texts, dots
// for lines along cell borders, rows of characters for shades and for lines through cells.
func (p *layeredBoard) forms(opt Options) []form {
	text, quoted := 1, 1 // characters, and with a ‹
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
	if p.hasSides() {
		for _, t := range p.marks {
			text = max(text, utf8.RuneCountInString(t))
		}
	}
	squares := func(f form) []form {
		f.gap, f.lines = 1, 1
		roomy, narrow := f, f
		roomy.width, narrow.width = text+2, max(text, quoted)
		return []form{roomy, narrow}
	}
	rows := form{width: text, gap: 1, pad: 1, framed: true, dots: true}
	if p.cellRings() {
		rows.gap = 2 // for a bracket of each of two cells
	}
	switch {
	case p.slants != nil:
		narrow := form{width: text, gap: 1, lines: 1, pad: 1, framed: true, dots: true}
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
		return []form{{width: 2, framed: true}, {width: 1, framed: true}}
	case p.areas == nil && opt.Empty != 0:
		return []form{rows}
	case p.areas == nil:
		return append(squares(form{ruled: true, framed: true})[:1], rows)
	}
	return squares(form{ruled: true, framed: true})
}

// sheet is a picture on its way onto a canvas.
type textBoard struct {
	*layeredBoard
	form
	*canvas
	left, top int // where the board begins: there is room for what stands outside
}

// render draws the picture; if it is wider than the paper, in pieces.
func (p *layeredBoard) render(opt Options) string {
	if opt.Empty != 0 && p.plain() {
		return p.characters(opt).pieces(opt, p.cols, func(col int) int { return col - 1 }, func(col int) int { return col })
	}
	f := p.form(opt)
	s := &textBoard{layeredBoard: p, form: f, left: p.outside.columns(Left), top: p.outside.depth(Above)}
	s.canvas = newCanvas(p.columns(f), s.bottom()+1+p.outside.depth(Below))
	s.paper()
	s.walls()
	for _, k := range p.ringed(p.borders, true) {
		s.canvas.line(s.x(k.from.col)-1, s.y(k.from.row)-1, s.x(k.to.col)-1, s.y(k.to.row)-1, k.weight, inkOf(k.ink), k.mark)
	}
	for _, k := range p.ringed(p.strokes, false) {
		s.canvas.line(s.middle(k.from.col), s.y(k.from.row), s.middle(k.to.col), s.y(k.to.row), k.weight, inkOf(k.ink), k.mark)
	}
	s.contents()
	s.ringsOn()
	s.margins()
	side := min(s.gap, 1) // what stands between two columns is in both pieces
	return s.canvas.pieces(opt, p.cols, func(col int) int { return s.x(col) - side }, func(col int) int { return s.x(col) + s.width() + side })
}

// plain reports whether a character for each cell shows all of the picture.
func (p *layeredBoard) plain() bool {
	for _, text := range p.texts.each() {
		if utf8.RuneCountInString(text) != 1 {
			return false
		}
	}
	return p.rings == nil && p.areas == nil && p.slants == nil && !p.lattice && p.outside.empty() && !p.hasSides() && len(p.strokes)+len(p.borders)+len(p.ends) == 0
}

// characters draws a plain picture as grids are written.
func (p *layeredBoard) characters(opt Options) *canvas {
	c := newCanvas(p.cols, p.rows)
	for row := 1; row <= p.rows; row++ {
		for col := 1; col <= p.cols; col++ {
			at := spotOn{row, col}
			switch {
			case p.texts.at(at) != "":
				c.text(col-1, row-1, p.texts.at(at), plain)
			case p.shaded[at]:
				c.text(col-1, row-1, "■", plain)
			default:
				c.text(col-1, row-1, string(opt.Empty), plain)
			}
		}
	}
	return c
}

// x is the first column of a cell, y its row; they serve one past the last too.
func (s *textBoard) x(col int) int { return s.left + 1 + s.pad + (col-1)*(s.width()+s.gap) }

func (s *textBoard) y(row int) int { return s.top + 1 + (row-1)*(1+s.lines) }

// right is the last column of the board, bottom its last row: where the frame is.
func (s *textBoard) right() int { return s.x(s.cols) + s.width() + s.pad }

func (s *textBoard) bottom() int { return s.y(s.rows) + 1 }

func (s *textBoard) width() int { return s.form.width }

func (s *textBoard) middle(col int) int { return s.x(col) + (s.width()-1)/2 }

// paper draws the frame, the rules and the borders of rooms.
func (s *textBoard) paper() {
	right, bottom := s.right(), s.bottom()
	rule := func(row, col int, across, edge bool, mark Mark) {
		x, y := s.x(col)-1, s.y(row)-1
		if across {
			s.line(x, y, x+s.width()+1, y, weightOf(edge), penOf(edge), mark)
		} else {
			s.line(x, y, x, y+2, weightOf(edge), penOf(edge), mark)
		}
	}
	for _, heavyOnes := range []bool{false, true} {
		for row := 1; row <= s.rows; row++ {
			for col := 1; col <= s.cols; col++ {
				here := spotOn{row, col}
				if edge, mark := s.border(here, spotOn{row - 1, col}); row > 1 && edge == heavyOnes && (edge || s.ruled) {
					rule(row, col, true, edge, mark)
				}
				if edge, mark := s.border(here, spotOn{row, col - 1}); col > 1 && edge == heavyOnes && (edge || s.ruled) {
					rule(row, col, false, edge, mark)
				}
			}
		}
	}
	if s.framed {
		w, p := weightOf(s.areas != nil), penOf(s.areas != nil)
		s.line(s.left, s.top, right, s.top, w, p, Unmarked)
		s.line(s.left, bottom, right, bottom, w, p, Unmarked)
		s.line(s.left, s.top, s.left, bottom, w, p, Unmarked)
		s.line(right, s.top, right, bottom, w, p, Unmarked)
	}
	if s.points {
		for row := 1; row <= s.rows+1; row++ {
			for col := 1; col <= s.cols+1; col++ {
				s.dot(s.x(col)-1, s.y(row)-1)
			}
		}
	}
}

// dot marks a place until something is drawn over it.
func (s *textBoard) dot(x, y int) {
	if p := &s.spots[y*s.canvas.width+x]; p.arms == [4]uint8{} {
		p.dot, p.pen = true, faint
	}
}

func weightOf(edge bool) uint8 {
	if edge {
		return heavy
	}
	return light
}

func penOf(edge bool) pen {
	if edge {
		return plain
	}
	return faint
}

// contents fills the cells.
func (s *textBoard) contents() {
	for row := 1; row <= s.rows; row++ {
		for col := 1; col <= s.cols; col++ {
			c := spotOn{row, col}
			switch {
			case s.shaded[c] && s.width() == 1:
				s.fill(s.x(col), s.y(row), 1, '■', plain)
			case s.shaded[c]:
				s.fill(s.x(col), s.y(row), s.width(), '█', plain)
			case s.doubts[c]:
				s.fill(s.x(col), s.y(row), s.width(), '▒', plain)
			case s.dots && s.texts.at(c) == "":
				s.dot(s.middle(col), s.y(row))
			}
		}
	}
	for _, c := range sortedKeys(s.slants) {
		s.text(s.x(c.col)+s.width()+s.gap/2, s.y(c.row)+1, s.slants[c], ink)
	}
	for _, at := range sortedSpots(s.marks) {
		text := s.marks[at]
		x, y := s.at(at)
		s.text(max(0, min(x-(utf8.RuneCountInString(text)-1)/2, s.canvas.width-utf8.RuneCountInString(text))), y, text, bold)
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
		x := s.x(c.col) + (s.width()-n+1)/2
		s.text(x, s.y(c.row), text, p)
		if s.quotes(c, text, mixed) {
			s.quote(x, s.y(c.row), n)
		}
	}
}
