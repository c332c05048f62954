package dsl

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
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

// statement reads one statement, or skips to the next after a problem. Every call
// takes at least one token.
func (r *reader) statement() Stmt {
	first := *r.lx.Peek()
	read, ok := productions[first.Value]
	if !ok {
		r.noStatement()
		r.lx.Next()
		r.skip(&first)
		return nil
	}
	stmt, err := read(r.lx)
	if err == nil && !r.atStatement() {
		err = r.trailing()
	}
	if err == nil {
		return stmt
	}
	r.explain(err, first.Value)
	if r.lx.Peek().Pos == first.Pos {
		r.lx.Next()
	}
	r.skip(&first)
	return declaring(stmt)
}

// atStatement tells whether the text ends here or a statement begins.
func (r *reader) atStatement() bool {
	t := r.lx.Peek()
	return t.EOF() || t.Type == tokensOnce().name && startsStatement(t.Value)
}

// noStatement reports a token where a statement should begin.
func (r *reader) noStatement() {
	t := r.lx.Peek()
	p := strange(t)
	if p == nil {
		p = problemAt(placeOf(t), "no-statement", "no statement begins with %s", describe(t))
		p.Suggest(nearestStatement(t.Value))
	}
	if p.Suggestion == "" {
		p.Expect("a statement: " + strings.Join(statementWords, ", "))
	}
	r.explain(p, "")
}

// trailing is the problem of a token that continues no statement.
func (r *reader) trailing() *problem {
	t := r.lx.Peek()
	p := unexpected(r.lx, "an operator, or the next statement")
	if p.Help != "" || t.Type != tokensOnce().name {
		return p
	}
	switch before := previous(r.lx); {
	case t.Pos.Line > before.Pos.Line+strings.Count(before.Value, "\n"):
		p.Suggest(nearestStatement(t.Value))
	case t.Value == "not":
		p.Helpf("write not (… in …)")
	default:
		p.Suggest(diag.Nearest(t.Value, []string{"and", "or", "implies", "in", "subset", "mod"}))
	}
	return p
}

// skip goes to the next statement: a statement word that begins its line. Within
// a move, an indented let belongs to it.
func (r *reader) skip(failed *lexer.Token) {
	for !r.lx.Peek().EOF() {
		t, before := r.lx.Peek(), previous(r.lx)
		if endsBefore(before, t) && !(failed.Value == "move" && t.Value == "let" && t.Pos.Column > failed.Pos.Column) {
			return
		}
		r.lx.Next()
	}
}

// explain reports what went wrong in a statement that begins with word.
func (r *reader) explain(err error, word string) {
	var p *problem
	if !errors.As(err, &p) {
		p = translate(r.lx, err)
		if p.Help == "" && forms[word] != "" {
			p.Helpf("the statement is written: %s", forms[word])
		}
	}
	p.Source = r.src
	for i := range p.Notes {
		p.Notes[i].Source = r.src
	}
	r.report(p.Diagnostic)
}

// parts tells what a production reads, by the name that the parser library
// gives it.
var parts = map[string]string{
	"name": aName, "GivenPart": aName, "text": "a text in double quotes", "binding": "a name to bind",
	"Preferred": "`prefer` and a move",
	"Expecting": "no solution, N solutions, solution, minimum N, maximum N, or find = value",
}

const aName = "a name"

// translate turns an error of the parser library into our words. It knows the
// offending token; what was expected begins its message's last part, in the
// library's notation: a quoted literal, or the name of a production.
func translate(lx *lexer.PeekingLexer, err error) *problem {
	var u *participle.UnexpectedTokenError
	if !errors.As(err, &u) {
		panic("dsl: the parser library failed: " + err.Error())
	}
	_, notation, _ := strings.Cut(u.Message(), " (expected ")
	notation = strings.TrimLeft(notation, "(")
	if literal, err := strconv.QuotedPrefix(notation); err == nil {
		return unexpected(lx, "`"+strings.Trim(literal, `"`)+"`")
	}
	word := strings.FieldsFunc(notation+" ", func(c rune) bool { return !unicode.IsLetter(c) })[0]
	if parts[word] == aName {
		if p := misuse(lx); p != nil {
			return p
		}
	}
	return unexpected(lx, parts[word])
}

// declaring returns a statement that was only read in part if it declares
// something, else nil.
func declaring(s Stmt) Stmt {
	var name *Name
	switch s := s.(type) {
	case *Given:
		if len(s.Parts) > 0 {
			return s
		}
	case *Puzzle:
		name = s.Name
	case *Let:
		name = s.Name
	case *Def:
		name = s.Name
	case *Find:
		name = s.Name
	case *Choose:
		name = s.Name
	case *State:
		name = s.Name
	case *Move:
		name = s.Name
	}
	if name == nil || name.Text == "" {
		return nil
	}
	return s
}
