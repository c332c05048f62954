package shell

import (
	"bytes"
	"fmt"
	"regexp"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// colour is the only sequence that a program of ours writes amid a text for a terminal.
var colour = regexp.MustCompile(`^\x1b\[[0-9;]*m`)

// Visible is a text in which nothing is obeyed by a terminal, or hidden by it: what comes from a file may have such in its names. A character that is none for the eye becomes what
// JSON writes for it, such as \u001b, so that JSON stays what it is; a byte that is no UTF-8 becomes U+FFFD. Line breaks, tabs and blanks stay, and with colours so do
// those.
func Visible(text []byte, colours bool) []byte {
	if utf8.Valid(text) && !bytes.ContainsFunc(text, hidden) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		if colours && text[0] == 0x1b {
			if n := len(colour.Find(text)); n > 0 {
				out, text = append(out, text[:n]...), text[n:]
				continue
			}
		}
		c, n := utf8.DecodeRune(text)
		switch {
		case !hidden(c):
			out = utf8.AppendRune(out, c)
		case c > 0xffff:
			high, low := utf16.EncodeRune(c)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, c)
		}
		text = text[n:]
	}
	return out
}

// hidden reports whether a terminal may do something else with a character than show it.
func hidden(c rune) bool {
	return c != '\n' && c != '\t' && !unicode.IsPrint(c) && !unicode.Is(unicode.Zs, c)
}
