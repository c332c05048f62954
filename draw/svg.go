package draw

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/value"
)

// Section is a part of a page: items that are drawn together under a heading, "" for
// none.
type Section struct {
	Heading string
	Items   []Item
	Options Options
}

// Sizes in a page, in pixels.
const (
	cellSize   = 40
	margin     = 20
	clueSize   = 28 // of the place of a text outside of a board
	lineHeight = 22
	charWidth  = 9 // about that of a character of a line
)

// shade is the colour of shaded cells.
const shade = "#495057"

// What is marked, as what only one of two answers has, has a lighter shade and dotted lines.
const (
	lightShade = "#ced4da"
	dashes     = ` stroke-dasharray="1 8"`
)

// lineColors tell lines apart, as the inks of a terminal do.
var lineColors = [inks]string{"#0b7285", "#e67700", "#a61e4d", "#2b8a3e", "#1864ab", "#c92a2a"}

// SVG draws sections one below the other, as one SVG document that needs nothing else:
// boards as Text draws them, and what lives on no board as lines of text.
func SVG(sections []Section) string {
	p := &page{y: margin}
	for _, s := range sections {
		p.section(s)
	}
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%[1]d\" height=\"%[2]d\" viewBox=\"0 0 %[1]d %[2]d\">\n"+
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%[3]s</svg>\n", p.width+margin, p.y+margin, p.body.String())
}

// page is a drawing on its way: its elements, how wide they are, and where the next goes.
type page struct {
	body     strings.Builder
	width, y int
}

func (p *page) section(s Section) {
	if s.Heading != "" {
		p.line(s.Heading)
	}
	boards, others := arranged(s.Items, s.Options)
	for _, b := range boards {
		if len(boards) > 1 || len(others) > 0 {
			p.line(b.title())
		}
		p.board(b)
	}
	for _, it := range others {
		for line := range strings.Lines(plainText(it, s.Options)) {
			p.line(strings.TrimRight(line, "\n"))
		}
	}
	p.y += margin / 2
}

// line writes a line of text.
func (p *page) line(text string) {
	p.add(`<text x="%d" y="%d" font-family="monospace" font-size="15" xml:space="preserve">%s</text>`, margin, p.y+lineHeight-6, escaped(text))
	p.width = max(p.width, margin+charWidth*utf8.RuneCountInString(text))
	p.y += lineHeight
}

func (p *page) add(format string, args ...any) { fmt.Fprintf(&p.body, format+"\n", args...) }

// escaped is a text as XML has it.
func escaped(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
	return html.EscapeString(text)
}

// board draws a picture.
func (p *page) board(b *picture) {
	left, top := b.outside.slot(Left)*b.outside.depth(Left), b.outside.slot(Above)*b.outside.depth(Above)
	p.add(`<g transform="translate(%d %d)" stroke-linecap="round" fill="none">`, margin+left, p.y+top+margin/2)
	p.rings(b)
	p.cells(b)
	p.rules(b)
	for _, k := range b.ringed(b.borders, true) {
		p.stroke(k, 0)
	}
	for _, k := range b.ringed(b.strokes, false) {
		p.stroke(k, cellSize/2)
	}
	for _, c := range b.ends {
		p.add(`<circle cx="%d" cy="%d" r="7" fill="%s"/>`, start(c.col)+cellSize/2, start(c.row)+cellSize/2, lineColors[0])
	}
	for _, c := range sortedKeys(b.slants) {
		p.slant(b.slants[c], start(c.col)+cellSize/2, start(c.row)+cellSize/2)
	}
	for c := range b.texts.each() {
		p.text(b, c)
	}
	p.sides(b)
	p.margins(b)
	p.add("</g>")
	p.width = max(p.width, margin+left+b.cols*cellSize+b.outside.slot(Right)*b.outside.depth(Right))
	p.y += top + b.rows*cellSize + b.outside.slot(Below)*b.outside.depth(Below) + margin
}

// slot is the place for a text on a side, from the board outward.
func (o *outside) slot(side Side) int {
	if side == Above || side == Below {
		return clueSize
	}
	return max(clueSize, charWidth*o.longest(side)+charWidth)
}

// margins writes what stands outside of a board, in places of its own from the board outward.
func (p *page) margins(b *picture) {
	for side, lines := range b.outside {
		slot := b.outside.slot(Side(side))
		for i, texts := range lines {
			for k, text := range texts {
				along, after, before := start(i+1)+cellSize/2, slot*k+slot/2, slot*(k-len(texts))+slot/2
				switch Side(side) {
				case Above:
					p.clue(text, along, before)
				case Below:
					p.clue(text, along, b.rows*cellSize+after)
				case Left:
					p.clue(text, before, along)
				case Right:
					p.clue(text, b.cols*cellSize+after, along)
				}
			}
		}
	}
}

// clue writes a text outside of a board.
func (p *page) clue(text string, x, y int) {
	if text != "" {
		p.add(`<text x="%d" y="%d" text-anchor="middle" dominant-baseline="central" font-family="sans-serif" font-size="%d" font-weight="bold" fill="#212529">%s</text>`,
			x, y, min(15, 3*cellSize/2/utf8.RuneCountInString(text)), escaped(text))
	}
}

// start is where a column begins, or a row, which count from 1.
func start(n int) int { return (n - 1) * cellSize }

// cells fills those that are shaded.
func (p *page) cells(b *picture) {
	for row := 1; row <= b.rows; row++ {
		for col := 1; col <= b.cols; col++ {
			fill := ""
			switch c := (spotOn{row, col}); {
			case b.shaded[c]:
				fill = shade
			case b.doubts[c]:
				fill = lightShade
			default:
				continue
			}
			p.add(`<rect x="%d" y="%d" width="%[3]d" height="%[3]d" fill="%[4]s"/>`, start(col), start(row), cellSize, fill)
		}
	}
}

// rules draws what is between cells: dots at the corners where lines run along the
// cells, dots in the cells where diagonals join them, else thin lines, and thick ones
// round rooms.
func (p *page) rules(b *picture) {
	switch {
	case len(b.borders) > 0 || b.lattice:
		p.dots(b.rows+1, b.cols+1, 0)
		return
	case b.slants != nil:
		p.dots(b.rows, b.cols, cellSize/2)
		return
	}
	var thin, thick, dotted strings.Builder
	side := func(here, there spotOn, x, y int, along string) {
		to := &thin
		switch edge, mark := b.border(here, there); {
		case edge && mark == Unmarked:
			to = &thick
		case edge:
			to = &dotted
		}
		fmt.Fprintf(to, "M%d %d%s%d", x, y, along, cellSize)
	}
	for row := 1; row <= b.rows; row++ {
		for col := 1; col <= b.cols; col++ {
			here := spotOn{row, col}
			if row > 1 {
				side(here, spotOn{row - 1, col}, start(col), start(row), "h")
			}
			if col > 1 {
				side(here, spotOn{row, col - 1}, start(col), start(row), "v")
			}
		}
	}
	p.add(`<path d="%s" stroke="#adb5bd"/>`, thin.String())
	if b.areas != nil {
		p.add(`<path d="%s" stroke="#212529" stroke-width="3"/>`, thick.String())
	}
	if dotted.Len() > 0 {
		p.add(`<path d="%s" stroke="#212529" stroke-width="4"%s/>`, dotted.String(), dashes)
	}
	p.add(`<rect width="%d" height="%d" stroke="#212529" stroke-width="3"/>`, b.cols*cellSize, b.rows*cellSize)
}

// dots draws one for each row and column, so far from where these begin.
func (p *page) dots(rows, cols, middle int) {
	for row := 1; row <= rows; row++ {
		for col := 1; col <= cols; col++ {
			p.add(`<circle cx="%d" cy="%d" r="2.5" fill="#868e96"/>`, start(col)+middle, start(row)+middle)
		}
	}
}

// stroke draws a line between cells or points, whose middles are that far from where
// they begin.
func (p *page) stroke(k stroke, middle int) {
	pattern, color := "", lineColors[k.ink%inks]
	switch k.mark {
	case Doubtful:
		pattern = dashes
	case New:
		color = ringColors[New]
	}
	p.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="%d"%s/>`, start(k.from.col)+middle, start(k.from.row)+middle,
		start(k.to.col)+middle, start(k.to.row)+middle, color, 2+2*int(k.weight), pattern)
}

// slant draws the diagonals of a square whose upper left corner is given.
func (p *page) slant(text string, x, y int) {
	pattern := ""
	if text == unsureSlant {
		pattern = dashes
	}
	line := func(y1, y2 int) {
		p.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="4"%s/>`, x, y1, x+cellSize, y2, lineColors[0], pattern)
	}
	if text != "╱" {
		line(y, y+cellSize)
	}
	if text != "╲" {
		line(y+cellSize, y)
	}
}

// text writes what stands in a cell, smaller if it is long, over lines that end there; what
// is given is bold.
func (p *page) text(b *picture, c spotOn) {
	text, weight, color, ground := b.texts.at(c), "normal", "#1864ab", "#fff"
	switch {
	case strings.TrimSpace(text) == "":
		return
	case text == "╱" || text == "╲":
		p.slant(text, start(c.col), start(c.row))
		return
	case b.fixed[c] != "":
		weight, color = "bold", "#212529"
	case !b.found:
		color = "#212529"
	}
	if m := b.rings[value.Spot{Y: 2*c.row - 1, X: 2*c.col - 1}]; m != Unmarked {
		ground = ringFills[m]
	}
	if b.shaded[c] {
		color, ground = "#fff", shade
	}
	size := min(cellSize/2, 3*cellSize/2/utf8.RuneCountInString(text))
	p.add(`<text x="%d" y="%d" text-anchor="middle" dominant-baseline="central" font-family="sans-serif" font-size="%d" font-weight="%s" fill="%s"`+
		` stroke="%s" stroke-width="4" paint-order="stroke">%s</text>`,
		start(c.col)+cellSize/2, start(c.row)+cellSize/2, size, weight, color, ground, escaped(text))
}

// sides draws what lies on sides and corners: walls, and texts.
func (p *page) sides(b *picture) {
	const half = cellSize / 2
	for _, at := range sortedSpots(b.bars) {
		x, y := at.X*half, at.Y*half
		dx, dy := half*(at.X%2), half*(at.Y%2)
		p.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#212529" stroke-width="5"/>`, x-dx, y-dy, x+dx, y+dy)
	}
	for _, at := range sortedSpots(b.marks) {
		size := min(half, 3*half/utf8.RuneCountInString(b.marks[at]))
		p.add(`<text x="%d" y="%d" text-anchor="middle" dominant-baseline="central" font-family="sans-serif" font-size="%d" font-weight="bold" fill="#212529"`+
			` stroke="#fff" stroke-width="4" paint-order="stroke">%s</text>`, at.X*half, at.Y*half, size, escaped(b.marks[at]))
	}
}
