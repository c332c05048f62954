package linkformat

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Mark is what a link says about one place; the zero Mark says nothing.
type Mark struct {
	// Letter is the character of a mark that is more than numbers: a hole, an arrow without number,
	// a kind of clue. It is 0 where a mark is only numbers.
	Letter byte
	// Numbers are the numbers of the mark, each at least 0, or Unknown, or None. How many there are, and
	// in which order, is said by the format.
	Numbers []int
}

// Numbers of marks that are none.
const (
	// None is a number that is missing among others: a list has it, a single number never.
	None = -1
	// Unknown is a clue without number, which puzz.link shows as "?".
	Unknown = -2
)

// Number is the mark of these numbers.
func Number(numbers ...int) Mark { return Mark{Numbers: numbers} }

// Letter is the mark of a letter, with its numbers if it has some.
func Letter(letter byte, numbers ...int) Mark { return Mark{Letter: letter, Numbers: numbers} }

// Empty reports whether the mark says nothing.
func (m Mark) Empty() bool { return m.Letter == 0 && len(m.Numbers) == 0 }

// Equal reports whether both marks say the same.
func (m Mark) Equal(other Mark) bool {
	return m.Letter == other.Letter && slices.Equal(m.Numbers, other.Numbers)
}

// String is the mark for people: its letter, then its numbers with commas, "?" for Unknown and "_"
// for None. An empty mark is ".".
func (m Mark) String() string {
	if m.Empty() {
		return "."
	}
	var parts []string
	for _, n := range m.Numbers {
		switch n {
		case Unknown:
			parts = append(parts, "?")
		case None:
			parts = append(parts, "_")
		default:
			parts = append(parts, strconv.Itoa(n))
		}
	}
	letter := ""
	if m.Letter != 0 {
		letter = string(rune(m.Letter))
	}
	return letter + strings.Join(parts, ",")
}

// single is the number of a mark that is exactly one, without letter.
func (m Mark) single() (int, bool) {
	if m.Letter != 0 || len(m.Numbers) != 1 {
		return 0, false
	}
	return m.Numbers[0], true
}

// allEmpty reports whether no mark says anything.
func allEmpty(marks []Mark) bool {
	return !slices.ContainsFunc(marks, func(m Mark) bool { return !m.Empty() })
}

// An Error says what is wrong with a link.
type Error struct {
	// Offset is where, in bytes from the beginning of the text that was read: the link for [Parse],
	// the body for [Layout.Read]. It is at most the length of that text.
	Offset int
	// Message says what is wrong, without the place.
	Message string
	// Advice says what could be done; it may be empty.
	Advice string
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

// cannotWrite is the error of marks that a format has no characters for.
func cannotWrite(m Mark, why string) error {
	return fmt.Errorf("links of this format can't write the mark %s: %s", m, why)
}

// A Note says what of a body is ignored, as puzz.link ignores it.
type Note struct {
	// Offset is where in the body, at most its length.
	Offset int
	// Message is a sentence without the place.
	Message string
}

// cursor is where reading stands in a body.
type cursor struct {
	text string
	at   int
	// places names what is counted, for messages: "cells".
	places string
	// last is whether nothing but optional parts follow, so that a body that ends may have left out what is empty.
	last  bool
	notes []Note
}

// note notes what is ignored from an offset on. What the same text says again further on is said once.
func (c *cursor) note(at int, message string, args ...any) {
	n := Note{Offset: min(at, len(c.text)), Message: fmt.Sprintf(message, args...)}
	if last := len(c.notes) - 1; last < 0 || c.notes[last].Offset != n.Offset {
		c.notes = append(c.notes, n)
	}
}

func (c *cursor) done() bool { return c.at >= len(c.text) }

// peek is the next character, 0 at the end.
func (c *cursor) peek() byte {
	if c.done() {
		return 0
	}
	return c.text[c.at]
}

func (c *cursor) fail(at int, message string, args ...any) error {
	return &Error{Offset: min(at, len(c.text)), Message: fmt.Sprintf(message, args...)}
}

// ends is the error of a body that ends after some of all places. It is only a note if the rest may
// be empty.
func (c *cursor) ends(read, all int, mayBeEmpty bool) error {
	if !c.last || !mayBeEmpty {
		return c.fail(len(c.text), "the body ends after %d of %d %s", read, all, c.places)
	}
	c.note(len(c.text), "the body ends after %d of %d %s: the others are read as empty", read, all, c.places)
	return nil
}

// beyond notes that a character, at an offset, is for so many places, and fewer are left.
func (c *cursor) beyond(at, skip, left, all int) {
	c.note(at, "%s is for %d %s, and only %d of %d are left: what is beyond the last is ignored", quoted(c.text[at:]), skip, c.places, left, all)
}

// odd is the error of a character that begins no mark of a format.
func (c *cursor) odd() error {
	return c.fail(c.at, "%s begins no mark here", quoted(c.text[c.at:]))
}

// number reads a number of exactly so many digits. after names the text before them.
func (c *cursor) number(digits, base int, after string) (int, error) {
	n := 0
	for i := range digits {
		if c.at+i >= len(c.text) {
			return 0, c.fail(len(c.text), "the body ends within the number that follows %s", after)
		}
		d := digit(c.text[c.at+i])
		if d < 0 || d >= base {
			return 0, c.fail(c.at, "a number of %d digits follows %s, and %q is none in base %d",
				digits, after, c.text[c.at:min(c.at+digits, len(c.text))], base)
		}
		n = n*base + d
	}
	c.at += digits
	return n, nil
}

// quoted is the first character of a text that isn't empty, in quotation marks.
func quoted(text string) string {
	for _, r := range text {
		return fmt.Sprintf("%q", string(r))
	}
	return `""`
}

// mostExcerpt is how many characters of a text are said in a note.
const mostExcerpt = 20

// excerpt is a text in quotation marks, cut off where it is long.
func excerpt(text string) string {
	if r := []rune(text); len(r) > mostExcerpt {
		text = string(r[:mostExcerpt-1]) + "…"
	}
	return strconv.Quote(text)
}

// digit is the value of a digit in base 36, written with small letters, -1 for any other character.
func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10
	}
	return -1
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

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
