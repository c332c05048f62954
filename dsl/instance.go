package dsl

import "nazo/dsl/diag"

// Instance is one instance of an instance file: values for a spec's givens.
type Instance struct {
	At
	Source  *diag.Source
	Title   string // what follows the --- before it, or ""
	Entries []*Assign
}
