package dsl

import (
	"math/big"
	"strings"
)

// Name is a name at a use or a declaration.
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

// StringLit is a text in double quotes, without escapes.
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

// The infix operators, loosest first.
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

// If is if Cond then Then else Else. In a domain, the branches are domains.
type If struct {
	At
	Cond, Then, Else Expr
}

// Call is Func(Args). Functions have a name space of their own. Func may be the word of a quantifier, as in sum(list).
type Call struct {
	At
	Func *Name
	Args []Expr
}

// Index is X[Keys], with one key or several.
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

// Quantifier is a prefix form such as all c in S: body. Its body extends as far right as possible.
type Quantifier struct {
	At
	Op      QuantOp
	OpAt    At
	Binders *Binders
	Body    Expr
}

// Tuple is (a, b, …) with two or more elements. In a domain, the elements are domains.
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

// Comprehension is { Head for Binders }, [ Head for Binders ], or { c in S where … }. The last form has
// no head and one binder, and selects elements of S.
type Comprehension struct {
	At
	List    bool
	Head    Expr // nil when the binder's pattern is the head
	Binders *Binders
}

// LabelSet declares labels with their printed texts: {white "o", black "*"}.
type LabelSet struct {
	At
	Labels []*Label
}

// Label is one label of a set with its printed text.
type Label struct {
	At
	Name  *Name
	Print *StringLit
}

// Pattern tells how a binder splits a value into names.
type Pattern uint8

// The patterns.
const (
	PatternName  Pattern = iota // c
	PatternTuple                // (a, b): in order
	PatternPair                 // {a, b}: a set of two; a is the first in board order
)

// Binder binds names. "Pattern in In" ranges over a collection, "Pattern = Value" binds one value.
// Either In or Value is nil.
type Binder struct {
	At
	Pattern   Pattern
	Names     []*Name
	In, Value Expr
}

// Binders are one or more binders. Each sees the names of the ones before it. Where filters the
// bindings and may be nil. A filter may also follow an earlier binder, as in r in areas(g) where c in
// r, v = digit[r]. Where is the conjunction of all filters.
type Binders struct {
	At
	Items []*Binder
	Where Expr
}

// Bad replaces an expression with a syntax error, which was reported.
type Bad struct{ At }

// Foreign is the value of a given that does not come from a text in the language, such as an address.
// The reader of the givens interprets Value.
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

// The forms below occur only as types or domains: after the colon of a given, find, choose or state, and within each
// other. All other expressions may occur there too, such as 1..9, a name, a set, or labels.

// DomainForm is a node that is only a type or a domain and has no value.
type DomainForm interface {
	Expr
	parts(do visitor)
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
	Of, Cap Expr
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

func (e *Optional) parts(do visitor)      { do(e.Of) }
func (e *Union) parts(do visitor)         { each(e.Parts, do) }
func (e *SetOf) parts(do visitor)         { do(e.Of) }
func (e *ListOf) parts(do visitor)        { do(e.Of) }
func (e *GridOf) parts(do visitor)        { do(e.Of) }
func (e *StackOf) parts(do visitor)       { do.all(e.Of, e.Cap) }
func (e *PermutationOf) parts(do visitor) { do(e.Of) }

var unaryWords = [...]string{OpNot: "not", OpNeg: "-"}

// String returns the operator as written.
func (op UnaryOp) String() string { return unaryWords[op] }

var binaryWords = [...]string{
	OpImplies: "implies", OpOr: "or", OpAnd: "and",
	OpEq: "=", OpNe: "!=", OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=", OpIn: "in", OpSubset: "subset",
	OpRange: "..", OpAdd: "+", OpSub: "-", OpIntersect: "&", OpMul: "*", OpDiv: "/", OpMod: "mod",
}

// String returns the operator as written.
func (op BinaryOp) String() string { return binaryWords[op] }

var quantWords = [...]string{
	OpAll: "all", OpSome: "some", OpNo: "no", OpOne: "one", OpSum: "sum", OpCount: "count",
	OpMin: "min", OpMax: "max", OpFirst: "first", OpPrefix: "prefix", OpProduct: "product",
}

// quantUses describes the body and the value of each quantifier.
var quantUses = [...]string{
	OpAll: "CONDITION: true if it holds for each x", OpSome: "CONDITION: true if it holds for at least one x",
	OpNo: "CONDITION: true if it holds for no x", OpOne: "CONDITION: true if it holds for exactly one x",
	OpSum: "NUMBER: what the numbers add up to", OpCount: "CONDITION: for how many x it holds",
	OpMin: "NUMBER: the least of the numbers, or none", OpMax: "NUMBER: the greatest of the numbers, or none",
	OpFirst: "CONDITION: the first x for which it holds, or none", OpPrefix: "CONDITION: the elements before the first for which it does not hold",
	OpProduct: "NUMBER: what the numbers multiply to",
}

// QuantifierUsage shows the syntax of a quantifier and describes its value. Both are "" for other words.
func QuantifierUsage(word string) (usage, worth string) {
	op, ok := quantWord[word]
	if !ok {
		return "", ""
	}
	body, worth, _ := strings.Cut(quantUses[op], ": ")
	return word + " x in xs: " + body, worth
}

// String returns the word that begins the quantifier.
func (op QuantOp) String() string { return quantWords[op] }
