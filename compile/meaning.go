package compile

import (
	"nazo/compile/layout"
	"nazo/model"
	"nazo/value"
)

// Meanings says what the variables of the finds stand for, those of choices included, or those of the state variables, by variable. Helpers have none.
func (p *Problem) Meanings() map[model.VarID]layout.Meaning {
	out := map[model.VarID]layout.Meaning{}
	for _, f := range p.Finds {
		for _, m := range f.layout.Meanings(f.Name, nil) {
			out[m.Var] = m
		}
	}
	for _, s := range p.StateVars {
		for _, m := range s.layout.Meanings(s.Name, nil) {
			out[m.Var] = m
		}
	}
	return out
}

// Split is the problem with a model in which pieces of constraints are instances of their own ([model.Model.Split]). What is told of these by
// their instance is what is told of the instance that they are pieces of.
func (p *Problem) Split(fine bool) *Problem {
	split := *p
	split.Model = p.Model.Split(fine)
	return &split
}

// Vertex is the one with a number in the graph that a constraint of a find's structure is about ([model.Piece]).
func (p *Problem) Vertex(constraint, vertex int32) value.Value {
	return p.graphs[constraint].Vertices.List()[vertex]
}
