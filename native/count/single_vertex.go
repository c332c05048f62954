package count

import (
	"fmt"
	"maps"
	"slices"

	"nazo/model"
	"nazo/native/count/frontier"
)

// singleVertex is the solutions with a path of one vertex, which has no edge and so is counted
// separately.
type singleVertex struct {
	*simplifier
	free  []model.VarID
	parts []int64 // of the weight vector
}

// singleVertexPaths collects the solutions with a path of one vertex.
func (e *elimination) singleVertexPaths(dimensions []weightDimension) error {
	s := e.structure
	if s.shape != frontier.OnePath || e.impossible {
		return nil
	}
	var may, must []int
	r := e.rewriter()
	for v, b := range s.vertices {
		switch r.Bool(b) {
		case model.True:
			must = append(must, v)
		case model.False:
		default:
			may = append(may, v)
		}
	}
	switch len(must) {
	case 0:
	case 1:
		may = must
	default:
		return nil
	}
	bare := e.simplifier.clone()
	for _, b := range s.edges {
		bare.conjuncts = append(bare.conjuncts, conjunct{b.Not(), s.instance})
	}
	if bare.simplify(); bare.impossible {
		return nil
	}
	if work := len(may) * (len(bare.conjuncts) + len(bare.definitions)); work > mostSingleVertexWork {
		return fmt.Errorf("%s allows %d paths of one vertex, too many to look at each", ruleName(e.low.from, s.instance), len(may))
	}
	for _, v := range may {
		if err := e.singleVertexPathAt(bare.clone(), v, dimensions); err != nil {
			return err
		}
	}
	for _, v := range may {
		for _, x := range e.m.VarsBelow([]model.Bool{r.Bool(s.vertices[v])}, nil) {
			if e.m.Vars[x].Find < 0 {
				return e.dropDuplicatePaths()
			}
		}
	}
	return nil
}

// dropDuplicatePaths drops solutions that differ only in which vertex their path is, where
// that is no part of the solution.
func (e *elimination) dropDuplicatePaths() error {
	var kept []singleVertex
	var values [][]model.Bool
	for _, one := range e.single {
		r := one.rewriter()
		var own []model.Bool
		for v := range e.m.Vars {
			if e.m.Vars[v].Find >= 0 {
				own = append(own, r.Bool(e.m.BoolVar(model.VarID(v))))
			}
		}
		again := false
		for _, other := range values {
			switch {
			case slices.Equal(own, other):
				again = true
			case !contradict(own, other):
				return fmt.Errorf("paths of one vertex are not told apart by the solution")
			}
		}
		if !again {
			kept, values = append(kept, one), append(values, own)
		}
	}
	e.single = kept
	return nil
}

// contradict reports whether some value is true in one list and false in the other.
func contradict(a, b []model.Bool) bool {
	for i, x := range a {
		if x == b[i].Not() && (x == model.True || x == model.False) {
			return true
		}
	}
	return false
}

// mostSingleVertexWork bounds the work on paths of one vertex, in conditions and variables.
const mostSingleVertexWork = 1 << 22

// clone is a copy that learns on its own.
func (s *simplifier) clone() *simplifier {
	return &simplifier{m: s.m, keep: s.keep, definitions: maps.Clone(s.definitions), conjuncts: slices.Clone(s.conjuncts)}
}

// singleVertexPathAt adds the solutions with the path of vertex v; at knows that there is no
// edge.
func (e *elimination) singleVertexPathAt(at *simplifier, v int, dimensions []weightDimension) error {
	s := e.structure
	for u, b := range s.vertices {
		at.conjuncts = append(at.conjuncts, conjunct{e.m.Iff(b, model.Const(u == v)), s.instance})
	}
	at.simplify()
	if at.impossible {
		return nil
	}
	if len(at.conjuncts) > 0 {
		return fmt.Errorf("%s leaves more than one choice beside a path of one vertex", ruleName(e.low.from, at.conjuncts[0].instance))
	}
	one := singleVertex{simplifier: at, parts: make([]int64, len(dimensions))}
	r := at.rewriter()
	for k, w := range dimensions {
		one.parts[k] = w.constant
		for _, term := range w.terms {
			x, ok := e.m.Constant(r.Int(term.X))
			if !ok {
				return fmt.Errorf("what is to be best depends on more than the rules speak of")
			}
			one.parts[k] += term.Coef * x
		}
	}
	for v, own := range e.m.Vars {
		if _, known := at.definitions[model.VarID(v)]; own.Find >= 0 && !known {
			one.free = append(one.free, model.VarID(v))
		}
	}
	e.single = append(e.single, one)
	return nil
}
