package draw

import (
	"fmt"
	"strings"
	"sync"

	"nazo/dsl/value"
)

// extent returns the size of a board on a page, with the texts outside it.
func (p *layeredBoard) extent() (width, height int) {
	o := &p.outside
	return p.cols*cellSize + o.slot(Left)*o.depth(Left) + o.slot(Right)*o.depth(Right),
		p.rows*cellSize + o.slot(Above)*o.depth(Above) + o.slot(Below)*o.depth(Below)
}

type svgBoard struct {
	*page
	*layeredBoard
	inCells map[spotOn][]part
	crossed map[spotOn]bool     // cells through which lines run
	inLines map[value.Spot]bool // marks that lines show
}

func (p *page) board(b *layeredBoard, x, y int) {
	e := &svgBoard{page: p, layeredBoard: b, inCells: b.parts(), crossed: b.crossings(), inLines: map[value.Spot]bool{}}
	left, top := b.outside.slot(Left)*b.outside.depth(Left), b.outside.slot(Above)*b.outside.depth(Above)
	p.add(`<g class="board" data-rows="%d" data-cols="%d" transform="translate(%d %d)">`, b.rows, b.cols, x+left, y+top)
	e.cells()
	for _, squares := range []bool{true, false} {
		for _, l := range b.layers {
			e.lineFigures(l, squares)
		}
	}
	e.frames()
	e.paper()
	for _, l := range b.layers {
		e.cages(l)
		e.lines(l, l.borders, true)
		e.lines(l, l.strokes, false)
		e.ends(l)
		e.slants(l)
	}
	e.contents()
	e.sides()
	e.margins()
	p.add("</g>")
}

// start returns where a column or row begins. They count from 1.
func start(n int) int { return (n - 1) * cellSize }

// cells draws the cells of a board, filled if they are shaded or walls.
func (e *svgBoard) cells() {
	shaded := e.only(func(l *layer) bool { return l.shaded != nil })
	from := ""
	if shaded != nil {
		from = shaded.source()
	}
	e.add(`<g class="cells">`)
	for c := range cellsOf(e.rows, e.cols) {
		class, of := "", ""
		switch {
		case e.shaded[c]:
			class, of = ` class="shade"`, from
		case e.doubts[c]:
			class, of = ` class="maybe"`, from
		}
		if b := e.block(c); b != nil {
			class, of = ` class="shade"`, b.source()
			if b.given || b.small {
				class = ` class="wall"`
			}
		}
		e.add(`<rect%s data-place="r%dc%d"%s x="%d" y="%d" width="%d" height="%[7]d"/>`, class, c.row, c.col, of, start(c.col), start(c.row), cellSize)
	}
	e.add("</g>")
}

func (e *svgBoard) block(c spotOn) *layer {
	for _, p := range e.inCells[c] {
		if p.shape == block {
			return p.of
		}
	}
	return nil
}

// frames draws frames round marked cells. So colour is not the only sign.
func (e *svgBoard) frames() {
	frame := func(c spotOn, class string) {
		e.add(`<rect class="tint %[1]s" x="%[2]d" y="%[3]d" width="%[4]d" height="%[4]d"/><rect class="mark %[1]s" data-place="r%[5]dc%[6]d" x="%[7]d" y="%[8]d" width="%[9]d" height="%[9]d"/>`,
			class, start(c.col), start(c.row), cellSize, c.row, c.col, start(c.col)+4, start(c.row)+4, cellSize-8)
	}
	for _, at := range sortedSpots(e.rings) {
		if !at.Side() && !at.Corner() {
			frame(cellAt(at), markClass(e.rings[at]))
		}
	}
	for _, l := range e.layers {
		if l.wrong {
			for c := range l.texts.each() {
				frame(c, markClass(Wrong))
			}
		}
	}
}

func markClass(m Mark) string {
	return map[Mark]string{Doubtful: "doubtful", New: "new", Used: "used", Wrong: "wrong"}[m]
}

// paper draws the background: dots at the corners if lines run along cells, dots in the cells if diagonals
// join them, else thin lines with thick ones around rooms.
func (e *svgBoard) paper() {
	switch {
	case len(e.borders) > 0 || e.lattice:
		e.dots(e.rows+1, e.cols+1, 0)
		return
	case e.layeredBoard.slants != nil:
		e.dots(e.rows, e.cols, cellSize/2)
		return
	}
	var thin, thick, dotted strings.Builder
	side := func(here, there spotOn, x, y int, along string) {
		to := &thin
		switch edge, mark := e.border(here, there); {
		case edge && mark == Unmarked:
			to = &thick
		case edge:
			to = &dotted
		}
		fmt.Fprintf(to, "M%d %d%s%d", x, y, along, cellSize)
	}
	for c := range cellsOf(e.rows, e.cols) {
		if c.row > 1 {
			side(c, spotOn{c.row - 1, c.col}, start(c.col), start(c.row), "h")
		}
		if c.col > 1 {
			side(c, spotOn{c.row, c.col - 1}, start(c.col), start(c.row), "v")
		}
	}
	e.add(`<path class="grid" d="%s"/>`, thin.String())
	e.fifths()
	of := ""
	if l := e.only(func(l *layer) bool { return l.areas != nil }); l != nil {
		of = l.source()
	}
	if thick.Len() > 0 {
		e.add(`<path class="rooms"%s d="%s"/>`, of, thick.String())
	}
	if dotted.Len() > 0 {
		e.add(`<path class="rooms doubtful"%s d="%s"/>`, of, dotted.String())
	}
	e.add(`<rect class="frame" width="%d" height="%d"/>`, e.cols*cellSize, e.rows*cellSize)
}

var fifthStyle = sync.OnceValue(makeFifthStyle)

func makeFifthStyle() string {
	_, use := sheet(nil, "")
	return use(".fifth", "stroke", "dot", "stroke-width:2.5;stroke-linecap:butt")
}

// fifths draws each fifth line of a large board thicker if lists stand outside it, since these count its cells.
func (e *svgBoard) fifths() {
	if max(e.rows, e.cols) < 10 || max(e.outside.depth(Above), e.outside.depth(Left), e.outside.depth(Below), e.outside.depth(Right)) < 2 {
		return
	}
	var d strings.Builder
	for row := 6; row <= e.rows; row += 5 {
		fmt.Fprintf(&d, "M0 %dh%d", start(row), e.cols*cellSize)
	}
	for col := 6; col <= e.cols; col += 5 {
		fmt.Fprintf(&d, "M%d 0v%d", start(col), e.rows*cellSize)
	}
	e.needs(fifthStyle())
	e.add(`<path class="fifth" d="%s"/>`, d.String())
}

// dots draws a dot for each row and column, at a distance from where they begin.
func (e *svgBoard) dots(rows, cols, middle int) {
	var all strings.Builder
	for c := range cellsOf(rows, cols) {
		fmt.Fprintf(&all, "M%d %da2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0", start(c.col)+middle-2, start(c.row)+middle)
	}
	e.add(`<path class="dots" transform="translate(-.5 0)" d="%s"/>`, all.String())
}

// crossings returns the cells through which lines run, or where they end.
func (p *layeredBoard) crossings() map[spotOn]bool {
	out := map[spotOn]bool{}
	for _, k := range p.strokes {
		for c := k.from; ; c = c.plus(k.from.towards(k.to)) {
			out[c] = true
			if c == k.to {
				break
			}
		}
	}
	for c, text := range p.slants {
		for dr := range 2 {
			if text != "╱" {
				out[spotOn{c.row + dr, c.col + dr}] = true
			}
			if text != "╲" {
				out[spotOn{c.row + dr, c.col + 1 - dr}] = true
			}
		}
	}
	return out
}

func (e *svgBoard) lines(l *layer, strokes []stroke, points bool) {
	if len(strokes) == 0 {
		return
	}
	middle, name := cellSize/2, "r%dc%d-r%dc%d"
	if points {
		middle, name = 0, "p%d,%d-p%d,%d"
	}
	e.add(`<g class="lines"%s>`, l.source())
	for _, k := range strokes {
		a, b := k.ends()
		class := fmt.Sprint("line line", k.ink%inks)
		switch at := k.middle(points); {
		case k.mark != Unmarked:
			class += " " + markClass(k.mark)
		case e.rings[at] != Unmarked:
			class += " " + markClass(e.rings[at])
			e.inLines[at] = true
		}
		x, y := start(a.col)+middle, start(a.row)+middle
		d := fmt.Sprintf("M%d %d%s", x, y, along(a, b))
		if k.weight == heavy {
			class += " doubled"
			dx, dy := 3, 0
			if a.row == b.row {
				dx, dy = 0, 3
			}
			d = fmt.Sprintf("M%d %d%[3]sM%d %[5]d%[3]s", x-dx, y-dy, along(a, b), x+dx, y+dy)
		}
		e.add(`<path class="%s" data-place="%s" d="%s"/>`, class, fmt.Sprintf(name, a.row, a.col, b.row, b.col), d)
	}
	e.add("</g>")
}

// along returns the path from one place to another in its row or column.
func along(a, b spotOn) string {
	if a.row == b.row {
		return fmt.Sprint("h", (b.col-a.col)*cellSize)
	}
	return fmt.Sprint("v", (b.row-a.row)*cellSize)
}

func (e *svgBoard) ends(l *layer) {
	for _, c := range l.ends {
		e.add(`<circle class="end line0" data-place="r%dc%d"%s cx="%d" cy="%d" r="7"/>`, c.row, c.col, l.source(), start(c.col)+cellSize/2, start(c.row)+cellSize/2)
	}
}

// slants draws the diagonals of a layer: between the middles of cells, or within cells.
func (e *svgBoard) slants(l *layer) {
	for _, c := range sortedKeys(l.slants) {
		e.slant(l, l.slants[c], "", start(c.col)+cellSize/2, start(c.row)+cellSize/2)
	}
	for c, text := range l.texts.each() {
		if isSlant(text) {
			e.slant(l, text, fmt.Sprintf(` data-place="r%dc%d"`, c.row, c.col), start(c.col), start(c.row))
		}
	}
}

func isSlant(text string) bool { return text == "╱" || text == "╲" }

// slant draws the diagonals of a square with its upper left corner at (x, y).
func (e *svgBoard) slant(l *layer, text, at string, x, y int) {
	class := "line line0"
	if text == unsureSlant {
		class += " doubtful"
	}
	var d string
	if text != "╱" {
		d = fmt.Sprintf("M%d %dl%d %[3]d", x, y, cellSize)
	}
	if text != "╲" {
		d += fmt.Sprintf("M%d %dl%d -%[3]d", x, y+cellSize, cellSize)
	}
	e.add(`<path class="%s"%s%s d="%s"/>`, class, at, l.source(), d)
}

func (e *svgBoard) sides() {
	const half = cellSize / 2
	for _, l := range e.layers {
		if len(l.bars) == 0 {
			continue
		}
		var d strings.Builder
		for _, at := range sortedSpots(l.bars) {
			dx, dy := half*(at.X%2), half*(at.Y%2)
			fmt.Fprintf(&d, "M%d %dl%d %d", at.X*half-dx, at.Y*half-dy, 2*dx, 2*dy)
		}
		e.add(`<path class="walls"%s d="%s"/>`, l.source(), d.String())
	}
	for _, at := range sortedSpots(e.rings) {
		if (at.Side() || at.Corner()) && !e.inLines[at] {
			class := markClass(e.rings[at])
			e.add(`<circle class="tint %[1]s" cx="%[2]d" cy="%[3]d" r="9"/><circle class="mark %[1]s" %[4]s cx="%[2]d" cy="%[3]d" r="9"/>`, class, at.X*half, at.Y*half, e.place(at))
		}
	}
	for _, l := range e.layers {
		for _, at := range sortedSpots(l.base) {
			if at.Side() || at.Corner() {
				radius := radiusOf(l.marks[at])
				if l.marks[at] == "" {
					radius = dotSize
				}
				e.round(part{glyph: glyph{shape: l.base[at]}, of: l}, " "+e.place(at), at.X*half, at.Y*half, radius)
			}
		}
	}
	marks := e.marksAt()
	for _, at := range sortedSpots(marks) {
		e.sign(marks[at], at)
	}
}

func (e *svgBoard) place(at value.Spot) string {
	row, col := at.Y/2, at.X/2
	switch {
	case at.Corner():
		return fmt.Sprintf(`data-place="p%d,%d"`, row+1, col+1)
	case at.Y%2 == 1 && (col == 0 || col == e.cols):
		return fmt.Sprintf(`data-place="p%d,%d-p%d,%[2]d"`, row+1, col+1, row+2)
	case at.Y%2 == 1:
		return fmt.Sprintf(`data-place="r%dc%d-r%[1]dc%[3]d"`, row+1, col, col+1)
	case row == 0 || row == e.rows:
		return fmt.Sprintf(`data-place="p%d,%d-p%[1]d,%[3]d"`, row+1, col+1, col+2)
	}
	return fmt.Sprintf(`data-place="r%dc%d-r%dc%[2]d"`, row, col+1, row+1)
}

// slot returns the size of the place of a text on a side, from the board outward.
func (o *outside) slot(side Side) int {
	if side == Above || side == Below {
		return clueSize
	}
	return max(clueSize, charWidth*o.longest(side)+charWidth)
}

// margins writes the texts outside a board, each in a slot, from the board outward.
func (e *svgBoard) margins() {
	for side, lines := range e.outside {
		slot := e.outside.slot(Side(side))
		for i, texts := range lines {
			for k, text := range texts {
				middle, after, before := start(i)+cellSize/2, slot*k+slot/2, slot*(k-len(texts))+slot/2
				switch {
				case side < int(Left):
				case i == 0:
					middle = -clueSize / 2
				case i == e.rows+1:
					middle = e.rows*cellSize + clueSize/2
				}
				switch Side(side) {
				case Above:
					e.clue(text, middle, before, "above", i)
				case Below:
					e.clue(text, middle, e.rows*cellSize+after, "below", i)
				case Left:
					e.clue(text, before, middle, "left", i)
				case Right:
					e.clue(text, e.cols*cellSize+after, middle, "right", i)
				}
			}
		}
	}
}

func (e *svgBoard) clue(text string, x, y int, side string, line int) {
	if text != "" {
		e.add(`<text class="given" data-place="%s %d" x="%d" y="%d" font-size="%.4g">%s</text>`, side, line, x, y, fitting(text, 15, cellSize-4), escaped(text))
	}
}

// tokens draws things that move as tokens with their texts. A thing of several cells is one token. A token
// leaves a corner free for what it stands on.
func (e *svgBoard) tokens() {
	text := map[spotOn]string{}
	of := map[spotOn]*layer{}
	under := map[spotOn]bool{}
	for c, parts := range e.inCells {
		for _, p := range parts {
			under[c] = under[c] || p.under
			if l := p.of; !p.under && l.top && l.small && p.shape == written && !isSlant(p.text) {
				text[c], of[c] = p.text, l
			}
		}
	}
	cells := sortedKeys(text)
	same := func(a, b spotOn) bool { return of[b] == of[a] && of[b] != nil && of[b].joined && text[a] == text[b] }
	joins := e.only(func(l *layer) bool { return l.joined }) != nil
	// A second filling without outlines hides the outlines between cells that belong together.
	for _, class := range []string{"token", "token inside"} {
		rect := func(x, y, w, h, rx int) {
			e.add(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="%d"/>`, class, x, y, w, h, rx)
		}
		for _, c := range cells {
			x, y := start(c.col), start(c.row)
			if under[c] && !of[c].joined {
				rect(x+10, y+10, cellSize-13, cellSize-13, 7)
			} else {
				rect(x+5, y+5, cellSize-10, cellSize-10, 7)
			}
			if same(c, spotOn{c.row, c.col + 1}) {
				rect(x+20, y+5, cellSize, cellSize-10, 0)
			}
			if same(c, spotOn{c.row + 1, c.col}) {
				rect(x+5, y+20, cellSize-10, cellSize, 0)
			}
		}
		if !joins {
			break
		}
	}
}

// beneath draws what something else stands on in the corner of its cell.
func (e *svgBoard) beneath(c spotOn, p part) {
	x, y := start(c.col)+8, start(c.row)+9
	if p.shape != written {
		e.round(p, fmt.Sprintf(` data-place="r%dc%d"`, c.row, c.col), x, y, 5)
		return
	}
	most := float64(smallSize)
	if kindOf(p.text) == sign {
		most = signSize + 5
	}
	e.words(c, "halo", []part{p}, x, y, fitting(p.text, most, cellSize/2))
}
