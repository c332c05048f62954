package draw

import (
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Piece is one thing in the drawing of a board, for programs with drawings of their own. Kind is "text", "shade", "disc",
// "ring", "line", "wall", or the word of a style that draws figures.
type Piece struct {
	Kind   string
	Text   string
	Colour string
	// At are the places: of a text or a sign one, else those along a line or in a cage. Places beside the board are
	// negative, or larger than it.
	At []value.Spot
}

// pieceList gathers the pieces of a board.
type pieceList struct {
	*layeredBoard
	all  []Piece
	dark map[value.Spot]bool // the cells that are shaded
}

// Pieces returns the pieces of the first board of a drawing, its size in cells, and the titles of the items that are not on
// it.
func Pieces(items []Item) (rows, cols int, all []Piece, others []string) {
	boards, _ := arranged(items, Options{})
	if len(boards) == 0 {
		return 0, 0, nil, nil
	}
	p := &pieceList{layeredBoard: boards[0], dark: map[value.Spot]bool{}}
	for _, it := range items {
		if it.Title != "" && !slices.ContainsFunc(p.layers, func(l *layer) bool { return l.title == it.Title }) {
			others = append(others, it.Title)
		}
	}
	p.below()
	p.lines()
	for c, text := range p.texts.each() {
		if text = strings.TrimSpace(text); text == wallSign {
			p.shade(spotIn(c))
		} else {
			p.put("text", text, spotIn(c))
		}
	}
	for _, at := range sortedSpots(p.marks) {
		if p.marks[at] == pointSign {
			p.put("disc", "", at)
		} else {
			p.put("text", p.marks[at], at)
		}
	}
	p.beside()
	return p.rows, p.cols, p.all, others
}

func (p *pieceList) put(kind, text string, at ...value.Spot) {
	p.all = append(p.all, Piece{Kind: kind, Text: text, At: at})
}

func (p *pieceList) shade(at value.Spot) {
	if !p.dark[at] {
		p.dark[at] = true
		p.put("shade", "", at)
	}
}

// below puts what lies below texts and lines: shades, figures and signs.
func (p *pieceList) below() {
	for _, c := range sortedKeys(p.shaded) {
		p.shade(spotIn(c))
	}
	for _, l := range p.layers {
		for _, f := range l.figures {
			p.all = append(p.all, Piece{Kind: f.style.Word, Colour: f.style.Colour, Text: f.text, At: alg.Map(f.cells, spotIn)})
		}
		for _, at := range sortedSpots(l.base) {
			switch l.base[at] {
			case block:
				p.shade(at)
			case disc:
				p.put("disc", "", at)
			case ring:
				p.put("ring", "", at)
			}
		}
	}
}

// lines puts walls and lines. A side is a wall where its cells are in different areas.
func (p *pieceList) lines() {
	for _, c := range sortedKeys(p.areas) {
		for _, d := range []spotOn{{0, 1}, {1, 0}} {
			if n := c.plus(d); n.row <= p.rows && n.col <= p.cols && p.areas[n] != p.areas[c] {
				p.wall(value.Spot{Y: 2*c.row - 1 + d.row, X: 2*c.col - 1 + d.col})
			}
		}
	}
	for _, at := range sortedSpots(p.bars) {
		p.wall(at)
	}
	for _, s := range p.strokes {
		p.put("line", "", spotIn(s.from), spotIn(s.to))
	}
	corner := func(c spotOn) value.Spot { return value.Spot{Y: 2*c.row - 2, X: 2*c.col - 2} }
	for _, s := range p.borders {
		p.put("line", "", corner(s.from), corner(s.to))
	}
}

// wall puts the side between two cells.
func (p *pieceList) wall(at value.Spot) {
	dy, dx := 1-at.X%2, at.X%2
	p.put("wall", "", value.Spot{Y: at.Y - dy, X: at.X - dx}, value.Spot{Y: at.Y + dy, X: at.X + dx})
}

// beside puts the texts outside of the board.
func (p *pieceList) beside() {
	for side, lines := range p.outside {
		for i, texts := range lines {
			for j, text := range texts {
				along, before, behind := 2*i-1, -2*(len(texts)-j)+1, 2*j+1
				at := [...]value.Spot{Above: {Y: before, X: along}, Left: {Y: along, X: before},
					Below: {Y: 2*p.rows + behind, X: along}, Right: {Y: along, X: 2*p.cols + behind}}[side]
				p.put("text", text, at)
			}
		}
	}
}
