// Package dsl parses specs into syntax trees and formats them: lexer, grammar and formatter. It is the
// only importer of the parser library.
//
// The parser accepts a little more than the language allows. Package dsl/check checks names, types and
// support, and gives better messages.
package dsl

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// Node is any part of a syntax tree.
type Node interface {
	// Span returns the place of the node in its source, without surrounding parentheses.
	Span() diag.Span
}

// At is the place of a node as byte offsets into the source. Every node embeds it.
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
//	*Puzzle *Use *Given *Let *Def *Find *Choose *Rule *Prose *Technique *Make *Holds *Print *Objective
//	*Symmetry *Show *Link *Example *State *Move *Goal *Never *Hidden *Player
type Stmt interface {
	Node
	isStmt()
}

// File is a parsed spec. Its statements are in text order.
type File struct {
	Source *diag.Source
	Stmts  []Stmt
}

// Span returns the whole text.
func (f *File) Span() diag.Span { return diag.Span{End: len(f.Source.Text)} }

// Puzzle is puzzle NAME as "TITLE" "what it is".
type Puzzle struct {
	At
	Name  *Name
	Title *StringLit // may be nil: then it is the name in words
	About *StringLit // may be nil
}

// InWords returns a name as people write it: "Star battle" for star_battle.
func InWords(name string) string {
	words := strings.TrimSpace(strings.ReplaceAll(name, "_", " "))
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + words[size:]
}

// Use is use NAME. It includes another spec without its examples.
type Use struct {
	At
	Name *Name
}

// Given is an input. Most have one part. A given such as "given number, arrow: …" has several, whose
// cells are printed together.
type Given struct {
	At
	Parts []*GivenPart
	Value Expr // the default, or nil
}

// GivenPart is NAME[Keys]: Type in a given.
type GivenPart struct {
	At
	Name *Name
	Keys *Binders // nil, or the keys, each with a value
	Type Expr     // nil: that of the next part with a type, or else of the default
}

// TypeOf returns the written type of part i, which may stand at a later part. It is nil if only the
// default determines the type.
func (g *Given) TypeOf(i int) Expr {
	for ; i < len(g.Parts); i++ {
		if g.Parts[i].Type != nil {
			return g.Parts[i].Type
		}
	}
	return nil
}

// Let is let PATTERN = EXPR, at the top level or in a move. Its binder has a value.
type Let struct {
	At
	Bind *Binder
}

// Names returns the names that the let declares, without the placeholder _.
func (l *Let) Names() []*Name {
	return alg.Filter(l.Bind.Names, func(n *Name) bool { return n.Text != "_" })
}

// Def is def NAME(PARAMS) = EXPR.
type Def struct {
	At
	Name   *Name
	Params []*Name
	Body   Expr
}

// Find is find NAME[Keys]: Domain [said Said]. A solution consists of the finds.
type Find struct {
	At
	Name   *Name
	Keys   *Binders // nil, or the keys, each with a value
	Domain Expr
	Said   *Said // may be nil
}

// Choose is like Find but not part of the solution.
type Choose struct {
	At
	Name   *Name
	Keys   *Binders
	Domain Expr
	Said   *Said
}

// Said is said "TEXT" / "TEXT". Is describes a member or value of a find. Not describes its absence.
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

// Sentence is a text with values in braces, "TEXT {VALUE NOUN} TEXT", that is shown to people. After
// because it may use the names that the rule binds. There is one more text than values.
type Sentence struct {
	At
	Texts  []string
	Values []Expr
	Nouns  []Noun // one for each value
}

// Noun is a word that agrees with a number: 1 cell, 2 cells. Both forms are "" if there is none.
type Noun struct{ One, Many string }

// Prose is rules """…""": the rules as players are told them.
type Prose struct {
	At
	Lines []*StringLit // without blanks around them; none is empty
}

// Technique is technique "NAME": N "CAUSE", "CAUSE". It names a step that has these causes.
type Technique struct {
	At
	Name   *StringLit
	Causes []*Cause
}

// Cause is the name of a rule, or one of [GeneralCauses], and how often the step needs it.
type Cause struct {
	At
	Count Expr // nil: any number of times
	Name  *StringLit
}

// Make is make STATEMENT. The statement, a find, choose, let, def, rule, holds or print, takes part only in drawing new boards.
type Make struct {
	At
	Stmt Stmt
}

// Holds is rules "NAME", … in a make statement. These rules of the spec hold for a drawing, too.
type Holds struct {
	At
	Rules []*StringLit
}

// Print is GIVEN = Value, or GIVEN[Keys] = Value [for Binders], in a make statement. It prints values of a drawing.
type Print struct {
	At
	Name    *Name
	Keys    []Expr // nil: the whole given
	Value   Expr
	Binders *Binders // may be nil
}

// The general causes of steps.
const (
	OnlyValueLeft  = "only value left"
	OnlyPlaceLeft  = "only place left"
	FewValuesLeft  = "few values left" // for as many places: a naked pair
	FewPlacesLeft  = "few places left" // for as many values: a hidden pair
	PlacesInLine   = "places in line"  // that are left for a value: a pointing pair
	WouldCloseLoop = "would close the loop"
	WouldBeCutOff  = "would be cut off"
	ByTrying       = "by trying"
)

// GeneralCauses lists the causes that a step can have in any puzzle, apart from rules.
func GeneralCauses() []string {
	return []string{OnlyValueLeft, OnlyPlaceLeft, FewValuesLeft, FewPlacesLeft, PlacesInLine, WouldCloseLoop, WouldBeCutOff, ByTrying}
}

// Objective is minimize or maximize. Earlier terms take precedence.
type Objective struct {
	At
	Maximize bool
	Terms    []Expr
}

// Symmetry lists what may be transformed without changing whether something is a solution.
type Symmetry struct {
	At
	Of []Expr
}

// Show is show EXPR [as "Q"] or show EXPR as STYLE.
type Show struct {
	At
	What  Expr
	As    *StringLit // may be nil
	Style []*Name    // words such as circle or line red; none with As
}

// Example is example ["NAME"] [given = value, …]: expect ….
type Example struct {
	At
	Name   *StringLit // may be nil
	Givens []*Assign
	Expect []*Expectation
}

// Assign gives a value to a given: NAME = VALUE, or NAME[Keys] = VALUE for one key, or NAME, NAME =
// VALUE for several that are printed together. In an instance file, a block of rows is a *GridLit too.
type Assign struct {
	At
	Names []*Name
	Keys  []Expr // nil, or the key of the only name
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

// Expectation is one condition that an example expects.
type Expectation struct {
	At
	Kind         ExpectKind
	UpToSymmetry bool
	Name         *Name  // the find, for ExpectFind
	Keys         []Expr // its keys, or nil
	Value        Expr   // nil for ExpectNone and ExpectSolution
}

// State is state NAME[Keys]: Domain = Init. Moves change states.
type State struct {
	At
	Name   *Name
	Keys   *Binders
	Domain Expr
	Init   Expr // nil: empty, for a stack
}

// Move is move NAME(Params), with its local names, condition, effects and costs.
type Move struct {
	At
	Name   *Name
	Params *Binders // nil for none
	Lets   []*Let
	When   Expr // nil: always
	Then   []*Update
	Costs  []*Cost
}

// Parameters returns the names of the move's parameters, which are bound to elements of collections.
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

// Update is Target := Value. The updates of a move are simultaneous.
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

// Hidden names the givens that a player may not read.
type Hidden struct {
	At
	Names []*Name
}

// Player is a strategy. The first possible preference counts. A player that samples plays each candidate move on Sample
// deals with new hidden values. Among the moves that win most often, By decides.
type Player struct {
	At
	Name    *Name
	Sample  Expr // number of deals; nil: none
	By      Expr // minimised at the end of the best play; may be nil
	Prefers []*Preference
}

// Preference is prefer MOVE(args) [when COND] [by EXPR]. Among the possible instances of the move for
// which When holds, it prefers one with the least By.
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
func (*Prose) isStmt()     {}
func (*Make) isStmt()      {}
func (*Holds) isStmt()     {}
func (*Print) isStmt()     {}
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

// The forms: the turns and mirror images of a board, reversed(path), and permuted(values) or permuted(state).
const (
	TurnedForm SymmetryForm = iota
	ReversedForm
	PermutedForm
)

// FormOfSymmetry returns the form of a part of a symmetry statement and its argument: the one in
// parentheses, or the board.
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
