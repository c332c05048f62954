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
	switch z.text[z.at] {
	case '{':
		return z.parts(depth, '}')
	case '[':
		return z.parts(depth, ']')
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

// parts reads the rest of an object or a list. In a list what is left out between commas is null.
func (z *zipReader) parts(depth int, end byte) bool {
	z.out = append(z.out, z.text[z.at])
	z.at++
	for first := true; z.skip() < len(z.text); first = false {
		switch c := z.text[z.at]; {
		case end == '}' && c == end && first:
		case end == '}':
			if c == end || !z.name() || !z.value(depth+1) {
				return false
			}
		case c == ',' || c == end:
			z.write(nil)
		case !z.value(depth + 1):
			return false
		}
		if z.next(end) {
			z.out = append(z.out, end)
			return true
		}
		if !z.next(',') {
			return false
		}
		z.out = append(z.out, ',')
	}
	return false
}

// name reads the name of a field and the colon behind it.
func (z *zipReader) name() (ok bool) {
	name := ""
	if c := z.text[z.at]; c == '"' || c == '\'' {
		name, ok = z.quoted()
	} else {
		name, ok = z.word(":,{}[]"), true
	}
	if full, short := zippedNames[name]; short {
		name = full
	}
	z.write(name)
	z.out = append(z.out, ':')
	return ok && z.next(':')
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
		c = z.text[z.at]
		if c == 'u' {
			if z.at+4 >= len(z.text) {
				return "", false
			}
			n, err := strconv.ParseUint(z.text[z.at+1:z.at+5], 16, 16)
			if err != nil {
				return "", false
			}
			out.WriteRune(rune(n)) // half of a pair becomes a sign for that
			z.at += 4
			continue
		}
		if i := strings.IndexByte("ntrbf", c); i >= 0 {
			c = "\n\t   "[i]
		}
		out.WriteByte(c)
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
	plain := map[string]any{"t": true, "true": true, "f": false, "false": false, "null": nil, "#0": "#000000", "#F": "#FFFFFF"}
	w := z.word(",}]")
	v, known := plain[w]
	if !known && len(w) == 6 && isHex(w) {
		v, known = "#"+w, true
	}
	if !known {
		n, err := strconv.ParseFloat(w, 64)
		v, known = n, err == nil
	}
	z.write(v)
	return known
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
