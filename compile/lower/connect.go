package lower

import (
	"nazo/dsl"
	"nazo/library"
	"nazo/model"
	"nazo/value"
)

// connected is the condition that vertices hang together: connected(cells) by common
// sides, connected(vertices, graph), connected(vertices, edges).
func (lw *Lowerer) connected(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[0])
	values := make([]value.Value, 0, len(members))
	for _, m := range members {
		values = append(values, m.Value)
	}
	vertices := value.NewSet(values...)
	var g *value.Graph
	var edges []value.Alternative
	switch {
	case len(args) == 1:
		g = lw.sidewise(at, vertices)
	default:
		if given, ok := args[1].(*value.Graph); ok {
			g = given.Within(vertices)
			break
		}
		edges, _ = lw.Members(at, args[1])
		g = lw.graphOf(at, vertices, edges)
	}
	body := model.Connected{Graph: g.Plain(), Vertices: make([]model.Bool, vertices.Len())}
	for i := range body.Vertices {
		body.Vertices[i] = model.False
	}
	for _, m := range members {
		i := vertices.Index(m.Value)
		body.Vertices[i] = lw.Or(body.Vertices[i], m.Guard)
	}
	if edges != nil {
		body.Edges = edgeGuards(lw, g, edges)
	}
	if known(body.Vertices) && known(body.Edges) {
		return lw.knownConnected(at, g, body)
	}
	return value.Bool(lw.newAtom(body, func() model.Bool { return lw.disconnected(body) }))
}

// graphOf is the graph of vertices and the edges that there may be.
func (lw *Lowerer) graphOf(at dsl.Node, vertices *value.Set, edges []value.Alternative) *value.Graph {
	list := make([]value.Edge, len(edges))
	for i, e := range edges {
		list[i] = lw.edge(at, e.Value)
	}
	return value.NewGraph(vertices, list, len(list) > 0 && list[0].Directed)
}

func edgeGuards(lw *Lowerer, g *value.Graph, edges []value.Alternative) []model.Bool {
	guards := make([]model.Bool, g.Size())
	for i := range guards {
		guards[i] = model.False
	}
	for _, e := range edges {
		if i := g.EdgeIndex(e.Value.(value.Edge)); i >= 0 {
			guards[i] = lw.Or(guards[i], e.Guard)
		}
	}
	return guards
}

func known(bs []model.Bool) bool {
	for _, b := range bs {
		if b != model.True && b != model.False {
			return false
		}
	}
	return true
}

// sidewise is the graph of cells with a common side, or of points one apart.
func (lw *Lowerer) sidewise(at dsl.Node, vertices *value.Set) *value.Graph {
	g, ok := library.Sidewise(vertices)
	if !ok {
		lw.Fail(at, "wrong-argument", "expected cells")
	}
	return g
}

// knownConnected asks the library about the vertices and edges that are on.
func (lw *Lowerer) knownConnected(at dsl.Node, g *value.Graph, body model.Connected) value.Value {
	var vertices []value.Value
	for i, on := range body.Vertices {
		if on == model.True {
			vertices = append(vertices, g.Vertices.List()[i])
		}
	}
	if body.Edges == nil {
		return lw.OfKnown("connected", at, value.NewSet(vertices...), g)
	}
	return lw.OfKnown("connected", at, value.NewSet(vertices...), edgesOn(g, body.Edges))
}

// edgesOn are the edges whose condition is true.
func edgesOn(g *value.Graph, on []model.Bool) *value.Set {
	var edges []value.Value
	for i, b := range on {
		if b == model.True {
			edges = append(edges, g.Edge(i))
		}
	}
	return value.NewSet(edges...)
}

// disconnected can be fulfilled exactly where a Connected does not hold: there
// is a side that has some but not all of the vertices, and no edge leads out
// of it.
func (lw *Lowerer) disconnected(b model.Connected) model.Bool {
	side := make([]model.Bool, len(b.Vertices))
	var inside, outside []model.Bool
	for v, on := range b.Vertices {
		side[v] = lw.newHelper()
		inside = append(inside, lw.And(on, side[v]))
		outside = append(outside, lw.And(on, side[v].Not()))
	}
	parts := []model.Bool{lw.Or(inside...), lw.Or(outside...)}
	for i, e := range b.Graph.Edges {
		joined := []model.Bool{b.Vertices[e.U], b.Vertices[e.V]}
		if b.Edges != nil {
			joined = append(joined, b.Edges[i])
		}
		parts = append(parts, lw.Or(lw.And(joined...).Not(), lw.Iff(side[e.U], side[e.V])))
	}
	return lw.And(parts...)
}

// acyclic is the condition that a set of edges contains no cycle.
func (lw *Lowerer) acyclic(at dsl.Node, args []value.Value) value.Value {
	members, _ := lw.Members(at, args[0])
	var ends []value.Value
	edges := make([]value.Edge, 0, len(members))
	for _, m := range members {
		e := lw.edge(at, m.Value)
		edges = append(edges, e)
		ends = append(ends, e.A, e.B)
	}
	g := value.NewGraph(value.NewSet(ends...), edges, len(edges) > 0 && edges[0].Directed)
	body := model.Acyclic{Graph: g.Plain(), Edges: edgeGuards(lw, g, members)}
	if known(body.Edges) {
		return lw.OfKnown("acyclic", at, edgesOn(g, body.Edges))
	}
	return value.Bool(lw.newAtom(body, func() model.Bool { return lw.cyclic(body) }))
}

// cyclic can be fulfilled exactly where an Acyclic does not hold: some of the
// edges that are on, at least one, meet every vertex twice or not at all.
func (lw *Lowerer) cyclic(b model.Acyclic) model.Bool {
	ring := make([]model.Bool, len(b.Edges))
	terms := make([][]model.Term, b.Graph.Order())
	var parts []model.Bool
	for i, e := range b.Graph.Edges {
		ring[i] = lw.newHelper()
		parts = append(parts, lw.Or(ring[i].Not(), b.Edges[i]))
		one := model.Term{Coef: 1, X: lw.Model.ToInt(ring[i])}
		terms[e.U], terms[e.V] = append(terms[e.U], one), append(terms[e.V], one)
	}
	for _, t := range terms {
		parts = append(parts, lw.Model.In(lw.Model.Sum(t...), model.Values(0, 2)))
	}
	return lw.And(append(parts, lw.Or(ring...))...)
}
