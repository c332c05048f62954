package judge

import (
	"fmt"
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// RouteShape is a path, cycle or links in a graph.
type RouteShape struct {
	Graph *value.Graph
	Kind  value.RouteKind
	// Least is the least number of vertices of a cycle: three, or two if the given graph has arcs.
	Least int
	// Crossing is where it may cross itself, or nil.
	Crossing *value.Set
	// Labels has for links the label of each vertex, or none.
	Labels []value.Value

	equals
}

func newRouteShape(kind value.RouteKind, g *value.Graph) *RouteShape {
	return &RouteShape{Graph: g, Kind: kind, Least: 3, equals: equals{}}
}

// Admits checks the degrees of vertices and the components.
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
		if on[v] = w.Vertices[v] == value.TrueRef; on[v] {
			vertices++
		}
	}
	parts := alg.NewUnionFind(g.Order())
	degree, left, entered := make([]int, g.Order()), make([]bool, g.Order()), make([]bool, g.Order())
	edges, joined := 0, 0
	for i, e := range g.Edges {
		if w.Edges[i] != value.TrueRef {
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

// joins reports whether each line leads from one of two equal labels to the other, with no label in between, and
// whether every label has its line. The lines contain no cycle.
func (s *RouteShape) joins(on []bool, degree []int, parts alg.UnionFind) bool {
	ends := map[int32]value.Value{} // for each line the label at its first end
	for v, label := range s.Labels {
		switch {
		case value.IsNone(label):
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

// walk evaluates a path or a cycle, which may cross itself at crossing, if not nil. A directed one in an undirected
// graph has arcs both ways for each edge.
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

// Why explains why the shape does not admit a known route, and returns the vertices in the reason. It is "" if the
// shape admits the route, or if no reason is known.
func (s *RouteShape) Why(w *value.Route) (text string, about []value.Value) {
	if s.Admits(w) {
		return "", nil
	}
	if len(w.EdgesOn()) == 0 && s.Kind != value.Links {
		return "there is no line", nil
	}
	degree := make([]int, s.Graph.Vertices.Len())
	for i, on := range w.Edges {
		if on == value.TrueRef {
			e := s.Graph.Plain().Edges[i]
			degree[e.U]++
			degree[e.V]++
		}
	}
	labelled := func(i int) bool { return s.Labels != nil && !value.IsNone(s.Labels[i]) }
	ends := 0
	for i, v := range s.Graph.Vertices.List() {
		at, about := value.Named(v), []value.Value{v}
		switch n := degree[i]; {
		case n == 0 && labelled(i):
			return fmt.Sprintf("no line begins at %s", at), about
		case n > 1 && labelled(i):
			return fmt.Sprintf("%d lines meet at %s, where one ends", n, at), about
		case n > 2 && (s.Crossing == nil || !s.Crossing.Contains(v)):
			return fmt.Sprintf("%d lines meet at %s", n, at), about
		case n > 2 && n != 4:
			return fmt.Sprintf("%d lines meet at %s, where four may", n, at), about
		case n == 1 && !labelled(i) && s.Kind != value.Path:
			return fmt.Sprintf("the line ends at %s", at), about
		case n == 1:
			ends++
		}
	}
	switch lines := w.Ordered(); {
	case s.Kind == value.Links || s.Crossing != nil || s.Graph.Directed:
		return s.whyLabels(w)
	case len(lines) > 1:
		least := slices.MinFunc(lines, func(a, b []value.Value) int { return len(a) - len(b) })
		return fmt.Sprintf("there are %d lines that don't hang together", len(lines)), least
	case s.Kind == value.Path && ends == 0:
		return "the line is closed", nil
	}
	return "", nil
}

// whyNot is Why for any value.
func (s *RouteShape) whyNot(v value.Value) (text string, about []value.Value) {
	w, ok := v.(*value.Route)
	if !ok || w.Kind != s.Kind || !w.Known || !s.equal(w.Graph, s.Graph) {
		return "", nil
	}
	return s.Why(w)
}

// whyLabels explains a line of links that leads from one label to another.
func (s *RouteShape) whyLabels(w *value.Route) (text string, about []value.Value) {
	if s.Kind != value.Links {
		return "", nil
	}
	for _, line := range w.Ordered() {
		from, to := line[0], line[len(line)-1]
		if a, b := s.label(from), s.label(to); !value.Equal(a, b) {
			return fmt.Sprintf("a line leads from %s at %s to %s at %s", value.Named(a), value.Named(from), value.Named(b), value.Named(to)), []value.Value{from, to}
		}
	}
	return "", nil
}

func (s *RouteShape) label(v value.Value) value.Value { return s.Labels[s.Graph.Vertices.Index(v)] }

// admitsCrossing is Admits for a line that may cross itself. Each vertex has two of its edges, or four in two straight
// ways where it may cross, or one at the end of a path. Followed straight over crossings, the edges must be one line.
func (s *RouteShape) admitsCrossing(w *value.Route) bool {
	g := w.Graph.Plain()
	vertices := w.Graph.Vertices.List()
	at := make([][]int32, g.Order()) // for each vertex its edges that are on
	edges := 0
	for i, e := range g.Edges {
		if w.Edges[i] != value.TrueRef {
			continue
		}
		edges++
		at[e.U], at[e.V] = append(at[e.U], int32(i)), append(at[e.V], int32(i))
	}
	lines := alg.NewUnionFind(len(g.Edges))
	pieces, ends, starts := edges, 0, 0
	// pass joins two edges at v. It reports whether that follows their directions.
	pass := func(v, a, b int32) bool {
		if lines.Join(a, b) {
			pieces--
		}
		return !g.Directed || (g.Edges[a].V == v) != (g.Edges[b].V == v)
	}
	for i, on := range at {
		v := int32(i)
		if (len(on) > 0) != (w.Vertices[i] == value.TrueRef) {
			return false
		}
		switch len(on) {
		case 0:
		case 1:
			ends++
			if g.Edges[on[0]].U == v {
				starts++
			}
		case 2:
			if other(g, on[0], v) == other(g, on[1], v) || !pass(v, on[0], on[1]) { // back along itself, or against an arc
				return false
			}
		case 4:
			if !s.Crossing.Contains(vertices[i]) {
				return false
			}
			ways := 0
			for k, a := range on {
				for _, b := range on[:k] {
					if value.Straight(vertices[other(g, a, v)], vertices[i], vertices[other(g, b, v)]) {
						ways++
						if !pass(v, a, b) {
							return false
						}
					}
				}
			}
			if ways != 2 {
				return false
			}
		default:
			return false
		}
	}
	if edges == 0 || pieces != 1 {
		return false
	}
	if s.Kind == value.Cycle {
		return ends == 0
	}
	return ends == 2 && (!g.Directed || starts == 1)
}

// other returns the end of an edge that isn't v.
func other(g *alg.Graph, edge, v int32) int32 { return g.Edges[edge].U ^ g.Edges[edge].V ^ v }

// RegionsShape is a partition of the vertices of a graph into connected parts.
type RegionsShape struct {
	Graph *value.Graph
	equals
}

// Admits checks that exactly the edges between different parts are off.
func (s *RegionsShape) Admits(v value.Value) bool {
	r, ok := v.(*value.Regions)
	if !ok || !r.Known || !s.equal(r.Graph, s.Graph) {
		return false
	}
	numbers := r.Numbers()
	for i, e := range r.Graph.Plain().Edges {
		if (r.Same[i] == value.TrueRef) != (numbers[e.U] == numbers[e.V]) {
			return false
		}
	}
	return true
}

func (ev *evaluator) regions(x *dsl.RegionsIn, sc *scope) Shape {
	return &RegionsShape{Graph: ev.graph(x.Graph, sc), equals: equals{}}
}

// equals remembers which graphs equal the shape's graph. Comparing large graphs takes long, and answers often share
// graphs.
type equals map[*value.Graph]bool

func (equals) stored(v value.Value) value.Value { return v }
func (equals) empty() value.Value               { return nil }

// equal reports whether a graph has the same vertices and edges as the shape's graph, in the same order. So do
// graphs made twice from one spec.
func (m equals) equal(g, own *value.Graph) bool {
	if g == own {
		return true
	}
	same, known := m[g]
	if !known {
		same = value.Equal(g, own)
		m[g] = same
	}
	return same
}
