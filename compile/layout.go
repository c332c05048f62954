package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/symmetry"
	"nazo/value"
)

// layout is the shape of a find's value: which variables
// stand for it, and how to read their values back.
type layout interface {
	// unknown makes the variables, as part of find (an index in Model.Finds, or
	// -1 for a choice), adds the find's own structure as constraints, and
	// returns the value that expressions use.
	unknown(ev *lowerer, at dsl.Node, find int32) value.Value
	// decode reads the value off a solution.
	decode(s model.Solution) value.Value
	// names says what each of the variables stands for, in their order; of is what the
	// value is called.
	names(of string) []string
}

// encodable is a layout whose values can be written as variables, too.
type encodable interface {
	layout
	// admits reports whether a known value has this shape.
	admits(v value.Value) bool
	// encode writes the variables that decode reads; ok is false if the layout
	// does not admit the value.
	encode(v value.Value, s model.Solution) (ok bool)
}

// stateLayout is the layout of what a state may be.
type stateLayout interface {
	encodable
	// assign notes what the variables become where the value becomes v. It
	// returns the condition under which the layout admits v; elsewhere the
	// variables may get anything.
	assign(ev *lowerer, at dsl.Node, v value.Value, e *effects) model.Bool
	// stored brings a known value into the form in which a state has it.
	stored(v value.Value) value.Value
	// expected says what a state may be.
	expected() string
	// empty is the start of a state that consists of stacks; nil for others.
	empty() value.Value
	// permute notes what becomes of the variables where the values of the state move
	// to another layout of its kind.
	permute(t symmetry.Transform, state string, to layout, out *model.Permutation) error
}
