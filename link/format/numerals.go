package format

import (
	"strconv"
	"strings"
)

// numerals say how a format writes a number: one digit, or a sign and more digits.
type numerals struct {
	// base is that of a single digit and of those behind a sign.
	base int
	// least is added to what is written.
	least int
	// signs are tried in order when a number is written.
	signs []sign
	// unknown are the characters of Unknown, of which the first is written; empty if there are none.
	unknown string
}

// sign is a character behind which a longer number follows.
type sign struct {
	// chars are the characters that are read; the first is written.
	chars  string
	digits int
	// add is added to what is read; numbers below it, and from below on, are written otherwise.
	add, below int
}

// hex are the numbers of most formats: one hexadecimal digit, or a sign and two to five.
var hex = numerals{base: 16, unknown: ".", signs: []sign{
	{"-", 2, 0, 0x100},
	{"+", 3, 0, 0x1000},
	{"=", 3, 0x1000, 0x2000},
	{"@%", 3, 0x2000, 12240},
	{"*", 4, 12240, 77776},
	{"$", 5, 77776, 77776 + 1<<20},
}}

// short is hex with no sign but that of two digits, long with those of two and three.
var (
	short = numerals{base: 16, unknown: ".", signs: hex.signs[:1]}
	long  = numerals{base: 16, unknown: ".", signs: hex.signs[:2]}
)

// read reads a number if one begins here.
func (n numerals) read(c *cursor) (int, bool, error) {
	first := c.peek()
	if first == 0 {
		return 0, false, nil
	}
	if d := digit(first); d >= 0 && d < n.base {
		c.at++
		return d + n.least, true, nil
	}
	if strings.IndexByte(n.unknown, first) >= 0 {
		c.at++
		return Unknown, true, nil
	}
	for _, s := range n.signs {
		if strings.IndexByte(s.chars, first) >= 0 {
			c.at++
			v, err := c.number(s.digits, n.base, quoted(string(first)))
			return v + s.add + n.least, true, err
		}
	}
	return 0, false, nil
}

// write is the number in characters; false if there are none for it.
func (n numerals) write(v int) (string, bool) {
	if v == Unknown && n.unknown != "" {
		return n.unknown[:1], true
	}
	v -= n.least
	if v < 0 {
		return "", false
	}
	if v < n.base {
		return digits[v : v+1], true
	}
	for _, s := range n.signs {
		if v >= s.add && v < s.below {
			text := strconv.FormatInt(int64(v-s.add), n.base)
			return s.chars[:1] + strings.Repeat("0", max(0, s.digits-len(text))) + text, true
		}
	}
	return "", false
}
