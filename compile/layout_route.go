package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// routeLayout is a path, a cycle or links in a known graph: a boolean variable
// for each edge and each vertex.
type routeLayout struct {
	kind   value.RouteKind
	graph  *value.Graph
	labels []value.Value // of links: for each vertex its label or None
	pairs  []int32       // of links: for each vertex the number of its label or -1
	// firstEdge and firstVertex are the first variables of each kind.
	firstEdge, firstVertex model.VarID
	// Of an undirected path: how it is directed, and the variables for that.
	direction direction
	positions []model.VarID // for each vertex if numbered
	start     model.VarID   // if pointed
	anchor    anchor        // if anchored
}

func (l *routeLayout) unknown(ev *lowerer, at dsl.Node, find int32) value.Value {
	vars := func(n int) (first model.VarID, nodes []model.Bool) {
		nodes = make([]model.Bool, n)
		for i := range nodes {
			ev.tick(at)
			id := ev.m.AddBool(find)
			if i == 0 {
				first = id
			}
			nodes[i] = ev.m.BoolVar(id)
		}
		return first, nodes
	}
	w := &value.Route{Kind: l.kind, Graph: l.graph, Labels: l.labels}
	ev.m.Reserve(l.graph.Size()+l.graph.Vertices.Len(), find)
	l.firstEdge, w.Edges = vars(l.graph.Size())
	l.firstVertex, w.Vertices = vars(l.graph.Vertices.Len())
	g := l.graph.Plain()
	if l.kind == value.Links {
		ev.m.Constrain(ev.instance, model.True, model.Links{Graph: g, Edges: w.Edges, Vertices: w.Vertices, Labels: l.pairs})
		return w
	}
	ev.anchors[w] = &l.anchor
	if l.kind == value.Path && l.direction == numbered {
		w.Positions = make([]model.Int, 0, len(w.Vertices))
		for range w.Vertices {
			x := ev.m.AddInt(model.Range(0, int64(len(w.Vertices))), -1, false)
			l.positions = append(l.positions, x)
			w.Positions = append(w.Positions, ev.m.IntVar(x))
		}
	}
	ev.m.Constrain(ev.instance, model.True,
		model.Route{Graph: g, Edges: w.Edges, Vertices: w.Vertices, Closed: l.kind == value.Cycle, Positions: w.Positions})
	if l.kind == value.Path && !l.graph.Directed && l.direction == pointed {
		l.point(ev, w)
	}
	return w
}

func (l *routeLayout) decode(s model.Solution) value.Value {
	w := &value.Route{Kind: l.kind, Graph: l.graph, Labels: l.labels, Known: true}
	read := func(first model.VarID, n int) []model.Bool {
		out := make([]model.Bool, n)
		for i := range out {
			out[i] = model.Const(s[int(first)+i] != 0)
		}
		return out
	}
	w.Edges = read(l.firstEdge, l.graph.Size())
	w.Vertices = read(l.firstVertex, l.graph.Vertices.Len())
	if l.kind == value.Path && !l.graph.Directed {
		w.First = l.first(s, w)
	}
	return w
}

func (l *routeLayout) names(of string) []string {
	return append(membersOf(of, l.graph.EdgeList()), membersOf(of, l.graph.Vertices.List())...)
}
