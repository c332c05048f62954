package draw

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pen is the style of a character on a terminal.
type pen uint8

const (
	plain pen = iota
	faint
	bold
	ink // the first of the colours that distinguish lines
)

const inks = 6

var sgr = [...]string{plain: "", faint: "2", bold: "1", ink: "36", ink + 1: "33", ink + 2: "35", ink + 3: "32", ink + 4: "34", ink + 5: "31"}

func inkOf(i int) pen { return ink + pen(i%inks) }

// The arms of a junction of lines.
const (
	up = iota
	right
	down
	left
)

// junctions has the box-drawing character for each combination of arms. Up is the lowest digit to the base 3.
var junctions = []rune(" ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣" +
	"╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊" +
	"╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋")

// dottedJunctions has straight dotted lines, their ends, and round corners. Others don't exist.
var dottedJunctions = map[[4]uint8]rune{
	{up: light, down: light}: '┆', {up: light}: '┆', {down: light}: '┆',
	{up: heavy, down: heavy}: '┇', {up: heavy}: '┇', {down: heavy}: '┇',
	{left: light, right: light}: '┄', {left: light}: '┄', {right: light}: '┄',
	{left: heavy, right: heavy}: '┅', {left: heavy}: '┅', {right: heavy}: '┅',
	{down: light, right: light}: '╭', {down: light, left: light}: '╮',
	{up: light, left: light}: '╯', {up: light, right: light}: '╰',
}

// The weights of lines.
const (
	light = 1
	heavy = 2
)

// spot is one place of a canvas: a character, or the lines that meet there.
type spot struct {
	arms [4]uint8
	char rune
	dot  bool // "·" where nothing else is drawn
	// solid and dotted report whether certain and doubtful lines meet here.
	solid, dotted bool
	pen           pen
}

type canvas struct {
	width int
	spots []spot
}

func newCanvas(width, height int) *canvas { return &canvas{width, make([]spot, width*height)} }

// line draws a horizontal or vertical line from one spot to another. Lines that meet are joined. The
// heavier of two lines on one another shows. A doubtful line is dotted where it meets no other.
func (c *canvas) line(x1, y1, x2, y2 int, weight uint8, p pen, mark Mark) {
	arm := func(x, y, dir int) {
		s := &c.spots[y*c.width+x]
		s.arms[dir] = max(s.arms[dir], weight)
		s.pen = p
		s.solid, s.dotted = s.solid || mark != Doubtful, s.dotted || mark == Doubtful
	}
	if x2 < x1 || y2 < y1 {
		x1, y1, x2, y2 = x2, y2, x1, y1
	}
	for x := x1; x < x2; x++ {
		arm(x, y1, right)
		arm(x+1, y1, left)
	}
	for y := y1; y < y2; y++ {
		arm(x1, y, down)
		arm(x1, y+1, up)
	}
}

func (c *canvas) text(x, y int, text string, p pen) {
	for _, r := range text {
		s := &c.spots[y*c.width+x]
		s.char, s.pen = r, p
		x++
	}
}

func (c *canvas) fill(x, y, n int, r rune, p pen) { c.text(x, y, strings.Repeat(string(r), n), p) }

// pieces returns the drawing of a board with cols columns. If it is too wide, it is cut into pieces, one
// below the other. from and to are the first character of a column and the one after its last.
func (c *canvas) pieces(opt Options, cols int, from, to func(col int) int) string {
	if opt.Width == 0 || c.width <= opt.Width {
		return c.string(opt.Color, 0, c.width)
	}
	begin := func(col int) int {
		if col == 1 {
			return 0 // with the left margin
		}
		return from(col)
	}
	end := func(col int) int {
		if col == cols {
			return c.width
		}
		return to(col)
	}
	var out strings.Builder
	for first, last := 1, 0; first <= cols; first = last + 1 {
		last = first
		for last < cols && end(last+1)-begin(first) <= opt.Width {
			last++
		}
		if first > 1 {
			out.WriteByte('\n')
		}
		if first == last {
			fmt.Fprintf(&out, "column %d\n", first)
		} else {
			fmt.Fprintf(&out, "columns %d to %d\n", first, last)
		}
		out.WriteString(c.string(opt.Color, begin(first), end(last)))
	}
	return out.String()
}

// string returns the drawing between two columns, without trailing blanks.
func (c *canvas) string(color string, begin, end int) string {
	var out strings.Builder
	for from := 0; from < len(c.spots); from += c.width {
		row := c.spots[from+begin : from+end]
		for len(row) > 0 && row[len(row)-1].rune() == ' ' {
			row = row[:len(row)-1]
		}
		now := plain
		for _, s := range row {
			if r := s.rune(); color != "" && r != ' ' && s.pen != now {
				out.WriteString(color + "0")
				if s.pen != plain {
					out.WriteString(";" + sgr[s.pen])
				}
				out.WriteString("m")
				now = s.pen
			}
			out.WriteRune(s.rune())
		}
		if now != plain {
			out.WriteString(color + "0m")
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func (s spot) rune() rune {
	if s.char != 0 {
		return s.char
	}
	if s.dot && s.arms == [4]uint8{} {
		return '·'
	}
	if s.dotted && !s.solid {
		if r := dottedJunctions[s.arms]; r != 0 {
			return r
		}
	}
	return junctions[s.arms[up]+3*s.arms[right]+9*s.arms[down]+27*s.arms[left]]
}

// A given number among found ones stands between ‹ and ›, or after a ‹ in narrow cells.

// A kind of text. People see at once that texts of two kinds differ.
type kind uint8

const (
	number kind = iota
	word
	sign
)

func kindOf(text string) kind {
	switch first, _ := utf8.DecodeRuneInString(text); {
	case unicode.IsDigit(first):
		return number
	case unicode.IsLetter(first):
		return word
	}
	return sign
}

// mixed returns the kinds of texts of which some are found.
func (p *layeredBoard) mixed() map[kind]bool {
	out := map[kind]bool{}
	for c, text := range p.texts.each() {
		if p.found && p.fixed[c] == "" {
			out[kindOf(text)] = true
		}
	}
	return out
}

// quotes reports whether to mark the text of a cell as given.
func (p *layeredBoard) quotes(c spotOn, text string, mixed map[kind]bool) bool {
	return p.fixed[c] == text && mixed[kindOf(text)]
}

// quote marks a text of n characters as given, as far as there is room around it.
func (s *textBoard) quote(x, y, n int) {
	free := func(x int) bool {
		at := &s.spots[y*s.width+x]
		return at.char == 0 && at.arms == [4]uint8{}
	}
	if free(x - 1) {
		s.text(x-1, y, "‹", bold)
		if s.lines > 0 && free(x+n) {
			s.text(x+n, y, "›", bold)
		}
	}
}
