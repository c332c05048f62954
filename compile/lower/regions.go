package lower

import (
	"nazo/dsl"
	"nazo/value"
)

// regions is an argument that must be regions.
func (lw *Lowerer) regions(at dsl.Node, v value.Value) *value.Regions {
	r, ok := v.(*value.Regions)
	if !ok {
		lw.Fail(at, "not-regions", "expected regions, found %s", value.Kind(v))
	}
	return r
}

// borders are the edges between the parts of regions.
func (lw *Lowerer) borders(at dsl.Node, args []value.Value) value.Value {
	r := lw.regions(at, args[0])
	members := make([]value.Alternative, len(r.Same))
	for i, same := range r.Same {
		members[i] = value.Alternative{Guard: same.Not(), Value: r.Graph.Edge(i)}
	}
	return lw.Guarded(at, members, true)
}
