package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The colours of a terminal, as SGR codes.
const (
	bold   = "1"
	red    = "1;31"
	yellow = "1;33"
	cyan   = "1;36"
)

// renderer writes diagnostics as text.
type renderer struct {
	strings.Builder
	color bool
}

func (r *renderer) paint(code, text string) string {
	if !r.color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Text renders the list for people, one diagnostic after the other, sorted by
// position. Colour, if wanted, is by ANSI escapes.
func (l *List) Text(color bool) string {
	r := &renderer{color: color}
	for _, d := range l.All() {
		r.diagnostic(d)
	}
	if n := l.Dropped(); n > 0 {
		plural := "s"
		if n == 1 {
			plural = ""
		}
		fmt.Fprintf(r, "and %d more problem%s\n", n, plural)
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
	r := &renderer{color: color}
	r.diagnostic(d)
	return r.String()
}

func (r *renderer) diagnostic(d *Diagnostic) {
	code := [...]string{Error: red, Warning: yellow, Remark: cyan}[d.Severity]
	gutter := r.head(d.Source, d.Span, r.paint(code, d.Severity.String()+":"), r.paint(bold, cutQuotes(d.Message)), code)
	if d.Expected != "" {
		r.remark(gutter, "expected: "+d.Expected)
	}
	if d.Suggestion != "" {
		r.remark(gutter, cutQuotes("did you mean `"+d.Suggestion+"`?"))
	}
	if d.Help != "" {
		r.remark(gutter, "help: "+cutQuotes(d.Help))
	}
	for _, n := range d.Notes {
		if n.Source == nil {
			r.remark(gutter, "note: "+cutQuotes(n.Message))
			continue
		}
		r.head(n.Source, n.Span, r.paint(cyan, "note:"), cutQuotes(n.Message), cyan)
	}
}

// head writes position, label, message and the excerpt. It returns the margin
// that remarks below the excerpt stand behind.
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

// longestQuote is how many characters of the user's text are shown in a message.
const longestQuote = 100

// cutQuotes shortens what a message has between backquotes: a name may be as
// long as a spec.
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

func (r *renderer) remark(gutter, text string) {
	fmt.Fprintf(r, "%s= %s\n", gutter, text)
}
