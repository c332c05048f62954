package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// connected is the condition that vertices are connected: connected(cells) by common sides, connected(vertices,
// graph), connected(vertices, edges).
func (lw *Lowerer) connected(at dsl.Node, args []value.Value) value.Value {
	w := lw.webOf(at, args, false)
	if known(w.Vertices) && known(w.Edges) {
		return lw.OfKnown("connected", at, onAndJoined(w)...)
	}
	body := model.Connected{Graph: w.Graph.Plain(), Vertices: w.Vertices, Edges: w.Edges}
	return value.Bool(lw.newAtom(body, func() model.Bool { return lw.disconnected(body) }))
}

// reaches is the condition that each component of some vertices contains one of some ends. It adds a hub that is on
// and joined to the ends. Then all vertices must be connected.
func (lw *Lowerer) reaches(at dsl.Node, args []value.Value) value.Value {
	w := lw.webOf(at, slices.Delete(slices.Clone(args), 1, 2), false)
	members, _ := lw.Members(at, args[1])
	ends := lw.memberGuards(w.Graph.Vertices, members)
	if known(w.Vertices) && known(w.Edges) && known(ends) {
		of := onAndJoined(w)
		return lw.OfKnown("reaches", at, of[0], verticesOn(w.Graph, ends), of[1])
	}
	var spokes []int32
	var joined []model.Bool
	for v, end := range ends {
		if end != model.False {
			spokes, joined = append(spokes, int32(v)), append(joined, end)
		}
	}
	edges := w.Edges
	if edges == nil && !known(joined) {
		edges = slices.Repeat([]model.Bool{model.True}, w.Graph.Size())
	}
	if edges != nil {
		edges = slices.Concat(edges, joined)
	}
	hub := []model.Bool{model.True}
	body := model.Connected{Graph: w.Graph.Plain().WithHub(spokes), Vertices: slices.Concat(w.Vertices, hub), Edges: edges}
	return value.Bool(lw.newAtom(body, func() model.Bool { return lw.disconnected(body) }))
}

// memberGuards returns for each vertex the condition that it is a member.
func (lw *Lowerer) memberGuards(vertices *value.Set, members []value.Alternative) []model.Bool {
	guards := slices.Repeat([]model.Bool{model.False}, vertices.Len())
	for _, m := range members {
		if i := vertices.Index(m.Value); i >= 0 {
			guards[i] = lw.Or(guards[i], m.Guard)
		}
	}
	return guards
}

// graphOf returns the graph of vertices and possible edges.
func (lw *Lowerer) graphOf(at dsl.Node, vertices *value.Set, edges []value.Alternative) *value.Graph {
	list := alg.Map(edges, func(e value.Alternative) value.Edge { return lw.edge(at, e.Value) })
	return value.NewGraph(vertices, list, len(list) > 0 && list[0].Directed)
}

func edgeGuards(lw *Lowerer, g *value.Graph, edges []value.Alternative) []model.Bool {
	guards := slices.Repeat([]model.Bool{model.False}, g.Size())
	for _, e := range edges {
		if i := g.EdgeIndex(e.Value.(value.Edge)); i >= 0 {
			guards[i] = lw.Or(guards[i], e.Guard)
		}
	}
	return guards
}

func known(bs []model.Bool) bool {
	return !slices.ContainsFunc(bs, func(b model.Bool) bool { return b != model.True && b != model.False })
}

// sidewise returns the graph of cells with a common side, or of points one apart.
func (lw *Lowerer) sidewise(at dsl.Node, vertices *value.Set) *value.Graph {
	g, ok := library.Sidewise(vertices)
	if !ok {
		lw.Fail(at, "wrong-argument", "expected cells")
	}
	return g
}

// onAndJoined returns arguments of connected: the vertices that are on, and the graph or its edges that are on.
func onAndJoined(w *value.Web) []value.Value {
	if w.Edges == nil {
		return []value.Value{verticesOn(w.Graph, w.Vertices), w.Graph}
	}
	return []value.Value{verticesOn(w.Graph, w.Vertices), edgesOn(w.Graph, w.Edges)}
}

// verticesOn returns the vertices that are known to be on.
func verticesOn(g *value.Graph, on []model.Bool) *value.Set {
	return valuesOn(on, func(i int) value.Value { return g.Vertices.List()[i] })
}

// edgesOn returns the edges that are known to be on.
func edgesOn(g *value.Graph, on []model.Bool) *value.Set {
	return valuesOn(on, func(i int) value.Value { return g.Edge(i) })
}

func valuesOn(on []model.Bool, at func(i int) value.Value) *value.Set {
	var values []value.Value
	for i, b := range on {
		if b == model.True {
			values = append(values, at(i))
		}
	}
	return value.NewSet(values...)
}

// disconnected is satisfiable exactly if a Connected fails. There is then a side that has some but not all of the
// vertices, and no edge leads out of it.
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
	w := lw.webOf(at, args, true)
	if known(w.Edges) {
		return lw.OfKnown("acyclic", at, edgesOn(w.Graph, w.Edges))
	}
	body := model.Acyclic{Graph: w.Graph.Plain(), Edges: w.Edges}
	return value.Bool(lw.newAtom(body, func() model.Bool { return lw.cyclic(body) }))
}

// cyclic is satisfiable exactly if an Acyclic fails. Some of the edges that are on, at least one, then meet every
// vertex twice or not at all.
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

// distance returns the number of steps from one vertex to another: over a board, in a known graph, or within an
// unknown set.
func (lw *Lowerer) distance(at dsl.Node, args []value.Value) value.Value {
	most := lw.Most
	of := args[2:]
	if !slices.ContainsFunc(of, func(v value.Value) bool { return !value.Known(v) }) {
		return lw.Lift(at, args[:2], func(ends []value.Value) value.Value {
			return lw.OfKnown("distance", at, slices.Concat(ends, of)...)
		})
	}
	w := lw.web(at, of, len(of) == 1 && lw.Form > 1)
	return lw.Lift(at, args[:2], func(ends []value.Value) value.Value {
		a, b := w.Graph.Vertices.Index(ends[0]), w.Graph.Vertices.Index(ends[1])
		switch {
		case a >= 0 && b >= 0:
			return lw.stepsBetween(at, w, int32(a), int32(b), most)
		case w.All && !Absent(ends[0]) && value.Equal(ends[0], ends[1]):
			return value.Int(0)
		}
		return value.None{}
	})
}

// stepsBetween counts the layers, from distance 0 on, that do not contain b. Beyond most, if that isn't negative,
// the distance is none.
func (lw *Lowerer) stepsBetween(at dsl.Node, w *value.Web, a, b int32, most int64) value.Value {
	if !w.Graph.Directed && a > b {
		a, b = b, a
	}
	farthest := int64(w.Graph.Vertices.Len() - 1)
	if most >= 0 {
		farthest = min(farthest, most)
	}
	layers := lw.within(at, w, a, farthest)
	notYet := alg.Map(layers[:farthest], func(layer []model.Bool) model.Bool { return layer[b].Not() })
	x, _ := lw.Number(at, lw.Count(at, notYet))
	return lw.unknown(at, x, layers[farthest][b])
}

// reachKey is a vertex of a web.
type reachKey struct {
	web  *value.Web
	from int32
}

// within returns for each number of steps the vertices of a web within that distance of a vertex. Layers are made
// once, on demand.
func (lw *Lowerer) within(at dsl.Node, w *value.Web, from int32, steps int64) [][]model.Bool {
	key := reachKey{w, from}
	layers := lw.reached[key]
	g := w.Graph.Plain()
	if layers == nil {
		first := slices.Repeat([]model.Bool{model.False}, g.Order())
		first[from] = w.Vertices[from]
		layers = append(layers, first)
	}
	for int64(len(layers)) <= steps {
		before := layers[len(layers)-1]
		layer := make([]model.Bool, g.Order())
		for v := range layer {
			lw.Tick(at)
			layer[v] = lw.Or(before[v], lw.And(w.Vertices[v], lw.Or(lw.entering(w, g.In[v], before)...)))
		}
		layers = append(layers, layer)
	}
	lw.reached[key] = layers
	return layers
}

// entering returns for each edge into a vertex the condition that it is on and its other end was reached.
func (lw *Lowerer) entering(w *value.Web, in []alg.Half, reached []model.Bool) []model.Bool {
	out := make([]model.Bool, len(in))
	for i, h := range in {
		out[i] = reached[h.To]
		if w.Edges != nil {
			out[i] = lw.And(out[i], w.Edges[h.Edge])
		}
	}
	return out
}
