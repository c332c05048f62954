package draw

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl/value"
)

// Reading a drawing is the way back from [Text]. The frame, or the dots at the corners, tells which
// board it is. Then every character has its place. Package picture knows what it means.

// Drawn is what a text shows on one board.
type Drawn struct {
	// Title is the line over the board, "" if there is none.
	Title string
	// Rows and Cols are those of its cells.
	Rows, Cols int

	paper
	lines  []textLine
	origin int // the line of the text in which the board begins
	ground *layeredBoard
}

// Known is what a drawing says of a truth: it may hide it.
type Known uint8

// What a drawing says.
const (
	Hidden Known = iota
	No
	Yes
)

// textLine is a line of a text, character by character, and where each begins in the text.
type textLine struct {
	runes []rune
	at    []int
	end   int
}

// at is the character in a column; a blank behind the end.
func (l textLine) rune(x int) rune {
	if x < 0 || x >= len(l.runes) {
		return ' '
	}
	return l.runes[x]
}

// linesOf takes a text apart. Escape sequences, which colour a terminal, are left out.
func linesOf(text string) (out []textLine) {
	from := 0
	for line := range strings.Lines(text) {
		l := textLine{end: from + len(strings.TrimRight(line, "\r\n"))}
		for i := 0; from+i < l.end; {
			if strings.HasPrefix(line[i:], "\x1b[") {
				if n := strings.IndexByte(line[i:], 'm'); n > 0 {
					i += n + 1
					continue
				}
			}
			r, n := utf8.DecodeRuneInString(line[i:])
			l.runes, l.at = append(l.runes, r), append(l.at, from+i)
			i += n
		}
		for len(l.runes) > 0 && l.runes[len(l.runes)-1] == ' ' {
			l.runes, l.at = l.runes[:len(l.runes)-1], l.at[:len(l.at)-1]
		}
		out = append(out, l)
		from += len(line)
	}
	return out
}

// paper says where the cells of a board lie in a text, as form does where they are drawn.
type paper struct {
	width, gap, lines int
	left, pad         int
}

func (p paper) x(col int) int { return p.left + 1 + p.pad + (col-1)*(p.width+p.gap) }
func (p paper) y(row int) int { return 1 + (row-1)*(1+p.lines) }

func (p paper) middle(col int) int { return p.x(col) + (p.width-1)/2 }

// height is the number of lines of a board with so many rows.
func (p paper) height(rows int) int { return p.y(rows) + 2 }

// papers are those that could have so many columns of characters for so many of cells.
func papers(left, across, cols int) (out []paper) {
	for _, p := range []paper{{gap: 1, lines: 1}, {gap: 3, lines: 1, pad: 1}, {gap: 1, lines: 1, pad: 1}, {gap: 1, pad: 1}, {}} {
		if cells := across - 2 - 2*p.pad + p.gap; cells%cols == 0 && cells/cols > p.gap {
			p.left, p.width = left, cells/cols-p.gap
			out = append(out, p)
		}
	}
	return out
}

// Read finds the drawings of boards in a text: boards of these sizes, on which something is given.
func Read(text string, given []Item, boards []*value.Board) (all []*Drawn) {
	lines := linesOf(text)
	for i := 0; i < len(lines); i++ {
		d := boardAt(lines, i, boards)
		if d == nil {
			continue
		}
		for k := i - 1; k >= 0 && len(lines[k].runes) > 0 && k > i-20; k-- {
			d.Title = string(lines[k].runes)
		}
		d.lay(given)
		all = append(all, d)
		i += d.height(d.Rows) - 1
	}
	return all
}

// boardAt is the board that begins in a line; nil if none does.
func boardAt(lines []textLine, i int, boards []*value.Board) *Drawn {
	top := lines[i]
	left := slices.IndexFunc(top.runes, func(r rune) bool { return r != ' ' })
	if left < 0 {
		return nil
	}
	for _, b := range boards {
		rows, cols := sizeOf(b)
		for _, p := range papers(left, len(top.runes)-left, cols) {
			d := &Drawn{Rows: rows, Cols: cols, paper: p, lines: lines, origin: i}
			if i+d.height(rows) <= len(lines) && (d.framed() || d.dotted()) {
				return d
			}
		}
	}
	return nil
}

// rune is the character at a place of the board.
func (d *Drawn) rune(x, y int) rune {
	if y += d.origin; y < 0 || y >= len(d.lines) {
		return ' '
	}
	return d.lines[y].rune(x)
}

// framed reports whether there is a frame round the board, which has junctions only where lines between cells meet it.
func (d *Drawn) framed() bool {
	right, bottom := d.x(d.Cols)+d.paper.width+d.pad, d.height(d.Rows)-1
	drawn := 0
	for x := d.left; x <= right; x++ {
		for _, y := range []int{0, bottom} {
			r := d.rune(x, y)
			arms, isLine := armsOf(r)
			if isLine {
				drawn++
			}
			inside := x > d.left && x < right && (arms[up] > 0 || arms[down] > 0)
			if r == ' ' || isDot(r) || inside && (d.gap != 1 || d.pad > 0 || (x-d.left)%(d.paper.width+1) != 0) {
				return false
			}
		}
	}
	for y := range bottom {
		if l, r := d.rune(d.left, y), d.rune(right, y); l == ' ' || r == ' ' || isDot(l) || isDot(r) {
			return false
		}
	}
	return drawn > right-d.left
}

// dotted reports whether there is a dot, or a line, at every corner of a cell.
func (d *Drawn) dotted() bool {
	if d.gap != 1 || d.paper.lines == 0 || d.pad > 0 {
		return false
	}
	seen := 0
	for row := 1; row <= d.Rows+1; row++ {
		for col := 1; col <= d.Cols+1; col++ {
			r := d.rune(d.x(col)-1, d.y(row)-1)
			if r == ' ' {
				return false
			}
			if _, isLine := armsOf(r); isLine || isDot(r) {
				seen++
			}
		}
	}
	return 2*seen > (d.Rows+1)*(d.Cols+1)
}

// lay lays what is given, as far as the title names it, on the board.
func (d *Drawn) lay(given []Item) {
	board := &value.Board{Rows: d.Rows, Cols: d.Cols}
	var named []Item
	for _, it := range given {
		if it.Title == "" || Titled(d.Title, it.Title) {
			named = append(named, it)
		}
	}
	if len(named) == 0 || !slices.ContainsFunc(named, func(it Item) bool { return it.Title != "" }) {
		named = given
	}
	d.ground = &layeredBoard{layer: layer{rows: d.Rows, cols: d.Cols}, fixed: map[spotOn]string{}}
	pictures, _ := arranged(append(slices.Clone(named), Item{Value: board, Given: true}), Options{})
	for _, p := range pictures {
		if p.rows == d.Rows && p.cols == d.Cols {
			d.ground = p
			break
		}
	}
}

// Titled reports whether a title over a board names an item.
func Titled(title, item string) bool {
	return item != "" && strings.Contains(", "+title+", ", ", "+item+", ")
}

// Given is the text that is printed in a cell, "" if none is.
func (d *Drawn) Given(at value.Spot) string { return d.ground.texts.at(cellAt(at)) }

func cellAt(at value.Spot) spotOn { return spotOn{(at.Y + 1) / 2, (at.X + 1) / 2} }

// Text is what stands in a cell: without the marks of what is given, lines, dots and shades.
func (d *Drawn) Text(at value.Spot) string {
	var out []rune
	c := cellAt(at)
	for x := d.x(c.col); x < d.x(c.col)+d.paper.width; x++ {
		out = append(out, d.letter(x, d.y(c.row)))
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// letter is the character of a text at a place, or a blank.
func (d *Drawn) letter(x, y int) rune {
	r := d.rune(x, y)
	if _, isLine := armsOf(r); isLine || isDot(r) || isShade(r) || r == '‹' || r == '›' || r == '●' && d.endOf(x, y) || d.marked(x, y) {
		return ' '
	}
	return r
}

// endOf reports whether what stands in the middle of a cell may be the end of a line.
func (d *Drawn) endOf(x, y int) bool { return (x-d.middle(1))%(d.paper.width+d.gap) == 0 }

// marked reports whether a mark that is printed on a side or a corner reaches over a place.
func (d *Drawn) marked(x, y int) bool {
	for at, text := range d.ground.marks {
		if mx, my := d.place(at); my == y {
			n := utf8.RuneCountInString(text)
			if from := mx - (n-1)/2; from <= x && x < from+n {
				return true
			}
		}
	}
	return false
}

// place is where a spot lies in the text.
func (d *Drawn) place(at value.Spot) (x, y int) {
	x, y = d.x(at.X/2+1)-1, d.y(at.Y/2+1)-1
	if d.gap > 1 {
		x--
	}
	if at.X%2 == 1 {
		x = d.middle(at.X/2 + 1)
	}
	if at.Y%2 == 1 {
		y++
	}
	return x, y
}

func isDot(r rune) bool   { return r == '·' }
func isShade(r rune) bool { return r == '█' || r == '■' || r == '▒' }

// Shaded says whether a cell is shaded.
func (d *Drawn) Shaded(at value.Spot) Known {
	c := cellAt(at)
	free := false
	for x := d.x(c.col); x < d.x(c.col)+d.paper.width; x++ {
		if isShade(d.rune(x, d.y(c.row))) {
			return Yes
		}
		free = free || d.letter(x, d.y(c.row)) == ' '
	}
	if !free {
		return Hidden
	}
	return No
}

// Line says whether a line crosses a side, from the middle of one cell to that of the next, and how
// heavy it is.
func (d *Drawn) Line(at value.Spot) (weight int, known bool) {
	x, y := d.place(at)
	if at.Y%2 == 1 { // from left to right
		for col := d.middle(at.X/2) + 1; col < d.middle(at.X/2+1); col++ {
			if arms, isLine := armsOf(d.rune(col, y)); isLine || !d.letterAt(col, y) {
				return int(max(arms[left], arms[right])), true
			}
		}
		return 0, d.gap == 0
	}
	if d.paper.lines > 0 {
		if arms, isLine := armsOf(d.rune(x, y)); isLine || !d.letterAt(x, y) {
			return int(max(arms[up], arms[down])), true
		}
	}
	for _, end := range []struct{ row, arm int }{{at.Y / 2, down}, {at.Y/2 + 1, up}} {
		if arms, isLine := armsOf(d.rune(x, d.y(end.row))); isLine || !d.letterAt(x, d.y(end.row)) {
			return int(arms[end.arm]), true
		}
	}
	return 0, false
}

// letterAt reports whether something stands at a place that would hide a line.
func (d *Drawn) letterAt(x, y int) bool {
	r := d.rune(x, y)
	return r != ' ' && !isDot(r)
}

// Ends reports whether a line ends in a cell.
func (d *Drawn) Ends(at value.Spot) bool {
	if at.Corner() {
		return false
	}
	x, y := d.place(at)
	return d.rune(x, y) == '●'
}

// Border says whether a line leads along a side, and how heavy it is.
func (d *Drawn) Border(at value.Spot) (weight int, known bool) {
	x, y := d.place(at)
	if at.Y%2 == 1 {
		if arms, isLine := armsOf(d.rune(x, y)); isLine || !d.letterAt(x, y) {
			return int(max(arms[up], arms[down])), true
		}
		if arms, isLine := armsOf(d.rune(x, y-1)); isLine {
			return int(arms[down]), true
		}
		arms, isLine := armsOf(d.rune(x, y+1))
		return int(arms[up]), isLine
	}
	from := d.x(at.X/2 + 1)
	for x := from; x < from+d.paper.width; x++ {
		if arms, isLine := armsOf(d.rune(x, y)); isLine || !d.letterAt(x, y) {
			return int(max(arms[left], arms[right])), true
		}
	}
	if arms, isLine := armsOf(d.rune(from-1, y)); isLine {
		return int(arms[right]), true
	}
	arms, isLine := armsOf(d.rune(from+d.paper.width, y))
	return int(arms[left]), isLine
}

// Mark is the sign or diagonal on a side or a corner, or "".
func (d *Drawn) Mark(at value.Spot) string {
	x, y := d.place(at)
	var out []rune
	for ; d.letterAt(x, y); x++ {
		if _, isLine := armsOf(d.rune(x, y)); isLine || len(out) > 0 && at.X%2 == 0 && x >= d.x(at.X/2+1)+d.paper.width {
			break
		}
		out = append(out, d.rune(x, y))
	}
	return string(out)
}

// Printed is the mark that is given on a side or a corner, Wall whether a wall is given on a side.
func (d *Drawn) Printed(at value.Spot) string { return d.ground.marks[at] }

// Wall reports whether a wall is given on a side.
func (d *Drawn) Wall(at value.Spot) bool { return d.ground.bars[at] }

// Span is where a spot stands in the text, from one byte to another.
func (d *Drawn) Span(at value.Spot) (start, end int) {
	x, y := d.place(at)
	n := 1
	if !at.Corner() && !at.Side() {
		x, n = d.x(cellAt(at).col), d.paper.width
	}
	l := d.lines[d.origin+y]
	if x >= len(l.runes) {
		return l.end, l.end
	}
	if start = l.at[x]; x+n < len(l.at) {
		return start, l.at[x+n]
	}
	return start, l.end
}

// TextOf is how a value stands in a cell.
func TextOf(v value.Value) string { return printed(v) }

// armsOf are the arms of a character that is a line; false of others.
func armsOf(r rune) (arms [4]uint8, isLine bool) {
	if r < '─' || r > '╿' {
		return arms, false
	}
	if i := slices.Index(junctions, r); i > 0 {
		for k := range arms {
			arms[k] = uint8(i % 3)
			i /= 3
		}
		return arms, true
	}
	for dotted, c := range dottedJunctions {
		if c == r && (!isLine || sum(dotted) > sum(arms)) {
			arms, isLine = dotted, true
		}
	}
	return arms, isLine
}

func sum(arms [4]uint8) (n uint8) {
	for _, a := range arms {
		n += a
	}
	return n
}
