package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// Variant is a spec with some statements changed: change is asked for what stands in the place of each, nil for nothing. The
// variant is checked as any spec is, and fit to be compiled if the list has no errors.
func Variant(spec *Spec, change func(dsl.Stmt) dsl.Stmt) (*Spec, *diag.List) {
	v := &Spec{File: spec.File, Name: spec.Name, About: spec.About}
	for _, placed := range spec.Stmts {
		if stmt := change(placed.Stmt); stmt != nil {
			v.add(stmt, placed.Source)
		}
	}
	return checkMerged(v, &diag.List{})
}
