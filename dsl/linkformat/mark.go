package linkformat

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Mark is the content of one place. The zero Mark is empty.
type Mark struct {
	// Letter marks more than numbers: a hole, an arrow without number, a kind of clue. It is 0 for numbers only.
	Letter byte
	// Numbers are each at least 0, or Unknown, or None. The format defines their count and order.
	Numbers []int
}

// Special numbers of marks.
const (
	// None is a missing number among several. It is never alone.
	None = -1
	// Unknown is a clue without number, which puzz.link shows as "?".
	Unknown = -2
)

// Number makes a mark of numbers.
func Number(numbers ...int) Mark { return Mark{Numbers: numbers} }

// Letter makes a mark of a letter and optional numbers.
func Letter(letter byte, numbers ...int) Mark { return Mark{Letter: letter, Numbers: numbers} }

// Empty reports whether the mark has no content.
func (m Mark) Empty() bool { return m.Letter == 0 && len(m.Numbers) == 0 }

// Equal reports whether both marks are the same.
func (m Mark) Equal(other Mark) bool {
	return m.Letter == other.Letter && slices.Equal(m.Numbers, other.Numbers)
}

// String formats the mark for people: its letter, then its numbers separated by commas, with "?" for
// Unknown and "_" for None. An empty mark is ".".
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

// single returns the number of a mark of exactly one number and no letter.
func (m Mark) single() (int, bool) {
	if m.Letter != 0 || len(m.Numbers) != 1 {
		return 0, false
	}
	return m.Numbers[0], true
}

func allEmpty(marks []Mark) bool {
	return !slices.ContainsFunc(marks, func(m Mark) bool { return !m.Empty() })
}

// An Error is a mistake in a link.
type Error struct {
	// Offset is the byte offset in the text: the link for [Parse], the body for [Layout.Read]. It is at
	// most the length of that text.
	Offset int
	// Message describes the mistake without its place.
	Message string
	// Advice suggests what to do. It may be empty.
	Advice string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

func cannotWrite(m Mark, why string) error {
	return fmt.Errorf("links of this format can't write the mark %s: %s", m, why)
}

func noCharacters(m Mark) error { return cannotWrite(m, "there are no characters for it") }

// A Note describes a part of a body that is ignored, as by puzz.link.
type Note struct {
	// Offset is the offset in the body, at most its length.
	Offset int
	// Message is a sentence without the place.
	Message string
}

type cursor struct {
	text string
	at   int
	// places names the places in messages, such as "cells".
	places string
	// last is true if only optional parts follow. A body that ends may then have omitted empty places.
	last  bool
	notes []Note
}

// note adds a note on ignored text from an offset on, unless the last note is at the same offset.
func (c *cursor) note(at int, message string, args ...any) {
	n := Note{Offset: min(at, len(c.text)), Message: fmt.Sprintf(message, args...)}
	if last := len(c.notes) - 1; last < 0 || c.notes[last].Offset != n.Offset {
		c.notes = append(c.notes, n)
	}
}

func (c *cursor) done() bool { return c.at >= len(c.text) }

// peek returns the next character, or 0 at the end.
func (c *cursor) peek() byte {
	if c.done() {
		return 0
	}
	return c.text[c.at]
}

func (c *cursor) fail(at int, message string, args ...any) error {
	return &Error{Offset: min(at, len(c.text)), Message: fmt.Sprintf(message, args...)}
}

// ends is the error for a body that ends after some of all places. It is only a note if the rest may be empty.
func (c *cursor) ends(read, all int, mayBeEmpty bool) error {
	if !c.last || !mayBeEmpty {
		return c.fail(len(c.text), "the body ends after %d of %d %s", read, all, c.places)
	}
	c.note(len(c.text), "the body ends after %d of %d %s: the others are read as empty", read, all, c.places)
	return nil
}

// beyond notes that a character at an offset is for more places than are left.
func (c *cursor) beyond(at, skip, left, all int) {
	c.note(at, "%s is for %d %s, and only %d of %d are left: what is beyond the last is ignored", quoted(c.text[at:]), skip, c.places, left, all)
}

// gap reads a character for a gap: the first of gaps skips one place, the second two, and so on. left
// is the number of places left of all.
func (c *cursor) gap(gaps string, left, all int) (skip int, err error) {
	if skip = 1 + strings.IndexByte(gaps, c.peek()); skip == 0 {
		return 0, c.odd()
	}
	if skip > left {
		c.beyond(c.at, skip, left, all)
	}
	c.at++
	return skip, nil
}

// odd is the error for a character that begins no mark of a format.
func (c *cursor) odd() error { return c.fail(c.at, "%s begins no mark here", quoted(c.text[c.at:])) }

// number reads a number with a fixed count of digits. after names the text before them.
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

// quoted returns the first character of a text in quotation marks.
func quoted(text string) string {
	for _, r := range text {
		return fmt.Sprintf("%q", string(r))
	}
	return `""`
}

const mostExcerpt = 20

// excerpt quotes a text and shortens it if necessary.
func excerpt(text string) string {
	if r := []rune(text); len(r) > mostExcerpt {
		text = string(r[:mostExcerpt-1]) + "…"
	}
	return strconv.Quote(text)
}

// digit returns the value of a digit in base 36 with small letters, or -1 for any other character.
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

// char returns the character for v, from 0 on, if there is one.
func char(chars string, v int) (string, bool) {
	if v < 0 || v >= len(chars) {
		return "", false
	}
	return chars[v : v+1], true
}

// numerals define how a format writes a number: one digit, or a sign and more digits.
type numerals struct {
	// base is the base of a single digit and of the digits after a sign.
	base int
	// least is added to the written number.
	least int
	// signs are tried in order when a number is written.
	signs []sign
	// unknown are the characters of Unknown. The first is written. It may be empty.
	unknown string
}

// sign is a character that precedes a longer number.
type sign struct {
	// chars are read. The first is written.
	chars  string
	digits int
	// add is added to the digits. The sign is written for numbers from add to below-1.
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

// short is hex with the sign for two digits only, long with those for two and three.
var (
	short = numerals{base: 16, unknown: ".", signs: hex.signs[:1]}
	long  = numerals{base: 16, unknown: ".", signs: hex.signs[:2]}
)

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
