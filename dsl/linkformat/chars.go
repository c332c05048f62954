package linkformat

import (
	"strconv"
	"strings"
)

// circled is num16 of short numbers where i and g begin numbers in circles, h a circle without one.
var circled = gapped{gapsFrom('j'),
	func(c *cursor) (Mark, bool, error) {
		digits := map[byte]int{'i': 1, 'g': 2}[c.peek()]
		switch {
		case c.peek() == 'h':
			c.at++
			return Letter('i', Unknown), true, nil
		case digits > 0:
			after := quoted(c.text[c.at:])
			c.at++
			n, err := c.number(digits, 16, after)
			return Letter('i', n), true, err
		}
		n, ok, err := short.read(c)
		return Number(n), ok, err
	},
	func(m Mark) (string, bool) {
		if len(m.Numbers) != 1 {
			return "", false
		}
		n := m.Numbers[0]
		switch {
		case m.Letter == 0:
			return short.write(n)
		case m.Letter != 'i':
			return "", false
		case n == Unknown:
			return "h", true
		case n >= 0 && n < 16:
			return "i" + digits[n:n+1], true
		case n >= 16 && n < 256:
			return "g" + strconv.FormatInt(int64(n), 16), true
		}
		return "", false
	}}

// barred is num16 of short numbers with places that are barred: x, or o to s with a number from 0 to 4. Its gaps are n for one
// place, and i with a hexadecimal digit for two to fifteen.
type barred struct{}

func (barred) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	for i := 0; i < n; {
		if c.done() {
			return marks, c.ends(i, n, true)
		}
		first := c.peek()
		skip := 0
		switch {
		case first == 'x':
			c.at++
			marks[i] = Letter('x')
		case first >= 'o' && first <= 's':
			c.at++
			marks[i] = Letter('x', int(first-'o'))
		case first == 'n':
			c.at++
			skip = 1
		case first == 'i':
			c.at++
			v, err := c.number(1, 16, `"i"`)
			if err != nil {
				return nil, err
			}
			if v == 0 {
				return nil, c.fail(c.at-1, "a gap skips at least one place")
			}
			skip = v
		default:
			v, ok, err := short.read(c)
			if err != nil {
				return nil, err
			}
			if !ok {
				return nil, c.odd()
			}
			marks[i] = Number(v)
		}
		if i+skip > n {
			c.beyond(c.at-2, skip, n-i, n)
		}
		i += max(1, skip)
	}
	return marks, nil
}

func (barred) write(marks []Mark) (string, error) {
	var b strings.Builder
	skipped := 0
	flush := func() {
		switch {
		case skipped == 1:
			b.WriteByte('n')
		case skipped > 1:
			b.WriteByte('i')
			b.WriteByte(digits[skipped])
		}
		skipped = 0
	}
	for _, m := range marks {
		if m.Empty() {
			if skipped++; skipped == 15 {
				flush()
			}
			continue
		}
		flush()
		v, single := m.single()
		switch {
		case m.Equal(Letter('x')):
			b.WriteByte('x')
		case m.Letter == 'x' && len(m.Numbers) == 1 && m.Numbers[0] >= 0 && m.Numbers[0] <= 4:
			b.WriteByte(byte('o' + m.Numbers[0]))
		default:
			text, ok := short.write(v)
			if !single || !ok {
				return "", cannotWrite(m, "there are no characters for it")
			}
			b.WriteString(text)
		}
	}
	flush()
	return b.String(), nil
}

// pipes are letters from a to g for pieces. A digit is a run of circles, one more than it says. A
// dot is Unknown.
type pipes struct{}

func (pipes) gaps() string { return gapsFrom('h') }

func (p pipes) read(c *cursor, n int) ([]Mark, error) {
	marks := make([]Mark, n)
	for i := 0; i < n; c.at++ {
		if c.done() {
			return marks, c.ends(i, n, true)
		}
		first := c.peek()
		d := digit(first)
		long := 1
		mark := Mark{}
		switch {
		case first == '.':
			mark = Number(Unknown)
		case d >= 0 && d <= 9:
			long, mark = d+1, Letter('o')
		case d >= 10 && d <= 16:
			mark = Letter(first)
		default:
			if long = 1 + strings.IndexByte(p.gaps(), first); long == 0 {
				return nil, c.odd()
			}
		}
		if i+long > n {
			c.beyond(c.at, long, n-i, n)
			long = n - i
		}
		for range long {
			marks[i] = mark
			i++
		}
	}
	return marks, nil
}

func (p pipes) write(marks []Mark) (string, error) {
	var b strings.Builder
	for i := 0; i < len(marks); {
		m := marks[i]
		run := 1
		for i+run < len(marks) && marks[i+run].Equal(m) {
			run++
		}
		switch {
		case m.Empty():
			run = min(run, len(p.gaps()))
			b.WriteByte(p.gaps()[run-1])
		case m.Equal(Letter('o')):
			run = min(run, 10)
			b.WriteByte(digits[run-1])
		case m.Equal(Number(Unknown)):
			run = 1
			b.WriteByte('.')
		case m.Letter >= 'a' && m.Letter <= 'g' && len(m.Numbers) == 0:
			run = 1
			b.WriteByte(m.Letter)
		default:
			return "", cannotWrite(m, "there are no characters for it")
		}
		i += run
	}
	return b.String(), nil
}

// capitals are letters for 1 to 26, digits 27 to 36, and "-" with a capital letter or digit 37 to 72.
var capitals = gapped{gapsFrom('a'),
	func(c *cursor) (Mark, bool, error) {
		first := c.peek()
		switch {
		case first == '.':
			c.at++
			return Number(Unknown), true, nil
		case first >= 'A' && first <= 'Z':
			c.at++
			return Number(int(first-'A') + 1), true, nil
		case first >= '0' && first <= '9':
			c.at++
			return Number(int(first-'0') + 27), true, nil
		case first == '-':
			c.at++
			next := c.peek()
			d := digit(next | 0x20) // a capital letter as a small one; digits stay
			if d < 0 || next >= 'a' {
				return Mark{}, false, c.fail(c.at, "a capital letter or a digit follows %q", "-")
			}
			c.at++
			return Number(d + 37), true, nil
		}
		return Mark{}, false, nil
	},
	func(m Mark) (string, bool) {
		v, ok := m.single()
		switch {
		case !ok:
			return "", false
		case v == Unknown:
			return ".", true
		case v >= 1 && v <= 26:
			return string(rune('A' + v - 1)), true
		case v >= 27 && v <= 36:
			return digits[v-27 : v-26], true
		case v >= 37 && v <= 72:
			return "-" + strings.ToUpper(digits[v-37:v-36]), true
		}
		return "", false
	}}

// char52 is the value of a character: 0 to 9 and a to j are 0 to 19, A to Z 20 to 45. It is -1 for
// any other.
func char52(c byte) int {
	switch d := digit(c); {
	case d >= 0 && d <= 19:
		return d
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 20
	}
	return -1
}

func print52(v int) (string, bool) {
	switch {
	case v >= 0 && v <= 19:
		return digits[v : v+1], true
	case v >= 20 && v <= 45:
		return string(rune('A' + v - 20)), true
	}
	return "", false
}

// chars52 are numbers in one of 46 characters; "_" is Unknown, "+" a letter.
func chars52(letters, unknown, gaps string) gapped {
	return gapped{gaps,
		func(c *cursor) (Mark, bool, error) {
			first := c.peek()
			switch v := char52(first); {
			case first == 0:
			case strings.IndexByte(unknown, first) >= 0:
				c.at++
				return Number(Unknown), true, nil
			case strings.IndexByte(letters, first) >= 0:
				c.at++
				return Letter(first), true, nil
			case v >= 0:
				c.at++
				return Number(v), true, nil
			}
			return Mark{}, false, nil
		},
		func(m Mark) (string, bool) {
			if m.Letter != 0 {
				return string(rune(m.Letter)), len(m.Numbers) == 0 && strings.IndexByte(letters, m.Letter) >= 0
			}
			v, ok := m.single()
			if !ok {
				return "", false
			}
			if v == Unknown {
				return unknown, unknown != ""
			}
			return print52(v)
		}}
}
