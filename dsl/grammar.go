package dsl

import (
	"fmt"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"nazo/internal/alg"
)

// The productions of the grammar, one for each statement. Functions below parse expressions, domains,
// binders, names and texts.
type (
	// where is filled in by the parser library.
	where struct{ Pos, EndPos lexer.Position }

	puzzleStmt struct {
		where
		Name  name  `parser:"'puzzle' @@"`
		Title *text `parser:"('as' @@)?"`
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
		Choose bool        `parser:"('find' | @'choose')"`
		Name   name        `parser:"@@"`
		Keys   *binding    `parser:"('[' @@ ']')?"`
		Domain domain      `parser:"':' @@"`
		Said   *saidClause `parser:"@@?"`
	}
	ruleStmt struct {
		where
		Name    text           `parser:"'rule' @@"`
		Binders *binding       `parser:"('for' @@)?"`
		Body    Expr           `parser:"':' @@"`
		Because *becauseClause `parser:"@@?"`
	}
	proseStmt struct {
		where
		Text prose `parser:"'rules' @@"`
	}
	techniqueStmt struct {
		where
		Name   text     `parser:"'technique' @@"`
		Causes []*cause `parser:"':' @@ (',' @@)*"`
	}
	cause struct {
		where
		Count *number `parser:"@@?"`
		Name  text    `parser:"@@"`
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
		What  Expr  `parser:"'show' @@"`
		As    *text `parser:"('as' (@@"`
		Style look  `parser:"| @@))?"`
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
	endingStmt struct {
		where
		Never bool `parser:"('goal' | @'never')"`
		Cond  Expr `parser:"@@"`
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

// These parts have functions of their own. The library asks for an interface or a Parse method.
type (
	name    struct{ *Name }
	text    struct{ *StringLit }
	prose   struct{ Lines []*StringLit } // lines in three quotes
	look    struct{ Words []*Name }      // words for how to draw something
	binding struct{ *Binders }
	pattern struct{ *Binder } // a binder without its value
	domain  interface{ Expr } // a type or domain
	target  interface{ Expr } // the target of an update: a name, maybe with keys
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

// Parse reads lines in three quotes.
func (s *prose) Parse(lx *lexer.PeekingLexer) error {
	if lx.Peek().Type != gridToken {
		return participle.NextMatch
	}
	s.Lines = linesOf(lx.Next())
	return nil
}

// Parse reads words up to the next statement.
func (s *look) Parse(lx *lexer.PeekingLexer) error {
	for {
		t := lx.Peek()
		if t.Type != nameToken || Reserved(t.Value) || startsStatement(t.Value) {
			break
		}
		lx.Next()
		s.Words = append(s.Words, &Name{placeOf(t), t.Value})
	}
	if len(s.Words) == 0 {
		return participle.NextMatch
	}
	return nil
}

// Parse reads binders.
func (b *binding) Parse(lx *lexer.PeekingLexer) error {
	if lx.Peek().Value == ")" {
		return participle.NextMatch
	}
	p := newExprParser(lx)
	b.Binders = p.binders().Binders
	return p.err()
}

// Parse reads a name, or several in brackets.
func (b *pattern) Parse(lx *lexer.PeekingLexer) error {
	t := lx.Peek()
	if (t.Type != nameToken || Reserved(t.Value)) && t.Value != "(" && t.Value != "{" {
		return participle.NextMatch
	}
	p := newExprParser(lx)
	b.Binder = p.pattern()
	return p.err()
}

func parseExpr(lx *lexer.PeekingLexer) (Expr, error) {
	p := newExprParser(lx)
	return p.expression().Expr, p.err()
}

// parseAs makes the parser library read a T with a method of exprParser.
func parseAs[T any](read func(*exprParser) operand) participle.Option {
	return participle.ParseTypeWith(func(lx *lexer.PeekingLexer) (T, error) {
		p := newExprParser(lx)
		x, _ := read(p).Expr.(T)
		return x, p.err()
	})
}

// statement is a production that can turn itself into a statement of the tree.
type statement interface{ node() Stmt }

// production reads one statement. On an error it returns the readable part.
type production func(*lexer.PeekingLexer) (Stmt, error)

// readAs returns the production of a grammar struct. Its parser is built on first use, since most specs
// use few kinds of statements.
func readAs[T any, P interface {
	*T
	statement
}]() production {
	parser := sync.OnceValue(func() *participle.Parser[T] {
		return participle.MustBuild[T](
			participle.Lexer(definition{}),
			participle.UseLookahead(0), // a branch that takes one token is the right one
			parseAs[Expr]((*exprParser).expression),
			parseAs[domain]((*exprParser).domain),
			parseAs[target]((*exprParser).target),
			parseAs[call]((*exprParser).invocation),
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

// Statements that may also stand after make.
var (
	readLet  = readAs[letStmt]()
	readDef  = readAs[defStmt]()
	readFind = readAs[findStmt]()
	readRule = readAs[ruleStmt]()
)

// readMake reads make, and the statement after it or the given that it prints.
func readMake(lx *lexer.PeekingLexer) (Stmt, error) {
	p := newExprParser(lx)
	start := p.peek().Pos.Offset
	p.expect("make")
	var s Stmt
	var err error
	switch first := p.peek(); first.Value {
	case "let":
		s, err = readLet(lx)
	case "def":
		s, err = readDef(lx)
	case "find", "choose":
		s, err = readFind(lx)
	case "rule":
		s, err = readRule(lx)
	case "rules":
		p.next()
		holds := &Holds{}
		for next := true; next; next = p.accept(",") {
			if t := p.peek(); t.Type == textToken {
				holds.Rules = append(holds.Rules, textOf(p.next()))
			} else {
				p.bad("the name of a rule")
			}
		}
		holds.At = p.from(first.Pos.Offset)
		s, err = holds, p.err()
	default:
		printed := &Print{Name: p.name("a statement, or the name of a given")}
		if open := p.peek(); p.accept("[") {
			p.inBrackets(open, "]", func() { printed.Keys = exprs(p.list(p.expression)) })
		}
		p.expect("=")
		printed.Value = orBad(p.expression().Expr, p.from(p.peek().Pos.Offset))
		if p.accept("for") {
			printed.Binders = p.binders().Binders
		}
		printed.At = p.from(first.Pos.Offset)
		s, err = printed, p.err()
	}
	return &Make{p.from(start), s}, err
}

// productions maps the first word of a statement to its production.
var productions = map[string]production{
	"puzzle":    readAs[puzzleStmt](),
	"use":       readAs[useStmt](),
	"given":     readAs[givenStmt](),
	"let":       readLet,
	"def":       readDef,
	"find":      readFind,
	"choose":    readFind,
	"rule":      readRule,
	"rules":     readAs[proseStmt](),
	"technique": readAs[techniqueStmt](),
	"make":      readMake,
	"minimize":  readAs[objectiveStmt](),
	"maximize":  readAs[objectiveStmt](),
	"symmetry":  readAs[symmetryStmt](),
	"show":      readAs[showStmt](),
	"link":      readAs[linkStmt](),
	"example":   readAs[exampleStmt](),
	"state":     readAs[stateStmt](),
	"move":      readAs[moveStmt](),
	"goal":      readAs[endingStmt](),
	"never":     readAs[endingStmt](),
	"hidden":    readAs[hiddenStmt](),
	"player":    readAs[playerStmt](),
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

// number is a number literal.
type number struct{ Expr }

// Parse reads a number.
func (n *number) Parse(lx *lexer.PeekingLexer) error {
	if lx.Peek().Type != integerToken {
		return participle.NextMatch
	}
	p := newExprParser(lx)
	n.Expr = p.integer(p.next()).Expr
	return p.err()
}

func (g *exampleStmt) node() Stmt {
	e := &Example{At: g.at(), Name: g.Name.literal(), Expect: alg.Map(g.Expect, (*expecting).expectation)}
	for _, a := range g.Givens {
		e.Givens = append(e.Givens, &Assign{a.at(), names(append(a.Names, a.More...)), a.Keys, orBad(a.Value, a.at())})
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
