package dsl

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"nazo/dsl/diag"
)

const (
	formatWidth  = 120 // columns that a line may fill
	formatIndent = "  "
)

// Format returns a spec in its canonical form: same tree, same comments, one
// statement a line; spaces, indentation and grids are set anew. A line break of
// the author's within a statement stays where a reader would expect one; a line
// that is too long is broken. Format(Format(x)) = Format(x). A spec with syntax
// errors is not formatted; the list then says what is wrong.
func Format(src *diag.Source) (string, *diag.List) {
	file, problems := Parse(src)
	if problems.HasErrors() {
		return "", problems
	}
	start := len(src.Text) - len(strings.TrimPrefix(src.Text, "\ufeff"))
	f := &formatter{pieces: cut(src.Text[start:], start), exact: blanksMayBeCells(file)}
	for _, s := range file.Stmts {
		f.between(s.Span().Start)
		f.statement(s)
	}
	f.between(len(src.Text) + 1)
	return f.out.finish(), problems
}

// piece is a token or a comment of a spec.
type piece struct {
	lexer.Token
	comment  bool
	newlines int // line ends between it and the piece before it
}

// cut splits a text, which begins at an offset of its source, into pieces.
func cut(text string, offset int) []piece {
	lx := lex(text, offset)
	for !lx.Peek().EOF() {
		lx.Next()
	}
	lx.FastForward(lx.RawCursor() + lexer.RawCursor(len(text))) // over trailing blanks and comments
	var pieces []piece
	newlines := 0
	for _, t := range lx.Range(0, lx.RawCursor()) {
		if t.Type == spaceToken {
			newlines += strings.Count(t.Value, "\n")
			continue
		}
		p := piece{Token: t, comment: t.Type == commentToken, newlines: newlines}
		if p.comment {
			p.Value = strings.TrimRight(t.Value, " \t\r")
		}
		pieces = append(pieces, p)
		newlines = 0
	}
	return pieces
}

// formatter writes the pieces of a spec, statement by statement.
type formatter struct {
	pieces []piece
	next   int // the piece to write next
	exact  bool
	out    lines
}

// between writes the comments and empty lines before the statement at an offset.
func (f *formatter) between(offset int) {
	for ; f.next < len(f.pieces) && f.pieces[f.next].Pos.Offset < offset; f.next++ {
		p := f.pieces[f.next]
		if p.newlines == 0 && !f.out.empty() {
			f.out.trailing(p.Value)
			continue
		}
		f.out.gap(p.newlines)
		f.out.add(p.Value)
	}
	if f.next < len(f.pieces) {
		f.out.gap(f.pieces[f.next].newlines)
	}
}

// statement writes one statement.
func (f *formatter) statement(s Stmt) {
	first := f.next
	for f.next < len(f.pieces) && f.pieces[f.next].Pos.Offset < s.Span().End {
		f.next++
	}
	l := &layout{pieces: f.pieces[first:f.next], style: styleOf(s), exact: f.exact, out: &f.out}
	l.statement()
}

// lines are the lines of the output, with comments behind them.
type lines struct {
	code     []string
	comments []string // "" for none
	blank    bool     // whether an empty line comes next
}

func (l *lines) empty() bool { return len(l.code) == 0 }

// gap keeps one empty line where the author left one or more.
func (l *lines) gap(newlines int) { l.blank = newlines > 1 && !l.empty() }

func (l *lines) add(code string) {
	if l.blank {
		l.code, l.comments = append(l.code, ""), append(l.comments, "")
		l.blank = false
	}
	l.code, l.comments = append(l.code, code), append(l.comments, "")
}

// trailing puts a comment behind the last line.
func (l *lines) trailing(comment string) {
	last := &l.comments[len(l.comments)-1]
	*last = strings.TrimSpace(*last + " " + comment)
}

// finish returns the text. Comments behind neighbouring lines stand in a column.
func (l *lines) finish() string {
	var b strings.Builder
	for i := 0; i < len(l.code); {
		end, width := i, 0
		for ; end < len(l.code) && l.comments[end] != ""; end++ {
			width = max(width, utf8.RuneCountInString(l.code[end]))
		}
		for ; i < end; i++ {
			pad := width - utf8.RuneCountInString(l.code[i])
			b.WriteString(l.code[i] + strings.Repeat(" ", pad) + "  " + l.comments[i] + "\n")
		}
		if i < len(l.code) {
			b.WriteString(l.code[i] + "\n")
			i++
		}
	}
	return b.String()
}
