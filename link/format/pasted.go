package format

import (
	"strings"
	"unicode/utf8"
)

// Signs that text has around a link: before it, and behind it.
const (
	opening = "\"'“”‘’<>()"
	closing = opening + ".,;"
)

// Pasted is the link in a text that was copied from somewhere: without blanks around it and quotes or brackets before
// it, and without the percent signs of an address that was made part of another. Signs behind it may belong to it; see [Shortened].
func Pasted(text string) string {
	text = strings.TrimLeft(strings.TrimSpace(text), opening)
	if _, err := Parse(text); err == nil { // %2F may be part of a body
		return text
	}
	decoded := strings.NewReplacer("%2F", "/", "%2f", "/", "%3A", ":", "%3a", ":", "%3F", "?", "%3f", "?", "%3D", "=", "%3d", "=", "%26", "&",
		"%2B", "+", "%2b", "+", "%40", "@", "%25", "%").Replace(text)
	if _, err := Parse(decoded); err == nil {
		return decoded
	}
	return text
}

// Shortened is a link without its last character, if that is a quote, bracket or mark of the sentence around it.
func Shortened(text string) (shorter string, ok bool) {
	last, size := utf8.DecodeLastRuneInString(text)
	if size == 0 || !strings.ContainsRune(closing, last) {
		return text, false
	}
	return text[:len(text)-size], true
}
