package givens

import "nazo/value"

// Maker makes the value of a given that was written in no text of the language: it is what a
// [dsl.Foreign] of an instance holds. The error is a diagnostic (*diag.List).
type Maker interface {
	Make(t Type) (value.Value, error)
}
