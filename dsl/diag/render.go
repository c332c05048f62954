package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The colours of a terminal, as SGR codes.
const (
	bold   = "1"
	red    = "1;31"
	yellow = "1;33"
	cyan   = "1;36"
)

type renderer struct {
	strings.Builder
	begin string // start of the escapes that set a colour; "" for none
}

func (r *renderer) paint(code, text string) string {
	if r.begin == "" {
		return text
	}
	return r.begin + code + "m" + text + r.begin + "0m"
}

const ansi = "\x1b["

// Text renders the list for people, sorted by position, optionally with ANSI colours.
func (l *List) Text(color bool) string {
	if color {
		return l.Painted(ansi)
	}
	return l.Painted("")
}

// Painted renders like Text, with escapes that begin with a mark in place of ESC [. A mark that no
// user's text contains distinguishes our colours from the user's.
func (l *List) Painted(begin string) string {
	r := &renderer{begin: begin}
	for _, d := range l.All() {
		r.diagnostic(d)
	}
	if n := l.Dropped(); n > 0 {
		fmt.Fprintf(r, "and %s\n", Count(n, "more problem"))
	}
	return r.String()
}

// Text renders one diagnostic:
//
//	spec.nazo:3:11: error: there is no name `digt`
//	  3 | rule "x": digt[c] = 1
//	    |           ^~~~
//	    = did you mean `digit`?
func (d *Diagnostic) Text(color bool) string {
	r := &renderer{}
	if color {
		r.begin = ansi
	}
	r.diagnostic(d)
	return r.String()
}

func (r *renderer) diagnostic(d *Diagnostic) {
	code := [...]string{Error: red, Warning: yellow, Remark: cyan}[d.Severity]
	gutter := r.head(d.Source, d.Span, r.paint(code, d.Severity.String()+":"), r.paint(bold, cutQuotes(d.Message)), code)
	for _, remark := range d.remarks() {
		r.remark(gutter, cutQuotes(remark))
	}
	for _, n := range d.Notes {
		if n.Source == nil {
			r.remark(gutter, "note: "+cutQuotes(n.Message))
			continue
		}
		r.head(n.Source, n.Span, r.paint(cyan, "note:"), cutQuotes(n.Message), cyan)
	}
}

func (d *Diagnostic) remarks() (lines []string) {
	if d.Expected != "" {
		lines = append(lines, "expected: "+d.Expected)
	}
	if d.Suggestion != "" {
		lines = append(lines, "did you mean `"+d.Suggestion+"`?")
	}
	if d.Help != "" {
		lines = append(lines, "help: "+d.Help)
	}
	return lines
}

// Lines returns the text of the diagnostic without any places.
func (d *Diagnostic) Lines() string {
	lines := append([]string{d.Message}, d.remarks()...)
	for _, n := range d.Notes {
		if n.Source == nil {
			lines = append(lines, n.Message)
		}
	}
	return strings.Join(lines, "\n")
}

// head writes position, label, message and the excerpt. It returns the indentation of remarks below.
func (r *renderer) head(src *Source, span Span, label, message, code string) (gutter string) {
	if src == nil {
		fmt.Fprintf(r, "%s %s\n", label, message)
		return "  "
	}
	pos := src.Position(span.Start)
	if src.Text == "" {
		fmt.Fprintf(r, "%s: %s %s\n", src.Name, label, message)
		return "  "
	}
	fmt.Fprintf(r, "%s %s %s\n", r.paint(bold, fmt.Sprintf("%s:%d:%d:", src.Name, pos.Line, pos.Column)), label, message)
	number := fmt.Sprint(pos.Line)
	gutter = strings.Repeat(" ", len(number)+2)
	text, before, marked := excerpt(src, span, pos.Line)
	fmt.Fprintf(r, "  %s | %s\n", number, text)
	underline := "^" + strings.Repeat("~", max(marked-1, 0))
	fmt.Fprintf(r, "%s | %s%s\n", gutter, strings.Repeat(" ", before), r.paint(code, underline))
	return gutter + " "
}

// longestQuote bounds the characters of the user's text in a message.
const longestQuote = 100

// cutQuotes shortens the texts between backquotes. A name may be as long as a spec.
func cutQuotes(message string) string {
	if utf8.RuneCountInString(message) <= longestQuote {
		return message
	}
	parts := strings.Split(message, "`")
	for i := 1; i < len(parts); i += 2 {
		if quote := []rune(parts[i]); len(quote) > longestQuote {
			parts[i] = string(quote[:longestQuote-1]) + "…"
		}
	}
	return strings.Join(parts, "`")
}

func (r *renderer) remark(gutter, text string) { fmt.Fprintf(r, "%s= %s\n", gutter, text) }

const (
	tabWidth     = 4
	excerptWidth = 140 // maximum columns shown of a line
	excerptLead  = 40  // columns kept before the span when a long line is cut
)

type glyph struct {
	text  string
	width int
}

// excerpt returns a source line in its visible form, the number of columns before the span, and the number of columns
// that the span covers (at least 1). A span of several lines is marked to the end of the first.
func excerpt(src *Source, span Span, line int) (text string, before, marked int) {
	start, end := src.lineBounds(line)
	start, end = clip(src.Text, start, end, span.Start)
	var (
		glyphs []glyph
		column int
		first  = -1 // first glyph of the span
		last   int  // glyph after the span
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

// clip cuts a very long line to the surroundings of an offset, so that its length costs nothing. It
// keeps many times what window keeps.
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

// window cuts a line that is too long to read to the surroundings of glyph at. cut is the number of
// glyphs removed before it.
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

// show returns the visible form of a character at a column. Tabs become blanks. Characters that a
// terminal would obey or hide become visible.
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

// wide reports whether a terminal gives a character two columns: whole blocks of the wide and fullwidth
// characters of Unicode's East Asian Width (UAX #11).
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
