package sites

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// mostNested bounds how deeply lists and objects of a zipped text are nested.
const mostNested = 50

// unzipJSON returns JSON for a text that is JSON, or the shorter form that SudokuPad makes of it: names without quotes,
// single quotes, t and f for true and false, six hexadecimal digits for a colour, and nothing for an empty object.
func unzipJSON(text string) ([]byte, error) {
	if json.Valid([]byte(text)) {
		return []byte(text), nil
	}
	z := &zipReader{text: text}
	if !z.value(0) || z.skip() < len(text) {
		return nil, failf("the link has no JSON: it makes no sense from character %d", z.at+1)
	}
	return z.out, nil
}

// zipReader writes what it reads as JSON.
type zipReader struct {
	text string
	at   int
	out  []byte
}

// skip goes over blanks, and returns the place.
func (z *zipReader) skip() int {
	for z.at < len(z.text) && strings.IndexByte(" \t\r\n", z.text[z.at]) >= 0 {
		z.at++
	}
	return z.at
}

// next reports whether a character comes next, and goes over it.
func (z *zipReader) next(c byte) bool {
	if z.skip() < len(z.text) && z.text[z.at] == c {
		z.at++
		return true
	}
	return false
}

func (z *zipReader) value(depth int) bool {
	if depth > mostNested || z.skip() >= len(z.text) {
		return false
	}
	switch c := z.text[z.at]; c {
	case '{':
		z.at++
		return z.object(depth)
	case '[':
		z.at++
		return z.list(depth)
	case '"', '\'':
		text, ok := z.quoted()
		z.write(text)
		return ok
	}
	return z.bare()
}

// write writes a text, a number or another value without parts.
func (z *zipReader) write(v any) {
	text, err := json.Marshal(v)
	if err != nil { // a number that is none
		text = []byte("null")
	}
	z.out = append(z.out, text...)
}

func (z *zipReader) object(depth int) bool {
	z.out = append(z.out, '{')
	for first := true; ; first = false {
		switch {
		case z.next('}'):
			z.out = append(z.out, '}')
			return first
		case z.skip() >= len(z.text):
			return false
		}
		var name string
		ok := true
		if c := z.text[z.at]; c == '"' || c == '\'' {
			name, ok = z.quoted()
		} else {
			name = z.word(":,{}[]")
		}
		if full, short := zippedNames[name]; short {
			name = full
		}
		z.write(name)
		if z.out = append(z.out, ':'); !ok || !z.next(':') || !z.value(depth+1) {
			return false
		}
		switch {
		case z.next('}'):
			z.out = append(z.out, '}')
			return true
		case !z.next(','):
			return false
		}
		z.out = append(z.out, ',')
	}
}

func (z *zipReader) list(depth int) bool {
	z.out = append(z.out, '[')
	for {
		if z.skip() >= len(z.text) {
			return false
		}
		if c := z.text[z.at]; c == ',' || c == ']' {
			z.out = append(z.out, "null"...) // left out, as it is empty
		} else if !z.value(depth + 1) {
			return false
		}
		switch {
		case z.next(']'):
			z.out = append(z.out, ']')
			return true
		case !z.next(','):
			return false
		}
		z.out = append(z.out, ',')
	}
}

// quoted reads a text in single or double quotes, with the escapes of JSON.
func (z *zipReader) quoted() (string, bool) {
	quote := z.text[z.at]
	var out strings.Builder
	for z.at++; z.at < len(z.text); z.at++ {
		c := z.text[z.at]
		if c == quote {
			z.at++
			return out.String(), utf8.ValidString(out.String())
		}
		if c != '\\' {
			out.WriteByte(c)
			continue
		}
		z.at++
		if z.at >= len(z.text) {
			break
		}
		switch c := z.text[z.at]; c {
		case 'n':
			out.WriteByte('\n')
		case 't':
			out.WriteByte('\t')
		case 'r', 'b', 'f':
			out.WriteByte(' ')
		case 'u':
			if z.at+4 >= len(z.text) {
				return "", false
			}
			n, err := strconv.ParseUint(z.text[z.at+1:z.at+5], 16, 16)
			if err != nil {
				return "", false
			}
			out.WriteRune(rune(n)) // half of a pair becomes a sign for that
			z.at += 4
		default:
			out.WriteByte(c)
		}
	}
	return "", false
}

// word reads up to one of some characters.
func (z *zipReader) word(ends string) string {
	from := z.skip()
	if n := strings.IndexAny(z.text[from:], ends); n >= 0 {
		z.at += n
	} else {
		z.at = len(z.text)
	}
	return strings.TrimSpace(z.text[from:z.at])
}

// bare reads a value without quotes.
func (z *zipReader) bare() bool {
	switch w := z.word(",}]"); {
	case w == "t" || w == "true":
		z.write(true)
	case w == "f" || w == "false":
		z.write(false)
	case w == "null":
		z.write(nil)
	case w == "#0":
		z.write("#000000")
	case w == "#F":
		z.write("#FFFFFF")
	case len(w) == 6 && isHex(w):
		z.write("#" + w)
	default:
		n, err := strconv.ParseFloat(w, 64)
		z.write(n)
		return err == nil
	}
	return true
}

func isHex(text string) bool {
	return strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// zippedNames are the full names for the short ones.
var zippedNames = map[string]string{
	"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells", "cs": "cellSize",
	"a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value", "l": "lines", "r": "rounded",
	"re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text",
}
