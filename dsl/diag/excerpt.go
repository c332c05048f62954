package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	tabWidth     = 4
	excerptWidth = 140 // columns of a line that are shown at most
	excerptLead  = 40  // columns kept before the span when a long line is cut
)

// glyph is one character of a line as it is shown.
type glyph struct {
	text  string
	width int
}

// excerpt returns a source line as it is shown, how many columns stand before
// the span and how many the span covers (at least 1). A span of several lines
// is marked up to the end of the first.
func excerpt(src *Source, span Span, line int) (text string, before, marked int) {
	start, end := src.lineBounds(line)
	start, end = clip(src.Text, start, end, span.Start)
	var (
		glyphs []glyph
		column int
		first  = -1 // glyph at which the span begins
		last   int  // glyph after its end
	)
	for i, c := range src.Text[start:end] {
		if start+i >= span.Start && first < 0 {
			first = len(glyphs)
		}
		if start+i < span.End {
			last = len(glyphs) + 1
		}
		g := show(c, column)
		column += g.width
		glyphs = append(glyphs, g)
	}
	if first < 0 {
		first = len(glyphs)
	}
	last = max(last, first)

	glyphs, cut := window(glyphs, first)
	first, last = max(first-cut, 0), min(last-cut, len(glyphs))
	var b strings.Builder
	for i, g := range glyphs {
		if i < first {
			before += g.width
		} else if i < last {
			marked += g.width
		}
		b.WriteString(g.text)
	}
	return strings.TrimRight(b.String(), " "), before, max(marked, 1)
}

// clip leaves of a very long line what lies near offset at, many times what
// window will keep of it, so that its length costs nothing.
func clip(text string, start, end, at int) (from, to int) {
	const near = 16 * excerptWidth
	from, to = max(start, at-near), min(end, at+near)
	for from > start && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < end && !utf8.RuneStart(text[to]) {
		to++
	}
	return from, max(from, to)
}

// window cuts a line that is too long to read down to the surroundings of the
// glyph at. It returns how many glyphs fewer now stand before it.
func window(glyphs []glyph, at int) (shown []glyph, cut int) {
	width := 0
	for _, g := range glyphs {
		width += g.width
	}
	if width <= excerptWidth {
		return glyphs, 0
	}
	dots := glyph{"…", 1}
	if from := at - excerptLead; from > 0 {
		shown, cut = append(shown, dots), from-1
		glyphs = glyphs[from:]
	}
	if len(glyphs) > excerptWidth {
		return append(append(shown, glyphs[:excerptWidth]...), dots), cut
	}
	return append(shown, glyphs...), cut
}

// show returns how a character is printed when it begins at a column: tabs
// become blanks, what a terminal would obey or hide becomes visible.
func show(c rune, column int) glyph {
	switch {
	case c == '\t':
		n := tabWidth - column%tabWidth
		return glyph{strings.Repeat(" ", n), n}
	case c == '\ufeff':
		return glyph{"", 0}
	case unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Me, c):
		return glyph{string(c), 0}
	case !unicode.IsPrint(c):
		return glyph{"\ufffd", 1}
	case wide(c):
		return glyph{string(c), 2}
	}
	return glyph{string(c), 1}
}

// wide reports whether a terminal gives a character two columns: the wide and
// fullwidth blocks of Unicode's East Asian Width (UAX #11), taken as whole blocks.
func wide(c rune) bool {
	switch {
	case c < 0x1100:
		return false
	case c <= 0x115f, // Hangul Jamo
		c >= 0x2e80 && c <= 0xa4cf && c != 0x303f, // CJK, kana, Yi
		c >= 0xac00 && c <= 0xd7a3,                // Hangul syllables
		c >= 0xf900 && c <= 0xfaff,                // compatibility ideographs
		c >= 0xfe30 && c <= 0xfe6f,                // compatibility forms
		c >= 0xff00 && c <= 0xff60,                // fullwidth forms
		c >= 0xffe0 && c <= 0xffe6,
		c >= 0x1f300 && c <= 0x1f64f, // pictographs
		c >= 0x1f900 && c <= 0x1f9ff,
		c >= 0x20000 && c <= 0x3fffd: // further ideographs
		return true
	}
	return false
}
