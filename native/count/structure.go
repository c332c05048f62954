package count

import (
	"fmt"
	"maps"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/native/classic"
)

// structure is the one constraint of a model about the edges of a graph as a whole.
type structure struct {
	instance int32
	shape    Shape
	graph    *alg.Graph
	// edges and vertices are truth values of the lowered model. vertices is nil for forests.
	edges, vertices []model.Bool
	labels          []int32
	// tree is set if the edges must also have no cycle. With all vertices, that is a spanning tree.
	tree bool
	// numbered is the model's path if its vertices are numbered.
	numbered *classic.Shape
}

// ruleName quotes the rule of an instance, for a refusal.
func ruleName(m *model.Model, instance int32) string {
	if instance < 0 {
		return "the values of a variable"
	}
	return fmt.Sprintf("rule %q", m.Rules[m.Instances[instance].Rule].Name)
}

// structureOf lowers all constraints of a task. It returns the one about a graph, or nil if there is none.
func (l *lowering) structureOf(o model.Options) (*structure, error) {
	var all []*structure
	for _, c := range l.from.Constraints {
		if slices.Contains(o.Off, c.Instance) {
			continue
		}
		guard := l.rewrite.Bool(c.Guard)
		if guard == model.False || l.constraint(c, guard) {
			continue
		}
		s, why := l.whole(c.Body)
		if s == nil {
			return nil, fmt.Errorf("%s %s", ruleName(l.from, c.Instance), why)
		}
		if guard != model.True {
			return nil, fmt.Errorf("%s is about a whole graph, but only under a condition", ruleName(l.from, c.Instance))
		}
		s.instance = c.Instance
		all = append(all, s)
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	case 2:
		if tree := spanning(all[0], all[1]); tree != nil {
			return tree, nil
		}
	}
	return nil, fmt.Errorf("%s and %s are both about a graph as a whole",
		ruleName(l.from, all[0].instance), ruleName(l.from, all[1].instance))
}

// shapes maps each form of edges to the shape by which it is counted.
var shapes = [...]Shape{
	model.PathForm:      OnePath,
	model.CycleForm:     OneCycle,
	model.LinksForm:     Linked,
	model.ForestForm:    Forest,
	model.ConnectedForm: Connected,
}

// whole returns a constraint as a structure. If it is none about edges, why says so.
func (l *lowering) whole(b model.Body) (s *structure, why string) {
	const refused = "is about much of the board at once"
	body, ok := b.(model.Structure)
	if !ok {
		return nil, refused
	}
	g, edges := body.Chosen()
	form, vertices := body.Form()
	undirected := form == model.ForestForm || form == model.ConnectedForm
	switch {
	case form == model.OtherForm:
		return nil, refused
	case edges == nil:
		return nil, "wants vertices connected, not by edges that are chosen"
	case g.Directed && undirected:
		return nil, "is about a graph with directions, which play no part"
	}
	s = &structure{shape: shapes[form], graph: g, edges: l.each(edges), vertices: l.each(vertices)}
	if r, ok := classic.ShapeOf(b); ok {
		s.labels = r.Labels
		if r.Positions != nil {
			s.numbered = &r
		}
	}
	return s, ""
}

// each lowers truth values. Nil stays nil.
func (l *lowering) each(bs []model.Bool) []model.Bool {
	if bs == nil {
		return nil
	}
	return alg.Map(bs, func(b model.Bool) model.Bool { return l.rewrite.Bool(b) })
}

// spanning joins "no cycle" and "all vertices connected" on the same edges. It returns nil for anything else.
func spanning(a, b *structure) *structure {
	if a.shape == Connected {
		a, b = b, a
	}
	if a.shape != Forest || b.shape != Connected || !slices.Equal(a.graph.Edges, b.graph.Edges) ||
		!slices.Equal(a.edges, b.edges) || slices.ContainsFunc(b.vertices, func(v model.Bool) bool { return v != model.True }) {
		return nil
	}
	tree := *b
	tree.tree = true
	return &tree
}

// edgeVariables makes a variable for each possible edge, and relates it to the model's edges and vertices. It
// returns the degrees that the shape allows.
func (e *elimination) edgeVariables() (degrees []uint64, err error) {
	s, g := e.structure, e.structure.graph
	e.edge = make([]model.Bool, len(g.Edges))
	at := make([][]model.Bool, g.Order())
	off := make([]bool, g.Order()) // vertices whose edges never count
	if s.shape == Connected {
		for v, b := range s.vertices {
			off[v] = e.known(b) < 0
		}
	}
	for i, uv := range g.Edges {
		e.edge[i] = -1
		if off[uv.U] || off[uv.V] || e.known(s.edges[i]) < 0 {
			continue
		}
		for _, v := range e.m.VarsBelow([]model.Bool{e.rewriter().Bool(s.edges[i])}, nil) {
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
	of := &Problem{Shape: s.shape, Labels: s.labels}
	for v := range degrees {
		touched := e.m.Or(at[v]...)
		degrees[v] = of.shapeDegrees(v)
		switch {
		case s.shape == Linked && s.labels[v] >= 0:
			e.require(s.vertices[v])
		case s.shape == Linked, s.shape == OneCycle, s.shape == OnePath:
			e.require(e.m.Iff(s.vertices[v], touched))
		}
	}
	if s.shape == Connected {
		err = e.requireConnected(degrees, at, off)
	}
	return degrees, err
}

// requireConnected removes degree 0 from the vertices that need an edge, so that all vertices that are on are
// connected.
func (e *elimination) requireConnected(degrees []uint64, at [][]model.Bool, off []bool) error {
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
		e.structure.shape = AnyEdges
	}
	for v, b := range e.structure.vertices {
		if must > 1 && !off[v] && e.known(b) > 0 {
			degrees[v] &^= 1
		}
	}
	return nil
}

// singleVertex holds the solutions with a path of one vertex. It has no edge, so these are counted separately.
type singleVertex struct {
	*simplifier
	free    []model.VarID
	weights []int64 // of the weight vector
}

// singleVertexPaths collects the solutions with a path of one vertex.
func (e *elimination) singleVertexPaths(dimensions []weightDimension) error {
	s := e.structure
	if s.shape != OnePath || e.impossible {
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
	if len(must) > 1 {
		return nil
	}
	if len(must) == 1 {
		may = must
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

// dropDuplicatePaths drops solutions that differ only in the vertex of their path, where that is no part of the
// solution.
func (e *elimination) dropDuplicatePaths() error {
	var unique []singleVertex
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
			unique, values = append(unique, one), append(values, own)
		}
	}
	e.single = unique
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

// clone returns a copy with its own definitions and conditions.
func (s *simplifier) clone() *simplifier {
	return &simplifier{m: s.m, keep: s.keep, definitions: maps.Clone(s.definitions), conjuncts: slices.Clone(s.conjuncts)}
}

// singleVertexPathAt adds the solutions with the path of vertex v. at knows that there is no edge.
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
	one := singleVertex{simplifier: at, weights: make([]int64, len(dimensions))}
	r := at.rewriter()
	for k, w := range dimensions {
		one.weights[k] = w.constant
		for _, term := range w.terms {
			x, ok := e.m.Constant(r.Int(term.X))
			if !ok {
				return fmt.Errorf("what is to be best depends on more than the rules speak of")
			}
			one.weights[k] += term.Coef * x
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
