package dsl

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

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
