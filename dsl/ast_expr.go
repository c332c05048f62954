package dsl

import "math/big"

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

// Comprehension is { Head for Binders }, [ Head for Binders ] for a list, or
// { c in S where … }, which has no head: its elements are those of S, and there
// is one binder.
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

// Binders are one or more binders; each sees the names of those before it, and
// Where, if not nil, filters. A where may also be written before the last binders
// (r in areas(g) where c in r, v = digit[r]); Where joins them all by and.
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
