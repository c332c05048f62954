package dsl

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"nazo/dsl/diag"
)

// Parse reads a spec. It always returns a tree of what could be read; the list
// holds what could not, and is empty for a spec without syntax errors. A statement
// with a mistake is in the tree only if it declares a name.
func Parse(src *diag.Source) (*File, *diag.List) {
	r := newReader(src)
	file := &File{Source: src}
	if start, ok := r.check("spec", maxSpecSize); ok {
		r.lx = lex(src.Text[start:], start)
		for !r.lx.Peek().EOF() && r.problems.Len() < maxProblems {
			if s := r.statement(); s != nil {
				file.Stmts = append(file.Stmts, s)
			}
		}
	}
	return file, r.problems
}

// ParseExpr reads a text that is one expression, such as a value on the command
// line.
func ParseExpr(src *diag.Source) (Expr, *diag.List) {
	r := newReader(src)
	start, ok := r.check("value", maxSpecSize)
	if !ok {
		return &Bad{At{0, 0}}, r.problems
	}
	return r.value(start, len(src.Text)), r.problems
}

// reader reads a source and collects what is wrong with it.
type reader struct {
	src      *diag.Source
	lx       *lexer.PeekingLexer
	problems *diag.List
}

func newReader(src *diag.Source) reader {
	return reader{src: src, problems: &diag.List{Limit: maxProblems}}
}

// check refuses texts that are no text or too large, and returns where the text
// begins: after a byte order mark, if there is one.
func (r *reader) check(what string, limit int) (start int, ok bool) {
	text := r.src.Text
	if len(text) > limit {
		r.report(diag.Errorf(r.src, diag.Span{}, "too-large", "this %s has %d bytes; the limit is %d", what, len(text), limit))
		return 0, false
	}
	if at := invalid(text); at >= 0 {
		r.report(diag.Errorf(r.src, diag.Span{Start: at, End: at + 1}, "not-utf8", "this %s is not UTF-8: byte %#02x", what, text[at]).
			Helpf("save it in the encoding UTF-8"))
		return 0, false
	}
	if at := strings.IndexByte(text, 0); at >= 0 {
		r.report(diag.Errorf(r.src, diag.Span{Start: at, End: at + 1}, "nul-byte", "this %s holds a NUL byte: it is no text", what))
		return 0, false
	}
	return len(text) - len(strings.TrimPrefix(text, "\ufeff")), true
}

// invalid returns the offset of the first byte that is not UTF-8, or -1.
func invalid(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i, c := range text {
		if c == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			return i
		}
	}
	return -1
}

func (r *reader) report(d *diag.Diagnostic) { r.problems.Add(d) }

// value reads the expression between two offsets.
func (r *reader) value(start, end int) Expr {
	r.lx = lex(r.src.Text[start:end], start)
	e, err := parseExpr(r.lx)
	if err == nil && !r.lx.Peek().EOF() {
		err = unexpected(r.lx, "the end of the value, or an operator")
	}
	if err == nil {
		return e
	}
	var p *problem
	if errors.As(err, &p) && p.Code == "unexpected-end" {
		p.Message = "the value breaks off"
	}
	r.explain(err, "")
	return &Bad{At{start, end}}
}
