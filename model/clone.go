package model

import "slices"

// Clone is a copy of a model, to which nodes may be added while others read m; the nodes of m have the
// same numbers in it. All else is shared and must not be changed.
func (m *Model) Clone() *Model {
	c := *m
	c.bools, c.formulas = slices.Clone(m.bools), slices.Clone(m.formulas)
	c.Ints, c.bounds = slices.Clone(m.Ints), slices.Clone(m.bounds)
	c.varNode = slices.Clone(m.varNode)
	c.shared = m.shared.clone()
	return &c
}
