package linkformat

import (
	"strconv"
	"strings"
)

// gapped formats write marks one by one, and a character for several empty places.
type gapped struct {
	// gaps are the characters of gaps. The first skips one place, the second two, and so on.
	gaps string
	// token reads a mark if one begins here.
	token func(*cursor) (Mark, bool, error)
	// print returns the text of a mark. It fails if there is none.
	print func(Mark) (string, bool)
}

// gapsFrom returns the characters from first to z.
func gapsFrom(first byte) string { return digits[digit(first):] }

func (g gapped) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	for i := 0; i < n; {
		if c.done() {
			return marks, c.ends(i, n, len(g.gaps) > 1)
		}
		m, ok, err := g.token(c)
		if err != nil {
			return nil, err
		}
		if ok {
			marks[i] = m
			i++
			continue
		}
		skip, err := c.gap(g.gaps, n-i, n)
		if err != nil {
			return nil, err
		}
		i += skip
	}
	return marks, nil
}

func (g gapped) write(marks []Mark) (string, error) {
	var b strings.Builder
	skipped := 0
	flush := func() {
		if skipped > 0 {
			b.WriteByte(g.gaps[skipped-1])
			skipped = 0
		}
	}
	for _, m := range marks {
		if m.Empty() {
			if g.gaps == "" {
				return "", cannotWrite(m, "each place has a number")
			}
			if skipped++; skipped == len(g.gaps) {
				flush()
			}
			continue
		}
		flush()
		text, ok := g.print(m)
		if !ok {
			return "", noCharacters(m)
		}
		b.WriteString(text)
	}
	flush()
	return b.String(), nil
}

// numbers is the format of single numbers, and of letters as marks of their own.
func numbers(n numerals, letters, gaps string) gapped {
	return gapped{gaps,
		func(c *cursor) (Mark, bool, error) {
			// a letter comes first: it may be a sign elsewhere
			if l := c.peek(); l != 0 && strings.IndexByte(letters, l) >= 0 {
				c.at++
				return Letter(l), true, nil
			}
			v, ok, err := n.read(c)
			return Number(v), ok, err
		},
		func(m Mark) (string, bool) {
			if m.Letter != 0 {
				return string(rune(m.Letter)), len(m.Numbers) == 0 && strings.IndexByte(letters, m.Letter) >= 0
			}
			v, ok := m.single()
			if !ok {
				return "", false
			}
			return n.write(v)
		}}
}

// complete formats do not allow a body to omit places.
type complete struct{ gapped }

func (f complete) read(c *cursor, n int) ([]Mark, error) {
	c.last = false
	return f.gapped.read(c, n)
}

// choices are single digits in a range.
func choices(least, most int) complete {
	g := numbers(numerals{base: most + 1, unknown: "."}, "", digits[most+1:])
	token, print := g.token, g.print
	g.token = func(c *cursor) (Mark, bool, error) {
		if d := digit(c.peek()); d >= 0 && d < least {
			return Mark{}, false, nil
		}
		return token(c)
	}
	g.print = func(m Mark) (string, bool) {
		text, ok := print(m)
		n, _ := m.single()
		return text, ok && (n >= least || n == Unknown)
	}
	return complete{g}
}

// arrow reads a direction and a number: 0 to 4 and one hexadecimal digit or a dot, 5 to 9 for the
// directions 0 to 4 and two digits, or "-", a direction and three digits.
func arrow(c *cursor) (Mark, bool, error) {
	first := c.peek()
	d := digit(first)
	switch {
	case first == '-':
		c.at++
		way, err := c.number(1, 5, `"-"`)
		if err != nil {
			return Mark{}, false, err
		}
		n, err := c.number(3, 16, "the direction")
		return Number(way, n), true, err
	case d < 0 || d > 9:
		return Mark{}, false, nil
	}
	c.at++
	if d >= 5 {
		n, err := c.number(2, 16, quoted(string(first)))
		return Number(d-5, n), true, err
	}
	if c.peek() == '.' {
		c.at++
		return Number(d, Unknown), true, nil
	}
	n, err := c.number(1, 16, quoted(string(first)))
	return Number(d, n), true, err
}

func printArrow(m Mark) (string, bool) {
	if m.Letter != 0 || len(m.Numbers) != 2 || m.Numbers[0] < 0 || m.Numbers[0] > 4 {
		return "", false
	}
	way, n := m.Numbers[0], m.Numbers[1]
	switch {
	case n == Unknown:
		return digits[way:way+1] + ".", true
	case n >= 0 && n < 16:
		return digits[way:way+1] + digits[n:n+1], true
	case n >= 16 && n < 256:
		return digits[way+5:way+6] + strconv.FormatInt(int64(n), 16), true
	case n >= 256 && n < 4096:
		return "-" + digits[way:way+1] + strconv.FormatInt(int64(n), 16), true
	}
	return "", false
}

// arrows are arrow or a clue "+" without direction.
var arrows = gapped{gapsFrom('a'),
	func(c *cursor) (Mark, bool, error) {
		if c.peek() == '+' {
			c.at++
			return Letter('+'), true, nil
		}
		return arrow(c)
	},
	func(m Mark) (string, bool) {
		if m.Equal(Letter('+')) {
			return "+", true
		}
		return printArrow(m)
	}}

// crowded formats have marks that also tell how many empty places follow, at most most. Their kinds of
// marks are numbered from least on.
type crowded struct {
	kinds, least, most int
	// unknown tells whether a dot is Unknown.
	unknown bool
}

func (f crowded) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	for i := 0; i < n; {
		if c.done() {
			return marks, c.ends(i, n, true)
		}
		d := digit(c.peek())
		switch {
		case c.peek() == '.' && f.unknown:
			marks[i] = Number(Unknown)
			i++
			c.at++
		case d >= 0 && d < f.kinds*(f.most+1):
			skip := d / f.kinds
			// Behind the last mark no places may be left to skip.
			if skip < f.most && i+1+skip > n {
				c.beyond(c.at, 1+skip, n-i, n)
			}
			marks[i] = Number(d%f.kinds + f.least)
			i += 1 + skip
			c.at++
		default:
			skip, err := c.gap(gapsFrom('g'), n-i, n)
			if err != nil {
				return nil, err
			}
			i += skip
		}
	}
	return marks, nil
}

func (f crowded) write(marks []Mark) (string, error) {
	var b strings.Builder
	skipped, gaps := 0, gapsFrom('g')
	flush := func() {
		if skipped > 0 {
			b.WriteByte(gaps[skipped-1])
			skipped = 0
		}
	}
	for i := 0; i < len(marks); i++ {
		if marks[i].Empty() {
			if skipped++; skipped == len(gaps) {
				flush()
			}
			continue
		}
		flush()
		v, ok := marks[i].single()
		if ok && v == Unknown && f.unknown {
			b.WriteByte('.')
			continue
		}
		if v -= f.least; !ok || v < 0 || v >= f.kinds {
			return "", noCharacters(marks[i])
		}
		skip := 0
		for skip < f.most && (i+1+skip >= len(marks) || marks[i+1+skip].Empty()) {
			skip++
		}
		b.WriteByte(digits[skip*f.kinds+v])
		i += skip
	}
	flush()
	return b.String(), nil
}
