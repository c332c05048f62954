package count

import (
	"math/big"

	"nazo/internal/model"
)

// countByTrying counts what a problem asks for by trying all choices, by what the
// doc comments of the problem say.
func countByTrying(p *Problem) Counts {
	counts := Counts{}
	values := make([]bool, p.Unknowns)
	for set := range uint64(1) << p.Unknowns {
		weight := int64(0)
		for i := range values {
			values[i] = set>>i&1 == 1
			if values[i] && p.Weights != nil {
				weight += p.Weights[i]
			}
		}
		if hasShape(p, set) && keepsRules(p, values) {
			if counts[weight] == nil {
				counts[weight] = new(big.Int)
			}
			counts[weight].Add(counts[weight], big.NewInt(1))
		}
	}
	return counts
}

func keepsRules(p *Problem, values []bool) bool {
	for _, r := range p.Rules {
		s := make(model.Solution, len(r.Unknowns))
		for i, u := range r.Unknowns {
			if values[u] {
				s[i] = 1
			}
		}
		if !model.Evaluate(r.Model, s).Bool(r.Holds) {
			return false
		}
	}
	return true
}

// hasShape asks the model's own meaning of a path, a cycle and so on.
func hasShape(p *Problem, set uint64) bool {
	n := p.Graph.Order()
	degree := make([]int, n)
	edges := make([]model.Bool, len(p.Graph.Edges))
	on := make([]model.Bool, n)
	for v := range on {
		on[v] = model.Const(p.Labels != nil && p.Labels[v] >= 0 || p.Degrees[v]&1 == 0)
	}
	chosen := 0
	for i, e := range p.Graph.Edges {
		edges[i] = model.Const(set>>i&1 == 1)
		if edges[i] == model.True {
			chosen++
			degree[e.U]++
			degree[e.V]++
			on[e.U], on[e.V] = model.True, model.True
		}
	}
	for v, d := range degree {
		if p.Degrees[v]>>d&1 == 0 {
			return false
		}
	}
	m := model.New()
	is := model.Evaluate(m, nil)
	switch p.Shape {
	case OneCycle, OnePath:
		return chosen > 0 && model.Route{Graph: p.Graph, Edges: edges, Vertices: on, Closed: p.Shape == OneCycle}.Holds(is)
	case Linked:
		return model.Links{Graph: p.Graph, Edges: edges, Vertices: on, Labels: p.Labels}.Holds(is)
	case Forest:
		return model.Acyclic{Graph: p.Graph, Edges: edges}.Holds(is)
	case Connected:
		return model.Connected{Graph: p.Graph, Vertices: on, Edges: edges}.Holds(is)
	}
	return true
}
