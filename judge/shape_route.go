package judge

import (
	"slices"

	"nazo/dsl"
	"nazo/graph"
	"nazo/ref"
	"nazo/value"
)

// RouteShape is a path, cycle or links in a graph.
type RouteShape struct {
	Graph *value.Graph
	Kind  value.RouteKind
	// Least is how many vertices a cycle has at least: three, and two if there are arcs there and back that were
	// given as such.
	Least int
	// Crossing is where it may cross itself; nil: nowhere.
	Crossing *value.Set
	// Labels has what links join: for each vertex its label or none.
	Labels []value.Value

	equals
}

func newRouteShape(kind value.RouteKind, g *value.Graph) *RouteShape {
	return &RouteShape{Graph: g, Kind: kind, Least: 3, equals: equals{}}
}

func (s *RouteShape) stored(v value.Value) value.Value { return v }
func (s *RouteShape) empty() value.Value               { return nil }

// Admits counts the edges at each vertex, and what hangs together by them.
func (s *RouteShape) Admits(v value.Value) bool {
	w, ok := v.(*value.Route)
	if !ok || w.Kind != s.Kind || !w.Known || !s.equal(w.Graph, s.Graph) {
		return false
	}
	if s.Crossing != nil {
		return s.admitsCrossing(w)
	}
	g := w.Graph.Plain()
	on := make([]bool, g.Order())
	vertices := 0
	for v := range on {
		if on[v] = w.Vertices[v] == ref.True; on[v] {
			vertices++
		}
	}
	parts := graph.NewUnionFind(g.Order())
	degree, left, entered := make([]int, g.Order()), make([]bool, g.Order()), make([]bool, g.Order())
	edges, joined := 0, 0
	for i, e := range g.Edges {
		if w.Edges[i] != ref.True {
			continue
		}
		if !on[e.U] || !on[e.V] || g.Directed && (left[e.U] || entered[e.V]) {
			return false
		}
		edges++
		degree[e.U]++
		degree[e.V]++
		left[e.U], entered[e.V] = true, true
		if parts.Join(e.U, e.V) {
			joined++
		}
	}
	switch s.Kind {
	case value.Links:
		return joined == edges && s.joins(on, degree, parts)
	case value.Cycle:
		return vertices >= s.Least && edges == vertices && joined == vertices-1 && slices.Max(degree) == 2
	}
	return vertices > 0 && edges == vertices-1 && joined == edges && slices.Max(degree) <= 2
}

// joins reports whether each line leads from one of two equal labels to the other, past
// no label in between, and whether every label has its line. The lines close no ring.
func (s *RouteShape) joins(on []bool, degree []int, parts graph.UnionFind) bool {
	ends := map[int32]value.Value{} // of each line the label at the end that was met
	for v, label := range s.Labels {
		switch {
		case isNone(label):
			if on[v] && degree[v] != 2 {
				return false
			}
		case degree[v] != 1:
			return false
		default:
			line := parts.Find(int32(v))
			if first, met := ends[line]; met && !value.Equal(first, label) {
				return false
			}
			ends[line] = label
		}
	}
	return true
}

func (ev *evaluator) graph(x dsl.Expr, sc *scope) *value.Graph {
	g, ok := ev.eval(x, sc).(*value.Graph)
	if !ok {
		ev.fail(x, "wrong-argument", "expected a graph")
	}
	return g
}

// walk is a path or a cycle, which may cross itself where crossing says; nil: nowhere. A directed one has an arc in
// both directions for each edge of a graph that has no directions.
func (ev *evaluator) walk(kind value.RouteKind, in, crossing dsl.Expr, directed bool, sc *scope) Shape {
	g := ev.graph(in, sc)
	s := newRouteShape(kind, g)
	if directed {
		s.Graph = g.Arcs()
	}
	if g.Directed {
		s.Least = 2
	}
	if crossing != nil {
		s.Crossing = value.NewSet(ev.members(crossing, ev.eval(crossing, sc))...)
	}
	return s
}

// links reads which vertices lines join: those with equal labels.
func (ev *evaluator) links(x *dsl.LinksIn, sc *scope) Shape {
	s := newRouteShape(value.Links, ev.graph(x.Graph, sc))
	ends, ok := ev.eval(x.Ends, sc).(*value.Array)
	if !ok {
		ev.fail(x.Ends, "wrong-argument", "what links join must be a grid or an array")
	}
	s.Labels = make([]value.Value, s.Graph.Vertices.Len())
	for i, v := range s.Graph.Vertices.List() {
		s.Labels[i] = value.None{}
		if label, found := ends.At(v); found {
			s.Labels[i] = label
		}
	}
	return s
}
