package compile

import (
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// routeLayout is a path, cycle or links in a known graph, with a boolean variable for each edge and each vertex.
type routeLayout struct {
	Kind  value.RouteKind
	Graph *value.Graph
	// Both marks a cycle along the arcs of undirected edges. It must not use both arcs of an edge.
	Both bool
	// Crossing is where a path or cycle may cross itself, or nil.
	Crossing *value.Set
	Labels   []value.Value // for each vertex of links its label or None
	Pairs    []int32       // for each vertex of links the number of its label or -1
	// firstEdge and firstVertex are the first variables of each kind.
	firstEdge, firstVertex model.VarID
	// pathDirection is the direction of an undirected path, with its variables below.
	Direction pathDirection
	positions []model.VarID // for each vertex, if Numbered
	start     model.VarID   // if Pointed
	anchor    lower.Anchor  // if Anchored
}

// Unknown makes the variables; see layout.
func (l *routeLayout) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	w := &value.Route{Kind: l.Kind, Graph: l.Graph, Labels: l.Labels, Crossing: l.Crossing}
	lw.Model.Reserve(l.Graph.Size()+l.Graph.Vertices.Len(), find)
	l.firstEdge, w.Edges = addBools(lw, at, find, l.Graph.Size())
	l.firstVertex, w.Vertices = addBools(lw, at, find, l.Graph.Vertices.Len())
	g := l.Graph.Plain()
	if l.Kind == value.Links {
		links := int32(len(lw.Model.Constraints))
		lw.Graphs[links], lw.Labels[links] = l.Graph, l.Labels
		lw.Model.Constrain(lw.Instance, model.True, model.Links{Graph: g, Edges: w.Edges, Vertices: w.Vertices, Labels: l.Pairs})
		return w
	}
	lw.Anchors[w] = &l.anchor
	if l.Kind == value.Path && l.Direction == numbered {
		w.Positions = make([]model.Int, 0, len(w.Vertices))
		for range w.Vertices {
			x := lw.Model.AddInt(model.Range(0, int64(len(w.Vertices))), -1, false)
			l.positions = append(l.positions, x)
			w.Positions = append(w.Positions, lw.Model.IntVar(x))
		}
	}
	if l.Both || l.Crossing != nil && l.Graph.Directed {
		l.noReturn(lw, w)
	}
	if l.Crossing != nil {
		l.cross(lw, at, w)
	} else {
		lw.Graphs[int32(len(lw.Model.Constraints))] = l.Graph
		lw.Model.Constrain(lw.Instance, model.True,
			model.Route{Graph: g, Edges: w.Edges, Vertices: w.Vertices, Closed: l.Kind == value.Cycle, Positions: w.Positions})
	}
	if l.Kind == value.Path && !l.Graph.Directed && l.Direction == pointed {
		l.point(lw, w)
	}
	return w
}

// addBools makes consecutive boolean variables.
func addBools(lw *lower.Lowerer, at dsl.Node, find int32, n int) (first model.VarID, nodes []model.Bool) {
	first, nodes = model.VarID(len(lw.Model.Vars)), make([]model.Bool, n)
	for i := range nodes {
		lw.Tick(at)
		nodes[i] = lw.Model.BoolVar(lw.Model.AddBool(find))
	}
	return first, nodes
}

// decodeBools reads the values of consecutive boolean variables.
func decodeBools(s model.Solution, first model.VarID, n int) []model.Bool {
	out := make([]model.Bool, n)
	for i := range out {
		out[i] = model.Const(s[int(first)+i] != 0)
	}
	return out
}

// noReturn requires that one of two opposite arcs is off.
func (l *routeLayout) noReturn(lw *lower.Lowerer, w *value.Route) {
	g := l.Graph.Plain()
	for v := range g.Out {
		for _, there := range g.Out[v] {
			for _, back := range g.In[v] {
				if there.To == back.To && int(there.To) > v {
					lw.Require(lw.And(w.Edges[there.Edge], w.Edges[back.Edge]).Not())
				}
			}
		}
	}
}

// Decode reads a value off a solution; see layout.
func (l *routeLayout) Decode(s model.Solution) value.Value {
	w := &value.Route{Kind: l.Kind, Graph: l.Graph, Labels: l.Labels, Crossing: l.Crossing, Known: true}
	w.Edges = decodeBools(s, l.firstEdge, l.Graph.Size())
	w.Vertices = decodeBools(s, l.firstVertex, l.Graph.Vertices.Len())
	if l.Kind == value.Path && !l.Graph.Directed {
		w.First = l.first(s, w)
	}
	return w
}

func (l *routeLayout) admits(v value.Value) bool {
	w, ok := v.(*value.Route)
	return ok && len(w.Edges) == l.Graph.Size() && len(w.Vertices) == l.Graph.Vertices.Len()
}

func (l *routeLayout) encode(v value.Value, s model.Solution) {
	encodeBools(v.(*value.Route).Edges, l.firstEdge, s)
	encodeBools(v.(*value.Route).Vertices, l.firstVertex, s)
}

// encodeBools writes known truth values as consecutive variables.
func encodeBools(known []model.Bool, first model.VarID, s model.Solution) {
	for i, b := range known {
		s[int(first)+i] = 0
		if b == model.True {
			s[int(first)+i] = 1
		}
	}
}

// Meanings says what the variables mean. See layout.
func (l *routeLayout) Meanings(of string, key value.Value) []Meaning {
	vertices := memberships(of, key, l.firstVertex, l.Graph.Vertices.List())
	for i := range vertices {
		vertices[i].OnLine = true
	}
	return append(memberships(of, key, l.firstEdge, l.Graph.EdgeList()), vertices...)
}

// cross requires that the edges of a route are one line that may cross itself. A vertex that the line passes once
// has two of its edges. A crossing has four, in two straight ways, and an end of a path has one. Connectivity is a
// constraint on the line graph: two edges are joined if the line goes from one to the other.
func (l *routeLayout) cross(lw *lower.Lowerer, at dsl.Node, w *value.Route) {
	g, m := l.Graph.Plain(), lw.Model
	var joints []alg.Edge
	var joined, starts, ends []model.Bool
	passing := make([][]model.Bool, len(w.Vertices))
	for i := range w.Vertices {
		lw.Tick(at)
		v := int32(i)
		in, out := g.In[v], g.Out[v]
		twice, ways := model.False, l.waysOver(v)
		if l.Crossing.Contains(l.Graph.Vertices.List()[v]) {
			twice = l.twoWays(lw, w, ways)
		}
		for _, way := range ways {
			on := []model.Bool{w.Edges[way.a], w.Edges[way.b]}
			if !way.straight {
				on = append(on, twice.Not())
			}
			joints = append(joints, alg.Edge{U: way.a, V: way.b})
			joined = append(joined, lw.And(on...))
		}
		entering, leaving := lower.EdgesOf(w, in), lower.EdgesOf(w, out)
		all := leaving
		if g.Directed {
			all = append(entering[:len(entering):len(entering)], leaving...)
		}
		passing[v] = append(passing[v], lw.Iff(w.Vertices[v], lw.Or(all...)))
		degree := m.Sum(terms(lw, all)...)
		end := model.False
		if l.Kind == value.Path {
			end = m.In(degree, model.Values(1))
			ends = append(ends, end)
		}
		passing[v] = append(passing[v], lw.Or(end, twice, m.In(degree, model.Values(0, 2))), lw.Or(twice.Not(), m.In(degree, model.Values(4))))
		if g.Directed {
			passing[v] = append(passing[v], l.followArcs(lw, w, v, end))
			if end != model.False {
				starts = append(starts, lw.And(end, lw.Or(leaving...)))
			}
		}
		for _, says := range passing[v] {
			lw.Require(says)
		}
	}
	if l.Kind == value.Path {
		lw.Require(m.In(m.Sum(terms(lw, ends)...), model.Values(2)))
		if g.Directed {
			lw.Require(m.In(m.Sum(terms(lw, starts)...), model.Values(1)))
		}
	}
	lw.Require(lw.Or(w.Edges...))
	connected := int32(len(m.Constraints))
	lw.Graphs[connected], lw.Crossing[connected] = l.Graph, lower.Crossing{Line: w, Closed: l.Kind == value.Cycle, At: passing}
	m.Constrain(lw.Instance, model.True,
		model.Connected{Graph: alg.NewGraph(len(g.Edges), joints, false), Vertices: w.Edges, Edges: joined})
}

// way is a pair of edges by which a line may pass a vertex.
type way struct {
	a, b     int32
	straight bool
}

// waysOver returns the ways over a vertex, from an entering arc to a leaving arc, and not straight back.
func (l *routeLayout) waysOver(v int32) (ways []way) {
	g, vertices := l.Graph.Plain(), l.Graph.Vertices.List()
	for i, from := range g.In[v] {
		to := g.Out[v]
		if !g.Directed {
			to = to[i+1:] // each pair of edges once
		}
		for _, to := range to {
			if from.To != to.To {
				ways = append(ways, way{from.Edge, to.Edge, value.Straight(vertices[from.To], vertices[v], vertices[to.To])})
			}
		}
	}
	return ways
}

// twoWays is the condition that two disjoint straight ways are taken.
func (l *routeLayout) twoWays(lw *lower.Lowerer, w *value.Route, ways []way) model.Bool {
	edges := l.Graph.Plain().Edges
	var pairs []model.Bool
	for i, p := range ways {
		for _, q := range ways[:i] {
			reverse := edges[p.a].U == edges[q.b].V && edges[p.a].V == edges[q.b].U
			if p.straight && q.straight && p.a != q.a && p.b != q.b && !reverse {
				pairs = append(pairs, lw.And(w.Edges[p.a], w.Edges[p.b], w.Edges[q.a], w.Edges[q.b]))
			}
		}
	}
	return lw.Or(pairs...)
}

// followArcs is the condition that as many arcs enter a vertex as leave it, unless it is an end.
func (l *routeLayout) followArcs(lw *lower.Lowerer, w *value.Route, v int32, end model.Bool) model.Bool {
	g, m := l.Graph.Plain(), lw.Model
	sum := terms(lw, lower.EdgesOf(w, g.In[v]))
	for _, t := range terms(lw, lower.EdgesOf(w, g.Out[v])) {
		t.Coef = -1
		sum = append(sum, t)
	}
	return lw.Or(end, m.In(m.Sum(sum...), model.Values(0)))
}

func terms(lw *lower.Lowerer, bs []model.Bool) []model.Term {
	return alg.Map(bs, func(b model.Bool) model.Term { return model.Term{Coef: 1, X: lw.Model.ToInt(b)} })
}

// pathDirection is how an undirected path gets the direction that rules about its start, end or steps need. It is no
// part of the solution.
type pathDirection uint8

const (
	// undirected: no rule asks.
	undirected pathDirection = iota
	// anchored: one rule names the start, one the end, or both. These must be ends.
	anchored
	// pointed: a variable says which end is the start.
	pointed
	// numbered: variables number all vertices.
	numbered
)

// point makes the variable for the start of an undirected path.
func (l *routeLayout) point(lw *lower.Lowerer, w *value.Route) {
	n := len(w.Vertices)
	if n == 0 {
		return
	}
	l.start = lw.Model.AddInt(model.Range(0, int64(n-1)), -1, true)
	x := lw.Model.IntVar(l.start)
	w.Start = make([]model.Bool, n)
	for v := range w.Start {
		w.Start[v] = lw.Model.In(x, model.Range(int64(v), int64(v)))
		lw.Require(lw.Or(w.Start[v].Not(), lower.IsAnEnd(lw, w, v, true)))
	}
}

// first returns the start of a decoded undirected path, or nil if no rule asks.
func (l *routeLayout) first(s model.Solution, w *value.Route) value.Value {
	vertices := l.Graph.Vertices.List()
	switch l.Direction {
	case numbered:
		for v, id := range l.positions {
			if s[id] == 1 {
				return vertices[v]
			}
		}
	case pointed:
		if len(vertices) > 0 {
			return vertices[s[l.start]]
		}
	case anchored:
		if l.anchor.Start != nil {
			return l.anchor.Start
		}
		if lines := w.Ordered(); l.anchor.End != nil && len(lines) == 1 {
			if line := lines[0]; value.Equal(line[0], l.anchor.End) {
				return line[len(line)-1]
			}
			return lines[0][0]
		}
	}
	return nil
}

// regionsLayout is a partition of the vertices of a known graph into connected parts. A boolean variable for each edge
// says that its ends are in one part.
type regionsLayout struct {
	Graph *value.Graph
	first model.VarID
}

// Unknown makes the variables; see layout.
func (l *regionsLayout) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	r := &value.Regions{Graph: l.Graph}
	l.first, r.Same = addBools(lw, at, find, l.Graph.Size())
	lw.Model.Constrain(lw.Instance, model.True, model.Regions{Graph: l.Graph.Plain(), Same: r.Same})
	return r
}

// Decode reads a value off a solution; see layout.
func (l *regionsLayout) Decode(s model.Solution) value.Value {
	return &value.Regions{Graph: l.Graph, Same: decodeBools(s, l.first, l.Graph.Size()), Known: true}
}

func (l *regionsLayout) admits(v value.Value) bool {
	r, ok := v.(*value.Regions)
	return ok && len(r.Same) == l.Graph.Size()
}

func (l *regionsLayout) encode(v value.Value, s model.Solution) {
	encodeBools(v.(*value.Regions).Same, l.first, s)
}

// Meanings says what the variables mean. See layout.
func (l *regionsLayout) Meanings(of string, key value.Value) []Meaning {
	return memberships(of, key, l.first, l.Graph.EdgeList())
}

// encodeKnown writes the known parts of a value by the index of their keys. It is false if one can't be encoded.
func encodeKnown(p *value.Partly, keys []value.Value, encode func(i int, part value.Value) bool) bool {
	for i, k := range keys {
		if part, _ := p.At.At(k); part != nil && !encode(i, part) {
			return false
		}
	}
	return true
}

// encodeBool writes truth values by index, as consecutive variables.
func encodeBool(first model.VarID, s model.Solution) func(i int, v value.Value) bool {
	return func(i int, v value.Value) bool {
		encodeBools([]model.Bool{model.Bool(v.(value.Bool))}, first+model.VarID(i), s)
		return true
	}
}
