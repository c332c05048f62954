package count

import (
	"fmt"
	"math/big"
	"slices"

	"nazo/engine"
	"nazo/graph"
	"nazo/model"
	"nazo/native/count/frontier"
)

// elimination is a task written as a problem of choosing edges of a graph, which is counted by
// eliminating vertices, and the way back.
type elimination struct {
	*simplifier
	low               *lowering
	structure         *structure
	onConstraintGraph bool         // the model has no structure: its conditions are the graph
	edge              []model.Bool // for each edge of the graph a variable of the lowered model, or -1 if it is off
	problem           *frontier.Problem
	unknown           []model.VarID // for each unknown of the problem its variable
	weightVector      weightVector
	free              []model.VarID // variables of the finds, in the lowered model, without any condition
	freeOwn           []model.VarID // such variables of the model
	single            []singleVertex
}

// eliminate writes a model as a problem for package frontier, which tells lengths of
// paths, cycles and links apart if that is asked for. The error is a clause with the
// reason why it can't.
func eliminate(m *model.Model, o engine.Options, byLength bool) (*elimination, error) {
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
		st = &structure{instance: -1, shape: frontier.AnyEdges}
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
	e.weigh(dimensions)
	e.simplify()
	switch {
	case e.impossible:
		return e, nil
	case onConstraintGraph:
		return e, e.buildConstraintGraph(dimensions)
	}
	return e, e.finish(degrees, dimensions)
}

// unnumbered checks that nothing depends on how the vertices of a path are numbered, which a set
// of edges doesn't tell.
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

// finish numbers the unknowns and makes the problem of them.
func (e *elimination) finish(degrees []uint64, dimensions []weightDimension) error {
	s := e.structure
	p := &frontier.Problem{Shape: s.shape, Degrees: degrees, Labels: s.labels}
	var edges []graph.Edge
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
	p.Graph = graph.New(s.graph.Order(), edges, s.graph.Directed)
	if s.shape != frontier.Linked {
		p.Labels = nil
	}
	e.problem = p
	if err := e.rules(index); err != nil {
		return err
	}
	for v, allowed := range p.Degrees {
		if d := p.Graph.Degree(int32(v)); d < 63 {
			p.Degrees[v] &= 1<<(d+1) - 1
		} else if allowed != anyDegree && s.shape != frontier.OneCycle && s.shape != frontier.OnePath && s.shape != frontier.Linked {
			return fmt.Errorf("a vertex has %d edges, which are too many to count", d)
		}
		if p.Degrees[v] == 0 {
			e.impossible, e.problem = true, nil
			return nil
		}
	}
	return e.complete(index, dimensions)
}

// complete adds the weights to a problem whose unknowns have been numbered.
func (e *elimination) complete(index map[model.VarID]int32, dimensions []weightDimension) error {
	if err := e.setWeights(index, dimensions); err != nil {
		return err
	}
	e.problem.Unknowns = len(e.unknown)
	e.findFree(index)
	return nil
}

// incident lists the edges at a vertex, in either direction.
func incident(g *graph.Graph, v int) []graph.Half {
	if !g.Directed {
		return g.Out[v]
	}
	return slices.Concat(g.Out[v], g.In[v])
}

// findFreeOwn collects the variables of finds that never came up.
func (e *elimination) findFreeOwn() {
	for v, own := range e.low.from.Vars {
		if own.Find >= 0 && !e.low.used(model.VarID(v)) {
			e.freeOwn = append(e.freeOwn, model.VarID(v))
		}
	}
}

// findFree collects the variables of finds that came up but may take any value.
func (e *elimination) findFree(index map[model.VarID]int32) {
	for v, own := range e.m.Vars {
		_, known := e.definitions[model.VarID(v)]
		_, unknown := index[model.VarID(v)]
		if own.Find >= 0 && !known && !unknown {
			e.free = append(e.free, model.VarID(v))
		}
	}
}

// freeAssignments is the number of ways to choose the variables without any condition.
func (e *elimination) freeAssignments() *big.Int { return e.assignmentsOf(e.free) }

// assignmentsOf is that number if free are those of the lowered model.
func (e *elimination) assignmentsOf(free []model.VarID) *big.Int {
	n := new(big.Int).Lsh(big.NewInt(1), uint(len(free)))
	for _, v := range e.freeOwn {
		n.Mul(n, big.NewInt(e.low.domain(v).Size()))
	}
	return n
}
