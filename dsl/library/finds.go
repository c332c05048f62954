package library

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// A route is a path, a cycle or links.
var finds = []Function{
	{Name: "covers", Signatures: []string{"(w: open route of V, s: open set of V): bool"},
		Doc: "it visits every vertex of a set", Unknowns: Open, apply: covers},
	{Name: "visits", Signatures: []string{"(w: open route of V): set of V"},
		Doc: "the vertices that it visits", Unknowns: Open, apply: visits},
	{Name: "length", Signatures: []string{"(w: open route of _): int"},
		Doc: "how many edges it has", Unknowns: Open, apply: func(c *Call) value.Value { return value.Int(len(c.route(0).EdgesOn())) }},
	{Name: "step", Signatures: []string{"(w: open route of V): array V to int?", "(w: open route of V, start: known V): array V to int?"},
		Doc: "for each vertex its number along a path, or along a directed cycle from a start, from 1", Unknowns: Open, Asks: Steps, apply: step},
	{Name: "starts_at", Signatures: []string{"(w: open route of V, v: V): bool"},
		Doc: "its first vertex is v", Unknowns: Open, Asks: Start, apply: endAt(true)},
	{Name: "ends_at", Signatures: []string{"(w: open route of V, v: V): bool"},
		Doc: "its last vertex is v", Unknowns: Open, Asks: End, apply: endAt(false)},
	{Name: "inside", Signatures: []string{"(w: open route of cell): set of cell"},
		Doc: "the cells that a cycle goes round", Unknowns: Open, apply: inside},
	{Name: "degree", Signatures: []string{"(w: open route of V, v: V): int", "(s: open set of edge of V, v: V): int"},
		Doc: "how many of its edges meet in v", Unknowns: Open, apply: degree},
	{Name: "borders", Signatures: []string{"(r: open regions of V): set of undirected edge of V"},
		Doc: "the edges between two parts of regions", Unknowns: Open, apply: borders},
	{Name: "connected", Signatures: []string{"(s: open set of cell): bool", "(s: open set of V, g: known graph of V): bool", "(s: open set of V, e: open set of edge of V): bool"},
		Doc: "a set hangs together: by the sides of its cells, in a graph, or by edges; not by way of others", Unknowns: Open, apply: connected},
	{Name: "reaches", Signatures: []string{"(s: open set of cell, ends: open set of cell): bool", "(s: open set of V, ends: open set of V, g: known graph of V): bool",
		"(s: open set of V, ends: open set of V, e: open set of edge of V): bool"},
		Doc: "each part of a set has one of the ends: a part by the sides of its cells, in a graph, or by edges", Unknowns: Open, apply: reaches},
	{Name: "acyclic", Signatures: []string{"(e: open set of edge of _): bool", "(w: open route of _): bool"},
		Doc: "the edges close no ring", Unknowns: Open, apply: acyclic},
	{Name: "part", Signatures: []string{
		"(v: cell, s: open set of cell): set of cell", "(v: V, s: open set of V, g: known graph of V): set of V",
		"(v: V, s: open set of V, e: open set of edge of V): set of V", "(v: V, e: open set of edge of V): set of V", "(v: V, w: open route of V): set of V", "(v: V, r: open regions of V): set of V"},
		Doc: "what hangs together with v, v too: in a set by the sides of cells, in a graph or by edges; by edges alone; of a line, of regions. Nothing if v is not in the set, not on the line", Unknowns: Open, ByForm: true, apply: part,
		Cheaper: "ask for the part of clues rather than of every cell, say how large a part is by a known number in a rule of its own, or that all hangs together by connected(s) or reaches(s, ends)"},
	{Name: "inverse", Signatures: []string{"(p: open array K to T): array T to K"},
		Doc: "of a permutation: which key has a value", Unknowns: Open, apply: inverse},
}

func covers(c *Call) value.Value {
	w := c.route(0)
	for _, v := range c.members(1) {
		if !w.HasVertex(v) {
			return value.False
		}
	}
	return value.True
}

func visits(c *Call) value.Value { return ascending(c.route(0).VerticesOn()) }

// step is none for vertices that are not on the path. A cycle is numbered in the order of its list, or,
// if it is directed, from a start. If the start is not on it, no vertex has a number.
func step(c *Call) value.Value {
	w := c.route(0)
	if w.Kind.Several() {
		c.fail(0, "no-steps", "only a path has step numbers")
	}
	if len(c.Args) == 2 && (w.Kind != value.Cycle || !w.Graph.Directed) {
		c.fail(0, "no-steps", "only the steps of a directed cycle are counted from a start")
	}
	vertices := w.Graph.Vertices
	numbers := slices.Repeat([]value.Value{value.None{}}, vertices.Len())
	if lines := w.Ordered(); len(lines) > 0 {
		line := lines[0]
		if len(c.Args) == 2 {
			first := slices.IndexFunc(line, func(v value.Value) bool { return value.Equal(v, c.Args[1]) })
			if first < 0 {
				line, first = nil, 0
			}
			line = slices.Concat(line[first:], line[:first])
		}
		for i, v := range line {
			numbers[vertices.Index(v)] = value.Int(i + 1)
		}
	}
	return value.NewArray(vertices, numbers, value.BoardOf(vertices))
}

// endAt makes starts_at and ends_at.
func endAt(first bool) func(*Call) value.Value {
	return func(c *Call) value.Value {
		w := c.route(0)
		if w.Kind != value.Path {
			c.fail(0, "no-ends", "only a path has ends")
		}
		lines := w.Ordered()
		if len(lines) != 1 {
			return value.False
		}
		end := lines[0][len(lines[0])-1]
		if first {
			end = lines[0][0]
		}
		return value.Of(value.Equal(end, c.Args[1]))
	}
}

func degree(c *Call) value.Value {
	n := 0
	for _, e := range c.edges(0) {
		if value.Equal(e.A, c.Args[1]) || value.Equal(e.B, c.Args[1]) {
			n++
		}
	}
	return value.Int(n)
}

func borders(c *Call) value.Value { return value.NewSet(c.regions(0).Borders()...) }

// connected also holds for an empty set.
func connected(c *Call) value.Value { return value.Of(components(c.connection(1).Plain()) <= 1) }

// reaches also holds for an empty set. It adds a hub that is joined to the ends and checks that the graph is connected.
func reaches(c *Call) value.Value {
	g := c.connection(2)
	var spokes []int32
	for _, v := range c.members(1) {
		if i := g.Vertices.Index(v); i >= 0 {
			spokes = append(spokes, int32(i))
		}
	}
	return value.Of(components(g.Plain().WithHub(spokes)) <= 1)
}

// connection returns the graph on the vertices of the first argument. Argument i is a graph or edges.
// Without it, cells are joined by their sides.
func (c *Call) connection(i int) *value.Graph {
	vertices := c.set(0)
	if len(c.Args) <= i {
		return c.joined(c.onlyCells(0, vertices), sideSteps)
	}
	if given, ok := c.Args[i].(*value.Graph); ok {
		return given.Within(vertices)
	}
	edges := c.edges(i)
	return value.NewGraph(vertices, edges, len(edges) > 0 && edges[0].Directed)
}

// Pieces returns the connected components for the arguments of connected, each in the order of the set.
func Pieces(c *Call) (parts [][]value.Value) {
	g := c.connection(1)
	union := alg.NewUnionFind(g.Vertices.Len())
	for _, e := range g.Plain().Edges {
		union.Join(e.U, e.V)
	}
	number := map[int32]int{}
	for i, v := range g.Vertices.List() {
		root := union.Find(int32(i))
		if _, met := number[root]; !met {
			number[root] = len(parts)
			parts = append(parts, nil)
		}
		parts[number[root]] = append(parts[number[root]], v)
	}
	return parts
}

// components counts the connected components. It ignores the directions of arcs.
func components(g *alg.Graph) int {
	parts := g.Order()
	union := alg.NewUnionFind(g.Order())
	for _, e := range g.Edges {
		if union.Join(e.U, e.V) {
			parts--
		}
	}
	return parts
}

// acyclic counts: a forest has as many edges as vertices minus trees. Two opposite arcs between two
// vertices close a ring.
func acyclic(c *Call) value.Value {
	edges := c.edges(0)
	var ends []value.Value
	for _, e := range edges {
		ends = append(ends, e.A, e.B)
	}
	g := value.NewGraph(value.NewSet(ends...), edges, len(edges) > 0 && edges[0].Directed)
	return value.Of(g.Size() == g.Vertices.Len()-components(g.Plain()))
}

// inverse is none for a value that no key has.
func inverse(c *Call) value.Value {
	p, ok := c.Args[0].(*value.Array)
	if !ok {
		c.wrong(0, "a permutation", c.Args[0])
	}
	keys := p.Keys
	out := slices.Repeat([]value.Value{value.None{}}, keys.Len())
	for i, v := range p.Values {
		if k := keys.Index(v); k >= 0 {
			out[k] = keys.List()[i]
		}
	}
	return value.NewArray(keys, out, p.Board)
}

// inside returns the cells inside a cycle by the even-odd rule: it counts the passages of the cycle
// between a cell and the left edge of its row.
func inside(c *Call) value.Value {
	w := c.route(0)
	if w.Kind != value.Cycle {
		c.fail(0, "no-inside", "only a cycle has an inside")
	}
	p, ok := Passages(w.Graph)
	if !ok {
		c.fail(0, "no-inside", "the inside of a cycle is known where it goes from cell to cell by their sides, or along the sides of cells")
	}
	var out []value.Value
	for _, v := range p.Board.Cells() {
		cell, odd := v.(value.Cell), false
		for col := 1; col <= cell.Col; col++ {
			c.tick()
			for _, e := range p.Left(cell.Row, col) {
				if w.HasEdge(w.Graph.Edge(e)) {
					odd = !odd
				}
			}
		}
		if odd && !w.HasVertex(cell) {
			out = append(out, cell)
		}
	}
	return value.NewSet(out...)
}

// Passage tells which edge of a graph on a board a cycle takes through a cell. A cycle along the sides of cells passes
// the cell's middle. A cycle through cells, which may pass through the middle, passes its upper left corner.
type Passage struct {
	Board *value.Board // its cells may be inside
	graph *value.Graph
	at    *value.Board // its cells or points are vertices
	shift int          // offset from a cell to the first end of its edge
}

// Passages returns the passages of a graph. ok is false if it has edges other than those between
// neighbours in a row or column of one board.
func Passages(g *value.Graph) (p Passage, ok bool) {
	at := value.BoardOf(g.Vertices)
	if at == nil {
		return p, false
	}
	for i := range g.Size() {
		e := g.Edge(i)
		from, to := e.A.(value.Cell), e.B.(value.Cell)
		if down, right := from.Row-to.Row, from.Col-to.Col; down*down+right*right != 1 {
			return p, false
		}
	}
	if at.Points {
		return Passage{&value.Board{Rows: at.Rows - 1, Cols: at.Cols - 1}, g, at, 0}, true
	}
	return Passage{at, g, at, 1}, true
}

// Left returns the numbers of the edges between a cell and the one to its left, or the left edge of the
// board. There is at most one, or two opposite arcs.
func (p Passage) Left(row, col int) []int { return p.edges(row, col, 1, 0) }

// Above is like Left for the cell above.
func (p Passage) Above(row, col int) []int { return p.edges(row, col, 0, 1) }

func (p Passage) edges(row, col, down, right int) (out []int) {
	from := value.Cell{Board: p.at, Row: row - p.shift, Col: col - p.shift}
	to := value.Cell{Board: p.at, Row: from.Row + down, Col: from.Col + right}
	if e := p.graph.EdgeIndex(value.MakeEdge(from, to, p.graph.Directed)); e >= 0 {
		out = append(out, e)
	}
	if e := p.graph.EdgeIndex(value.MakeEdge(to, from, true)); p.graph.Directed && e >= 0 {
		out = append(out, e)
	}
	return out
}
