package count

import (
	"fmt"
	"math/big"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// elimination is a task, written as a problem of choosing edges, with the way back to solutions.
type elimination struct {
	*simplifier
	low               *lowering
	structure         *structure
	onConstraintGraph bool         // the graph is that of the conditions, since the model has no structure
	edge              []model.Bool // by edge of the graph: a variable of the lowered model, or -1 if it is off
	problem           *Problem
	unknown           []model.VarID // by unknown of the problem: its variable
	weightVector      weightVector
	free              []model.VarID // variables of finds in the lowered model without any condition
	freeOwn           []model.VarID // variables of finds in the model that were not lowered
	single            []singleVertex
}

// eliminate lowers a model to a problem, with the numbers by length if asked. The error is a clause that says why
// it can't.
func eliminate(m *model.Model, o model.Options, byLength bool) (*elimination, error) {
	if !wholeGraph(m, o) {
		if err := checkSize(m, o, byLength); err != nil {
			return nil, err
		}
	}
	l := newLowering(m, o)
	st, err := l.structureOf(o)
	if err != nil {
		return nil, err
	}
	onConstraintGraph := st == nil
	if onConstraintGraph {
		st = &structure{instance: -1, shape: AnyEdges}
	}
	objectives := l.objectives(o)
	e := &elimination{low: l, structure: st, onConstraintGraph: onConstraintGraph}
	e.simplifier = &simplifier{m: l.to, keep: map[model.VarID]bool{}, definitions: map[model.VarID]model.Bool{}, conjuncts: l.finish()}
	if onConstraintGraph {
		e.keepFinds()
	}
	e.simplify()
	if err := e.unnumbered(); err != nil {
		return nil, err
	}
	if l.refusal != nil {
		return nil, l.refusal
	}
	dimensions, err := e.weightDimensions(objectives, byLength)
	if err != nil {
		return nil, err
	}
	e.findFreeOwn()
	if err := e.singleVertexPaths(dimensions); err != nil {
		return nil, err
	}
	var degrees []uint64
	if !onConstraintGraph {
		if degrees, err = e.edgeVariables(); err != nil {
			return nil, err
		}
		e.simplify()
	}
	if err := e.weigh(dimensions); err != nil {
		return nil, err
	}
	e.simplify()
	switch {
	case e.impossible:
		return e, nil
	case onConstraintGraph:
		return e, e.buildConstraintGraph(dimensions)
	}
	return e, e.finish(degrees, dimensions)
}

// unnumbered checks that nothing depends on the numbers of a path's vertices, since a set of edges doesn't
// determine them.
func (e *elimination) unnumbered() error {
	w := e.structure.numbered
	if w == nil {
		return nil
	}
	all := model.Range(0, int64(len(w.Positions)))
	for _, x := range w.Positions {
		n, ok := e.low.from.Ints[x].(model.IntVar)
		if !ok || e.low.from.Vars[n.Var].Find >= 0 || e.low.used(n.Var) || e.low.domain(n.Var).Intersect(all).Size() < all.Size() {
			return fmt.Errorf("the rules, or what is to be found, depend on the numbers of a path's vertices")
		}
	}
	return nil
}

func (e *elimination) require(b model.Bool) {
	e.conjuncts = append(e.conjuncts, conjunct{b, e.structure.instance})
}

const anyDegree = ^uint64(0)

// finish numbers the unknowns and makes the problem.
func (e *elimination) finish(degrees []uint64, dimensions []weightDimension) error {
	s := e.structure
	p := &Problem{Shape: s.shape, Degrees: degrees, Labels: s.labels}
	var edges []alg.Edge
	index := map[model.VarID]int32{}
	for i, b := range e.edge {
		if b < 0 || e.known(b) < 0 {
			continue
		}
		v := variable(e.m, b)
		index[v] = int32(len(e.unknown))
		e.unknown = append(e.unknown, v)
		edges = append(edges, s.graph.Edges[i])
	}
	p.Graph = alg.NewGraph(s.graph.Order(), edges, s.graph.Directed)
	if s.shape != Linked {
		p.Labels = nil
	}
	e.problem = p
	if err := e.rules(index); err != nil {
		return err
	}
	for v, allowed := range p.Degrees {
		if d := p.Graph.Degree(int32(v)); d < 63 {
			p.Degrees[v] &= 1<<(d+1) - 1
		} else if allowed != anyDegree && s.shape != OneCycle && s.shape != OnePath && s.shape != Linked {
			return fmt.Errorf("a vertex has %d edges, which are too many to count", d)
		}
		if p.Degrees[v] == 0 {
			e.impossible, e.problem = true, nil
			return nil
		}
	}
	return e.complete(index, dimensions)
}

// complete adds the weights to a problem with numbered unknowns, and collects the free variables.
func (e *elimination) complete(index map[model.VarID]int32, dimensions []weightDimension) error {
	if err := e.setWeights(index, dimensions); err != nil {
		return err
	}
	e.problem.Unknowns = len(e.unknown)
	for v, own := range e.m.Vars {
		_, known := e.definitions[model.VarID(v)]
		_, unknown := index[model.VarID(v)]
		if own.Find >= 0 && !known && !unknown {
			e.free = append(e.free, model.VarID(v))
		}
	}
	return nil
}

// findFreeOwn collects the variables of finds that were not lowered.
func (e *elimination) findFreeOwn() {
	for v, own := range e.low.from.Vars {
		if own.Find >= 0 && !e.low.used(model.VarID(v)) {
			e.freeOwn = append(e.freeOwn, model.VarID(v))
		}
	}
}

// assignmentsOf returns the number of ways to choose the given free variables of the lowered model, and those of
// the model that were not lowered.
func (e *elimination) assignmentsOf(free []model.VarID) *big.Int {
	n := new(big.Int).Lsh(big.NewInt(1), uint(len(free)))
	for _, v := range e.freeOwn {
		n.Mul(n, big.NewInt(e.low.domain(v).Size()))
	}
	return n
}

// decoder turns values of the unknowns into solutions of the model.
type decoder struct {
	e     *elimination
	means map[model.VarID]model.Bool // definitions of variables, written out
	free  []model.VarID
}

func (e *elimination) decoder(s *simplifier, free []model.VarID) *decoder {
	d := &decoder{e, make(map[model.VarID]model.Bool, len(s.definitions)), free}
	r := s.rewriter()
	for v, b := range s.definitions {
		d.means[v] = r.Bool(b)
	}
	return d
}

// solution completes the chosen unknowns. any(n) chooses freely among n values.
func (d *decoder) solution(chosen []bool, any func(n int64) int64) model.Solution {
	e := d.e
	values := make(model.Solution, len(e.m.Vars))
	for i, on := range chosen {
		if on {
			values[e.unknown[i]] = 1
		}
	}
	for _, v := range d.free {
		values[v] = any(2)
	}
	is := model.Evaluate(e.m, values)
	lowered := func(b model.Bool) bool {
		if meaning, ok := d.means[variable(e.m, b)]; ok {
			return is.Bool(meaning)
		}
		return is.Bool(b)
	}
	out := make(model.Solution, len(e.low.from.Vars))
	for v := range out {
		id := model.VarID(v)
		if n, ok := e.low.numbers[id]; ok {
			i := alg.Count(n.atLeast, lowered)
			out[v] = n.values[i]
		} else if b := e.low.bools[v]; b >= 0 {
			if lowered(b) {
				out[v] = 1
			}
		} else {
			out[v] = e.low.domain(id).Bounds().Lo
		}
	}
	for _, v := range e.freeOwn {
		n := any(e.low.domain(v).Size())
		for value := range e.low.domain(v).Each {
			if n == 0 {
				out[v] = value
			}
			n--
		}
	}
	e.number(out)
	return out
}

// number numbers the vertices of a path, if the model does.
func (e *elimination) number(values model.Solution) {
	w := e.structure.numbered
	if w == nil {
		return
	}
	is := model.Evaluate(e.low.from, values)
	next := make([][]int32, w.Graph.Order())
	entered := make([]int, w.Graph.Order()) // by vertex: edges by which the path may enter
	for i, uv := range w.Graph.Edges {
		if !is.Bool(w.Edges[i]) {
			continue
		}
		next[uv.U] = append(next[uv.U], uv.V)
		entered[uv.V]++
		if !w.Graph.Directed {
			next[uv.V] = append(next[uv.V], uv.U)
			entered[uv.U]++
		}
	}
	first := 1
	if w.Graph.Directed {
		first = 0
	}
	at := slices.IndexFunc(w.Vertices, func(b model.Bool) bool { return is.Bool(b) })
	for v, n := range entered {
		if n == first && len(next[v]) > 0 {
			at = v
			break
		}
	}
	before := -1
	for place := int64(1); at >= 0; place++ {
		values[e.low.from.Ints[w.Positions[at]].(model.IntVar).Var] = place
		to := -1
		for _, v := range next[at] {
			if int(v) != before {
				to = int(v)
			}
		}
		before, at = at, to
	}
}
