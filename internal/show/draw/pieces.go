package draw

import (
	"strings"

	"nazo/dsl/value"
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

// Pieces returns the pieces of the first board of a drawing, its size in cells, and the titles of the items that are not on
// it.
func Pieces(items []Item) (rows, cols int, pieces []Piece, others []string) {
	boards, _ := arranged(items, Options{})
	if len(boards) == 0 {
		return 0, 0, nil, nil
	}
	p := boards[0]
	on := map[string]bool{}
	for _, l := range p.layers {
		on[l.title] = true
	}
	for _, it := range items {
		if it.Title != "" && !on[it.Title] {
			others = append(others, it.Title)
		}
	}
	add := func(kind, text string, at ...value.Spot) {
		pieces = append(pieces, Piece{Kind: kind, Text: text, At: at})
	}
	dark := map[value.Spot]bool{}
	shade := func(at value.Spot) {
		if !dark[at] {
			dark[at] = true
			add("shade", "", at)
		}
	}
	shapes := map[shape]string{disc: "disc", ring: "ring"}
	for _, c := range sortedKeys(p.shaded) {
		shade(spotIn(c))
	}
	for _, l := range p.layers {
		for _, f := range l.figures {
			piece := Piece{Kind: f.style.Word, Colour: f.style.Colour, Text: f.text}
			for _, c := range f.cells {
				piece.At = append(piece.At, spotIn(c))
			}
			pieces = append(pieces, piece)
		}
		for _, at := range sortedSpots(l.base) {
			if l.base[at] == block {
				shade(at)
			} else {
				add(shapes[l.base[at]], "", at)
			}
		}
	}
	for _, c := range sortedKeys(p.areas) { // a side is a wall where its cells are in different areas
		for _, d := range []spotOn{{0, 1}, {1, 0}} {
			if n := (spotOn{c.row + d.row, c.col + d.col}); n.row <= p.rows && n.col <= p.cols && p.areas[n] != p.areas[c] {
				wall(add, value.Spot{Y: 2*c.row - 1 + d.row, X: 2*c.col - 1 + d.col})
			}
		}
	}
	for _, at := range sortedSpots(p.bars) {
		wall(add, at)
	}
	for _, s := range p.strokes {
		add("line", "", spotIn(s.from), spotIn(s.to))
	}
	for _, s := range p.borders {
		add("line", "", value.Spot{Y: 2*s.from.row - 2, X: 2*s.from.col - 2}, value.Spot{Y: 2*s.to.row - 2, X: 2*s.to.col - 2})
	}
	for c, text := range p.texts.each() {
		if text = strings.TrimSpace(text); text == wallSign {
			shade(spotIn(c))
		} else {
			add("text", text, spotIn(c))
		}
	}
	for _, at := range sortedSpots(p.marks) {
		if p.marks[at] == pointSign {
			add("disc", "", at)
		} else {
			add("text", p.marks[at], at)
		}
	}
	for side, lines := range p.outside {
		for i, texts := range lines {
			for j, text := range texts {
				before, behind := -2*(len(texts)-j)+1, 2*j+1
				at := map[Side]value.Spot{Above: {Y: before, X: 2*i + 1}, Left: {Y: 2*i + 1, X: before}, Below: {Y: 2*p.rows + behind, X: 2*i + 1}, Right: {Y: 2*i + 1, X: 2*p.cols + behind}}[Side(side)]
				add("text", text, at)
			}
		}
	}
	return p.rows, p.cols, pieces, others
}

// wall adds the side between two cells.
func wall(add func(kind, text string, at ...value.Spot), at value.Spot) {
	a, b := at, at
	if at.X%2 == 0 {
		a.Y, b.Y = at.Y-1, at.Y+1
	} else {
		a.X, b.X = at.X-1, at.X+1
	}
	add("wall", "", a, b)
}
