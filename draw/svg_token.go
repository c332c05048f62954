package draw

import "fmt"

// Things that move, as tokens which lie on the board.

// tokens draws what they are written on; a thing of several cells is one token. It leaves a corner for what it stands on.
func (e *easel) tokens() {
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
	// Filled once more without their outlines, cells that belong together have none between them.
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
		if !e.joins() {
			break
		}
	}
}

// joins reports whether some thing has several cells.
func (e *easel) joins() bool {
	return e.only(func(l *layer) bool { return l.joined }) != nil
}

// beneath draws what something else stands on, in the corner of its cell.
func (e *easel) beneath(c spotOn, p part) {
	x, y := start(c.col)+8, start(c.row)+9
	if p.shape != written {
		e.round(p, fmt.Sprintf(` data-cell="r%dc%d"`, c.row, c.col), x, y, 5)
		return
	}
	most := float64(smallSize)
	if kindOf(p.text) == sign {
		most = signSize + 5
	}
	e.words(c, "halo", []part{p}, x, y, fitting(p.text, most, cellSize/2))
}
