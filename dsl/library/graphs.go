package library

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

var graphs = []Function{
	{Name: "orthogonal", Signatures: []string{"(b: known board): graph of cell"},
		Doc: "cells that share a side", Board: 1, Lasting: true, apply: steps(sideSteps)},
	{Name: "king", Signatures: []string{"(b: known board): graph of cell"},
		Doc: "cells that share a side or a corner", Board: 1, Lasting: true, apply: steps(kingSteps)},
	{Name: "leaper", Signatures: []string{"(b: known board, across: known int, along: known int): graph of cell", "(b: known board, steps: known coll of (int, int)): graph of cell"},
		Doc: "cells that are a leap apart: (1, 2) is the knight's; or one of several", Board: 1, Lasting: true, apply: leaper},
	{Name: "lattice", Signatures: []string{"(b: known board): graph of cell"},
		Doc: "the corners of the cells and the sides between them", Board: 1, Lasting: true, apply: lattice},
	{Name: "complete", Signatures: []string{"(s: known coll of V): graph of V"},
		Doc: "an edge between any two", apply: complete},
	{Name: "sightlines", Signatures: []string{"(g: known grid of T): graph of cell"},
		Doc: "clues that see each other along a row or column", apply: sightlines},
	{Name: "within", Signatures: []string{"(g: known graph of V, s: known coll of V): graph of V"},
		Doc: "what a graph has within a set of vertices", apply: within},
	{Name: "graph", Signatures: []string{"(vertices: known coll of V, edges: known coll of (V, V)): graph of V", "(vertices: known coll of V, edges: known coll of coll of V): graph of V"},
		Doc: "a graph of one's own", apply: explicit(false)},
	{Name: "digraph", Signatures: []string{"(vertices: known coll of V, arcs: known coll of (V, V)): digraph of V"},
		Doc: "a graph whose edges have a direction", apply: explicit(true)},
	{Name: "vertices", Signatures: []string{"(g: known graph of V): set of V"},
		Doc: "its vertices", apply: func(c *Call) value.Value { return c.graph(0).Vertices }},
	{Name: "edges", Signatures: []string{"(g: known graph of V): set of edge of V"},
		Doc: "its edges", apply: func(c *Call) value.Value { return value.NewSet(c.graph(0).EdgeList()...) }},
	{Name: "edge", Signatures: []string{"(a: V, b: V): edge of V"},
		Doc: "the edge between two vertices; in a digraph the arc from a to b", Unknowns: Lifted, apply: func(c *Call) value.Value { return value.MakeEdge(c.Args[0], c.Args[1], c.Arcs) }},
	{Name: "neighbors", Signatures: []string{"(g: known graph of V, v: V): set of V", "(g: known graph of V, s: coll of V): set of V"},
		Doc: "the vertices next to one, or next to a set and outside of it", Unknowns: Lifted, Absent: EmptySet, apply: around(false, true)},
	{Name: "incident", Signatures: []string{"(g: known graph of V, v: V): set of edge of V"},
		Doc: "the edges at a vertex", Unknowns: Lifted, Absent: EmptySet, apply: around(true, false)},
	{Name: "border", Signatures: []string{"(g: known graph of V, s: coll of V): set of edge of V"},
		Doc: "the edges that leave a set", Unknowns: Lifted,
		Undecided: "; the edges that leave s are { {a, b} in edges(g) where (a in s) != (b in s) }", Absent: EmptySet, apply: around(true, true)},
	{Name: "sides", Signatures: []string{"(c: cell): set of undirected edge of cell"},
		Doc: "the four edges of the lattice around a cell", Unknowns: Lifted, Absent: EmptySet, apply: sides},
	{Name: "along", Signatures: []string{"(s: coll of V): set of edge of V"},
		Doc: "the edges between consecutive elements", Unknowns: Lifted, Absent: EmptySet, apply: along},
	{Name: "crossings", Signatures: []string{"(g: known graph of V): list of set of edge of V"},
		Doc: "the pairs of edges that cross", apply: crossings},
}

type offset struct{ rows, cols int }

var (
	sideSteps = []offset{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}
	kingSteps = []offset{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}
)

// leaps returns the eight leaps of an (a, b) leaper in the customary order of the knight's moves: (2,1)
// (1,2) (-1,2) (-2,1) (-2,-1) (-1,-2) (1,-2) (2,-1).
func leaps(a, b int) []offset {
	return []offset{{b, a}, {a, b}, {-a, b}, {-b, a}, {-b, -a}, {-a, -b}, {a, -b}, {b, -a}}
}

// Sidewise joins cells, or points, that are one step apart along a row or column. ok is false if there
// are other vertices.
func Sidewise(vertices *value.Set) (g *value.Graph, ok bool) {
	for _, v := range vertices.List() {
		if _, cell := v.(value.Cell); !cell {
			return nil, false
		}
	}
	return (&Call{}).joined(vertices, sideSteps), true
}

// joined joins cells that are one of the steps, or its opposite, apart. Each vertex lists its
// neighbours in the order of the steps.
func (c *Call) joined(cells *value.Set, steps []offset) *value.Graph {
	neighbours := make([][]int32, cells.Len())
	var mutual []offset
	for _, s := range steps {
		for _, o := range []offset{s, {-s.rows, -s.cols}} {
			if o != (offset{}) && !slices.Contains(mutual, o) && (o == s || !slices.Contains(steps, o)) {
				mutual = append(mutual, o)
			}
		}
	}
	all := make([]int32, 0, cells.Len()*len(mutual))
	for i, v := range cells.List() {
		c.tick()
		place, from := v.(value.Cell), len(all)
		for _, s := range mutual {
			if to := cells.CellIndex(place.Board, place.Row+s.rows, place.Col+s.cols); to >= 0 {
				all = append(all, int32(to))
			}
		}
		neighbours[i] = all[from:len(all):len(all)]
	}
	return value.NewGraphOf(cells, neighbours)
}

// steps makes a function that joins cells by the given steps.
func steps(offsets []offset) func(*Call) value.Value {
	return func(c *Call) value.Value { return c.joined(c.board(0), offsets) }
}

// leaper joins cells by an (a, b) leap in all eight directions, or by any of several offsets.
func leaper(c *Call) value.Value {
	cells := c.board(0)
	if len(c.Args) == 3 {
		return c.joined(cells, leaps(c.int(1), c.int(2)))
	}
	var offsets []offset
	for _, v := range c.list(1) {
		parts := value.Elements(v)
		if len(parts) != 2 {
			c.wrong(1, "a list of pairs of numbers", v)
		}
		offsets = append(offsets, offset{c.asInt(1, parts[0]), c.asInt(1, parts[1])})
	}
	return c.joined(cells, offsets)
}

func lattice(c *Call) value.Value {
	var points []value.Value
	var edges []value.Edge
	for _, v := range c.board(0).Sorted() {
		for _, e := range sidesOf(v.(value.Cell)) {
			edges = append(edges, e)
			points = append(points, e.A, e.B)
		}
	}
	value.SortCells(points)
	return value.NewGraph(value.NewSet(points...), edges, false)
}

// sidesOf returns the four sides of a cell as edges between grid points: north, east, south, west.
// Point (r, c) is the upper left corner of cell (r, c).
func sidesOf(c value.Cell) []value.Edge {
	points := &value.Board{Rows: c.Board.Rows + 1, Cols: c.Board.Cols + 1, Points: true}
	corner := func(down, right int) value.Value {
		return value.Cell{Board: points, Row: c.Row + down, Col: c.Col + right}
	}
	return []value.Edge{
		value.MakeEdge(corner(0, 0), corner(0, 1), false),
		value.MakeEdge(corner(0, 1), corner(1, 1), false),
		value.MakeEdge(corner(1, 0), corner(1, 1), false),
		value.MakeEdge(corner(0, 0), corner(1, 0), false),
	}
}

func sides(c *Call) value.Value {
	return value.NewSet(alg.Map(sidesOf(c.cell(0)), func(e value.Edge) value.Value { return e })...)
}

func complete(c *Call) value.Value {
	vertices := c.set(0)
	c.tooMany(vertices.Len() * vertices.Len() / 2)
	var edges []value.Edge
	for i, a := range vertices.List() {
		for _, b := range vertices.List()[i+1:] {
			edges = append(edges, value.MakeEdge(a, b, false))
		}
	}
	return value.NewGraph(vertices, edges, false)
}

// sightlines joins each clue to the next clue to the east and to the south.
func sightlines(c *Call) value.Value {
	vertices := c.clues()
	var edges []value.Edge
	for _, v := range vertices.Sorted() {
		place, ok := v.(value.Cell)
		if !ok {
			c.wrong(0, "a grid", v)
		}
		for _, d := range []value.Direction{value.East, value.South} {
			for _, seen := range place.Ray(d) {
				if vertices.Contains(seen) {
					edges = append(edges, value.MakeEdge(v, seen, false))
					break
				}
			}
		}
	}
	return value.NewGraph(vertices, edges, false)
}

func within(c *Call) value.Value {
	g, keep := c.graph(0), c.set(1)
	return g.Within(g.Vertices.Filter(keep.Contains))
}

// explicit makes graph and digraph.
func explicit(directed bool) func(*Call) value.Value {
	return func(c *Call) value.Value {
		vertices := c.set(0)
		var edges []value.Edge
		for _, v := range c.list(1) {
			ends := value.Elements(v)
			if e, ok := v.(value.Edge); ok {
				ends = []value.Value{e.A, e.B}
			}
			if len(ends) != 2 {
				c.wrong(1, "a collection of pairs", v)
			}
			for _, end := range ends {
				if !vertices.Contains(end) {
					c.fail(1, CodeNotAVertex, "%s is not among the vertices", value.String(end))
				}
			}
			if value.Equal(ends[0], ends[1]) {
				c.fail(1, "loop", "no edge joins a vertex to itself, as %s would: leave such pairs out, in a comprehension by `where a != b`", value.String(v))
			}
			edges = append(edges, value.MakeEdge(ends[0], ends[1], directed))
		}
		return value.NewGraph(vertices, edges, directed)
	}
}

// vertexSet returns argument i, a vertex of g or a collection of vertices, as a set.
func (c *Call) vertexSet(i int, g *value.Graph) *value.Set {
	v := c.Args[i]
	_, tuple := v.(value.Tuple)
	if _, collection := value.Members(v); tuple || !collection || g.Vertices.Contains(v) {
		return value.NewSet(v)
	}
	return c.set(i)
}

// around makes functions of the neighbourhood of a vertex or a set. They give edges, in both directions
// of arcs, or the vertices at their ends, along arcs only. With leaving they omit edges within the set.
func around(edges, leaving bool) func(*Call) value.Value {
	return func(c *Call) value.Value {
		g := c.graph(0)
		set := c.vertexSet(1, g)
		var out []value.Value
		for _, v := range set.List() {
			i := g.Vertices.Index(v)
			if i < 0 {
				continue
			}
			halves := g.Plain().Out[i]
			if edges && g.Directed {
				halves = slices.Concat(halves, g.Plain().In[i])
			}
			for _, h := range halves {
				to := g.Vertices.List()[h.To]
				switch {
				case leaving && set.Contains(to):
				case edges:
					out = append(out, g.Edge(int(h.Edge)))
				default:
					out = append(out, to)
				}
			}
		}
		return value.NewSet(out...)
	}
}

func along(c *Call) value.Value {
	list := c.list(0)
	var out []value.Value
	for i := 1; i < len(list); i++ {
		out = append(out, value.MakeEdge(list[i-1], list[i], c.Arcs))
	}
	return value.NewSet(out...)
}

// crossings lists the pairs of edges of a graph on cells whose interiors meet, drawn as straight lines
// between the centres.
func crossings(c *Call) value.Value {
	g := c.graph(0)
	segments := make([]segment, g.Size())
	byRow := map[int][]int{} // edges that touch a row; only these are compared
	for i := range segments {
		e := g.Edge(i)
		a, okA := e.A.(value.Cell)
		b, okB := e.B.(value.Cell)
		if !okA || !okB {
			c.wrong(0, "a graph on cells", e.A)
		}
		segments[i] = segment{a.Row, a.Col, b.Row, b.Col}
		for r := min(a.Row, b.Row); r <= max(a.Row, b.Row); r++ {
			byRow[r] = append(byRow[r], i)
		}
	}
	var out value.List
	seen := make([]int, len(segments)) // 1 + the last edge that it was compared with
	for i, s := range segments {
		c.tick()
		for r := min(s.row1, s.row2); r <= max(s.row1, s.row2); r++ {
			for _, j := range byRow[r] {
				if j > i && seen[j] != i+1 {
					seen[j] = i + 1
					if s.crosses(segments[j]) {
						out = append(out, value.NewSet(g.Edge(i), g.Edge(j)))
						c.tooMany(len(out))
					}
				}
			}
		}
	}
	return out
}

type segment struct{ row1, col1, row2, col2 int }

// side is positive, zero or negative for a place on one side of the line through s, on it, or on the other.
func (s segment) side(row, col int) int {
	return (s.row2-s.row1)*(col-s.col1) - (s.col2-s.col1)*(row-s.row1)
}

// crosses reports whether the interiors of two segments have a common point.
func (s segment) crosses(t segment) bool {
	a, b := s.side(t.row1, t.col1), s.side(t.row2, t.col2)
	c, d := t.side(s.row1, s.col1), t.side(s.row2, s.col2)
	if a == 0 && b == 0 { // collinear: do they overlap in more than a point?
		overlap := func(a1, a2, b1, b2 int) bool {
			return max(min(a1, a2), min(b1, b2)) < min(max(a1, a2), max(b1, b2))
		}
		if s.row1 == s.row2 {
			return overlap(s.col1, s.col2, t.col1, t.col2)
		}
		return overlap(s.row1, s.row2, t.row1, t.row2)
	}
	return (a < 0) != (b < 0) && a != 0 && b != 0 && (c < 0) != (d < 0) && c != 0 && d != 0
}

// part returns what can be reached from a vertex within a set, by edges alone, or along a line. It
// ignores the directions of edges.
func part(c *Call) value.Value {
	v := c.Args[0]
	if value.IsNone(v) {
		return value.NewSet()
	}
	if r, ok := c.Args[1].(*value.Regions); ok {
		if !r.Graph.Vertices.Contains(v) {
			c.among(v, r.Graph.Vertices.List())
			return value.NewSet()
		}
		return ascending(r.PartOf(v))
	}
	if w, ok := c.Args[1].(*value.Route); ok {
		if !w.HasVertex(v) {
			c.among(v, w.Graph.Vertices.List())
			return value.NewSet()
		}
		return c.reached(v, byEdges(c.edges(1), false))
	}
	if len(c.Args) == 2 && c.Form > 0 {
		edges := c.edges(1)
		c.among(v, alg.Map(edges, func(e value.Edge) value.Value { return e.A }))
		return c.reached(v, byEdges(edges, false))
	}
	set := c.set(1)
	if len(c.Args) == 2 {
		set = c.onlyCells(1, set)
	}
	if !set.Contains(v) {
		c.among(v, set.List())
		return value.NewSet()
	}
	return c.reached(v, c.nextIn(set, 2, false))
}

// nextIn returns the neighbours of a vertex in a set. Argument i is a graph or edges. Without it, cells
// are joined by their sides. With arcs, directions matter.
func (c *Call) nextIn(set *value.Set, i int, arcs bool) func(value.Value) []value.Value {
	next := bySides
	if len(c.Args) > i {
		if g, ok := c.Args[i].(*value.Graph); ok {
			next = inGraph(g, arcs)
		} else {
			next = byEdges(c.edges(i), arcs)
		}
	}
	return func(v value.Value) []value.Value {
		return slices.DeleteFunc(slices.Clone(next(v)), func(w value.Value) bool { return !set.Contains(w) })
	}
}

// among ends the call if v is surely the wrong kind of place.
func (c *Call) among(v value.Value, vertices []value.Value) {
	if found, others, misplaced := Misplaced(v, vertices); misplaced {
		c.fail(0, CodeNotAVertex, "%s is %s, but these are %s", value.String(v), found, others)
	}
}

// Misplaced reports whether v is a cell and all vertices are points, or the reverse.
func Misplaced(v value.Value, vertices []value.Value) (found, others string, misplaced bool) {
	at, ok := v.(value.Cell)
	for _, w := range vertices {
		to, isCell := w.(value.Cell)
		if !ok || !isCell || to.Board.Points == at.Board.Points {
			return "", "", false
		}
	}
	switch {
	case len(vertices) == 0 || !ok:
		return "", "", false
	case at.Board.Points:
		return "a point", "cells", true
	}
	return "a cell", "points", true
}

func (c *Call) reached(v value.Value, next func(value.Value) []value.Value) value.Value {
	met := map[value.Key]bool{value.KeyOf(v): true}
	list := []value.Value{v}
	for i := 0; i < len(list); i++ {
		c.tick()
		for _, w := range next(list[i]) {
			if k := value.KeyOf(w); !met[k] {
				met[k] = true
				list = append(list, w)
			}
		}
	}
	return ascending(list)
}

// bySides returns the places one step along a row or column from a cell or point.
func bySides(v value.Value) []value.Value {
	at := v.(value.Cell)
	var out []value.Value
	for _, s := range sideSteps {
		if at.Board.Has(at.Row+s.rows, at.Col+s.cols) {
			out = append(out, value.Cell{Board: at.Board, Row: at.Row + s.rows, Col: at.Col + s.cols})
		}
	}
	return out
}

// byEdges returns the other ends of the edges at a vertex. With arcs, directions matter.
func byEdges(edges []value.Edge, arcs bool) func(value.Value) []value.Value {
	at := map[value.Key][]value.Value{}
	for _, e := range edges {
		a, b := value.KeyOf(e.A), value.KeyOf(e.B)
		if at[a] = append(at[a], e.B); !arcs || !e.Directed {
			at[b] = append(at[b], e.A)
		}
	}
	return func(v value.Value) []value.Value { return at[value.KeyOf(v)] }
}

// inGraph returns the neighbours of a vertex in a graph. With arcs, directions matter.
func inGraph(g *value.Graph, arcs bool) func(value.Value) []value.Value {
	return func(v value.Value) (out []value.Value) {
		i := g.Vertices.Index(v)
		if i < 0 {
			return nil
		}
		halves := g.Plain().Out[i]
		if g.Directed && !arcs {
			halves = slices.Concat(halves, g.Plain().In[i])
		}
		out = append(out, alg.Map(halves, func(h alg.Half) value.Value { return g.Vertices.List()[h.To] })...)
		return out
	}
}

// distance returns the number of steps from a to b: on a board, along the edges of a graph in their
// direction, within a set, or by edges alone.
func distance(c *Call) value.Value {
	a, b := c.Args[0], c.Args[1]
	if value.IsNone(a) || value.IsNone(b) {
		return value.None{}
	}
	if len(c.Args) == 2 {
		a, b := c.cell(0), c.cell(1)
		return value.Int(max(a.Row-b.Row, b.Row-a.Row) + max(a.Col-b.Col, b.Col-a.Col))
	}
	if g, ok := c.Args[2].(*value.Graph); ok {
		c.among(a, g.Vertices.List())
		from, to := g.Vertices.Index(a), g.Vertices.Index(b)
		if from < 0 || to < 0 || g.StepsFrom(from)[to] < 0 {
			return value.None{}
		}
		return value.Int(g.StepsFrom(from)[to])
	}
	if len(c.Args) == 3 && c.Form > 1 {
		return c.walk(a, b, byEdges(c.edges(2), true))
	}
	set := c.set(2)
	if len(c.Args) == 3 {
		set = c.onlyCells(2, set)
	}
	c.among(a, set.List())
	if !set.Contains(a) || !set.Contains(b) {
		return value.None{}
	}
	return c.walk(a, b, c.nextIn(set, 3, true))
}

// walk counts the steps from a to b by breadth-first search.
func (c *Call) walk(a, b value.Value, next func(value.Value) []value.Value) value.Value {
	steps := map[value.Key]int{value.KeyOf(a): 0}
	for todo := []value.Value{a}; len(todo) > 0; todo = todo[1:] {
		c.tick()
		at := steps[value.KeyOf(todo[0])]
		if value.Equal(todo[0], b) {
			return value.Int(at)
		}
		for _, w := range next(todo[0]) {
			if _, met := steps[value.KeyOf(w)]; !met {
				steps[value.KeyOf(w)] = at + 1
				todo = append(todo, w)
			}
		}
	}
	return value.None{}
}
