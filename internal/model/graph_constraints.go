package model

import (
	"fmt"
	"slices"

	"nazo/internal/alg"
)

// onGraph has the vertices and edges of a graph that are on.
type onGraph struct {
	vertices   int       // number of vertices that are on
	edges      int       // number of edges that are on
	out, in    []int32   // degrees; in an undirected graph both count every edge
	next       [][]int32 // for each vertex the targets of its edges that are on
	components int       // among the vertices that are on
	sets       alg.UnionFind
}

// gather collects degrees and components. ok is false if an edge that is on has an end that is off.
func (e *Evaluation) gather(g *alg.Graph, edges, vertices []Bool) (o onGraph, ok bool) {
	n := g.Order()
	o = onGraph{out: make([]int32, n), in: make([]int32, n), next: make([][]int32, n), sets: alg.NewUnionFind(n)}
	for _, on := range vertices {
		if e.Bool(on) {
			o.vertices++
		}
	}
	o.components = o.vertices
	for i, edge := range g.Edges {
		if !e.Bool(edges[i]) {
			continue
		}
		if !e.Bool(vertices[edge.U]) || !e.Bool(vertices[edge.V]) {
			return o, false
		}
		o.edges++
		o.out[edge.U]++
		o.in[edge.V]++
		o.next[edge.U] = append(o.next[edge.U], edge.V)
		if !g.Directed {
			o.out[edge.V]++
			o.in[edge.U]++
			o.next[edge.V] = append(o.next[edge.V], edge.U)
		}
		if o.sets.Join(edge.U, edge.V) {
			o.components--
		}
	}
	return o, true
}

// checkGraph returns an error unless there is one boolean for each vertex and each edge of a graph.
func checkGraph(kind string, g *alg.Graph, vertices, edges []Bool) error {
	if err := checkVertices(kind, g, vertices); err != nil {
		return err
	}
	return checkEdges(kind, g, edges)
}

func checkVertices(kind string, g *alg.Graph, vertices []Bool) error {
	if len(vertices) != g.Order() {
		return fmt.Errorf("%s has %d vertices for a graph of %d", kind, len(vertices), g.Order())
	}
	return nil
}

func checkEdges(kind string, g *alg.Graph, edges []Bool) error {
	if len(edges) != len(g.Edges) {
		return fmt.Errorf("%s has %d edges for a graph of %d", kind, len(edges), len(g.Edges))
	}
	return nil
}

// Connected says that the vertices that are on form at most one component. If Edges is not nil, only edges that are
// on count. An edge with an end that is off never counts.
type Connected struct {
	Graph           *alg.Graph
	Vertices, Edges []Bool
}

// Holds implements [Body].
func (b Connected) Holds(e *Evaluation) bool {
	components := alg.Count(b.Vertices, e.Bool)
	_, joins := e.components(b.Graph, b.Vertices, b.Edges)
	return components-joins <= 1
}

// components joins the ends of edges that are on between vertices that are on. It also counts how often that joined two
// components. A nil list means that all are on.
func (e *Evaluation) components(g *alg.Graph, vertices, edges []Bool) (sets alg.UnionFind, joins int) {
	sets = alg.NewUnionFind(g.Order())
	on := func(v int32) bool { return vertices == nil || e.Bool(vertices[v]) }
	for i, edge := range g.Edges {
		if on(edge.U) && on(edge.V) && (edges == nil || e.Bool(edges[i])) && sets.Join(edge.U, edge.V) {
			joins++
		}
	}
	return sets, joins
}

// Key implements [Body].
func (b Connected) Key() string {
	return newKey("connected").graph(b.Graph).bools(b.Vertices...).bools(b.Edges...).String()
}

// Rewrite implements [Body].
func (b Connected) Rewrite(r *Rewriter) Body {
	return Connected{Graph: b.Graph, Vertices: r.each(b.Vertices), Edges: r.each(b.Edges)}
}

// Validate implements [Body].
func (b Connected) Validate() error {
	if b.Edges == nil {
		return checkVertices("connected", b.Graph, b.Vertices)
	}
	return checkGraph("connected", b.Graph, b.Vertices, b.Edges)
}

// Chosen implements [Structure].
func (b Connected) Chosen() (*alg.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Connected) Form() (Form, []Bool) { return ConnectedForm, b.Vertices }

// Acyclic says that the edges that are on contain no cycle. Directions are ignored.
type Acyclic struct {
	Graph *alg.Graph
	Edges []Bool
}

// Holds implements [Body].
func (b Acyclic) Holds(e *Evaluation) bool {
	_, joins := e.components(b.Graph, nil, b.Edges)
	return joins == alg.Count(b.Edges, e.Bool)
}

// Key implements [Body].
func (b Acyclic) Key() string { return newKey("acyclic").graph(b.Graph).bools(b.Edges...).String() }

// Rewrite implements [Body].
func (b Acyclic) Rewrite(r *Rewriter) Body { return Acyclic{Graph: b.Graph, Edges: r.each(b.Edges)} }

// Validate implements [Body].
func (b Acyclic) Validate() error { return checkEdges("acyclic", b.Graph, b.Edges) }

// Chosen implements [Structure].
func (b Acyclic) Chosen() (*alg.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Acyclic) Form() (Form, []Bool) { return ForestForm, nil }

// Regions says that the edges that are on are exactly those within the blocks of a partition into connected blocks.
// So if edges that are on connect two vertices, no edge between these is off. The graph is undirected. (Edges that
// are off form a multicut; Chopra and Rao, The partition problem, 1993.)
type Regions struct {
	Graph *alg.Graph
	Same  []Bool // for each edge: its ends are in one part
}

// Holds implements [Body].
func (b Regions) Holds(e *Evaluation) bool {
	parts, _ := e.components(b.Graph, nil, b.Same)
	for i, edge := range b.Graph.Edges {
		if !e.Bool(b.Same[i]) && parts.Find(edge.U) == parts.Find(edge.V) {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Regions) Key() string { return newKey("regions").graph(b.Graph).bools(b.Same...).String() }

// Rewrite implements [Body].
func (b Regions) Rewrite(r *Rewriter) Body { return Regions{Graph: b.Graph, Same: r.each(b.Same)} }

// Validate implements [Body].
func (b Regions) Validate() error {
	if b.Graph.Directed {
		return fmt.Errorf("regions of a directed graph")
	}
	return checkEdges("regions", b.Graph, b.Same)
}

// Chosen implements [Structure].
func (b Regions) Chosen() (*alg.Graph, []Bool) { return b.Graph, b.Same }

// Form implements [Structure].
func (b Regions) Form() (Form, []Bool) { return OtherForm, nil }

// Reachable says that In is exactly the set of vertices that are on and reachable from a source that is on, through
// vertices that are on. If Edges is not nil, only edges that are on count. Directions are ignored.
type Reachable struct {
	Graph           *alg.Graph
	Vertices, Edges []Bool
	Sources         []int32 // vertices, in ascending order
	In              []Bool  // for each vertex
}

// Holds implements [Body].
func (b Reachable) Holds(e *Evaluation) bool {
	sets, _ := e.components(b.Graph, b.Vertices, b.Edges)
	held := map[int32]bool{}
	for _, s := range b.Sources {
		held[sets.Find(s)] = held[sets.Find(s)] || e.Bool(b.Vertices[s])
	}
	for v, in := range b.In {
		if e.Bool(in) != (e.Bool(b.Vertices[v]) && held[sets.Find(int32(v))]) {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Reachable) Key() string {
	return newKey("part").graph(b.Graph).bools(b.Vertices...).bools(b.Edges...).labels(b.Sources).bools(b.In...).String()
}

// Rewrite implements [Body].
func (b Reachable) Rewrite(r *Rewriter) Body {
	return Reachable{Graph: b.Graph, Vertices: r.each(b.Vertices), Edges: r.each(b.Edges), Sources: b.Sources, In: r.each(b.In)}
}

// Validate implements [Body].
func (b Reachable) Validate() error {
	if err := checkVertices("part", b.Graph, b.Vertices); err != nil {
		return err
	}
	if len(b.In) != len(b.Vertices) {
		return fmt.Errorf("part has %d conditions for %d vertices", len(b.In), len(b.Vertices))
	}
	for i, s := range b.Sources {
		if s < 0 || int(s) >= len(b.Vertices) || i > 0 && s <= b.Sources[i-1] {
			return fmt.Errorf("part has the sources %v of %d vertices", b.Sources, len(b.Vertices))
		}
	}
	if b.Edges == nil {
		return nil
	}
	return checkEdges("part", b.Graph, b.Edges)
}

// Hub returns the graph with one more vertex, the last, joined to each source. These edges come last. A closed set
// of vertices is In exactly if it is connected together with the hub.
func (b Reachable) Hub() *alg.Graph { return b.Graph.WithHub(b.Sources) }

// ComponentSizes says that Sizes[v] is the number of counted vertices in the component of v, or 0 if v is off. Components
// consist of vertices that are on, joined by edges that are on. A nil list means that all are on, or counted. Directions
// are ignored.
type ComponentSizes struct {
	Graph           *alg.Graph
	Vertices, Edges []Bool
	Sizes           []Int
	Counted         []bool // for each vertex
}

// Counts reports whether a vertex is counted.
func (b ComponentSizes) Counts(v int32) bool { return b.Counted == nil || b.Counted[v] }

// Holds implements [Body].
func (b ComponentSizes) Holds(e *Evaluation) bool {
	n := b.Graph.Order()
	on := func(v int32) bool { return b.Vertices == nil || e.Bool(b.Vertices[v]) }
	parts, _ := e.components(b.Graph, b.Vertices, b.Edges)
	sizes := make([]int64, n)
	for v := range int32(n) {
		if on(v) && b.Counts(v) {
			sizes[parts.Find(v)]++
		}
	}
	for v := range int32(n) {
		if e.Int(b.Sizes[v]) != sizes[parts.Find(v)] {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b ComponentSizes) Key() string {
	k := newKey("part sizes").graph(b.Graph).bools(b.Vertices...).bools(b.Edges...).ints(b.Sizes...).flag(b.Counted == nil)
	for _, counted := range b.Counted {
		k = k.flag(counted)
	}
	return k.String()
}

// Rewrite implements [Body].
func (b ComponentSizes) Rewrite(r *Rewriter) Body {
	return ComponentSizes{Graph: b.Graph, Vertices: r.each(b.Vertices), Edges: r.each(b.Edges), Sizes: r.all(b.Sizes), Counted: b.Counted}
}

// Validate implements [Body].
func (b ComponentSizes) Validate() error {
	if len(b.Sizes) != b.Graph.Order() {
		return fmt.Errorf("part sizes has %d sizes for a graph of %d", len(b.Sizes), b.Graph.Order())
	}
	if b.Counted != nil && len(b.Counted) != b.Graph.Order() {
		return fmt.Errorf("part sizes counts among %d vertices in a graph of %d", len(b.Counted), b.Graph.Order())
	}
	if b.Vertices != nil {
		if err := checkVertices("part sizes", b.Graph, b.Vertices); err != nil {
			return err
		}
	}
	if b.Edges != nil {
		return checkEdges("part sizes", b.Graph, b.Edges)
	}
	return nil
}

// Route says that the edges that are on form exactly one simple path, or one simple cycle if Closed. The vertices
// that are on are those on it. A path has at least one vertex and may have no edge. A cycle has at least three
// vertices (two in a directed graph, where it follows the arcs). Positions is nil, or numbers the vertices along
// the path from 1, and 0 elsewhere. An undirected path may be numbered from either end. Positions is nil if Closed.
type Route struct {
	Graph           *alg.Graph
	Edges, Vertices []Bool
	Closed          bool
	Positions       []Int
}

// Holds implements [Body].
func (b Route) Holds(e *Evaluation) bool {
	o, ok := e.gather(b.Graph, b.Edges, b.Vertices)
	if !ok || o.components != 1 {
		return false
	}
	most := int32(2)
	least := 3
	if b.Graph.Directed {
		most, least = 1, 2
	}
	for v := range o.out {
		if o.out[v] > most || o.in[v] > most {
			return false
		}
	}
	if b.Closed {
		return o.vertices >= least && o.edges == o.vertices
	}
	return o.edges == o.vertices-1 && (b.Positions == nil || e.numbered(b, o))
}

// numbered checks the positions along a path.
func (e *Evaluation) numbered(b Route, o onGraph) bool {
	at := make([]int32, o.vertices+1)
	for i := range at {
		at[i] = -1
	}
	for v, x := range b.Positions {
		p := e.Int(x)
		if !e.Bool(b.Vertices[v]) {
			if p != 0 {
				return false
			}
			continue
		}
		if p < 1 || p > int64(o.vertices) || at[p] >= 0 {
			return false
		}
		at[p] = int32(v)
	}
	for p := 1; p < o.vertices; p++ {
		if !slices.Contains(o.next[at[p]], at[p+1]) {
			return false
		}
	}
	return true
}

// Key implements [Body].
func (b Route) Key() string {
	return newKey("route").graph(b.Graph).bools(b.Edges...).bools(b.Vertices...).flag(b.Closed).ints(b.Positions...).String()
}

// Rewrite implements [Body].
func (b Route) Rewrite(r *Rewriter) Body {
	b.Edges, b.Vertices, b.Positions = r.each(b.Edges), r.each(b.Vertices), r.all(b.Positions)
	return b
}

// Validate implements [Body].
func (b Route) Validate() error {
	if b.Positions != nil && (b.Closed || len(b.Positions) != b.Graph.Order()) {
		return fmt.Errorf("route with %d positions", len(b.Positions))
	}
	return checkGraph("route", b.Graph, b.Vertices, b.Edges)
}

// Chosen implements [Structure].
func (b Route) Chosen() (*alg.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Route) Form() (Form, []Bool) {
	if b.Closed {
		return CycleForm, b.Vertices
	}
	return PathForm, b.Vertices
}

// Links says that the edges that are on form disjoint simple paths, one for each label. Each joins the two vertices
// that carry its label and passes no other labelled vertex. The vertices that are on are those on a path. Labels
// has each vertex's label, or -1. Every label from 0 on occurs exactly twice. The graph is undirected.
type Links struct {
	Graph           *alg.Graph
	Edges, Vertices []Bool
	Labels          []int32
}

// Holds implements [Body].
func (b Links) Holds(e *Evaluation) bool {
	o, ok := e.gather(b.Graph, b.Edges, b.Vertices)
	if !ok {
		return false
	}
	ends := map[int32][]int32{} // label → its two vertices
	for v, label := range b.Labels {
		want := int32(1)
		if label < 0 {
			want = 2
			if !e.Bool(b.Vertices[v]) {
				want = 0
			}
		} else {
			ends[label] = append(ends[label], int32(v))
		}
		if o.out[v] != want || (label >= 0 && !e.Bool(b.Vertices[v])) {
			return false
		}
	}
	for _, pair := range ends {
		if o.sets.Find(pair[0]) != o.sets.Find(pair[1]) {
			return false
		}
	}
	// Every component is a path or a cycle. With one path for each label, any further component would be a cycle.
	return o.components == len(ends)
}

// Key implements [Body].
func (b Links) Key() string {
	return newKey("links").graph(b.Graph).bools(b.Edges...).bools(b.Vertices...).labels(b.Labels).String()
}

// Rewrite implements [Body].
func (b Links) Rewrite(r *Rewriter) Body {
	b.Edges, b.Vertices = r.each(b.Edges), r.each(b.Vertices)
	return b
}

// Validate implements [Body].
func (b Links) Validate() error {
	if len(b.Labels) != b.Graph.Order() || b.Graph.Directed {
		return fmt.Errorf("links with %d labels on a graph of %d vertices", len(b.Labels), b.Graph.Order())
	}
	var ends []int
	for _, l := range b.Labels {
		for int(l) >= len(ends) {
			ends = append(ends, 0)
		}
		if l >= 0 {
			ends[l]++
		}
	}
	for l, n := range ends {
		if n != 2 {
			return fmt.Errorf("links label %d stands at %d vertices", l, n)
		}
	}
	return checkGraph("links", b.Graph, b.Vertices, b.Edges)
}

// Chosen implements [Structure].
func (b Links) Chosen() (*alg.Graph, []Bool) { return b.Graph, b.Edges }

// Form implements [Structure].
func (b Links) Form() (Form, []Bool) { return LinksForm, b.Vertices }
