package format

import "strings"

// packed are the formats that write several places in one character, as digits of a number: none is left out.
type packed struct {
	// kinds is the base of the number: 2 for places that are marked or not, 3 for two kinds of marks.
	kinds int
	// each is how many places a character has.
	each int
}

// chars is how many characters so many places take.
func (p packed) chars(n int) int { return (n + p.each - 1) / p.each }

func (p packed) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	base := 1
	for range p.each {
		base *= p.kinds
	}
	for i := 0; i < n; i += p.each {
		if c.done() {
			return marks, c.ends(i, n, false)
		}
		d := digit(c.peek())
		if d < 0 || d >= base {
			return nil, c.odd()
		}
		for k := p.each - 1; k >= 0; k-- {
			v := d % p.kinds
			d /= p.kinds
			if v == 0 {
				continue
			}
			if i+k >= n {
				c.note(c.at, "%s marks a place behind the last of %d %s, which is ignored", quoted(c.text[c.at:]), n, c.places)
				continue
			}
			marks[i+k] = Number(v)
		}
		c.at++
	}
	return marks, nil
}

func (p packed) write(marks []Mark) (string, error) {
	var b strings.Builder
	for i := 0; i < len(marks); i += p.each {
		d := 0
		for k := range p.each {
			d *= p.kinds
			if i+k >= len(marks) || marks[i+k].Empty() {
				continue
			}
			v, ok := marks[i+k].single()
			if !ok || v < 1 || v >= p.kinds {
				return "", cannotWrite(marks[i+k], "there are no characters for it")
			}
			d += v
		}
		b.WriteByte(digits[d])
	}
	return b.String(), nil
}

// bits and trits are packed as puzz.link does it.
var bits, trits = packed{2, 5}, packed{3, 3}

// borders are bits of the sides between two cells: those within rows fill characters of their own, then those within columns.
type borders struct{ on Board }

// withBoard is implemented by codecs that depend on the board.
type withBoard interface{ forBoard(Board) codec }

func (borders) forBoard(b Board) codec { return borders{b} }

func (b borders) within() int { return (b.on.Columns - 1) * b.on.Rows }

func (b borders) read(c *cursor, n int) ([]Mark, error) {
	rows, err := bits.read(c, b.within())
	if err != nil {
		return nil, err
	}
	columns, err := bits.read(c, n-b.within())
	return append(rows, columns...), err
}

func (b borders) write(marks []Mark) (string, error) {
	rows, err := bits.write(marks[:b.within()])
	if err != nil {
		return "", err
	}
	columns, err := bits.write(marks[b.within():])
	return rows + columns, err
}

// prefixed are borders between "b" and a slash, left out altogether where there are none.
type prefixed struct{ borders }

func (prefixed) forBoard(b Board) codec { return prefixed{borders{b}} }

func (p prefixed) read(c *cursor, n int) ([]Mark, error) {
	if c.peek() != 'b' {
		return make([]Mark, n), nil
	}
	c.at++
	marks, err := p.borders.read(c, n)
	if err != nil {
		return nil, err
	}
	if !c.done() { // the slash at the end of a link is taken off
		_, err = slash{}.read(c, 0)
	}
	return marks, err
}

func (p prefixed) write(marks []Mark) (string, error) {
	if allEmpty(marks) {
		return "", nil
	}
	text, err := p.borders.write(marks)
	return "b" + text + "/", err
}

// slashed are bits, left out where nothing is marked, and a slash.
type slashed struct{}

func (slashed) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	if c.peek() != '/' {
		var err error
		if marks, err = bits.read(c, n); err != nil {
			return nil, err
		}
	}
	if c.peek() == '/' { // a link that ends here has lost it
		c.at++
	}
	return marks, nil
}

func (slashed) write(marks []Mark) (string, error) {
	if allEmpty(marks) {
		return "/", nil
	}
	text, err := bits.write(marks)
	return text + "/", err
}
