// Package dsl turns the text of a spec into a syntax tree and back: lexer,
// grammar and formatter. It is the only importer of the parser library.
//
// The parser accepts a little more than the language means; names, types and
// the question what is supported are left to dsl/check, which can say it better.
package dsl

import "nazo/dsl/diag"

// Node is any part of a syntax tree.
type Node interface {
	// Span returns the tight place of the node in its source: from its first
	// to its last character, parentheses around it not included.
	Span() diag.Span
}

// At is the place of a node: byte offsets into the source. Every node embeds it.
type At diag.Span

// Span returns the place as a span.
func (a At) Span() diag.Span { return diag.Span(a) }

// Expr is a node that has a value or stands for a type or domain. It is one of
//
//	*Name *IntLit *BoolLit *NoneLit *StringLit *GridLit
//	*Unary *Binary *If *Call *Index *Quantifier
//	*Tuple *SetLit *ListLit *Comprehension *LabelSet
//	*Foreign *Bad
//
// or a [DomainForm].
type Expr interface {
	Node
	isExpr()
}

// Stmt is a statement. It is one of
//
//	*Puzzle *Use *Given *Let *Def *Find *Choose *Rule *Objective
//	*Symmetry *Show *Link *Example *State *Move *Goal *Never *Hidden *Player
type Stmt interface {
	Node
	isStmt()
}

// File is a parsed spec: its statements in the order of the text.
type File struct {
	Source *diag.Source
	Stmts  []Stmt
}

// Span returns the whole text.
func (f *File) Span() diag.Span { return diag.Span{End: len(f.Source.Text)} }
