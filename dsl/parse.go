package dsl

import (
	"cmp"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// Parse reads a spec. It always returns a tree of the readable parts. The list has the syntax errors. A
// statement with an error is in the tree only if it declares a name.
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

// ParseExpr reads a text that is one expression, such as a value on the command line.
func ParseExpr(src *diag.Source) (Expr, *diag.List) {
	r := newReader(src)
	start, ok := r.check("value", maxSpecSize)
	if !ok {
		return &Bad{At{0, 0}}, r.problems
	}
	return r.value(start, len(src.Text)), r.problems
}

// reader reads a source and collects its problems.
type reader struct {
	src      *diag.Source
	lx       *lexer.PeekingLexer
	problems *diag.List
}

func newReader(src *diag.Source) reader {
	return reader{src: src, problems: &diag.List{Limit: maxProblems}}
}

// check reports texts that are not UTF-8 or too large. start is the offset after a byte order mark.
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

// After a problem the reader skips to the next statement. So one run reports several mistakes, each once.

// statement reads one statement, or skips to the next after a problem. Every call reads at least one token.
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

// atStatement reports whether the text ends or another statement begins, even with a misspelt word.
func (r *reader) atStatement(first *lexer.Token) bool {
	t := r.lx.Peek()
	return t.EOF() || t.Type == nameToken && startsStatement(t.Value) || r.misspelt(first)
}

// misspelt reports whether the next token is almost a statement word at the start of its line, not
// indented more than the statement before it.
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

// trailing returns the problem of a token that does not continue the statement beginning with first.
func (r *reader) trailing(first *lexer.Token) *problem {
	t := r.lx.Peek()
	goesOn := "an operator, or "
	switch first.Value {
	case "rules":
		goesOn = ""
	case "link":
		goesOn = "`,` and what else the link has, or "
	case "technique":
		goesOn = "`,` and another rule, or "
	}
	p := unexpected(r.lx, goesOn+"the next statement")
	if begins := t.Pos.Line > lastLine(previous(r.lx)); begins && p.Help == "" {
		p.Help = clause(r.lx)
	}
	if p.Help != "" || t.Type != nameToken {
		return p
	}
	var words []string
	switch first.Value {
	case "rule":
		words = append(words, "because")
	case "find", "choose":
		words = append(words, "said")
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

// clause returns advice if the rest of the line is a rule of a logic program, a :- b. Otherwise it is "".
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

// skip goes to the next statement: a statement word, or almost one, at the start of its line. In a
// move, an indented let is not a statement.
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

// declaring returns a partly read statement if it declares a name, or else nil.
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

// The functions below convert the structs of the parser library to the syntax tree. After a syntax
// error, parts are missing. A statement that declares a name gets a Bad expression for them. The name
// is then known, and its uses cause no further errors.

func (w where) at() At { return At{w.Pos.Offset, max(w.Pos.Offset, w.EndPos.Offset)} }

// orBad returns e, or a Bad if e is nil.
func orBad(e Expr, at At) Expr {
	if e == nil {
		return &Bad{At{at.End, at.End}}
	}
	return e
}

func (s *text) literal() *StringLit {
	if s == nil {
		return nil
	}
	return s.StringLit
}

func (b *binding) list() *Binders {
	if b == nil {
		return nil
	}
	return b.Binders
}

func names(in []name) (out []*Name) {
	for _, n := range in {
		if n.Name != nil {
			out = append(out, n.Name)
		}
	}
	return out
}

func (g *puzzleStmt) node() Stmt {
	return &Puzzle{g.at(), g.Name.Name, g.Title.literal(), g.About.literal()}
}

func (g *useStmt) node() Stmt { return &Use{g.at(), g.Name.Name} }

func (g *givenStmt) node() Stmt {
	s := &Given{At: g.at(), Value: g.Value}
	for _, part := range g.Parts {
		if part.Name.Name != nil {
			s.Parts = append(s.Parts, &GivenPart{part.at(), part.Name.Name, part.Keys.list(), part.Type})
		}
	}
	return s
}

func (g *letStmt) node() Stmt { return g.let() }

func (g *letStmt) let() *Let {
	b := g.Bind.Binder
	if b == nil {
		b = &Binder{At: g.at()}
	}
	b.End, b.Value = max(b.End, g.at().End), orBad(g.Value, g.at())
	return &Let{g.at(), b}
}

func (g *defStmt) node() Stmt {
	return &Def{g.at(), g.Name.Name, names(g.Params), orBad(g.Body, g.at())}
}

func (g *findStmt) node() Stmt {
	domain := orBad(g.Domain, g.at())
	if g.Choose {
		return &Choose{g.at(), g.Name.Name, g.Keys.list(), domain, g.Said.clause()}
	}
	return &Find{g.at(), g.Name.Name, g.Keys.list(), domain, g.Said.clause()}
}

func (g *ruleStmt) node() Stmt {
	return &Rule{g.at(), g.Name.StringLit, g.Binders.list(), g.Body, g.Because.clause()}
}

func (g *proseStmt) node() Stmt { return &Prose{g.at(), g.Text.Lines} }

func (g *techniqueStmt) node() Stmt {
	t := &Technique{At: g.at(), Name: g.Name.StringLit}
	for _, c := range g.Causes {
		if c.Name.StringLit == nil {
			continue
		}
		cause := &Cause{At: c.at(), Name: c.Name.StringLit}
		if c.Count != nil {
			cause.Count = c.Count.Expr
		}
		t.Causes = append(t.Causes, cause)
	}
	return t
}

func (g *objectiveStmt) node() Stmt { return &Objective{g.at(), g.Maximize, g.Terms} }

func (g *symmetryStmt) node() Stmt { return &Symmetry{g.at(), g.Of} }

func (g *showStmt) node() Stmt { return &Show{g.at(), g.What, g.As.literal(), g.Style.Words} }

func (g *stateStmt) node() Stmt {
	return &State{g.at(), g.Name.Name, g.Keys.list(), orBad(g.Domain, g.at()), g.Init}
}

func (g *moveStmt) node() Stmt {
	m := &Move{At: g.at(), Name: g.Name.Name, Params: g.Params.list(), When: g.When, Lets: alg.Map(g.Lets, (*letStmt).let)}
	for _, u := range g.Then {
		m.Then = append(m.Then, &Update{u.at(), orBad(u.Target, u.at()), orBad(u.Value, u.at())})
	}
	for _, c := range g.Costs {
		m.Costs = append(m.Costs, &Cost{c.at(), c.Name.Name, orBad(c.Value, c.at())})
	}
	return m
}

func (g *endingStmt) node() Stmt {
	if g.Never {
		return &Never{g.at(), g.Cond}
	}
	return &Goal{g.at(), g.Cond}
}

func (g *hiddenStmt) node() Stmt { return &Hidden{g.at(), names(g.Names)} }

func (g *playerStmt) node() Stmt {
	s := &Player{At: g.at(), Name: g.Name.Name, Sample: g.Sample, By: g.By}
	for _, prefer := range g.Prefers {
		if move, ok := prefer.Move.(*Call); ok {
			s.Prefers = append(s.Prefers, &Preference{prefer.at(), move, prefer.When, prefer.By})
		}
	}
	return s
}
