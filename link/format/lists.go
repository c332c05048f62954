package format

import (
	"strconv"
	"strings"
)

// packing is how a list of so many numbers is one number: in base base, behind sign, with add added, in two digits of base 36.
type packing struct {
	sign      string
	add, base int
}

// lists are the formats of up to four numbers in a place, each of which may be Unknown: one number is a digit, more of them are packed
// by their count. ones is the character of four ones, 0 if there is none.
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
