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

// elimination is a task as a problem of choosing edges of a graph, which is
// counted by eliminating vertices, and the way back.
type elimination struct {
	*settling
	low       *lowering
	structure *structure
	drawn     bool         // the model has no structure: its graph is drawn of its conditions
	edge      []model.Bool // for each edge of the graph a variable of the lowered model, or -1 if it is off
	problem   *frontier.Problem
	unknown   []model.VarID // for each unknown of the problem its variable
	tally     tally
	free      []model.VarID // variables of the finds, of the lowered model, that nothing is said of
	freeOwn   []model.VarID // such variables of the model
	single    []single
}

// eliminate writes a task as a problem for package frontier. The error is a clause
// that says why it can't.
func eliminate(m *model.Model, t engine.Task) (*elimination, error) {
	if !wholeGraph(m, t) {
		if err := drawable(m, t); err != nil {
			return nil, err
		}
	}
	l := newLowering(m, t)
	st, err := l.structureOf(t)
	if err != nil {
		return nil, err
	}
	drawn := st == nil
	if drawn {
		st = &structure{instance: -1, shape: frontier.AnyEdges}
	}
	e := &elimination{low: l, structure: st, drawn: drawn}
	e.settling = &settling{m: l.to, keep: map[model.VarID]bool{}, means: map[model.VarID]model.Bool{}, open: l.open}
	if drawn {
		e.keepFinds()
	}
	e.settle()
	if err := e.unnumbered(); err != nil {
		return nil, err
	}
	if l.refusal != nil {
		return nil, l.refusal
	}
	tallied, err := e.tallies(t)
	if err != nil {
		return nil, err
	}
	if err := e.unnumbered(); err != nil { // an objective may ask for numbers, too
		return nil, err
	}
	e.findFreeOwn()
	if err := e.alone(tallied); err != nil {
		return nil, err
	}
	var degrees []uint64
	if !drawn {
		if degrees, err = e.draw(); err != nil {
			return nil, err
		}
		e.settle()
	}
	e.weigh(tallied)
	e.settle()
	switch {
	case e.impossible:
		return e, nil
	case drawn:
		return e, e.drawVertices(tallied)
	}
	return e, e.finish(degrees, tallied)
}

// draw makes a variable for each edge that may be chosen and says what it means
// for the model's own edges and vertices. It returns the degrees that the shape
// leaves to each vertex.
func (e *elimination) draw() (degrees []uint64, err error) {
	s, g := e.structure, e.structure.graph
	e.edge = make([]model.Bool, len(g.Edges))
	at := make([][]model.Bool, g.Order())
	off := make([]bool, g.Order()) // vertices whose edges never count
	if s.shape == frontier.Joined {
		for v, b := range s.vertices {
			off[v] = e.known(b) < 0
		}
	}
	for i, uv := range g.Edges {
		e.edge[i] = -1
		if off[uv.U] || off[uv.V] {
			continue
		}
		if e.known(s.edges[i]) < 0 {
			continue
		}
		for _, v := range supportOf(e.m, e.rewriter().Bool(s.edges[i])) {
			if e.m.Vars[v].Find < 0 {
				return nil, fmt.Errorf("the edges that %s is about are no part of the solution", ruleName(e.low.from, s.instance))
			}
		}
		v := e.m.AddBool(-1)
		e.keep[v] = true
		e.edge[i] = e.m.BoolVar(v)
		e.require(e.m.Iff(e.edge[i], s.edges[i]))
		at[uv.U], at[uv.V] = append(at[uv.U], e.edge[i]), append(at[uv.V], e.edge[i])
	}
	degrees = make([]uint64, g.Order())
	for v := range degrees {
		touched := e.m.Or(at[v]...)
		degrees[v] = shapeDegrees(s, v)
		switch {
		case s.shape == frontier.Linked && s.labels[v] >= 0:
			e.require(s.vertices[v])
		case s.shape == frontier.Linked, s.shape == frontier.OneCycle, s.shape == frontier.OnePath:
			e.require(e.m.Iff(s.vertices[v], touched))
		}
	}
	if s.shape == frontier.Joined {
		err = e.join(degrees, at, off)
	}
	return degrees, err
}

// unnumbered makes sure that nothing depends on how the vertices of a path are
// numbered, which a set of edges does not say.
func (e *elimination) unnumbered() error {
	w := e.structure.walk
	if w == nil || w.Positions == nil {
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
	e.open = append(e.open, conjunct{b, e.structure.instance})
}

const anyDegree = ^uint64(0)

// shapeDegrees are the degrees of a vertex, as bits, that a shape allows.
func shapeDegrees(s *structure, v int) uint64 {
	switch s.shape {
	case frontier.OneCycle:
		return 1<<0 | 1<<2
	case frontier.OnePath:
		return 1<<0 | 1<<1 | 1<<2
	case frontier.Linked:
		if s.labels[v] >= 0 {
			return 1 << 1
		}
		return 1<<0 | 1<<2
	}
	return anyDegree
}

// join says which vertices need an edge so that all those that are on are
// connected.
func (e *elimination) join(degrees []uint64, at [][]model.Bool, off []bool) error {
	must, may := 0, 0
	for v, b := range e.structure.vertices {
		switch {
		case off[v]:
		case e.known(b) > 0:
			must++
		case e.rewriter().Bool(b) == e.rewriter().Bool(e.m.Or(at[v]...)):
			may++
		default:
			return fmt.Errorf("%s wants vertices connected that are chosen apart from edges", ruleName(e.low.from, e.structure.instance))
		}
	}
	switch {
	case must == 1 && may > 0:
		return fmt.Errorf("%s wants one vertex and any edges connected", ruleName(e.low.from, e.structure.instance))
	case must == 1:
		e.structure.shape = frontier.AnyEdges
	}
	for v, b := range e.structure.vertices {
		if must > 1 && !off[v] && e.known(b) > 0 {
			degrees[v] &^= 1
		}
	}
	return nil
}

// finish numbers the unknowns and makes the problem of them.
func (e *elimination) finish(degrees []uint64, tallied []weights) error {
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
		if d := len(incident(p.Graph, v)); d < 63 {
			p.Degrees[v] &= 1<<(d+1) - 1
		} else if allowed != anyDegree && s.shape != frontier.OneCycle && s.shape != frontier.OnePath && s.shape != frontier.Linked {
			return fmt.Errorf("a vertex has %d edges, which are too many to count", d)
		}
		if p.Degrees[v] == 0 {
			e.impossible, e.problem = true, nil
			return nil
		}
	}
	return e.complete(index, tallied)
}

// complete adds to a problem, whose unknowns have been numbered, what they weigh.
func (e *elimination) complete(index map[model.VarID]int32, tallied []weights) error {
	if err := e.setWeights(index, tallied); err != nil {
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
		_, known := e.means[model.VarID(v)]
		_, unknown := index[model.VarID(v)]
		if own.Find >= 0 && !known && !unknown {
			e.free = append(e.free, model.VarID(v))
		}
	}
}

// freedom is the number of ways in which variables that nothing is said of may be chosen.
func (e *elimination) freedom() *big.Int { return e.freedomOf(e.free) }

// freedomOf is that number if free are those of the lowered model.
func (e *elimination) freedomOf(free []model.VarID) *big.Int {
	n := new(big.Int).Lsh(big.NewInt(1), uint(len(free)))
	for _, v := range e.freeOwn {
		n.Mul(n, big.NewInt(e.low.domain(v).Size()))
	}
	return n
}
