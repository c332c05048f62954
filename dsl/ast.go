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
//	*Puzzle *Use *Given *Let *Def *Find *Choose *Rule *Technique *Objective
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

// Puzzle is puzzle NAME "what it is".
type Puzzle struct {
	At
	Name  *Name
	About *StringLit // may be nil
}

// Use is use NAME: all of another spec but its examples.
type Use struct {
	At
	Name *Name
}

// Given is an input. Most have one part; given number, arrow: … has several,
// whose cells are printed together and are read part by part.
type Given struct {
	At
	Parts []*GivenPart
	Value Expr // the default, or nil
}

// GivenPart is NAME[Keys]: Type of a given.
type GivenPart struct {
	At
	Name *Name
	Keys *Binders // nil, or one value for each key
	Type Expr     // nil: taken from the next part that has one, else from the default
}

// TypeOf returns the type that is written for part i: its own, or that of the
// next part that has one. It is nil if only the default tells the type.
func (g *Given) TypeOf(i int) Expr {
	for ; i < len(g.Parts); i++ {
		if g.Parts[i].Type != nil {
			return g.Parts[i].Type
		}
	}
	return nil
}

// Let is let PATTERN = EXPR, at the top or within a move. Its binder has a value.
type Let struct {
	At
	Bind *Binder
}

// Names are those that the let declares. A name _ says that nobody asks for a part.
func (l *Let) Names() []*Name {
	var names []*Name
	for _, n := range l.Bind.Names {
		if n.Text != "_" {
			names = append(names, n)
		}
	}
	return names
}

// Def is def NAME(PARAMS) = EXPR.
type Def struct {
	At
	Name   *Name
	Params []*Name
	Body   Expr
}

// Find is find NAME[Keys]: Domain [said Said]: what a solution consists of.
type Find struct {
	At
	Name   *Name
	Keys   *Binders // nil, or one value for each key
	Domain Expr
	Said   *Said // may be nil
}

// Choose is like Find, but no part of the solution.
type Choose struct {
	At
	Name   *Name
	Keys   *Binders
	Domain Expr
	Said   *Said
}

// Said is said "TEXT" / "TEXT": what people say where a member is in what is found, or a value is the one, and what
// they say where it is not.
type Said struct {
	At
	Is, Not *Sentence // Not may be nil
}

// Rule is rule "NAME" [for Binders]: Body [because Sentence].
type Rule struct {
	At
	Name    *StringLit
	Binders *Binders // may be nil
	Body    Expr
	Because *Sentence // may be nil
}

// Sentence is "TEXT {VALUE NOUN} TEXT": what is said to people, with values in it. Behind because it speaks of
// the values that the binders of a rule have. Texts stand around Values and are one more.
type Sentence struct {
	At
	Texts  []string
	Values []Expr
	Nouns  []Noun // for each value
}

// Noun is what agrees with a number: 1 cell, 2 cells. Both are "" where there is none.
type Noun struct{ One, Many string }

// Technique is technique "NAME": N "CAUSE", "CAUSE": what players call a step that has these causes.
type Technique struct {
	At
	Name   *StringLit
	Causes []*Cause
}

// Cause is the name of a rule, or one of [GeneralCauses], and how often it is needed.
type Cause struct {
	At
	Count Expr // nil: any number of times
	Name  *StringLit
}

// The general causes of steps, besides rules.
const (
	OnlyValueLeft  = "only value left"
	OnlyPlaceLeft  = "only place left"
	WouldCloseLoop = "would close the loop"
	WouldBeCutOff  = "would be cut off"
	ByTrying       = "by trying"
)

// GeneralCauses lists the causes that a step can have in any puzzle, besides rules.
func GeneralCauses() []string {
	return []string{OnlyValueLeft, OnlyPlaceLeft, WouldCloseLoop, WouldBeCutOff, ByTrying}
}

// Objective is minimize or maximize: first the first term, then the next.
type Objective struct {
	At
	Maximize bool
	Terms    []Expr
}

// Symmetry names what turns solutions into equivalent ones.
type Symmetry struct {
	At
	Of []Expr
}

// Show is show EXPR [as "Q"].
type Show struct {
	At
	What Expr
	As   *StringLit // may be nil
}

// Example is example ["NAME"] [given = value, …]: expect ….
type Example struct {
	At
	Name   *StringLit // may be nil
	Givens []*Assign
	Expect []*Expectation
}

// Assign gives a value to a given: NAME = VALUE, or NAME[Keys] = VALUE for one of its keys, or
// NAME, NAME = VALUE for several that are printed together. In an instance file the value may be a
// block of rows, also a *GridLit.
type Assign struct {
	At
	Names []*Name
	Keys  []Expr // nil, or the key, if there is one name
	Value Expr
}

// ExpectKind is the kind of an expectation.
type ExpectKind uint8

// The expectations.
const (
	ExpectNone     ExpectKind = iota // no solution
	ExpectCount                      // Value solutions; with UpToSymmetry, classes of them
	ExpectSolution                   // solution: at least one
	ExpectMinimum                    // minimum Value; a tuple for several objectives
	ExpectMaximum                    // maximum Value
	ExpectFind                       // Name = Value or Name[Keys] = Value, in the only solution
)

// Expectation is one thing that an example expects.
type Expectation struct {
	At
	Kind         ExpectKind
	UpToSymmetry bool
	Name         *Name  // the find, for ExpectFind
	Keys         []Expr // its keys, or nil
	Value        Expr   // nil for ExpectNone and ExpectSolution
}

// State is state NAME[Keys]: Domain = Init: what moves change.
type State struct {
	At
	Name   *Name
	Keys   *Binders
	Domain Expr
	Init   Expr // nil: empty, for a stack
}

// Move is move NAME(Params), its local names, the condition under which it is
// possible, its effects and its costs.
type Move struct {
	At
	Name   *Name
	Params *Binders // nil for none
	Lets   []*Let
	When   Expr // nil: always
	Then   []*Update
	Costs  []*Cost
}

// Parameters returns the names of the move's parameters: what its binders bind
// to elements of collections.
func (m *Move) Parameters() []*Name {
	if m.Params == nil {
		return nil
	}
	var names []*Name
	for _, b := range m.Params.Items {
		if b.In != nil {
			names = append(names, b.Names...)
		}
	}
	return names
}

// Update is Target := Value; the updates of a move are simultaneous.
type Update struct {
	At
	Target Expr // a *Name or an *Index of one
	Value  Expr
}

// Cost adds Value to the named cost when its move is made.
type Cost struct {
	At
	Name  *Name
	Value Expr
}

// Goal is the condition that ends the game.
type Goal struct {
	At
	Cond Expr
}

// Never is a condition that no state may fulfil.
type Never struct {
	At
	Cond Expr
}

// Hidden names what a player may not read.
type Hidden struct {
	At
	Names []*Name
}

// Player is a strategy. The first possible preference counts. A player that samples tries each
// candidate move on Sample deals, in which the hidden values are dealt anew, and plays on. Among
// the moves that win as often, By decides.
type Player struct {
	At
	Name    *Name
	Sample  Expr // how many deals; nil: none
	By      Expr // what is least at the end of the best play; may be nil
	Prefers []*Preference
}

// Preference is prefer MOVE(args) [when COND] [by EXPR]: of the possible instances
// of the move for which When holds, the one for which By is least.
type Preference struct {
	At
	Move *Call
	When Expr // may be nil
	By   Expr // may be nil
}

func (*Puzzle) isStmt()    {}
func (*Use) isStmt()       {}
func (*Given) isStmt()     {}
func (*Let) isStmt()       {}
func (*Def) isStmt()       {}
func (*Find) isStmt()      {}
func (*Choose) isStmt()    {}
func (*Rule) isStmt()      {}
func (*Technique) isStmt() {}
func (*Objective) isStmt() {}
func (*Symmetry) isStmt()  {}
func (*Show) isStmt()      {}
func (*Link) isStmt()      {}
func (*Example) isStmt()   {}
func (*State) isStmt()     {}
func (*Move) isStmt()      {}
func (*Goal) isStmt()      {}
func (*Never) isStmt()     {}
func (*Hidden) isStmt()    {}
func (*Player) isStmt()    {}

// SymmetryForm is the form of a part of a symmetry statement.
type SymmetryForm uint8

// The forms: the turns and mirror images of a board, reversed(path), and permuted(values) or
// permuted(state).
const (
	TurnedForm SymmetryForm = iota
	ReversedForm
	PermutedForm
)

// FormOfSymmetry is the form of a part of a symmetry statement, and what it is about: what stands
// in the brackets, or the board.
func FormOfSymmetry(x Expr) (form SymmetryForm, of Expr) {
	if call, ok := x.(*Call); ok && len(call.Args) == 1 {
		switch call.Func.Text {
		case "reversed":
			return ReversedForm, call.Args[0]
		case "permuted":
			return PermutedForm, call.Args[0]
		}
	}
	return TurnedForm, x
}
