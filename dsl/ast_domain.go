package dsl

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
