package model

import (
	"maps"
	"slices"
)

// Clone is a copy of a model, to which nodes may be added while others read m; the nodes of m have the
// same numbers in it. All else is shared and must not be changed.
func (m *Model) Clone() *Model {
	c := *m
	c.Bools, c.Ints, c.bounds = slices.Clone(m.Bools), slices.Clone(m.Ints), slices.Clone(m.bounds)
	c.varNode = slices.Clone(m.varNode)
	c.shared = maps.Clone(m.shared)
	for h, candidates := range c.shared {
		c.shared[h] = slices.Clip(candidates)
	}
	return &c
}
