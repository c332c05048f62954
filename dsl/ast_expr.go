package dsl

import (
	"math/big"
	"strings"
)

// Name is a name where it is used or declared.
type Name struct {
	At
	Text string
}

// IntLit is a whole number of any size, without a sign.
type IntLit struct {
	At
	Value *big.Int
}

// BoolLit is true or false.
type BoolLit struct {
	At
	Value bool
}

// NoneLit is none.
type NoneLit struct{ At }

// StringLit is a text in double quotes; there are no escapes.
type StringLit struct {
	At
	Value string // without the quotes
}

// UnaryOp is a prefix operator.
type UnaryOp uint8

// The prefix operators.
const (
	OpNot UnaryOp = iota
	OpNeg
)

// Unary is not X or -X.
type Unary struct {
	At
	Op UnaryOp
	X  Expr
}

// BinaryOp is an infix operator.
type BinaryOp uint8

// The infix operators, loosest first: see precedence.
const (
	OpImplies BinaryOp = iota
	OpOr
	OpAnd
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpIn
	OpSubset
	OpRange // a..b
	OpAdd
	OpSub
	OpIntersect // a & b
	OpMul
	OpDiv
	OpMod
)

// Binary is X op Y.
type Binary struct {
	At
	Op   BinaryOp
	OpAt At // the operator itself
	X, Y Expr
}

// If is if Cond then Then else Else. In a domain the branches are domains.
type If struct {
	At
	Cond, Then, Else Expr
}

// Call is Func(Args). Functions have a name space of their own. Func may be a
// quantifier's word: sum(list).
type Call struct {
	At
	Func *Name
	Args []Expr
}

// Index is X[Keys]: one key, or several for a value with several keys.
type Index struct {
	At
	X    Expr
	Keys []Expr
}

// QuantOp is the word that begins a quantifier.
type QuantOp uint8

// The quantifiers and aggregates.
const (
	OpAll QuantOp = iota
	OpSome
	OpNo
	OpOne
	OpSum
	OpCount
	OpMin
	OpMax
	OpFirst
	OpPrefix
	OpProduct
)

// Quantifier is a prefix form: all c in S: body. Its body reaches as far right
// as it can.
type Quantifier struct {
	At
	Op      QuantOp
	OpAt    At
	Binders *Binders
	Body    Expr
}

// Tuple is (a, b, …), two or more. In a domain its elements are domains.
type Tuple struct {
	At
	Elems []Expr
}

// SetLit is {a, b}; {} is the empty set.
type SetLit struct {
	At
	Elems []Expr
}

// ListLit is [a, b]; [] is the empty list.
type ListLit struct {
	At
	Elems []Expr
}

// Comprehension is { Head for Binders }, or [ Head for Binders ] for a list, or { c in S where … }.
// The last has no head and one binder, and its elements are those of S.
type Comprehension struct {
	At
	List    bool
	Head    Expr // nil when the binder's pattern is the head
	Binders *Binders
}

// LabelSet declares labels with the text that prints them: {white "o", black "*"}.
type LabelSet struct {
	At
	Labels []*Label
}

// Label is one label of a set and how it prints.
type Label struct {
	At
	Name  *Name
	Print *StringLit
}

// Pattern tells how a binder's names take a value apart.
type Pattern uint8

// The patterns.
const (
	PatternName  Pattern = iota // c
	PatternTuple                // (a, b): in order
	PatternPair                 // {a, b}: a set of two; a is the first in board order
)

// Binder binds names: Pattern in In, ranging over a collection, or a local name
// for one value, Pattern = Value. One of In and Value is nil.
type Binder struct {
	At
	Pattern Pattern
	Names   []*Name
	In      Expr
	Value   Expr
}

// Binders are one or more binders. Each sees the names of those before it. Where, if not nil,
// filters the bindings. A where may also stand before the last binders (r in areas(g) where c in r,
// v = digit[r]). Where joins all conditions by and.
type Binders struct {
	At
	Items []*Binder
	Where Expr
}

// Bad stands for an expression that could not be read; it has been reported.
type Bad struct{ At }

// Foreign is the value of a given that was written in no text of the language, such as what an
// address says. Value is for whoever reads the values of givens.
type Foreign struct {
	At
	Value any
}

func (*Name) isExpr()          {}
func (*IntLit) isExpr()        {}
func (*BoolLit) isExpr()       {}
func (*NoneLit) isExpr()       {}
func (*StringLit) isExpr()     {}
func (*Unary) isExpr()         {}
func (*Binary) isExpr()        {}
func (*If) isExpr()            {}
func (*Call) isExpr()          {}
func (*Index) isExpr()         {}
func (*Quantifier) isExpr()    {}
func (*Tuple) isExpr()         {}
func (*SetLit) isExpr()        {}
func (*ListLit) isExpr()       {}
func (*Comprehension) isExpr() {}
func (*LabelSet) isExpr()      {}
func (*Foreign) isExpr()       {}
func (*Bad) isExpr()           {}

// The forms below occur only where a type or a domain is read: after the colon
// of a given, find, choose or state, and within each other. All other
// expressions may stand there too: 1..9, a name, a set, labels.

// DomainForm is a node that only stands for a type or a domain, and has no value.
type DomainForm interface {
	Expr
	// parts visits the nodes within.
	parts(do func(Node))
}

// Optional is T?: a T or none.
type Optional struct {
	At
	Of Expr
}

// Union is A or B or …, two or more.
type Union struct {
	At
	Parts []Expr
}

// SetOf is set of S: any subset of S.
type SetOf struct {
	At
	Of Expr
}

// ListOf is list of T.
type ListOf struct {
	At
	Of Expr
}

// GridOf is grid of T: a rectangle of cells, each with a T.
type GridOf struct {
	At
	Of Expr
}

// StackOf is stack of T up to N: at most N values, the last on top.
type StackOf struct {
	At
	Of  Expr
	Cap Expr
}

// PermutationOf is permutation of S: each element of S gets a different one.
type PermutationOf struct {
	At
	Of Expr
}

func (*Optional) isExpr()      {}
func (*Union) isExpr()         {}
func (*SetOf) isExpr()         {}
func (*ListOf) isExpr()        {}
func (*GridOf) isExpr()        {}
func (*StackOf) isExpr()       {}
func (*PermutationOf) isExpr() {}

func (e *Optional) parts(do func(Node))      { do(e.Of) }
func (e *Union) parts(do func(Node))         { each(e.Parts, do) }
func (e *SetOf) parts(do func(Node))         { do(e.Of) }
func (e *ListOf) parts(do func(Node))        { do(e.Of) }
func (e *GridOf) parts(do func(Node))        { do(e.Of) }
func (e *StackOf) parts(do func(Node))       { do(e.Of); do(e.Cap) }
func (e *PermutationOf) parts(do func(Node)) { do(e.Of) }

var unaryWords = [...]string{OpNot: "not", OpNeg: "-"}

// String returns the operator as it is written.
func (op UnaryOp) String() string { return unaryWords[op] }

var binaryWords = [...]string{
	OpImplies: "implies", OpOr: "or", OpAnd: "and",
	OpEq: "=", OpNe: "!=", OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=", OpIn: "in", OpSubset: "subset",
	OpRange: "..", OpAdd: "+", OpSub: "-", OpIntersect: "&", OpMul: "*", OpDiv: "/", OpMod: "mod",
}

// String returns the operator as it is written.
func (op BinaryOp) String() string { return binaryWords[op] }

var quantWords = [...]string{
	OpAll: "all", OpSome: "some", OpNo: "no", OpOne: "one", OpSum: "sum", OpCount: "count",
	OpMin: "min", OpMax: "max", OpFirst: "first", OpPrefix: "prefix", OpProduct: "product",
}

// quantUses says of each quantifier what it is worth.
var quantUses = [...]string{
	OpAll: "CONDITION: true if it holds for each x", OpSome: "CONDITION: true if it holds for at least one x",
	OpNo: "CONDITION: true if it holds for no x", OpOne: "CONDITION: true if it holds for exactly one x",
	OpSum: "NUMBER: what the numbers add up to", OpCount: "CONDITION: for how many x it holds",
	OpMin: "NUMBER: the least of the numbers, or none", OpMax: "NUMBER: the greatest of the numbers, or none",
	OpFirst: "CONDITION: the first x for which it holds, or none", OpPrefix: "CONDITION: the elements before the first for which it does not hold",
	OpProduct: "NUMBER: what the numbers multiply to",
}

// QuantifierUsage shows how to write a form that begins with a quantifier's word, and its value. It
// is "" for other words.
func QuantifierUsage(word string) (usage, worth string) {
	op, ok := quantWord[word]
	if !ok {
		return "", ""
	}
	body, worth, _ := strings.Cut(quantUses[op], ": ")
	return word + " x in xs: " + body, worth
}

// String returns the word that begins the form.
func (op QuantOp) String() string { return quantWords[op] }
