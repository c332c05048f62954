package layout

import (
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// Regions is a partition of the vertices of a known graph into connected parts: a boolean variable for each edge,
// which says that its ends are in one part.
type Regions struct {
	Graph *value.Graph
	first model.VarID
}

// Unknown makes the variables; see [Layout].
func (l *Regions) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	r := &value.Regions{Graph: l.Graph, Same: make([]model.Bool, l.Graph.Size())}
	for i := range r.Same {
		lw.Tick(at)
		id := lw.Model.AddBool(find)
		if i == 0 {
			l.first = id
		}
		r.Same[i] = lw.Model.BoolVar(id)
	}
	lw.Model.Constrain(lw.Instance, model.True, model.Regions{Graph: l.Graph.Plain(), Same: r.Same})
	return r
}

// Decode reads a value off a solution; see [Layout].
func (l *Regions) Decode(s model.Solution) value.Value {
	r := &value.Regions{Graph: l.Graph, Same: make([]model.Bool, l.Graph.Size()), Known: true}
	for i := range r.Same {
		r.Same[i] = model.Const(s[int(l.first)+i] != 0)
	}
	return r
}

func (l *Regions) admits(v value.Value) bool {
	r, ok := v.(*value.Regions)
	return ok && len(r.Same) == l.Graph.Size()
}

// Encode writes a known value as variables; see [Layout].
func (l *Regions) Encode(v value.Value, s model.Solution) bool {
	if p, ok := v.(*value.Partly); ok {
		return encodeParts(p, l.Graph.EdgeList(), encodeBool(l.first, s))
	}
	if !l.admits(v) {
		return false
	}
	encodeBools(v.(*value.Regions).Same, l.first, s)
	return true
}

// Meanings says what the variables stand for; see [Layout].
func (l *Regions) Meanings(of string, key value.Value) []Meaning {
	return memberships(of, key, l.first, l.Graph.EdgeList())
}
