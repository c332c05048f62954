package linkformat

import (
	"slices"
	"strconv"
	"strings"
)

// These formats have no places. They have as many marks as the body.

// count is a decimal number, followed by a slash unless it ends the body.
type count struct{}

func (count) read(c *cursor, _ int) ([]Mark, error) {
	n, start := 0, c.at
	for ; c.peek() >= '0' && c.peek() <= '9'; c.at++ {
		if n = 10*n + digit(c.peek()); n > MaxCells*10 {
			return nil, c.fail(start, "the number is too large")
		}
	}
	switch {
	case c.at == start && c.done():
		return nil, c.fail(start, "the body ends before a number")
	case c.at == start:
		return nil, c.fail(start, "a number is expected here, not %s", quoted(c.text[start:]))
	case !c.done() && c.peek() != '/':
		return nil, c.fail(c.at, "a slash is expected behind the number %d, not %s", n, quoted(c.text[c.at:]))
	}
	if !c.done() {
		c.at++
	}
	return []Mark{Number(n)}, nil
}

func (count) write(marks []Mark) (string, error) {
	if len(marks) != 1 {
		return "", cannotWrite(Mark{}, "one number is written")
	}
	n, ok := marks[0].single()
	if !ok || n < 0 {
		return "", cannotWrite(marks[0], "one number is written")
	}
	return strconv.Itoa(n) + "/", nil
}

// place is the column and row of a cell, counted from 1, each as in num16.
type place struct{}

func (place) read(c *cursor, _ int) ([]Mark, error) {
	var at [2]int
	for i := range at {
		n, ok, err := hex.read(c)
		switch {
		case err != nil:
			return nil, err
		case !ok && c.done():
			return nil, c.fail(c.at, "the body ends before the column and row of a cell")
		case !ok || n == Unknown:
			return nil, c.fail(c.at, "the column and row of a cell are expected here")
		}
		at[i] = n
	}
	return []Mark{Number(at[:]...)}, nil
}

func (place) write(marks []Mark) (string, error) {
	text := ""
	if len(marks) != 1 || marks[0].Letter != 0 || len(marks[0].Numbers) != 2 {
		return "", cannotWrite(Mark{}, "one column and one row are written")
	}
	for _, n := range marks[0].Numbers {
		t, ok := hex.write(n)
		if !ok || n < 0 {
			return "", noCharacters(marks[0])
		}
		text += t
	}
	return text, nil
}

// slash is a slash without a mark.
type slash struct{}

func (slash) read(c *cursor, _ int) ([]Mark, error) {
	if c.peek() != '/' {
		if c.done() {
			return nil, c.fail(c.at, "the body ends before a slash")
		}
		return nil, c.fail(c.at, "a slash is expected here, not %s", quoted(c.text[c.at:]))
	}
	c.at++
	return nil, nil
}

func (slash) write([]Mark) (string, error) { return "/", nil }

// bank is a list of pieces at the end of a body: "/" and the number, then a slash before each piece.
// "//" and a character stand for common lists.
type bank struct {
	// presets are the common lists, in the order of preference.
	presets []preset
	read1   func(*cursor) (Mark, error)
	print1  func(Mark) (string, bool)
	// counts tells whether "//N" stands for the numbers from 1 to N.
	counts bool
}

type preset struct {
	key    byte
	pieces string
}

const (
	tetrominoes = "14u 23bg 22u 23f 23eg"
	pentominoes = "337k 15v 24as 24bo 23fg 337i 23rg 334u 335s 33bk 24bk 337o"
)

var (
	shapes = bank{presets: []preset{{'p', pentominoes}, {'t', tetrominoes},
		{'d', "14u 14u 23bg 23bg 22u 22u 23f 23f 23eg 23eg"}, {'z', ""}}, read1: readShape, print1: printShape}
	fleet = bank{presets: []preset{{'c', "11g 11g 11g 21o 21o 31s"},
		{'d', "11g 11g 11g 11g 21o 21o 21o 31s 31s 41u"},
		{'e', "11g 11g 11g 11g 11g 21o 21o 21o 21o 31s 31s 31s 41u 41u 51v"},
		{'t', tetrominoes}, {'p', pentominoes}, {'z', ""}}, read1: readShape, print1: printShape}
	words = bank{presets: []preset{{'z', ""}}, read1: readWord, print1: printWord}
	sizes = bank{presets: []preset{{'i', "1 2 3 4 5 6 7 8 9"}, {'z', ""}}, counts: true, read1: readSize, print1: printSize}
)

const maxPiece = 1000

func (b bank) read(c *cursor, _ int) ([]Mark, error) {
	if _, err := (slash{}).read(c, 0); err != nil {
		return nil, err
	}
	start := c.at
	if c.peek() == '/' {
		c.at++
		for _, p := range b.presets {
			if c.peek() == p.key {
				c.at++
				return b.read(&cursor{text: spelled(strings.Fields(p.pieces))}, 0)
			}
		}
		if b.counts && !c.done() {
			marks, err := count{}.read(c, 0)
			if err != nil {
				return nil, err
			}
			n := marks[0].Numbers[0]
			if c.text[c.at-1] == '/' { // nothing follows it
				c.at--
			}
			if n > 999 {
				return nil, c.fail(start, "%d pieces are more than 999", n)
			}
			marks = nil
			for i := range n {
				marks = append(marks, Number(i+1))
			}
			return marks, nil
		}
		return nil, c.fail(start, "\"//\" isn't followed by the character of a list of pieces")
	}
	number, err := count{}.read(c, 0)
	if err != nil {
		return nil, err
	}
	n := number[0].Numbers[0]
	if n > maxPiece {
		return nil, c.fail(start, "%d pieces are more than %d", n, maxPiece)
	}
	var marks []Mark
	for i := range n {
		if c.done() {
			return nil, c.fail(c.at, "the body ends after %d of %d pieces", i, n)
		}
		m, err := b.read1(c)
		if err != nil {
			return nil, err
		}
		marks = append(marks, m)
		switch {
		case c.peek() == '/':
			c.at++
		case !c.done():
			return nil, c.fail(c.at, "a slash is expected behind a piece, not %s", quoted(c.text[c.at:]))
		}
	}
	return marks, nil
}

func spelled(pieces []string) string {
	return strings.Join(append([]string{"", strconv.Itoa(len(pieces))}, pieces...), "/")
}

func (b bank) write(marks []Mark) (string, error) {
	var pieces []string
	for _, m := range marks {
		text, ok := b.print1(m)
		if !ok {
			return "", cannotWrite(m, "it is no piece")
		}
		pieces = append(pieces, text)
	}
	counts := b.counts && len(pieces) > 0 && len(pieces) <= 999 && len(pieces) != 9
	for i, p := range pieces {
		counts = counts && p == strconv.Itoa(i+1)
	}
	if counts {
		return "//" + strconv.Itoa(len(pieces)), nil
	}
	for _, p := range b.presets {
		if slices.Equal(strings.Fields(p.pieces), pieces) {
			return "//" + string(rune(p.key)), nil
		}
	}
	return spelled(pieces), nil
}

// readShape reads a piece: its width and height in base 36, then a bit for each of its cells in reading
// order, five in a character of base 32, without final zeros. The mark contains width, height and bits.
func readShape(c *cursor) (Mark, error) {
	var size [2]int
	for i := range size {
		n, err := c.number(1, 36, "the beginning of a piece")
		if err != nil {
			return Mark{}, err
		}
		if n == 0 {
			return Mark{}, c.fail(c.at-1, "a piece has at least one row and one column")
		}
		size[i] = n
	}
	cells := make([]int, size[0]*size[1])
	for i := 0; !c.done() && c.peek() != '/'; i += 5 {
		d := digit(c.peek())
		if d < 0 || d >= 32 {
			return Mark{}, c.odd()
		}
		for k := range 5 {
			switch bit := d >> (4 - k) & 1; {
			case i+k < len(cells):
				cells[i+k] = bit
			case bit == 1 || k == 0:
				return Mark{}, c.fail(c.at, "a piece of %d by %d cells has more of them", size[0], size[1])
			}
		}
		c.at++
	}
	if !slices.Contains(cells, 1) {
		return Mark{}, c.fail(c.at, "a piece has at least one cell")
	}
	return Number(append(size[:], cells...)...), nil
}

func printShape(m Mark) (string, bool) {
	if m.Letter != 0 || len(m.Numbers) < 2 {
		return "", false
	}
	w, h, cells := m.Numbers[0], m.Numbers[1], m.Numbers[2:]
	if w < 1 || h < 1 || w > 35 || h > 35 || len(cells) != w*h || !slices.Contains(cells, 1) {
		return "", false
	}
	text := digits[w:w+1] + digits[h:h+1]
	for i := 0; i < len(cells); i += 5 {
		d := 0
		for k := range 5 {
			d *= 2
			if i+k < len(cells) {
				if cells[i+k] != 0 && cells[i+k] != 1 {
					return "", false
				}
				d += cells[i+k]
			}
		}
		text += digits[d : d+1]
	}
	return text[:2] + strings.TrimRight(text[2:], "0"), true
}

// readWord reads a word of capital letters. The mark contains their numbers in the alphabet, from 1.
func readWord(c *cursor) (Mark, error) {
	var letters []int
	for ; c.peek() >= 'A' && c.peek() <= 'Z'; c.at++ {
		letters = append(letters, int(c.peek()-'A')+1)
	}
	if letters == nil {
		return Mark{}, c.fail(c.at, "a word of capital letters is expected here")
	}
	return Number(letters...), nil
}

func printWord(m Mark) (string, bool) {
	var b strings.Builder
	for _, n := range m.Numbers {
		if n < 1 || n > 26 {
			return "", false
		}
		b.WriteByte(byte('A' + n - 1))
	}
	return b.String(), m.Letter == 0 && b.Len() > 0
}

func readSize(c *cursor) (Mark, error) {
	start := c.at
	for c.peek() >= '0' && c.peek() <= '9' {
		c.at++
	}
	n, err := strconv.Atoi(c.text[start:c.at])
	if err != nil || n > MaxCells || n == 0 || c.text[start] == '0' {
		return Mark{}, c.fail(start, "a number from 1 to %d is expected here", MaxCells)
	}
	return Number(n), nil
}

func printSize(m Mark) (string, bool) {
	n, ok := m.single()
	return strconv.Itoa(n), ok && n > 0
}

// onePiece is one piece as in bank.
type onePiece struct{}

func (onePiece) read(c *cursor, _ int) ([]Mark, error) {
	m, err := readShape(c)
	return []Mark{m}, err
}

func (onePiece) write(marks []Mark) (string, error) {
	if len(marks) != 1 {
		return "", cannotWrite(Mark{}, "one piece is written")
	}
	text, ok := printShape(marks[0])
	if !ok {
		return "", cannotWrite(marks[0], "it is no piece")
	}
	return text, nil
}

// figures are drawn lines: decimal width and height in points, and a hexadecimal digit for each two
// points, all separated by slashes. The mark contains width, height and the digits.
type figures struct{}

func (figures) read(c *cursor, _ int) ([]Mark, error) {
	var marks []Mark
	for !c.done() {
		figure := Mark{}
		for range 2 {
			start := c.at
			n, err := count{}.read(c, 0)
			if err != nil {
				return nil, err
			}
			if v := n[0].Numbers[0]; v < 1 || v > MaxCells {
				return nil, c.fail(start, "a figure is at least one point wide and high")
			}
			figure.Numbers = append(figure.Numbers, n[0].Numbers[0])
		}
		w, h := figure.Numbers[0], figure.Numbers[1]
		if w > MaxCells/h {
			return nil, c.fail(c.at, "the figure is too large")
		}
		for range w * h / 2 {
			n, err := c.number(1, 16, "the size of a figure")
			if err != nil {
				return nil, err
			}
			figure.Numbers = append(figure.Numbers, n)
		}
		if !c.done() {
			if _, err := (slash{}).read(c, 0); err != nil {
				return nil, err
			}
		}
		marks = append(marks, figure)
	}
	return marks, nil
}

func (figures) write(marks []Mark) (string, error) {
	var parts []string
	for _, m := range marks {
		if m.Letter != 0 || len(m.Numbers) < 2 || len(m.Numbers)-2 != m.Numbers[0]*m.Numbers[1]/2 {
			return "", cannotWrite(m, "it is no figure")
		}
		bits := ""
		for _, n := range m.Numbers[2:] {
			if n < 0 || n > 15 {
				return "", cannotWrite(m, "it is no figure")
			}
			bits += digits[n : n+1]
		}
		parts = append(parts, strconv.Itoa(m.Numbers[0]), strconv.Itoa(m.Numbers[1]), bits)
	}
	return strings.Join(parts, "/"), nil
}
