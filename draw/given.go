package draw

import (
	"unicode"
	"unicode/utf8"
)

// What is given and what is found are told apart where they look alike: a number that was given among numbers that were found
// stands between ‹ and ›, or behind a ‹ where cells are narrow.

// A kind of text, as far as people see at once that two are not of the same.
type kind uint8

const (
	number kind = iota
	word
	sign
)

func kindOf(text string) kind {
	switch first, _ := utf8.DecodeRuneInString(text); {
	case unicode.IsDigit(first):
		return number
	case unicode.IsLetter(first):
		return word
	}
	return sign
}

// mixed are the kinds of texts of which some are given and some are found.
func (p *picture) mixed() map[kind]bool {
	out := map[kind]bool{}
	for c, text := range p.texts.each() {
		if p.found && p.fixed[c] == "" {
			out[kindOf(text)] = true
		}
	}
	return out
}

// quotes reports whether the text of a cell is marked as given, where these kinds are mixed.
func (p *picture) quotes(c spotOn, text string, mixed map[kind]bool) bool {
	return p.fixed[c] == text && mixed[kindOf(text)]
}

// quote marks a text of n characters as given, as far as there is room in its cell, or before it.
func (s *sheet) quote(x, y, n int) {
	free := func(x int) bool {
		at := &s.spots[y*s.canvas.width+x]
		return at.char == 0 && at.arms == [4]uint8{}
	}
	if free(x - 1) {
		s.text(x-1, y, "‹", bold)
		if s.lines > 0 && free(x+n) {
			s.text(x+n, y, "›", bold)
		}
	}
}
