package format

import (
	"fmt"
	"strconv"
)

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

// ends is the error of a body that ends after some places of all; only a note where what follows can be taken for empty.
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

// number reads a number of exactly so many digits; after names what they follow.
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
