package dsl

import (
	"cmp"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"nazo/dsl/diag"
)

// Recovery goes by statements: after a problem the reader skips to the next
// statement, so that several mistakes are reported in one run and none of them
// twice.

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
	if err == nil && !r.atStatement(&first) {
		err = r.trailing(&first)
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

// atStatement reports whether, after the statement that began with first, the text
// ends or another statement begins, be it with a misspelt word.
func (r *reader) atStatement(first *lexer.Token) bool {
	t := r.lx.Peek()
	return t.EOF() || t.Type == nameToken && startsStatement(t.Value) || r.misspelt(first)
}

// misspelt reports whether the next token begins its line, no further to the right
// than the statement before it, and is almost a word that begins statements.
func (r *reader) misspelt(first *lexer.Token) bool {
	t, before := r.lx.Peek(), previous(r.lx)
	return t.Type == nameToken && t.Pos.Column <= first.Pos.Column &&
		t.Pos.Line > lastLine(before) && nearestStatement(t.Value) != ""
}

// noStatement reports a token where a statement should begin.
func (r *reader) noStatement() {
	t := r.lx.Peek()
	p := strange(t)
	if p == nil {
		p = problemAt(placeOf(t), "no-statement", "no statement begins with %s", describe(t))
		if p.Help = cmp.Or(foreign(t), clause(r.lx)); p.Help == "" {
			p.Suggest(nearestStatement(t.Value))
		}
	}
	if p.Suggestion == "" && p.Help == "" {
		p.Expect("a statement: " + strings.Join(statementWords, ", "))
	}
	r.explain(p, "")
}

// trailing is the problem of a token that does not continue the statement that began with another.
func (r *reader) trailing(first *lexer.Token) *problem {
	t := r.lx.Peek()
	goesOn := "an operator"
	if first.Value == "link" {
		goesOn = "`,` and what else the link has"
	}
	p := unexpected(r.lx, goesOn+", or the next statement")
	if begins := t.Pos.Line > lastLine(previous(r.lx)); begins && p.Help == "" {
		p.Help = clause(r.lx)
	}
	if p.Help != "" || t.Type != nameToken {
		return p
	}
	var words []string
	if first.Value == "rule" {
		words = append(words, "because")
	}
	switch {
	case t.Pos.Line > lastLine(previous(r.lx)):
		p.Suggest(cmp.Or(nearestStatement(t.Value), diag.Nearest(t.Value, words)))
	case t.Value == "not":
		p.Helpf("write not (… in …)")
	default:
		p.Suggest(diag.Nearest(t.Value, append(words, "and", "or", "implies", "in", "subset", "mod")))
	}
	return p
}

// clause is the advice for a line, from the next token on, that is a rule of a logic program: a :- b; "" for others.
func clause(lx *lexer.PeekingLexer) string {
	here := lx.MakeCheckpoint()
	defer lx.LoadCheckpoint(here)
	for line := lx.Peek().Pos.Line; !lx.Peek().EOF() && lx.Peek().Pos.Line == line; lx.Next() {
		if next := after(lx); lx.Peek().Value == ":" && next.Value == "-" && next.Pos.Offset == endOf(lx.Peek()) {
			return doubled[":-"]
		}
	}
	return ""
}

// skip goes to the next statement: a word that begins one, or almost does, at the
// start of its line. Within a move, an indented let belongs to it.
func (r *reader) skip(failed *lexer.Token) {
	for !r.lx.Peek().EOF() {
		t, before := r.lx.Peek(), previous(r.lx)
		inMove := failed.Value == "move" && t.Value == "let" && t.Pos.Column > failed.Pos.Column
		if endsBefore(before, t) && !inMove || r.misspelt(failed) {
			return
		}
		r.lx.Next()
	}
}

// declaring returns a statement that was only read in part if it declares
// something, else nil.
func declaring(s Stmt) Stmt {
	var name *Name
	switch s := s.(type) {
	case *Given:
		if n := len(s.Parts); n > 0 {
			if s.TypeOf(n-1) == nil {
				s.Value = orBad(s.Value, s.At)
			}
			return s
		}
	case *Puzzle:
		name = s.Name
	case *Let:
		if names := s.Names(); len(names) > 0 {
			name = names[0]
		}
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
