package judge

import "nazo/value"

// Shape is which values a find or a state may have: a [*ScalarShape], [*SetShape],
// [*ArrayShape], [*RouteShape], [*RegionsShape] or [*StackShape].
type Shape interface {
	// Admits reports whether a known value has the shape.
	Admits(v value.Value) bool
	// stored brings a value into the form in which a state has it; one that a state
	// can't have stays.
	stored(v value.Value) value.Value
	// empty is the start of a state that consists of stacks; nil for others.
	empty() value.Value
}
