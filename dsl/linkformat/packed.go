package linkformat

import (
	"strconv"
	"strings"
)

// packed formats write several places in one character, as digits of a number. They omit none.
type packed struct {
	// kinds is the base of the number: 2 for marked places, 3 for two kinds of marks.
	kinds int
	// each is the number of places per character.
	each int
}

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
				return "", noCharacters(marks[i+k])
			}
			d += v
		}
		b.WriteByte(digits[d])
	}
	return b.String(), nil
}

// These are the packed formats of puzz.link.
var bits, trits = packed{2, 5}, packed{3, 3}

// borders are bits for the sides between two cells: first those within rows, then, from a new
// character, those within columns.
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

// prefixed writes borders between "b" and a slash, or nothing without borders.
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
	if !c.done() { // a link may lose a final slash
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

// slashed writes bits, or nothing if no place is marked, and a slash.
type slashed struct{}

func (slashed) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	if c.peek() != '/' {
		var err error
		if marks, err = bits.read(c, n); err != nil {
			return nil, err
		}
	}
	if c.peek() == '/' { // a link may lose a final slash
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

// packing converts several numbers to one. They are digits in base base, and add is added. The result
// is written as sign and two digits in base 36.
type packing struct {
	sign      string
	add, base int
}

// lists are the formats of up to four numbers in a place, each of which may be Unknown. One number is a
// digit. Several are packed by their count. ones is the character for four ones, or 0.
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
				if n != Unknown && (n < 1 || n >= p.base) {
					return "", false
				}
				v = v*p.base + max(n, 0)
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

// digitLists are the formats of lists that are written digit by digit, with 0 for Unknown. The gap
// after a list counts the place of the list, too.
type digitLists struct {
	// gaps are the characters of gaps, as in gapped.
	gaps string
	// end, unless 0, follows the last mark if no gap does.
	end byte
}

func (l digitLists) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	i, open := 0, false // open: the next gap still counts the place of the last mark
	for i < n {
		if i == n-1 && !open && c.peek() == l.end {
			break // a single place after a full gap isn't written
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
	count := 0 // places since the last gap, including that of the last mark
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
			return "", noCharacters(m)
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

// distances write each mark as the number of empty places before it, in base 36. There is only one kind of marks.
type distances struct {
	// full is the character for run empty places without a mark.
	full byte
	run  int
	// tail tells whether the places after the last mark are counted. Without it, the format ends the body.
	tail bool
	// zero tells whether a domain without places is written as "0".
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

// sparse are marks of one kind. 0 to h is a mark followed by 0 to 17 empty places. i to z are 1 to 18 empty places.
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
		most, base := 18, 17
		if marked := !marks[i].Empty(); marked {
			if !marks[i].Equal(Number(1)) {
				return "", cannotWrite(marks[i], "there is only one kind of marks")
			}
			most, base = 17, 0
			i++
		}
		empty := 0
		for ; empty < most && i < len(marks) && marks[i].Empty(); i++ {
			empty++
		}
		b.WriteByte(digits[base+empty])
	}
	return b.String(), nil
}
