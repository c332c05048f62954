package count

import (
	"errors"
	"fmt"
	"slices"

	"nazo/engine"
	"nazo/graph"
	"nazo/model"
	"nazo/native/count/frontier"
)

// A model without a constraint about a whole graph can still be counted by eliminating vertices,
// those of its dual constraint graph: constraints are vertices, unknowns are edges (as in Holant
// problems; Cai, Lu and Xia 2009). A symmetric condition, one on how many of its unknowns hold,
// is a vertex with these as its edges and the allowed numbers as its degrees. Any other
// condition on a few unknowns is a vertex of any degree with a rule beside it. An edge has two
// ends, so conditions beyond two on the same unknown stay rules; an end without a condition is a
// vertex of its own.

const (
	// mostUnknowns bounds the unknowns of a constraint graph, mostConditions the conditions on
	// them: orders for more take too long to find.
	mostUnknowns   = 1500
	mostConditions = 6000
	// mostTogether bounds the choices at one vertex, which are made in one step.
	mostTogether = 1 << 10
)

// wholeGraph reports whether any constraint is about a graph as a whole, without a closer look.
func wholeGraph(m *model.Model, o engine.Options) bool {
	return slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool {
		if slices.Contains(o.Off, c.Instance) {
			return false
		}
		structure, ok := c.Body.(model.Structure)
		if !ok {
			return false
		}
		_, edges := structure.Chosen()
		return edges != nil
	})
}

// checkSize refuses, without a closer look, a model whose constraint graph would be too large,
// or with a constraint that isn't local to a few unknowns: most such models need not be lowered.
func checkSize(m *model.Model, o engine.Options, byLength bool) error {
	conditions, unknowns := 0, int64(0)
	for _, c := range m.Constraints {
		if slices.Contains(o.Off, c.Instance) {
			continue
		}
		body, ok := c.Body.(model.Decomposable)
		if !ok {
			return fmt.Errorf("it finds no path, cycle or links, and %s is about much of the board at once", ruleName(m, c.Instance))
		}
		conditions += body.Conjuncts()
	}
	for _, v := range m.Vars {
		if v.Find >= 0 {
			unknowns += min(v.Domain.Size()-1, mostUnknowns)
		}
	}
	switch {
	case unknowns > mostUnknowns:
		return fmt.Errorf("it finds no path, cycle or links, and has more than %d unknown truth values", mostUnknowns)
	case conditions > mostConditions:
		return fmt.Errorf("it finds no path, cycle or links, and has more than %d conditions", mostConditions)
	case byLength:
		return errors.New("it finds no path, cycle or links that have a length")
	}
	return nil
}

// buildConstraintGraph makes the problem of a model without a structure.
func (e *elimination) buildConstraintGraph(dimensions []weightDimension) error {
	index, err := e.numberAll(dimensions)
	if err != nil {
		return err
	}
	conditions, err := e.conditions(index)
	if err != nil {
		return err
	}
	if tooWide(conditions, len(e.unknown)) {
		return errors.New("it finds no path, cycle or links, and its rules hold too much of the board together")
	}
	candidates := e.vertexCandidates(conditions)
	e.chooseVertices(candidates)
	p := &frontier.Problem{Shape: frontier.AnyEdges}
	e.problem = p
	p.Graph, p.Degrees = graphOf(candidates, len(e.unknown))
	for _, c := range conditions {
		if c.candidate < 0 || !c.class.symmetric || !candidates[c.candidate].chosen {
			p.Rules = append(p.Rules, c.Rule)
		}
	}
	p.Rules = mergeRules(p.Rules, len(e.unknown))
	if slices.Contains(p.Degrees, 0) {
		e.impossible, e.problem = true, nil
		return nil
	}
	return e.complete(index, dimensions)
}

// keepFinds keeps the values of finds from being substituted: an equation of two is a condition
// like others, and conditions on few unknowns are wanted.
func (e *elimination) keepFinds() {
	for v, b := range e.low.bools {
		if b >= 0 && e.low.from.Vars[v].Find >= 0 {
			e.keep[variable(e.m, b)] = true
		}
	}
	for _, n := range e.low.numbers {
		for _, b := range n.atLeast {
			if w := variable(e.m, b); e.m.Vars[w].Find >= 0 {
				e.keep[w] = true
			}
		}
	}
}

// numberAll numbers all unknowns with a condition or a weight.
func (e *elimination) numberAll(dimensions []weightDimension) (index map[model.VarID]int32, err error) {
	if len(e.conjuncts) > mostConditions {
		return nil, fmt.Errorf("it has %d conditions, too many for a constraint graph", len(e.conjuncts))
	}
	used := map[model.VarID]bool{}
	for _, c := range e.conjuncts {
		for _, v := range e.m.VarsBelow([]model.Bool{c.holds}, nil) {
			if e.m.Vars[v].Find < 0 && !e.keep[v] {
				return nil, fmt.Errorf("%s needs a helper that the solution does not determine", ruleName(e.low.from, c.instance))
			}
			used[v] = true
		}
	}
	for _, w := range dimensions {
		for _, v := range w.order {
			if e.m.Vars[v].Find < 0 && !e.keep[v] {
				return nil, fmt.Errorf("what is to be best depends on a helper that the solution does not determine")
			}
			used[v] = used[v] || e.known(e.m.BoolVar(v)) == 0
		}
	}
	index = map[model.VarID]int32{}
	for v := range e.m.Vars {
		if used[model.VarID(v)] {
			index[model.VarID(v)] = int32(len(e.unknown))
			e.unknown = append(e.unknown, model.VarID(v))
		}
	}
	if len(e.unknown) > mostUnknowns {
		return nil, fmt.Errorf("it has %d unknown truth values, too many for a constraint graph", len(e.unknown))
	}
	return index, nil
}

// conditions writes all conditions that are left as rules.
func (e *elimination) conditions(index map[model.VarID]int32) ([]condition, error) {
	classes := newClassifier()
	var out []condition
	for _, c := range e.conjuncts {
		r := e.rule(c.holds, e.m.VarsBelow([]model.Bool{c.holds}, nil), index)
		n, err := classes.classify(r)
		if err != nil {
			return nil, fmt.Errorf("%s %w", ruleName(e.low.from, c.instance), err)
		}
		out = append(out, condition{r, n, -1})
	}
	return out, nil
}

// graphOf makes the graph of the candidates that were chosen, with one more vertex for each end
// without a condition.
func graphOf(candidates []vertexCandidate, unknowns int) (*graph.Graph, []uint64) {
	var degrees []uint64
	ends := make([][]int32, unknowns)
	for k := range candidates {
		m := &candidates[k]
		if !m.chosen {
			continue
		}
		for _, x := range m.unknowns {
			ends[x] = append(ends[x], int32(len(degrees)))
		}
		degrees = append(degrees, m.degrees)
	}
	edges := make([]graph.Edge, unknowns)
	for x := range edges {
		for len(ends[x]) < 2 {
			ends[x] = append(ends[x], int32(len(degrees)))
			degrees = append(degrees, degreesTo(1))
		}
		edges[x] = graph.Edge{U: ends[x][0], V: ends[x][1]}
	}
	if len(degrees) == 0 { // there is nothing to choose
		degrees = append(degrees, 1)
	}
	return graph.New(len(degrees), edges, false), degrees
}
