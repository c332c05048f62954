package draw

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Reading a drawing reverses [Text]. The frame, or the dots at the corners, shows which board it is. Then
// each character has its place. Package picture knows what the characters mean.

// Drawn is the drawing of one board in a text.
type Drawn struct {
	Title string // the line over the board, "" for none
	// Rows and Cols count its cells.
	Rows, Cols int

	paper
	text   []textLine
	origin int // the line in which the board begins
	ground *layeredBoard
}

// Known is a truth as a drawing shows it, or hides it.
type Known uint8

// What a drawing shows.
const (
	Hidden Known = iota
	No
	Yes
)

// textLine is a line of a text: its characters, where each begins in the text, and where the line ends.
type textLine struct {
	runes []rune
	at    []int
	end   int
}

// rune returns the character in a column, a blank after the end.
func (l textLine) rune(x int) rune {
	if x < 0 || x >= len(l.runes) {
		return ' '
	}
	return l.runes[x]
}

// linesOf splits a text into lines, without escape sequences for colours.
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

// papers returns the papers on which cols cells fill a line of across characters.
func papers(left, across, cols int) (out []paper) {
	for _, p := range []paper{{gap: 1, lines: 1}, {gap: 3, lines: 1, pad: 1}, {gap: 1, lines: 1, pad: 1}, {gap: 1, pad: 1}, {}} {
		if cells := across - 2 - 2*p.pad + p.gap; cells%cols == 0 && cells/cols > p.gap {
			p.left, p.cell = left, cells/cols-p.gap
			out = append(out, p)
		}
	}
	return out
}

// Read finds the drawings of boards in a text. boards are the possible sizes, and given is printed on them.
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

// boardAt returns the board that begins in a line, or nil.
func boardAt(lines []textLine, i int, boards []*value.Board) *Drawn {
	top := lines[i]
	left := slices.IndexFunc(top.runes, func(r rune) bool { return r != ' ' })
	if left < 0 {
		return nil
	}
	for _, b := range boards {
		rows, cols := SizeOf(b)
		for _, p := range papers(left, len(top.runes)-left, cols) {
			d := &Drawn{Rows: rows, Cols: cols, paper: p, text: lines, origin: i}
			if i+d.height(rows) <= len(lines) && (d.framed() || d.dotted()) {
				return d
			}
		}
	}
	return nil
}

// rune returns the character at a place of the board.
func (d *Drawn) rune(x, y int) rune {
	if y += d.origin; y < 0 || y >= len(d.text) {
		return ' '
	}
	return d.text[y].rune(x)
}

// framed reports whether a frame surrounds the board. It has junctions only where lines between cells meet it.
func (d *Drawn) framed() bool {
	right, bottom := d.x(d.Cols)+d.cell+d.pad, d.height(d.Rows)-1
	drawn := 0
	for x := d.left; x <= right; x++ {
		for _, y := range []int{0, bottom} {
			r := d.rune(x, y)
			arms, isLine := armsOf(r)
			if isLine {
				drawn++
			}
			inside := x > d.left && x < right && (arms[up] > 0 || arms[down] > 0)
			if r == ' ' || isDot(r) || inside && (d.gap != 1 || d.pad > 0 || (x-d.left)%(d.cell+1) != 0) {
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

// dotted reports whether each corner of a cell has a dot or a line.
func (d *Drawn) dotted() bool {
	if d.gap != 1 || d.lines == 0 || d.pad > 0 {
		return false
	}
	seen := 0
	for c := range cellsOf(d.Rows+1, d.Cols+1) {
		r := d.rune(d.x(c.col)-1, d.y(c.row)-1)
		if r == ' ' {
			return false
		}
		if _, isLine := armsOf(r); isLine || isDot(r) {
			seen++
		}
	}
	return 2*seen > (d.Rows+1)*(d.Cols+1)
}

// lay lays the givens that the title names on the board. If it names none, it lays all.
func (d *Drawn) lay(given []Item) {
	board := &value.Board{Rows: d.Rows, Cols: d.Cols}
	named := alg.Filter(given, func(it Item) bool { return it.Title == "" || Titled(d.Title, it.Title) })
	if len(named) == 0 || !slices.ContainsFunc(named, func(it Item) bool { return it.Title != "" }) {
		named = given
	}
	d.ground = newBoard(d.Rows, d.Cols)
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

// Given returns the text that is printed in a cell, or "".
func (d *Drawn) Given(at value.Spot) string { return d.ground.texts.at(cellAt(at)) }

func cellAt(at value.Spot) spotOn { return spotOn{(at.Y + 1) / 2, (at.X + 1) / 2} }

// Text returns the text in a cell without lines, dots, shades and the marks of givens.
func (d *Drawn) Text(at value.Spot) string {
	var out []rune
	c := cellAt(at)
	for x := d.x(c.col); x < d.x(c.col)+d.cell; x++ {
		out = append(out, d.letter(x, d.y(c.row)))
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

func (d *Drawn) letter(x, y int) rune {
	r := d.rune(x, y)
	if _, isLine := armsOf(r); isLine || isDot(r) || isShade(r) || r == '‹' || r == '›' || r == '●' && d.endOf(x, y) || d.marked(x, y) {
		return ' '
	}
	return r
}

// endOf reports whether a place is the middle of a cell, where a line may end.
func (d *Drawn) endOf(x, y int) bool { return (x-d.middle(1))%(d.cell+d.gap) == 0 }

// marked reports whether a printed mark of a side or a corner covers a place.
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

// place returns where a spot lies in the text.
func (d *Drawn) place(at value.Spot) (x, y int) {
	x, y = d.at(at)
	if d.gap > 1 && at.X%2 == 0 {
		x--
	}
	return x, y
}

func isDot(r rune) bool   { return r == '·' }
func isShade(r rune) bool { return r == '█' || r == '■' || r == '▒' }

// Shaded tells whether a cell is shaded.
func (d *Drawn) Shaded(at value.Spot) Known {
	c := cellAt(at)
	free := false
	for x := d.x(c.col); x < d.x(c.col)+d.cell; x++ {
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

// look is a place in the text where a line may be seen, and the arms that it has there. A strict look needs a line.
type look struct {
	x, y   int
	strict bool
	arms   []int
}

// weight returns the weight of a line by the first look that tells it.
func (d *Drawn) weight(looks []look) (weight int, known bool) {
	for _, l := range looks {
		arms, known := d.arms(l.x, l.y)
		if _, isLine := armsOf(d.rune(l.x, l.y)); known && (isLine || !l.strict) {
			for _, arm := range l.arms {
				weight = max(weight, int(arms[arm]))
			}
			return weight, true
		}
	}
	return 0, false
}

// Line returns the weight of the line across a side, between the middles of two cells. 0 is no line.
func (d *Drawn) Line(at value.Spot) (weight int, known bool) {
	x, y := d.place(at)
	var looks []look
	if at.Y%2 == 1 { // from left to right
		for col := d.middle(at.X/2) + 1; col < d.middle(at.X/2+1); col++ {
			looks = append(looks, look{col, y, false, []int{left, right}})
		}
		weight, known = d.weight(looks)
		return weight, known || d.gap == 0
	}
	if d.lines > 0 {
		looks = append(looks, look{x, y, false, []int{up, down}})
	}
	return d.weight(append(looks, look{x, d.y(at.Y / 2), false, []int{down}}, look{x, d.y(at.Y/2 + 1), false, []int{up}}))
}

// arms returns the arms of the line at a place. known is false if something else hides it.
func (d *Drawn) arms(x, y int) (arms [4]uint8, known bool) {
	arms, isLine := armsOf(d.rune(x, y))
	return arms, isLine || !d.covered(x, y)
}

// covered reports whether a place has a character other than a dot.
func (d *Drawn) covered(x, y int) bool {
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

// Border returns the weight of the line along a side. 0 is no line.
func (d *Drawn) Border(at value.Spot) (weight int, known bool) {
	x, y := d.place(at)
	if at.Y%2 == 1 {
		return d.weight([]look{{x, y, false, []int{up, down}}, {x, y - 1, true, []int{down}}, {x, y + 1, true, []int{up}}})
	}
	var looks []look
	from := d.x(at.X/2 + 1)
	for x := from; x < from+d.cell; x++ {
		looks = append(looks, look{x, y, false, []int{left, right}})
	}
	return d.weight(append(looks, look{from - 1, y, true, []int{right}}, look{from + d.cell, y, true, []int{left}}))
}

// Mark returns the sign or diagonal on a side or a corner, or "".
func (d *Drawn) Mark(at value.Spot) string {
	x, y := d.place(at)
	var out []rune
	for ; d.covered(x, y); x++ {
		if _, isLine := armsOf(d.rune(x, y)); isLine || len(out) > 0 && at.X%2 == 0 && x >= d.x(at.X/2+1)+d.cell {
			break
		}
		out = append(out, d.rune(x, y))
	}
	return string(out)
}

// Printed returns the given mark of a side or a corner.
func (d *Drawn) Printed(at value.Spot) string { return d.ground.marks[at] }

// Wall reports whether a wall is given on a side.
func (d *Drawn) Wall(at value.Spot) bool { return d.ground.bars[at] }

// Span returns the bytes of the text, from start to end, where a spot stands.
func (d *Drawn) Span(at value.Spot) (start, end int) {
	x, y := d.place(at)
	n := 1
	if !at.Corner() && !at.Side() {
		x, n = d.x(cellAt(at).col), d.cell
	}
	l := d.text[d.origin+y]
	if x >= len(l.runes) {
		return l.end, l.end
	}
	if start = l.at[x]; x+n < len(l.at) {
		return start, l.at[x+n]
	}
	return start, l.end
}

// TextOf returns a value as the text of a cell.
func TextOf(v value.Value) string { return printed(v) }

// armsOf returns the arms of a character. isLine is false for characters that are no line.
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
