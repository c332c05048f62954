package linkformat

import (
	"slices"
	"strconv"
	"strings"
)

// pair52 are two numbers in one of 46 characters each, with "-" for None. A dot is None twice.
var pair52 = gapped{gapsFrom('k'),
	func(c *cursor) (Mark, bool, error) {
		if c.peek() == '.' {
			c.at++
			return Number(None, None), true, nil
		}
		pair := [2]int{None, None}
		for i := range pair {
			switch v := strings.IndexByte(digits52, c.peek()); {
			case v >= 0:
				pair[i] = v
			case c.peek() == '-':
			case i == 0:
				return Mark{}, false, nil
			default:
				return Mark{}, false, c.fail(c.at, "the second number of a pair is expected here")
			}
			c.at++
		}
		return Number(pair[:]...), true, nil
	},
	func(m Mark) (string, bool) {
		if m.Letter != 0 || len(m.Numbers) != 2 {
			return "", false
		}
		if m.Equal(Number(None, None)) {
			return ".", true
		}
		text := ""
		for _, n := range m.Numbers {
			t, ok := char(digits52, n)
			if n == None {
				t, ok = "-", true
			}
			if !ok {
				return "", false
			}
			text += t
		}
		return text, true
	}}

// pair16 are two numbers below 256, each one hexadecimal digit. "-" precedes a second number of two
// digits, "+" a first, "=" two of them. A dot is None in place of one digit. With signs, "_" is None
// twice, "$" precedes a second number alone, "@" a first alone, both in base 36.
func pair16(signs bool) gapped {
	// half reads one of the numbers.
	half := func(c *cursor, digits int) (int, error) {
		if digits == 1 && c.peek() == '.' {
			c.at++
			return None, nil
		}
		return c.number(digits, 16, "the beginning of a pair")
	}
	return gapped{gapsFrom('g'),
		func(c *cursor) (Mark, bool, error) {
			first := c.peek()
			long := [2]int{1, 1}
			switch d := digit(first); {
			case first == 0:
				return Mark{}, false, nil
			case signs && first == '_':
				c.at++
				return Number(None, None), true, nil
			case signs && (first == '@' || first == '%' || first == '$'):
				c.at++
				n, err := c.number(1, 36, quoted(string(first)))
				if first == '$' {
					return Number(None, n), true, err
				}
				return Number(n, None), true, err
			case first == '-':
				c.at++
				long[1] = 2
			case first == '+':
				c.at++
				long[0] = 2
			case first == '=':
				c.at++
				long = [2]int{2, 2}
			case first != '.' && (d < 0 || d > 15):
				return Mark{}, false, nil
			}
			a, err := half(c, long[0])
			if err != nil {
				return Mark{}, false, err
			}
			b, err := half(c, long[1])
			return Number(a, b), true, err
		},
		func(m Mark) (string, bool) {
			if m.Letter != 0 || len(m.Numbers) != 2 {
				return "", false
			}
			a, b := m.Numbers[0], m.Numbers[1]
			switch {
			case a < None || b < None || a > 255 || b > 255:
				return "", false
			case signs && a == None && b == None:
				return "_", true
			case signs && a == None && b < 35:
				return "$" + digits[b:b+1], true
			case signs && b == None && a < 35:
				return "@" + digits[a:a+1], true
			}
			text := func(n int) string {
				if n == None {
					return "."
				}
				return strconv.FormatInt(int64(n), 16)
			}
			sign := ""
			switch {
			case a >= 16 && b >= 16:
				sign = "="
			case b >= 16:
				sign = "-"
			case a >= 16:
				sign = "+"
			}
			return sign + text(a) + text(b), true
		}}
}

// four16 are four numbers as in num16, with a dot for None. "_" is a letter.
var four16 = gapped{gapsFrom('g'),
	func(c *cursor) (Mark, bool, error) {
		if c.peek() == '_' {
			c.at++
			return Letter('_'), true, nil
		}
		four := make([]int, 4)
		for i := range four {
			n, ok, err := hex.read(c)
			if err != nil || !ok && i == 0 {
				return Mark{}, false, err
			}
			if !ok {
				return Mark{}, false, c.fail(c.at, "number %d of four is expected here", i+1)
			}
			if n == Unknown {
				n = None
			}
			four[i] = n
		}
		return Number(four...), true, nil
	},
	func(m Mark) (string, bool) {
		if m.Equal(Letter('_')) {
			return "_", true
		}
		if m.Letter != 0 || len(m.Numbers) != 4 {
			return "", false
		}
		text := ""
		for _, n := range m.Numbers {
			if n == None {
				n = Unknown
			} else if n == Unknown {
				return "", false
			}
			t, ok := hex.write(n)
			if !ok {
				return "", false
			}
			text += t
		}
		return text, true
	}}

// kind16 is a kind from 1 to 4 and a number of one hexadecimal digit. 6 to 9 are the kinds 1 to 4 with
// a number of two digits. The number 0 is None. 5 is the letter "+".
var kind16 = gapped{gapsFrom('a'),
	func(c *cursor) (Mark, bool, error) {
		d := digit(c.peek())
		long := 1
		switch {
		case d == 5:
			c.at++
			return Letter('+'), true, nil
		case d < 1 || d > 9:
			return Mark{}, false, nil
		case d > 5:
			d, long = d-5, 2
		}
		after := quoted(c.text[c.at:])
		c.at++
		n, err := c.number(long, 16, after)
		if n == 0 {
			n = None
		}
		return Number(d, n), true, err
	},
	func(m Mark) (string, bool) {
		if m.Equal(Letter('+')) {
			return "5", true
		}
		if m.Letter != 0 || len(m.Numbers) != 2 || m.Numbers[0] < 1 || m.Numbers[0] > 4 {
			return "", false
		}
		d, n := m.Numbers[0], m.Numbers[1]
		switch {
		case n == None:
			return digits[d:d+1] + "0", true
		case n >= 1 && n < 16:
			return digits[d:d+1] + digits[n:n+1], true
		case n >= 16 && n < 256:
			return digits[d+5:d+6] + strconv.FormatInt(int64(n), 16), true
		}
		return "", false
	}}

// kindArrow16 is an arrow after a digit.
var kindArrow16 = gapped{gapsFrom('a'),
	func(c *cursor) (Mark, bool, error) {
		d := digit(c.peek())
		if d < 0 || d > 9 {
			return Mark{}, false, nil
		}
		c.at++
		m, ok, err := arrow(c)
		if err == nil && !ok {
			err = c.fail(c.at, "a direction is expected here")
		}
		return Number(append([]int{d}, m.Numbers...)...), ok, err
	},
	func(m Mark) (string, bool) {
		if m.Letter != 0 || len(m.Numbers) != 3 || m.Numbers[0] < 0 || m.Numbers[0] > 9 {
			return "", false
		}
		text, ok := printArrow(Number(m.Numbers[1:]...))
		return digits[m.Numbers[0]:m.Numbers[0]+1] + text, ok
	}}

// lettered writes all letters first, then the number of each. A to Z are 1 to 26, and a digit before a
// letter adds 26 for each step.
type lettered struct{}

var letterNumbers = coded(gapsFrom('a'), 1,
	slices.Concat(after("", capitalLetters), after("0", capitalLetters), after("1", capitalLetters), after("2", capitalLetters)), nil)

func (lettered) read(c *cursor, n int) ([]Mark, error) {
	marks, err := letterNumbers.read(c, n)
	if err != nil {
		return nil, err
	}
	for i, m := range marks {
		if m.Empty() {
			continue
		}
		v, ok, err := short.read(c)
		switch {
		case err != nil:
			return nil, err
		case !ok && c.done():
			return nil, c.fail(c.at, "the body ends before the number of a letter")
		case !ok:
			return nil, c.odd()
		}
		marks[i].Numbers = append(marks[i].Numbers, v)
	}
	return marks, nil
}

func (lettered) write(marks []Mark) (string, error) {
	letters, numbers := make([]Mark, len(marks)), ""
	for i, m := range marks {
		if m.Empty() {
			continue
		}
		if m.Letter != 0 || len(m.Numbers) != 2 {
			return "", noCharacters(m)
		}
		letters[i] = Number(m.Numbers[0])
		text, ok := short.write(m.Numbers[1])
		if !ok {
			return "", noCharacters(m)
		}
		numbers += text
	}
	text, err := letterNumbers.write(letters)
	return text + numbers, err
}
