package compile

import (
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// offset is a step of a number of rows and columns.
type offset struct{ rows, cols int }

var (
	orthogonalSteps = []offset{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}
	kingSteps       = []offset{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}
)

// offsetGraph joins cells that are one of the steps apart. Each vertex lists
// its neighbours in the order of the steps.
func (ev *evaluator) offsetGraph(at dsl.Node, vertices *value.Set, steps []offset) *value.Graph {
	neighbours := make([][]int32, vertices.Len())
	var mutual []offset
	for _, s := range steps {
		for _, o := range []offset{s, {-s.rows, -s.cols}} {
			if o != (offset{}) && !slices.Contains(mutual, o) && (o == s || !slices.Contains(steps, o)) {
				mutual = append(mutual, o)
			}
		}
	}
	for i, v := range vertices.List() {
		ev.tick(at)
		c, ok := v.(value.Cell)
		if !ok {
			ev.fail(at, "wrong-argument", "expected cells, found %s", value.Kind(v))
		}
		for _, s := range mutual {
			if to := vertices.CellIndex(c.Board, c.Row+s.rows, c.Col+s.cols); to >= 0 {
				neighbours[i] = append(neighbours[i], int32(to))
			}
		}
	}
	return value.NewGraphOf(vertices, neighbours)
}

// steps makes a function that joins cells by the given steps.
func steps(offsets []offset) func(*evaluator, *dsl.Call, []value.Value) value.Value {
	return func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
		return ev.offsetGraph(x, ev.boardCells(x, args, 0), offsets)
	}
}

// leaper joins cells by an (a, c) leap in all eight directions, or by a list of
// offsets (rows, columns).
func leaper(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	cells := ev.boardCells(x, args, 0)
	if len(args) == 3 {
		a, c := ev.intArg(x, args, 1), ev.intArg(x, args, 2)
		return ev.offsetGraph(x, cells, leaps(a, c))
	}
	var offsets []offset
	for _, v := range ev.asKnownList(x.Args[1], args[1]) {
		parts := value.Elements(v)
		if len(parts) != 2 {
			ev.wrong(x, 1, "a list of pairs of numbers", v)
		}
		offsets = append(offsets, offset{ev.intArg(x, []value.Value{nil, parts[0]}, 1), ev.intArg(x, []value.Value{nil, parts[1]}, 1)})
	}
	return ev.offsetGraph(x, cells, offsets)
}

// leaps are the eight leaps of an (a, c) leaper in the customary order of the
// knight's moves: (2,1) (1,2) (-1,2) (-2,1) (-2,-1) (-1,-2) (1,-2) (2,-1).
func leaps(a, c int) []offset {
	return []offset{{c, a}, {a, c}, {-a, c}, {-c, a}, {-c, -a}, {-a, -c}, {a, -c}, {c, -a}}
}

// lattice is the graph of the corners of cells, joined by the sides of cells.
func lattice(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	var points []value.Value
	var edges []value.Edge
	for _, v := range ev.boardCells(x, args, 0).Sorted() {
		for _, e := range sidesOf(v.(value.Cell)) {
			edges = append(edges, e)
			points = append(points, e.A, e.B)
		}
	}
	value.SortCells(points)
	return value.NewGraph(value.NewSet(points...), edges, false)
}

// sidesOf are the four sides of a cell as edges between grid points: north,
// east, south, west. Point (r, c) is the upper left corner of cell (r, c).
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

func edgeValues(edges []value.Edge) []value.Value {
	out := make([]value.Value, len(edges))
	for i, e := range edges {
		out[i] = e
	}
	return out
}

func sides(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	return value.NewSet(edgeValues(sidesOf(ev.cellArg(x, args, 0)))...)
}

func complete(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	vertices := ev.asKnownSet(x.Args[0], args[0])
	ev.tooMany(x, vertices.Len()*vertices.Len()/2)
	var edges []value.Edge
	for i, a := range vertices.List() {
		for _, b := range vertices.List()[i+1:] {
			edges = append(edges, value.MakeEdge(a, b, false))
		}
	}
	return value.NewGraph(vertices, edges, false)
}

// sightlines joins each clue to the next clue to the east and to the south.
func sightlines(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	vertices := ev.asKnownSet(x, clues(ev, x, args))
	var edges []value.Edge
	for _, v := range vertices.Sorted() {
		for _, d := range []value.Direction{value.East, value.South} {
			for _, c := range v.(value.Cell).Ray(d) {
				if vertices.Contains(c) {
					edges = append(edges, value.MakeEdge(v, c, false))
					break
				}
			}
		}
	}
	return value.NewGraph(vertices, edges, false)
}

// withinOf is the part of a graph between some of its vertices.
func withinOf(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	keep := ev.asKnownSet(x.Args[1], args[1])
	g := ev.graphArg(x, args, 0)
	return g.Within(g.Vertices.Filter(keep.Contains))
}

// explicitGraph makes graph and digraph.
func explicitGraph(directed bool) func(*evaluator, *dsl.Call, []value.Value) value.Value {
	return func(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
		vertices := ev.asKnownSet(x.Args[0], args[0])
		var edges []value.Edge
		for _, v := range ev.asKnownList(x.Args[1], args[1]) {
			ends := value.Elements(v)
			if e, ok := v.(value.Edge); ok {
				ends = []value.Value{e.A, e.B}
			}
			if len(ends) != 2 {
				ev.wrong(x, 1, "a collection of pairs", v)
			}
			for _, end := range ends {
				if !vertices.Contains(end) {
					ev.fail(x.Args[1], "not-a-vertex", "%s is not among the vertices", value.String(end))
				}
			}
			edges = append(edges, value.MakeEdge(ends[0], ends[1], directed))
		}
		return value.NewGraph(vertices, edges, directed)
	}
}

func vertices(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	return ev.graphArg(x, args, 0).Vertices
}

func edgesOf(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	return value.NewSet(ev.graphArg(x, args, 0).EdgeList()...)
}

func edgeBetween(_ *evaluator, _ *dsl.Call, args []value.Value) value.Value {
	return value.MakeEdge(args[0], args[1], false)
}

// edge is a value that must be an edge.
func (ev *evaluator) edge(at dsl.Node, v value.Value) value.Edge {
	e, ok := v.(value.Edge)
	if !ok {
		ev.fail(at, "wrong-argument", "expected edges, found %s", value.Kind(v))
	}
	return e
}

// vertexSet is an argument that is a vertex or a collection of vertices.
func (ev *evaluator) vertexSet(x *dsl.Call, args []value.Value, i int, g *value.Graph) *value.Set {
	if g.Vertices.Contains(args[i]) || !isCollection(args[i]) {
		return value.NewSet(args[i])
	}
	return ev.asKnownSet(x.Args[i], args[i])
}

// neighbors are the vertices next to a vertex, or next to and outside of a set
// of them; along the arcs of a directed graph.
func neighbors(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	g := ev.graphArg(x, args, 0)
	set := ev.vertexSet(x, args, 1, g)
	var out []value.Value
	for _, v := range set.List() {
		i := g.Vertices.Index(v)
		if i < 0 {
			continue
		}
		for _, h := range g.Plain().Out[i] {
			if to := g.Vertices.List()[h.To]; !set.Contains(to) {
				out = append(out, to)
			}
		}
	}
	return value.NewSet(out...)
}

// edgesAt are the edges with an end in the set, or only those that lead out of
// it.
func edgesAt(g *value.Graph, set *value.Set, leaving bool) value.Value {
	var out []value.Value
	for _, v := range set.List() {
		i := g.Vertices.Index(v)
		if i < 0 {
			continue
		}
		halves := g.Plain().Out[i]
		if g.Directed {
			halves = append(halves[:len(halves):len(halves)], g.Plain().In[i]...)
		}
		for _, h := range halves {
			if !leaving || !set.Contains(g.Vertices.List()[h.To]) {
				out = append(out, g.Edge(int(h.Edge)))
			}
		}
	}
	return value.NewSet(out...)
}

// incident are the edges at a vertex, or at some vertex of a set.
func incident(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	g := ev.graphArg(x, args, 0)
	return edgesAt(g, ev.vertexSet(x, args, 1, g), false)
}

// border are the edges between a set of vertices and the rest.
func border(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	g := ev.graphArg(x, args, 0)
	return edgesAt(g, ev.vertexSet(x, args, 1, g), true)
}

// along are the edges between consecutive members of a list.
func along(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	list := ev.asKnownList(x.Args[0], args[0])
	var out []value.Value
	for i := 1; i < len(list); i++ {
		out = append(out, value.MakeEdge(list[i-1], list[i], false))
	}
	return value.NewSet(out...)
}

// crossings are the pairs of edges of a graph on cells, drawn as straight
// lines between their centres, whose interiors meet.
func crossings(ev *evaluator, x *dsl.Call, args []value.Value) value.Value {
	g := ev.graphArg(x, args, 0)
	segments := make([]segment, g.Size())
	byRow := map[int][]int{} // edges that touch a row, so that far ones are not compared
	for i := range segments {
		e := g.Edge(i)
		a, okA := e.A.(value.Cell)
		b, okB := e.B.(value.Cell)
		if !okA || !okB {
			ev.wrong(x, 0, "a graph on cells", e.A)
		}
		segments[i] = segment{a.Row, a.Col, b.Row, b.Col}
		for r := min(a.Row, b.Row); r <= max(a.Row, b.Row); r++ {
			byRow[r] = append(byRow[r], i)
		}
	}
	var out value.List
	seen := make([]int, len(segments)) // the edge plus one against which it was compared last
	for i, s := range segments {
		ev.tick(x)
		for r := min(s.row1, s.row2); r <= max(s.row1, s.row2); r++ {
			for _, j := range byRow[r] {
				if j > i && seen[j] != i+1 {
					seen[j] = i + 1
					if s.crosses(segments[j]) {
						out = append(out, value.NewSet(g.Edge(i), g.Edge(j)))
						ev.tooMany(x, len(out))
					}
				}
			}
		}
	}
	return out
}

// segment is a straight line between two places.
type segment struct{ row1, col1, row2, col2 int }

// side is positive, zero or negative as a place lies to one side of the line
// through s, on it, or on the other.
func (s segment) side(row, col int) int {
	return (s.row2-s.row1)*(col-s.col1) - (s.col2-s.col1)*(row-s.row1)
}

// crosses says whether the interiors of two segments have a point in common.
func (s segment) crosses(t segment) bool {
	a, b := s.side(t.row1, t.col1), s.side(t.row2, t.col2)
	c, d := t.side(s.row1, s.col1), t.side(s.row2, s.col2)
	if a == 0 && b == 0 { // on one line: do they overlap in more than a point?
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

// inverse is the array that says for each value of a permutation where it
// stands.
func (ev *evaluator) inverse(at dsl.Node, args []value.Value) value.Value {
	p, ok := args[0].(*value.Array)
	if !ok {
		ev.fail(at, "wrong-argument", "expected a permutation, found %s", value.Kind(args[0]))
	}
	keys := p.Keys
	if value.Known(p) {
		out := make([]value.Value, keys.Len())
		for i := range out {
			out[i] = value.None{}
		}
		for i, v := range p.Values {
			if k := keys.Index(v); k >= 0 {
				out[k] = keys.List()[i]
			}
		}
		return value.NewArray(keys, out, p.Board)
	}
	if done, ok := ev.inverses[p]; ok {
		return done
	}
	ev.refuseHelper()
	// Places are numbered as the keys are listed.
	n := int64(keys.Len())
	body := model.Inverse{}
	out := make([]value.Value, keys.Len())
	for i, v := range p.Values {
		place := ev.lift(at, []value.Value{v}, func(vs []value.Value) value.Value { return value.Int(keys.Index(vs[0])) })
		x, _ := ev.number(at, place)
		y := ev.m.IntVar(ev.m.AddInt(model.Range(0, n-1), -1, true))
		body.Xs, body.Ys = append(body.Xs, x), append(body.Ys, y)
		alts := make([]value.Alternative, n)
		for k := range alts {
			alts[k] = value.Alternative{Guard: ev.m.In(y, model.Range(int64(k), int64(k))), Value: keys.List()[k]}
		}
		out[i] = ev.indexed(at, y, alts)
	}
	ev.m.Constrain(ev.instance, model.True, body)
	result := value.NewArray(keys, out, p.Board)
	ev.inverses[p] = result
	return result
}
