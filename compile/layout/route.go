package layout

import (
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// Route is a path, a cycle or links in a known graph: a boolean variable
// for each edge and each vertex.
type Route struct {
	Kind  value.RouteKind
	Graph *value.Graph
	// Both is true of a cycle if its arcs are the two directions of edges, which it doesn't go there and back.
	Both bool
	// Crossing is where a path or cycle may cross itself; nil: nowhere.
	Crossing *value.Set
	Labels   []value.Value // of links: for each vertex its label or None
	Pairs    []int32       // of links: for each vertex the number of its label or -1
	// firstEdge and firstVertex are the first variables of each kind.
	firstEdge, firstVertex model.VarID
	// Of an undirected path: how it is directed, and the variables for that.
	Direction Direction
	positions []model.VarID // for each vertex if numbered
	start     model.VarID   // if pointed
	anchor    lower.Anchor  // if anchored
}

// Unknown makes the variables; see [Layout].
func (l *Route) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	vars := func(n int) (first model.VarID, nodes []model.Bool) {
		nodes = make([]model.Bool, n)
		for i := range nodes {
			lw.Tick(at)
			id := lw.Model.AddBool(find)
			if i == 0 {
				first = id
			}
			nodes[i] = lw.Model.BoolVar(id)
		}
		return first, nodes
	}
	w := &value.Route{Kind: l.Kind, Graph: l.Graph, Labels: l.Labels, Crossing: l.Crossing}
	lw.Model.Reserve(l.Graph.Size()+l.Graph.Vertices.Len(), find)
	l.firstEdge, w.Edges = vars(l.Graph.Size())
	l.firstVertex, w.Vertices = vars(l.Graph.Vertices.Len())
	g := l.Graph.Plain()
	if l.Kind == value.Links {
		lw.Graphs[int32(len(lw.Model.Constraints))] = l.Graph
		lw.Model.Constrain(lw.Instance, model.True, model.Links{Graph: g, Edges: w.Edges, Vertices: w.Vertices, Labels: l.Pairs})
		return w
	}
	lw.Anchors[w] = &l.anchor
	if l.Kind == value.Path && l.Direction == Numbered {
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
	if l.Kind == value.Path && !l.Graph.Directed && l.Direction == Pointed {
		l.point(lw, w)
	}
	return w
}

// noReturn says that of two arcs there and back one is off.
func (l *Route) noReturn(lw *lower.Lowerer, w *value.Route) {
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

// Decode reads a value off a solution; see [Layout].
func (l *Route) Decode(s model.Solution) value.Value {
	w := &value.Route{Kind: l.Kind, Graph: l.Graph, Labels: l.Labels, Crossing: l.Crossing, Known: true}
	read := func(first model.VarID, n int) []model.Bool {
		out := make([]model.Bool, n)
		for i := range out {
			out[i] = model.Const(s[int(first)+i] != 0)
		}
		return out
	}
	w.Edges = read(l.firstEdge, l.Graph.Size())
	w.Vertices = read(l.firstVertex, l.Graph.Vertices.Len())
	if l.Kind == value.Path && !l.Graph.Directed {
		w.First = l.first(s, w)
	}
	return w
}

func (l *Route) admits(v value.Value) bool {
	w, ok := v.(*value.Route)
	return ok && len(w.Edges) == l.Graph.Size() && len(w.Vertices) == l.Graph.Vertices.Len()
}

// Encode writes a known value as variables; see [Layout]. Which end of an undirected path is the first it leaves open.
func (l *Route) Encode(v value.Value, s model.Solution) bool {
	if p, ok := v.(*value.Partly); ok {
		return encodeParts(p, l.Graph.EdgeList(), encodeBool(l.firstEdge, s))
	}
	if !l.admits(v) {
		return false
	}
	encodeBools(v.(*value.Route).Edges, l.firstEdge, s)
	encodeBools(v.(*value.Route).Vertices, l.firstVertex, s)
	return true
}

// encodeBools writes known truth values as variables that follow one another.
func encodeBools(known []model.Bool, first model.VarID, s model.Solution) {
	for i, b := range known {
		s[int(first)+i] = 0
		if b == model.True {
			s[int(first)+i] = 1
		}
	}
}

// Meanings says what the variables stand for; see [Layout].
func (l *Route) Meanings(of string, key value.Value) []Meaning {
	vertices := memberships(of, key, l.firstVertex, l.Graph.Vertices.List())
	for i := range vertices {
		vertices[i].OnLine = true
	}
	return append(memberships(of, key, l.firstEdge, l.Graph.EdgeList()), vertices...)
}
