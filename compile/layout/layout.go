package layout

import (
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/model"
	"nazo/symmetry"
	"nazo/value"
)

// Layout is the shape of a find's value: which variables
// stand for it, and how to read their values back.
type Layout interface {
	// Unknown makes the variables, as part of find (an index in Model.Finds, or
	// -1 for a choice), adds the find's own structure as constraints, and
	// returns the value that expressions use.
	Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value
	// Decode reads the value off a solution.
	Decode(s model.Solution) value.Value
	// Meanings says what each of the variables stands for, in their order; of is what the value is called, and key, if
	// not nil, the key at which it stands.
	Meanings(of string, key value.Value) []Meaning
	// admits reports whether a known value has this shape.
	admits(v value.Value) bool
	// Encode writes the variables that Decode reads; ok is false if the layout
	// does not admit the value.
	Encode(v value.Value, s model.Solution) (ok bool)
}

// OfState is the layout of what a state may be.
type OfState interface {
	Layout
	// Assign notes what the variables become where the value becomes v. It
	// returns the condition under which the layout admits v; elsewhere the
	// variables may get anything.
	Assign(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool
	// Stored brings a known value into the form in which a state has it.
	Stored(v value.Value) value.Value
	// Expected says what a state may be.
	Expected() string
	// Empty is the start of a state that consists of stacks; nil for others.
	Empty() value.Value
	// Permute notes what becomes of the variables where the values of the state move
	// to another layout of its kind.
	Permute(t symmetry.Transform, state string, to Layout, out *model.Permutation) error
}
