package shell

import (
	"fmt"
	"strings"
)

// Longest is how many characters of a text of the user's are repeated in a message.
const Longest = 60

// Shorten makes one line of a text, and cuts it where it gets too long to read.
func Shorten(text string) string {
	return Cut(strings.Join(strings.Fields(text), " "), Longest)
}

// Cut leaves at most so many characters of a text.
func Cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// Thousands writes a number with commas.
func Thousands[N int | int64](n N) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Examples are the examples with which a verb's help ends, from a text that has some for each verb after a line with its
// name in brackets; "" if it has none.
func Examples(text, verb string) string {
	_, text, ok := strings.Cut(text, "["+verb+"]\n")
	if !ok {
		return ""
	}
	text, _, _ = strings.Cut(text, "[")
	return "For example:\n\n" + text
}
