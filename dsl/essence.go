package dsl

import "strings"

// Essence is a piece of a spec without its comments, and with one blank where there are others, or ends of lines, between words: two pieces
// with the same essence say the same.
func Essence(text string) string {
	var b strings.Builder
	for _, p := range cut(text, 0) {
		if !p.comment {
			b.WriteString(p.Value)
			b.WriteByte(' ')
		}
	}
	return b.String()
}
