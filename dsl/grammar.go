package dsl

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The productions of the grammar, one for each statement. Expressions, domains,
// binders, names and texts are parsed by functions of their own, below.
type (
	// where is filled in by the parser library.
	where struct{ Pos, EndPos lexer.Position }

	puzzleStmt struct {
		where
		Name  name  `parser:"'puzzle' @@"`
		About *text `parser:"@@?"`
	}
	useStmt struct {
		where
		Name name `parser:"'use' @@"`
	}
	givenStmt struct {
		where
		Parts []*givenPart `parser:"'given' @@ (',' @@)*"`
		Value Expr         `parser:"('=' @@)?"`
	}
	givenPart struct {
		where
		Name name     `parser:"@@"`
		Keys *binding `parser:"('[' @@ ']')?"`
		Type domain   `parser:"(':' @@)?"`
	}
	letStmt struct {
		where
		Bind  pattern `parser:"'let' @@"`
		Value Expr    `parser:"'=' @@"`
	}
	defStmt struct {
		where
		Name   name   `parser:"'def' @@"`
		Params []name `parser:"'(' (@@ (',' @@)*)? ')'"`
		Body   Expr   `parser:"'=' @@"`
	}
	findStmt struct {
		where
		Choose bool     `parser:"('find' | @'choose')"`
		Name   name     `parser:"@@"`
		Keys   *binding `parser:"('[' @@ ']')?"`
		Domain domain   `parser:"':' @@"`
	}
	ruleStmt struct {
		where
		Name    text           `parser:"'rule' @@"`
		Binders *binding       `parser:"('for' @@)?"`
		Body    Expr           `parser:"':' @@"`
		Because *becauseClause `parser:"@@?"`
	}
	objectiveStmt struct {
		where
		Maximize bool   `parser:"('minimize' | @'maximize')"`
		Terms    []Expr `parser:"@@ (',' @@)*"`
	}
	symmetryStmt struct {
		where
		Of []Expr `parser:"'symmetry' @@ (',' @@)*"`
	}
	showStmt struct {
		where
		What Expr  `parser:"'show' @@"`
		As   *text `parser:"('as' @@)?"`
	}
	stateStmt struct {
		where
		Name   name     `parser:"'state' @@"`
		Keys   *binding `parser:"('[' @@ ']')?"`
		Domain domain   `parser:"':' @@"`
		Init   Expr     `parser:"('=' @@)?"`
	}
	moveStmt struct {
		where
		Name   name        `parser:"'move' @@"`
		Params *binding    `parser:"'(' @@? ')'"`
		Lets   []*letStmt  `parser:"@@*"`
		When   Expr        `parser:"('when' @@)?"`
		Then   []*update   `parser:"'then' @@ (',' @@)*"`
		Costs  []*costStmt `parser:"@@*"`
	}
	update struct {
		where
		Target target `parser:"@@"`
		Value  Expr   `parser:"':=' @@"`
	}
	costStmt struct {
		where
		Name  name `parser:"'cost' @@"`
		Value Expr `parser:"':' @@"`
	}
	goalStmt struct {
		where
		Cond Expr `parser:"'goal' @@"`
	}
	neverStmt struct {
		where
		Cond Expr `parser:"'never' @@"`
	}
	hiddenStmt struct {
		where
		Names []name `parser:"'hidden' @@ (',' @@)*"`
	}
	playerStmt struct {
		where
		Name    name         `parser:"'player' @@"`
		Sample  Expr         `parser:"('sample' @@"`
		By      Expr         `parser:"('by' @@)?)?"`
		Prefers []*preferred `parser:"':' @@ @@*"`
	}
	preferred struct {
		where
		Move call `parser:"'prefer' @@"`
		When Expr `parser:"('when' @@)?"`
		By   Expr `parser:"('by' @@)?"`
	}
)

// The parts that have functions of their own. The library asks for an interface
// or a Parse method.
type (
	name    struct{ *Name }
	text    struct{ *StringLit }
	binding struct{ *Binders }
	pattern struct{ *Binder } // without what it is bound to
	domain  interface{ Expr } // a type or domain
	target  interface{ Expr } // what a move changes: a name, perhaps with keys
	call    interface{ Expr } // a move with its arguments
)

// Parse reads a name.
func (n *name) Parse(lx *lexer.PeekingLexer) error {
	t := lx.Peek()
	if t.Type != nameToken || Reserved(t.Value) {
		return participle.NextMatch
	}
	lx.Next()
	n.Name = &Name{placeOf(t), t.Value}
	return nil
}

// Parse reads a text in double quotes.
func (s *text) Parse(lx *lexer.PeekingLexer) error {
	if lx.Peek().Type != textToken {
		return participle.NextMatch
	}
	s.StringLit = textOf(lx.Next())
	return nil
}

// Parse reads binders.
func (b *binding) Parse(lx *lexer.PeekingLexer) error {
	if lx.Peek().Value == ")" {
		return participle.NextMatch
	}
	p := newExprParser(lx)
	b.Binders = p.binders().Binders
	_, err := p.result(operand{})
	return err
}

// Parse reads a name, or several in brackets.
func (b *pattern) Parse(lx *lexer.PeekingLexer) error {
	t := lx.Peek()
	if (t.Type != nameToken || Reserved(t.Value)) && t.Value != "(" && t.Value != "{" {
		return participle.NextMatch
	}
	p := newExprParser(lx)
	b.Binder = p.pattern()
	_, err := p.result(operand{})
	return err
}

func parseExpr(lx *lexer.PeekingLexer) (Expr, error) {
	p := newExprParser(lx)
	return p.result(p.expression())
}

func parseDomain(lx *lexer.PeekingLexer) (domain, error) {
	p := newExprParser(lx)
	return p.result(p.domain())
}

func parseTarget(lx *lexer.PeekingLexer) (target, error) {
	p := newExprParser(lx)
	return p.result(p.target())
}

func parseCall(lx *lexer.PeekingLexer) (call, error) {
	p := newExprParser(lx)
	return p.result(p.invocation())
}

// statement is a production that can turn itself into a statement of the tree.
type statement interface{ node() Stmt }

// production reads one statement; on an error it returns what it has so far.
type production func(*lexer.PeekingLexer) (Stmt, error)

// readAs returns the production of a grammar struct. Its parser is built when
// it is first needed: most specs use few kinds of statements.
func readAs[T any, P interface {
	*T
	statement
}]() production {
	parser := sync.OnceValue(func() *participle.Parser[T] {
		return participle.MustBuild[T](
			participle.Lexer(definition{}),
			// The first token decides: a branch that has taken one is the right one.
			participle.UseLookahead(0),
			participle.ParseTypeWith(parseExpr),
			participle.ParseTypeWith(parseDomain),
			participle.ParseTypeWith(parseTarget),
			participle.ParseTypeWith(parseCall),
		)
	})
	return func(lx *lexer.PeekingLexer) (Stmt, error) {
		tree, err := parser().ParseFromLexer(lx, participle.AllowTrailing(true))
		if tree == nil {
			panic(fmt.Sprintf("dsl: no tree from the parser library: %v", err))
		}
		return P(tree).node(), err
	}
}

// productions finds the production of a statement by its first word.
var productions = map[string]production{
	"puzzle":   readAs[puzzleStmt](),
	"use":      readAs[useStmt](),
	"given":    readAs[givenStmt](),
	"let":      readAs[letStmt](),
	"def":      readAs[defStmt](),
	"find":     readAs[findStmt](),
	"choose":   readAs[findStmt](),
	"rule":     readAs[ruleStmt](),
	"minimize": readAs[objectiveStmt](),
	"maximize": readAs[objectiveStmt](),
	"symmetry": readAs[symmetryStmt](),
	"show":     readAs[showStmt](),
	"link":     readAs[linkStmt](),
	"example":  readAs[exampleStmt](),
	"state":    readAs[stateStmt](),
	"move":     readAs[moveStmt](),
	"goal":     readAs[goalStmt](),
	"never":    readAs[neverStmt](),
	"hidden":   readAs[hiddenStmt](),
	"player":   readAs[playerStmt](),
}

// becauseClause is what may follow the condition of a rule.
type becauseClause struct {
	where
	Sentence sentence `parser:"'because' @@"`
}

// sentence is a text in which expressions stand in braces.
type sentence struct{ *Sentence }

// clause returns the sentence with the place of the whole clause, or nil.
func (g *becauseClause) clause() *Sentence {
	if g == nil || g.Sentence.Sentence == nil {
		return nil
	}
	s := *g.Sentence.Sentence
	s.At = g.at()
	return &s
}

// Parse reads a text and the expressions in it.
func (s *sentence) Parse(lx *lexer.PeekingLexer) error {
	t := lx.Peek()
	if t.Type != textToken {
		return unexpected(lx, "a sentence in double quotes")
	}
	lx.Next()
	s.Sentence = &Sentence{At: placeOf(t)}
	if p := s.read(t.Value[1:len(t.Value)-1], t.Pos.Offset+1); p != nil {
		return p
	}
	return nil
}

// read takes apart what stands between the quotes, which begins at an offset of the source.
func (s *sentence) read(text string, offset int) *problem {
	var plain strings.Builder
	for i := 0; i < len(text); {
		rest := text[i:]
		at := At{offset + i, offset + i + 1}
		switch {
		case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"):
			plain.WriteByte(rest[0])
			i += 2
		case rest[0] == '}':
			p := problemAt(at, "stray-brace", "this `}` closes nothing")
			p.Helpf("a brace itself is written twice: }}")
			return p
		case rest[0] == '{':
			size := closing(rest)
			if size < 0 {
				p := problemAt(at, "unclosed-brace", "this `{` is not closed")
				p.Helpf("a brace itself is written twice: {{")
				return p
			}
			e, p := inBraces(rest[1:size], at.End)
			if p != nil {
				return p
			}
			s.Texts, s.Values = append(s.Texts, plain.String()), append(s.Values, e)
			plain.Reset()
			i += size + 1
		default:
			plain.WriteByte(rest[0])
			i++
		}
	}
	s.Texts = append(s.Texts, plain.String())
	if strings.TrimSpace(text) == "" {
		p := problemAt(s.At, "empty-sentence", "this sentence says nothing")
		p.Expect("what the rule says of the values that it is about, such as \"the {clue[c]} at {c} is complete\"")
		return p
	}
	return nil
}

// closing returns where the brace is closed that a text begins with, or -1.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return -1
}

// inBraces reads the expression that fills a text, which begins at an offset of the source.
func inBraces(text string, offset int) (Expr, *problem) {
	if i := strings.IndexByte(text, '#'); i >= 0 {
		p := problemAt(At{offset + i, offset + i + 1}, "unexpected-character", "`#` means nothing here")
		p.Helpf("a comment has no place within a sentence")
		return nil, p
	}
	lx := lex(text, offset)
	e, err := parseExpr(lx)
	if err == nil && !lx.Peek().EOF() {
		err = unexpected(lx, "`}`, or an operator")
	}
	if err == nil {
		return e, nil
	}
	var p *problem
	if !errors.As(err, &p) {
		panic("dsl: an expression fails with " + err.Error())
	}
	if p.Code == "unexpected-end" {
		p.Message = "the value in braces breaks off"
	}
	return nil, p
}

// The productions of examples.
type (
	exampleStmt struct {
		where
		Name   *text         `parser:"'example' @@?"`
		Givens []*assignment `parser:"(@@ (',' @@)*)?"`
		Expect []*expecting  `parser:"':' 'expect' @@ (',' @@)*"`
	}
	assignment struct {
		where
		Names []name `parser:"@@"`
		Keys  []Expr `parser:"( '[' @@ (',' @@)* ']'"`
		More  []name `parser:"| (',' @@)+ )?"`
		Value Expr   `parser:"'=' @@"`
	}
	expecting struct {
		where
		None  bool      `parser:"( @'no' ('solution' | 'solutions')"`
		Some  bool      `parser:"| @'solution'"`
		Least Expr      `parser:"| 'minimum' @@"`
		Most  Expr      `parser:"| 'maximum' @@"`
		Count *counting `parser:"| @@"`
		Find  *finding  `parser:"| @@ )"`
	}
	counting struct {
		N            number `parser:"@@ ('solution' | 'solutions')?"`
		UpToSymmetry bool   `parser:"(@'up' 'to' 'symmetry')?"`
	}
	finding struct {
		Name  name   `parser:"@@"`
		Keys  []Expr `parser:"('[' @@ (',' @@)* ']')?"`
		Value Expr   `parser:"'=' @@"`
	}
)

// number is a whole number that is written out.
type number struct{ Expr }

// Parse reads a number.
func (n *number) Parse(lx *lexer.PeekingLexer) error {
	if lx.Peek().Type != integerToken {
		return participle.NextMatch
	}
	p := newExprParser(lx)
	x, err := p.result(p.integer(p.next()))
	n.Expr = x
	return err
}

func (g *exampleStmt) node() Stmt {
	e := &Example{At: g.at(), Name: g.Name.literal()}
	for _, a := range g.Givens {
		e.Givens = append(e.Givens, &Assign{a.at(), names(append(a.Names, a.More...)), a.Keys, orBad(a.Value, a.at())})
	}
	for _, x := range g.Expect {
		e.Expect = append(e.Expect, x.expectation())
	}
	return e
}

func (g *expecting) expectation() *Expectation {
	x := &Expectation{At: g.at()}
	switch {
	case g.Some:
		x.Kind = ExpectSolution
	case g.Least != nil:
		x.Kind, x.Value = ExpectMinimum, g.Least
	case g.Most != nil:
		x.Kind, x.Value = ExpectMaximum, g.Most
	case g.Count != nil:
		x.Kind, x.Value, x.UpToSymmetry = ExpectCount, g.Count.N.Expr, g.Count.UpToSymmetry
	case g.Find != nil:
		x.Kind, x.Name, x.Keys, x.Value = ExpectFind, g.Find.Name.Name, g.Find.Keys, g.Find.Value
	}
	return x
}
