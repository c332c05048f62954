package value

import (
	"cmp"
	"slices"
	"strings"

	"nazo/internal/alg"
)

// RouteKind distinguishes routes.
type RouteKind uint8

// The kinds of routes.
const (
	Path RouteKind = iota
	Cycle
	Links
)

// Several reports whether a route of the kind may consist of several lines.
func (k RouteKind) Several() bool { return k == Links }

// Route is a path, a cycle or links. It has for each edge and vertex of a graph the condition that it
// belongs to the route.
type Route struct {
	Kind     RouteKind
	Graph    *Graph
	Edges    []BoolRef // for each edge of Graph
	Vertices []BoolRef // for each of Graph.Vertices.List()
	Known    bool      // all conditions are constants
	// Positions contains for each vertex its number along an unknown path, or 0 off it. It is nil
	// unless a rule asks for steps.
	Positions []IntRef
	// Start contains for each vertex the condition that an unknown undirected path begins there. It is
	// nil unless a rule asks for it.
	Start []BoolRef
	// First is the first vertex of a known undirected path. If nil, it is the lesser end.
	First Value
	// EitherWay is true for a known directed route whose direction is unknown.
	EitherWay bool
	// Crossing contains the vertices that the route may pass twice, straight on both times. If nil, it
	// may not cross itself.
	Crossing *Set
	// Labels contains, for links, the clue at each vertex, or nil.
	Labels []Value
}

// Directions returns both directions of a known undirected path, or of a directed route with EitherWay.
// ok is false for other values.
func (w *Route) Directions() (there, back *Route, ok bool) {
	if w.Known && w.EitherWay {
		back, ok = w.reversed()
		return w, back, ok
	}
	if !w.Known || w.Kind != Path || w.Graph.Directed {
		return nil, nil, false
	}
	lines := w.Ordered()
	if len(lines) != 1 {
		return nil, nil, false
	}
	from, to := *w, *w
	from.First, to.First = lines[0][0], lines[0][len(lines[0])-1]
	return &from, &to, true
}

// reversed returns a known directed route with its arcs reversed. It fails if the graph lacks a reversed arc.
func (w *Route) reversed() (*Route, bool) {
	g := w.Graph.plain
	on := map[alg.Edge]bool{}
	arcs := 0
	for i, e := range g.Edges {
		if w.Edges[i] == TrueRef {
			on[alg.Edge{U: e.V, V: e.U}] = true
			arcs++
		}
	}
	back := *w
	back.Edges = make([]BoolRef, len(g.Edges))
	for i, e := range g.Edges {
		back.Edges[i] = ConstRef(on[e])
		if on[e] {
			arcs--
		}
	}
	return &back, arcs == 0
}

// EdgesOn returns the edges of a known route, in the order of the graph.
func (w *Route) EdgesOn() (out []Value) {
	for i, on := range w.Edges {
		if on == TrueRef {
			out = append(out, w.Graph.Edge(i))
		}
	}
	return out
}

// VerticesOn returns the vertices of a known route, in the order of the graph.
func (w *Route) VerticesOn() (out []Value) {
	for i, on := range w.Vertices {
		if on == TrueRef {
			out = append(out, w.Graph.Vertices.list[i])
		}
	}
	return out
}

// Ordered lists the vertices along the lines of a known route. A directed route follows its arcs. An
// undirected path begins at First. A cycle goes from its least vertex towards the lesser neighbour. One
// that may cross itself begins at the least vertex that it passes once, and lists a crossing each time.
// Links are ordered by their least ends. An invalid route is followed as far as possible.
func (w *Route) Ordered() [][]Value {
	if w.Crossing != nil {
		line := w.trail()
		if len(line) == 0 {
			return nil
		}
		if w.First != nil && !w.Graph.Directed && Equal(line[len(line)-1], w.First) {
			slices.Reverse(line)
		}
		return [][]Value{line}
	}
	n := w.Graph.Vertices.Len()
	next := make([][]int32, n)
	entered := make([]bool, n)
	for i, on := range w.Edges {
		if on != TrueRef {
			continue
		}
		e := w.Graph.plain.Edges[i]
		next[e.U] = append(next[e.U], e.V)
		entered[e.V] = true
		if !w.Graph.Directed {
			next[e.V] = append(next[e.V], e.U)
		}
	}
	vertices := w.Graph.Vertices.list
	less := func(a, b int32) bool { return Compare(vertices[a], vertices[b]) < 0 }
	seen := make([]bool, n)
	follow := func(v int32) (line []Value) {
		for v >= 0 {
			seen[v] = true
			line = append(line, vertices[v])
			to := int32(-1)
			for _, t := range next[v] {
				if !seen[t] && (to < 0 || less(t, to)) {
					to = t
				}
			}
			v = to
		}
		return line
	}
	var out [][]Value
	order := make([]int32, n)
	for i, v := range w.Graph.Vertices.Sorted() {
		order[i] = int32(w.Graph.Vertices.Index(v))
	}
	for _, endsFirst := range []bool{true, false} {
		for _, v := range order {
			isEnd := len(next[v]) <= 1
			if w.Graph.Directed {
				isEnd = !entered[v]
			}
			if w.Vertices[v] == TrueRef && !seen[v] && (isEnd || !endsFirst) {
				out = append(out, follow(v))
			}
		}
	}
	if w.First != nil && !w.Graph.Directed && len(out) == 1 && Equal(out[0][len(out[0])-1], w.First) {
		slices.Reverse(out[0])
	}
	return out
}

// HasVertex reports whether a vertex belongs to a known route.
func (w *Route) HasVertex(v Value) bool {
	i := w.Graph.Vertices.Index(v)
	return i >= 0 && w.Vertices[i] == TrueRef
}

// HasEdge reports whether an edge, with its direction, belongs to a known route.
func (w *Route) HasEdge(e Edge) bool {
	i := w.Graph.EdgeIndex(e)
	return i >= 0 && w.Edges[i] == TrueRef
}

func (w *Route) rank() rank       { return routeRank }
func (w *Route) known() bool      { return w.Known }
func (w *Route) members() []Value { return w.EdgesOn() }

func (w *Route) text() string {
	if !w.Known {
		return "?"
	}
	lines := w.Ordered()
	return strings.Join(alg.Map(lines, func(l []Value) string { return "[" + join(l) + "]" }), ", ")
}

func (w *Route) compare(v Value) int {
	x := v.(*Route)
	return cmp.Or(compareSlices(w.VerticesOn(), x.VerticesOn()), compareSlices(w.EdgesOn(), x.EdgesOn()))
}

func (w *Route) key() Key { return spelt(w) }

func (w *Route) spell(out []byte) []byte {
	return spellAll(spellAll(out, w.VerticesOn()...), w.EdgesOn()...)
}

// mapped fails if the image would leave the graph.
func (w *Route) mapped(m Mapping) (Value, bool) {
	moved := *w
	if w.First != nil {
		moved.First, _ = m.Apply(w.First)
	}
	moved.Edges = slices.Repeat([]BoolRef{FalseRef}, len(w.Edges))
	moved.Vertices = slices.Repeat([]BoolRef{FalseRef}, len(w.Vertices))
	for _, v := range w.VerticesOn() {
		to, ok := m.Apply(v)
		if !ok || !w.Graph.Vertices.Contains(to) {
			return nil, false
		}
		moved.Vertices[w.Graph.Vertices.Index(to)] = TrueRef
	}
	for _, e := range w.EdgesOn() {
		to, ok := m.Apply(e)
		if !ok {
			return nil, false
		}
		edge := to.(Edge)
		if edge.Directed && m.TurnsArcs() {
			edge.A, edge.B = edge.B, edge.A
		}
		i := w.Graph.EdgeIndex(edge)
		if i < 0 {
			return nil, false
		}
		moved.Edges[i] = TrueRef
	}
	return &moved, true
}

// Straight reports whether the steps from a to v and from v to b have one direction. It needs cells or
// points of a board.
func Straight(a, v, b Value) bool {
	from, ok := a.(Cell)
	over, isCell := v.(Cell)
	to, known := b.(Cell)
	return ok && isCell && known && from.Row+to.Row == 2*over.Row && from.Col+to.Col == 2*over.Col
}

// trail lists the vertices along a known route that may cross itself. At a crossing, a vertex with four
// edges, it goes straight on. It begins like Ordered, at the least vertex of a cycle or an end of a
// path. It omits edges that it does not reach.
func (w *Route) trail() []Value {
	g, vertices := w.Graph.plain, w.Graph.Vertices.list
	at := make([][]int32, len(vertices)) // for each vertex its edges that are on
	entered := make([]int, len(vertices))
	for i, on := range w.Edges {
		if on == TrueRef {
			e := g.Edges[i]
			at[e.U], at[e.V] = append(at[e.U], int32(i)), append(at[e.V], int32(i))
			entered[e.V]++
		}
	}
	start := int32(-1)
	better := func(v int32) bool {
		isEnd := func(v int32) bool {
			if w.Graph.Directed {
				return w.Kind == Path && entered[v] < len(at[v])-entered[v]
			}
			return len(at[v]) == 1
		}
		switch {
		case start < 0:
			return true
		case isEnd(v) != isEnd(start):
			return isEnd(v)
		}
		return Compare(vertices[v], vertices[start]) < 0
	}
	for v := range at {
		if len(at[v]) > 0 && better(int32(v)) {
			start = int32(v)
		}
	}
	if start < 0 {
		return w.VerticesOn()
	}
	if w.Kind == Cycle { // not at a crossing, where two ways begin
		for v := range at {
			if len(at[v]) == 2 && (len(at[start]) != 2 || Compare(vertices[v], vertices[start]) < 0) {
				start = int32(v)
			}
		}
	}
	line := []Value{vertices[start]}
	used := map[int32]bool{}
	for v, before := start, int32(-1); ; {
		next, by := int32(-1), int32(-1)
		for _, e := range at[v] {
			to := g.Edges[e].U ^ g.Edges[e].V ^ v
			switch {
			case used[e] || w.Graph.Directed && g.Edges[e].U != v:
			case before >= 0 && len(at[v]) == 4 && !Straight(vertices[before], vertices[v], vertices[to]):
			case next < 0 || Compare(vertices[to], vertices[next]) < 0:
				next, by = to, e
			}
		}
		if next < 0 {
			break
		}
		used[by] = true
		before, v = v, next
		line = append(line, vertices[v])
	}
	if w.Kind == Cycle && len(line) > 1 && Equal(line[0], line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return line
}
