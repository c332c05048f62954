package linkformat

import (
	"strconv"
	"strings"
)

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

// packing is how several numbers become one number. They are digits in base base. add is added,
// sign comes before, and the result has two digits in base 36.
type packing struct {
	sign      string
	add, base int
}

// lists are the formats of up to four numbers in a place, each of which may be Unknown. One number
// is a digit. Several are packed by their count. ones is the character for four ones, 0 if there is
// none.
func lists(ones byte, packings map[int]packing) gapped {
	return gapped{gapsFrom('g'),
		func(c *cursor) (Mark, bool, error) {
			first := c.peek()
			d := digit(first)
			switch {
			case first == 0:
				return Mark{}, false, nil
			case first == '.':
				c.at++
				return Number(Unknown), true, nil
			case first == ones:
				c.at++
				return Number(1, 1, 1, 1), true, nil
			case d >= 0 && d <= 8:
				c.at++
				return Number(d), true, nil
			}
			start := c.at
			sign := ""
			if first == '+' || first == '-' {
				sign = string(first)
				c.at++
			} else if d < 10 || d > 15 {
				return Mark{}, false, nil
			}
			v, err := c.number(2, 36, "the beginning of a list")
			if err != nil {
				return Mark{}, false, err
			}
			for count := 2; count <= 4; count++ {
				p, ok := packings[count]
				if !ok || p.sign != sign || v < p.add || v >= p.add+power(p.base, count) {
					continue
				}
				list := make([]int, count)
				v -= p.add
				for i := count - 1; i >= 0; i-- {
					if list[i] = v % p.base; list[i] == 0 {
						list[i] = Unknown
					}
					v /= p.base
				}
				return Number(list...), true, nil
			}
			return Mark{}, false, c.fail(start, "%q is no list of numbers", c.text[start:c.at])
		},
		func(m Mark) (string, bool) {
			if m.Letter != 0 {
				return "", false
			}
			if v, ok := m.single(); ok {
				if v == Unknown {
					return ".", true
				}
				if v < 0 || v > 8 {
					return "", false
				}
				return digits[v : v+1], true
			}
			if ones != 0 && m.Equal(Number(1, 1, 1, 1)) {
				return string(rune(ones)), true
			}
			p, ok := packings[len(m.Numbers)]
			if !ok {
				return "", false
			}
			v := 0
			for _, n := range m.Numbers {
				if n == Unknown {
					n = 0
				} else if n < 1 || n >= p.base {
					return "", false
				}
				v = v*p.base + n
			}
			text := strconv.FormatInt(int64(v+p.add), 36)
			return p.sign + text, len(text) == 2
		}}
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}

// digitLists are the formats of lists that are written digit by digit, 0 for Unknown: the gap that
// ends a list counts its own place, too.
type digitLists struct {
	// gaps are the characters of gaps, as for gapped.
	gaps string
	// end, if it isn't 0, is written behind the last mark where no gap follows it.
	end byte
}

func (l digitLists) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	i, open := 0, false // open: the last mark's own place is still to be counted by a gap
	for i < n {
		if i == n-1 && !open && c.peek() == l.end {
			break // one place that is left behind a full gap isn't written
		}
		if c.done() {
			return marks, c.ends(i, n, true)
		}
		if d := digit(c.peek()); d >= 0 && d <= 9 {
			var list []int
			for ; !c.done() && digit(c.peek()) >= 0 && digit(c.peek()) <= 9; c.at++ {
				d := digit(c.peek())
				if d == 0 {
					d = Unknown
				}
				list = append(list, d)
			}
			marks[i] = Number(list...)
			i, open = i+1, true
			continue
		}
		skip := 1 + strings.IndexByte(l.gaps, c.peek())
		if skip == 0 {
			return nil, c.odd()
		}
		if open {
			skip--
		}
		if i+skip > n {
			c.beyond(c.at, skip, n-i, n)
		}
		i, open = i+skip, false
		c.at++
	}
	if l.end != 0 && c.peek() == l.end {
		c.at++
	}
	return marks, nil
}

func (l digitLists) write(marks []Mark) (string, error) {
	var b strings.Builder
	count := 0 // of places since the last gap, with that of the last mark
	for _, m := range marks {
		if m.Empty() {
			if count++; count == len(l.gaps) {
				b.WriteByte(l.gaps[count-1])
				count = 0
			}
			continue
		}
		if count > 0 {
			b.WriteByte(l.gaps[count-1])
		}
		if m.Letter != 0 {
			return "", cannotWrite(m, "there are no characters for it")
		}
		for _, n := range m.Numbers {
			switch {
			case n == Unknown:
				b.WriteByte('0')
			case n >= 1 && n <= 9:
				b.WriteByte(digits[n])
			default:
				return "", cannotWrite(m, "its numbers are 1 to 9")
			}
		}
		count = 1
	}
	switch {
	case count > 1:
		b.WriteByte(l.gaps[count-1])
	case l.end != 0:
		b.WriteByte(l.end)
	}
	return b.String(), nil
}

// distances are the formats that write a mark, of one kind only, as the number of places without one before it, in base 36.
type distances struct {
	// full is the character for places without mark alone, run how many it skips.
	full byte
	run  int
	// tail is whether the places behind the last mark are counted, too. Without, the format ends the body.
	tail bool
	// zero is whether a domain without any place is written as "0".
	zero bool
}

func (f distances) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	if n == 0 && f.zero && c.peek() == '0' {
		c.at++
	}
	for i := 0; i < n; c.at++ {
		if c.done() {
			if f.tail {
				return marks, c.ends(i, n, true)
			}
			break
		}
		first := c.peek()
		if first == f.full {
			if i+f.run > n {
				c.beyond(c.at, f.run, n-i, n)
			}
			i += f.run
			continue
		}
		skip := digit(first)
		switch {
		case skip < 0:
			return nil, c.odd()
		case i+skip > n || i+skip == n && !f.tail:
			c.beyond(c.at, skip+1, n-i, n)
		case i+skip < n:
			marks[i+skip] = Number(1)
		}
		i += skip + 1
	}
	return marks, nil
}

func (f distances) write(marks []Mark) (string, error) {
	var b strings.Builder
	count := 0
	for _, m := range marks {
		if !m.Empty() {
			if !m.Equal(Number(1)) {
				return "", cannotWrite(m, "there is only one kind of marks")
			}
			b.WriteByte(digits[count])
			count = 0
			continue
		}
		if count++; count == f.run {
			b.WriteByte(f.full)
			count = 0
		}
	}
	if f.tail && count > 0 || f.zero && len(marks) == 0 {
		b.WriteByte(digits[count])
	}
	return b.String(), nil
}

// sparse are marks of one kind: 0 to h is one mark with so many empty places behind it, i to z are
// one to eighteen empty places.
type sparse struct{}

func (sparse) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	for i := 0; i < n; c.at++ {
		if c.done() {
			return marks, c.ends(i, n, true)
		}
		d := digit(c.peek())
		if d < 0 {
			return nil, c.odd()
		}
		long := d - 17
		if d < 18 {
			marks[i] = Number(1)
			long = d + 1
		}
		if i+long > n {
			c.beyond(c.at, long, n-i, n)
		}
		i += long
	}
	return marks, nil
}

func (sparse) write(marks []Mark) (string, error) {
	var b strings.Builder
	for i := 0; i < len(marks); {
		marked := !marks[i].Empty()
		if marked && !marks[i].Equal(Number(1)) {
			return "", cannotWrite(marks[i], "there is only one kind of marks")
		}
		empty := 0
		for empty < 18 && i+empty < len(marks) && marks[i+empty].Empty() {
			empty++
		}
		if !marked {
			b.WriteByte(digits[empty+17])
			i += empty
			continue
		}
		empty = 0
		for empty < 17 && i+1+empty < len(marks) && marks[i+1+empty].Empty() {
			empty++
		}
		b.WriteByte(digits[empty])
		i += empty + 1
	}
	return b.String(), nil
}
