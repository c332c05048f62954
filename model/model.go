package model

import "fmt"

// VarID is the index of a variable in [Model.Vars].
type VarID int32

// Var is what there is to say of a variable. A boolean one has the domain 0..1. It is never changed once made, so
// that variables which are alike share one.
type Var struct {
	Domain Domain
	// Find is the index in Model.Finds of the find that the variable belongs
	// to, or -1 for a helper: helpers are projected out when solutions are
	// compared, counted or blocked.
	Find int32
	Bool bool
	// Nominal is true if values are mere names (of cells, of people), so that
	// their order carries no meaning.
	Nominal bool
}

// Find is one thing that a solution consists of.
type Find struct {
	Name string
	// Vars are the variables that make up its value; two solutions differ
	// exactly if one of these variables does.
	Vars []VarID
}

// Rule is a named source of constraints: a rule of the spec, or the structure
// of a find ("tour is one cycle").
type Rule struct {
	Name string
	// Structural marks the structure of a find, which is not to be switched off.
	Structural bool
	// Defines marks what says what helpers mean, and nothing of the finds: whatever these are, helpers have values with which it
	// holds. It is never switched off.
	Defines bool
}

// Instance is a rule with the values of its binders, or a piece of what that says.
type Instance struct {
	Rule int32 // index in Model.Rules
	// Bindings is the text of the bindings, as in "c = r3c4"; nil if the rule
	// has no binders. It is a Stringer so that text is made only when shown.
	Bindings fmt.Stringer
	// Piece is nil but in a model that was split ([Model.Split]).
	Piece *Piece
}

// Objective is an integer to minimise or maximise.
type Objective struct {
	X        Int
	Maximize bool
}

// Model is a finite-domain constraint problem. Build one with [New] and the
// methods in build_bool.go and build_int.go; engines read it and never change it, so that several
// may read it at once.
type Model struct {
	Vars        []*Var
	Ints        []IntNode
	Constraints []Constraint
	Finds       []Find
	// Objectives in order of importance: later ones only break ties.
	Objectives []Objective
	Rules      []Rule
	Instances  []Instance
	// Machine is nil unless things move.
	Machine *Machine

	bools    []int32    // for each boolean node its variable, or ^i for formulas[i]
	formulas []BoolNode // the boolean nodes that are no variables, the constant true first
	bounds   []Interval // for each of Ints
	varNode  []int32    // for each variable its node, a Bool or an Int, or -1 as long as it has none
	shared   nodeTable  // of formulas and Ints, for hash-consing
}

// Bounds is an interval that holds every value of x.
func (m *Model) Bounds(x Int) Interval { return m.bounds[x] }

// Solution has the value of every variable of the model, helpers included;
// booleans are 0 or 1. If the model has a [Machine] it is a run: the moves follow.
type Solution []int64
