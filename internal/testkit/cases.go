package testkit

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Case is a model with a known number of solutions.
type Case struct {
	Name  string
	Model func() *model.Model
	// Count is the number of solutions, or of optimal ones if there are objectives.
	Count int
	// Optimum has the best value of each objective, or nil without objectives.
	Optimum []int64
	// Large marks cases that take an engine more than about 0.1 s.
	Large bool
}

// Cases lists models of every kind that an engine should get right.
func Cases() []Case {
	return []Case{
		{Name: "queens 6", Model: func() *model.Model { return OneInEachLine(6) }, Count: 4},
		{Name: "queens 8", Model: func() *model.Model { return OneInEachLine(8) }, Count: 92},
		{Name: "queens 10", Model: func() *model.Model { return OneInEachLine(10) }, Count: 724, Large: true},
		{Name: "queens 3", Model: func() *model.Model { return OneInEachLine(3) }, Count: 0},
		{Name: "latin square 4", Model: func() *model.Model { return Latin(4) }, Count: 576},
		{Name: "magic square 3", Model: func() *model.Model { return EqualSums(3) }, Count: 8},
		{Name: "open tours 3x4", Model: func() *model.Model { return Tour(Knight(3, 4), false) }, Count: 8},
		{Name: "open tours 5x5", Model: func() *model.Model { return Tour(Knight(5, 5), false) }, Count: 864},
		{Name: "open tours 4x4", Model: func() *model.Model { return Tour(Knight(4, 4), false) }, Count: 0},
		{Name: "closed tours 4x4", Model: func() *model.Model { return Tour(Knight(4, 4), true) }, Count: 0},
		{Name: "closed tours 5x5", Model: func() *model.Model { return Tour(Knight(5, 5), true) }, Count: 0},
		{Name: "closed tours 3x10", Model: func() *model.Model { return Tour(Knight(3, 10), true) }, Count: 16},
		{Name: "closed tours 6x6", Model: func() *model.Model { return Tour(Knight(6, 6), true) }, Count: 9862, Large: true},
		{Name: "directed closed tours 3x10", Model: func() *model.Model { return Tour(Directed(Knight(3, 10)), true) }, Count: 32},
		{Name: "directed open tours 3x4", Model: func() *model.Model { return Tour(Directed(Knight(3, 4)), false) }, Count: 16},
		{Name: "hamiltonian cycles of 6x6", Model: func() *model.Model { return Tour(Grid(6, 6), true) }, Count: 1072},
		{Name: "cycles of the 4x4 lattice", Model: func() *model.Model { return Cycles(Grid(4, 4)) }, Count: 213},
		{Name: "links 5x5", Model: Links5, Count: 1},
		{Name: "connected sets of 3x3", Model: func() *model.Model { return ConnectedSets(Grid(3, 3)) }, Count: 219},
		{Name: "parts of a directed path", Model: func() *model.Model { return ReachableFromFirst(DirectedPath(4), false) }, Count: 16},
		{Name: "parts of a directed path by edges", Model: func() *model.Model { return ReachableFromFirst(DirectedPath(3), true) }, Count: 32},
		{Name: "part of which more is known than one source", Model: KnownPart, Count: 80},
		{Name: "spanning trees of 3x3", Model: func() *model.Model { return SpanningTrees(Grid(3, 3)) }, Count: 192},
		{Name: "numbered paths of king 2x3", Model: func() *model.Model { return Numbered(King(2, 3)) }, Count: 96},
		{Name: "runs 2 1 in 6", Model: Runs, Count: 6},
		{Name: "knapsack", Model: Knapsack, Count: 1, Optimum: []int64{85, 4}},
		{Name: "dominating set 5x5", Model: func() *model.Model { return Dominating(Grid(5, 5)) }, Count: 22, Optimum: []int64{7}},
		{Name: "squares", Model: Squares, Count: 8},
	}
}

// withRule makes a model with one find and one rule instance.
func withRule() *model.Model {
	m := model.New()
	m.Finds = []model.Find{{Name: "answer"}}
	m.Rules = []model.Rule{{Name: "rule"}}
	m.Instances = []model.Instance{{}}
	return m
}

func boolVars(m *model.Model, n int, find int32) []model.Bool {
	return listOf(n, func() model.Bool { return m.BoolVar(m.AddBool(find)) })
}

func intVars(m *model.Model, n int, lo, hi int64) []model.Int {
	return listOf(n, func() model.Int { return m.IntVar(m.AddInt(model.Range(lo, hi), 0, false)) })
}

func count(m *model.Model, bs []model.Bool) model.Int { return sum(m, alg.Map(bs, m.ToInt)...) }

func sum(m *model.Model, xs ...model.Int) model.Int {
	return m.Sum(alg.Map(xs, func(x model.Int) model.Term { return model.Term{Coef: 1, X: x} })...)
}

// OneInEachLine places n queens, one in each row, by their columns.
func OneInEachLine(n int) *model.Model {
	m := withRule()
	xs := intVars(m, n, 1, int64(n))
	up, down := make([]model.Int, n), make([]model.Int, n)
	for i, x := range xs {
		up[i] = m.Plus(x, m.Int(int64(i)))
		down[i] = m.Minus(x, m.Int(int64(i)))
	}
	for _, d := range [][]model.Int{xs, up, down} {
		m.Constrain(0, model.True, model.Distinct{Xs: d})
	}
	return m
}

// Latin has the Latin squares of order n as solutions.
func Latin(n int) *model.Model {
	m := withRule()
	xs := intVars(m, n*n, 1, int64(n))
	for i := range n {
		row, col := make([]model.Int, n), make([]model.Int, n)
		for j := range n {
			row[j], col[j] = xs[i*n+j], xs[j*n+i]
		}
		m.Constrain(0, model.True, model.Distinct{Xs: row})
		m.Constrain(0, model.True, model.Distinct{Xs: col})
	}
	return m
}

// BoxedLatin adds box by box regions to a Latin square of n = box² rows. givens has the known values row by row,
// and 0 elsewhere.
func BoxedLatin(box int, givens []int64) *model.Model {
	n := box * box
	m := Latin(n)
	for b := range n {
		var xs []model.Int
		for i := range n {
			r, c := b/box*box+i/box, b%box*box+i%box
			xs = append(xs, m.IntVar(model.VarID(r*n+c)))
		}
		m.Constrain(0, model.True, model.Distinct{Xs: xs})
	}
	for i, g := range givens {
		if g != 0 {
			m.Constrain(0, model.True, model.Assert{B: m.Equal(m.IntVar(model.VarID(i)), m.Int(g))})
		}
	}
	return m
}

// EqualSums has the magic squares of order n as solutions.
func EqualSums(n int) *model.Model {
	m := withRule()
	xs := intVars(m, n*n, 1, int64(n*n))
	m.Constrain(0, model.True, model.Distinct{Xs: xs})
	total := m.Int(int64(n * (n*n + 1) / 2))
	line := func(at func(i int) int) {
		ys := make([]model.Int, n)
		for i := range n {
			ys[i] = xs[at(i)]
		}
		m.Constrain(0, model.True, model.Assert{B: m.Equal(sum(m, ys...), total)})
	}
	for k := range n {
		line(func(i int) int { return k*n + i })
		line(func(i int) int { return i*n + k })
	}
	line(func(i int) int { return i*n + i })
	line(func(i int) int { return i*n + n - 1 - i })
	return m
}

// Tour has the paths or cycles through all vertices of g as solutions.
func Tour(g *alg.Graph, closed bool) *model.Model {
	m := withRule()
	all := make([]model.Bool, g.Order())
	m.Constrain(0, model.True, model.Route{Graph: g, Edges: boolVars(m, len(g.Edges), 0), Vertices: all, Closed: closed})
	return m
}

// Cycles has the simple cycles of g as solutions.
func Cycles(g *alg.Graph) *model.Model {
	m := withRule()
	edges := boolVars(m, len(g.Edges), 0)
	m.Constrain(0, model.True, model.Route{Graph: g, Edges: edges, Vertices: boolVars(m, g.Order(), -1), Closed: true})
	return m
}

// Loop has cycles of the lattice around the cells of a board as solutions. They use clues[cell] edges around each
// cell, where the clue is not -1.
func Loop(rows, cols int, clues []int) *model.Model {
	g := Grid(rows+1, cols+1)
	m := Cycles(g)
	edge := map[alg.Edge]model.VarID{}
	for i, e := range g.Edges {
		edge[e] = model.VarID(i)
	}
	for cell, clue := range clues {
		if clue < 0 {
			continue
		}
		a := int32(cell/cols*(cols+1) + cell%cols)
		b := a + int32(cols) + 1
		var around []model.Bool
		for _, e := range []alg.Edge{{U: a, V: a + 1}, {U: b, V: b + 1}, {U: a, V: b}, {U: a + 1, V: b + 1}} {
			around = append(around, m.BoolVar(edge[e]))
		}
		m.Constrain(0, model.True, model.Assert{B: m.Equal(count(m, around), m.Int(int64(clue)))})
	}
	return m
}

// JoinedLabels joins equal labels on a grid by disjoint paths. -1 is no label. With fill, every cell must be used.
func JoinedLabels(rows, cols int, labels []int32, fill bool) *model.Model {
	m := withRule()
	g := Grid(rows, cols)
	l := model.Links{Graph: g, Edges: boolVars(m, len(g.Edges), 0), Labels: labels}
	if fill {
		l.Vertices = make([]model.Bool, g.Order())
	} else {
		l.Vertices = boolVars(m, g.Order(), -1)
	}
	m.Constrain(0, model.True, l)
	return m
}

// Links5 is a small puzzle of links with one solution.
func Links5() *model.Model {
	return JoinedLabels(5, 5, []int32{
		0, -1, -1, -1, -1,
		1, -1, -1, 2, -1,
		-1, -1, -1, -1, -1,
		-1, 0, -1, -1, 1,
		-1, -1, -1, -1, 2,
	}, true)
}

// ConnectedSets has the connected sets of vertices as solutions, with the empty one.
func ConnectedSets(g *alg.Graph) *model.Model {
	m := withRule()
	m.Constrain(0, model.True, model.Connected{Graph: g, Vertices: boolVars(m, g.Order(), 0)})
	return m
}

// ReachableFromFirst lets any vertices be on, and any edges if edges is set. In marks the vertices reached from the
// first one. So each choice has one solution.
func ReachableFromFirst(g *alg.Graph, edges bool) *model.Model {
	m := withRule()
	b := model.Reachable{Graph: g, Vertices: boolVars(m, g.Order(), 0), Sources: []int32{0}, In: boolVars(m, g.Order(), 0)}
	if edges {
		b.Edges = boolVars(m, len(g.Edges), 0)
	}
	m.Constrain(0, model.True, b)
	return m
}

// KnownPart has two vertices of four in a part with two sources, of which one is in it.
func KnownPart() *model.Model {
	m := withRule()
	m.Constrain(0, model.True, model.Reachable{Graph: Complete(4), Vertices: boolVars(m, 4, 0), Edges: boolVars(m, 6, 0), Sources: []int32{2, 3},
		In: []model.Bool{model.True, model.True, boolVars(m, 1, 0)[0], model.True}})
	return m
}

// SpanningTrees has the spanning trees of g as solutions.
func SpanningTrees(g *alg.Graph) *model.Model {
	m := withRule()
	edges := boolVars(m, len(g.Edges), 0)
	m.Constrain(0, model.True, model.Acyclic{Graph: g, Edges: edges})
	m.Constrain(0, model.True, model.Connected{Graph: g, Vertices: make([]model.Bool, g.Order()), Edges: edges})
	return m
}

// Numbered has the paths through all vertices of g as solutions, numbered from vertex 0.
func Numbered(g *alg.Graph) *model.Model {
	m := withRule()
	steps := intVars(m, g.Order(), 1, int64(g.Order()))
	m.Constrain(0, model.True, model.Route{Graph: g, Edges: boolVars(m, len(g.Edges), -1),
		Vertices: make([]model.Bool, g.Order()), Positions: steps})
	return m
}

// Runs has the rows of six cells with runs of two and one as solutions.
func Runs() *model.Model {
	m := withRule()
	xs := listOf(6, func() model.Int { return m.ToInt(m.BoolVar(m.AddBool(0))) })
	m.Constrain(0, model.True, model.Regular{Xs: xs, Automaton: &model.Automaton{
		Symbols: 2,
		Next:    []int32{0, 1, -1, 2, 3, -1, 3, 4, 4, -1},
		Accept:  []bool{false, false, false, false, true},
	}})
	return m
}

// Knapsack packs five kinds of things, as valuable as possible and then as few as possible.
func Knapsack() *model.Model {
	m := withRule()
	weights, values := []int64{12, 7, 5, 3, 9}, []int64{24, 13, 9, 4, 15}
	xs := intVars(m, 5, 0, 3)
	var weight, value []model.Term
	for i, x := range xs {
		weight = append(weight, model.Term{Coef: weights[i], X: x})
		value = append(value, model.Term{Coef: values[i], X: x})
	}
	m.Constrain(0, model.True, model.Assert{B: m.LessEq(m.Sum(weight...), m.Int(43))})
	m.Objectives = []model.Objective{{X: m.Sum(value...), Maximize: true}, {X: sum(m, xs...)}}
	return m
}

// Dominating has the smallest dominating sets of g as solutions.
func Dominating(g *alg.Graph) *model.Model {
	m := withRule()
	in := boolVars(m, g.Order(), 0)
	for v := range in {
		near := []model.Bool{in[v]}
		near = append(near, alg.Map(g.Out[v], func(h alg.Half) model.Bool { return in[h.To] })...)
		m.Constrain(0, model.True, model.Assert{B: m.Or(near...)})
	}
	m.Objectives = []model.Objective{{X: count(m, in)}}
	return m
}

// Squares has the x, y in 1..1000 with x*x + y*y = 65 * 65 as solutions. Its numbers are large.
func Squares() *model.Model {
	m := withRule()
	xs := intVars(m, 2, 1, 1000)
	squares := sum(m, m.Product(xs[0], xs[0]), m.Product(xs[1], xs[1]))
	m.Constrain(0, model.True, model.Assert{B: m.Equal(squares, m.Int(65*65))})
	return m
}

// SquaresOnLines has sets of n squares of an n by n board as solutions, at most one on each row, column and diagonal.
func SquaresOnLines(n int) *model.Model {
	m := model.New()
	m.Finds, m.Rules, m.Instances = []model.Find{{Name: "squares"}}, []model.Rule{{Name: "rule"}}, []model.Instance{{}}
	lines := make([][]model.Term, 6*n)
	var all []model.Term
	for r := range n {
		for c := range n {
			x := model.Term{Coef: 1, X: m.ToInt(m.BoolVar(m.AddBool(0)))}
			all = append(all, x)
			for _, i := range []int{r, n + c, 2*n + r + c, 5*n + r - c} {
				lines[i] = append(lines[i], x)
			}
		}
	}
	m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Sum(all...), m.Int(int64(n)))})
	for _, l := range lines {
		m.Constrain(0, model.True, model.Assert{B: m.LessEq(m.Sum(l...), m.Int(1))})
	}
	return m
}

// moves joins the squares of a board by offsets that lead down, or right in the same row, so that each pair comes
// once. Vertices are numbered row by row.
func moves(rows, cols int, offsets [][2]int) *alg.Graph {
	var edges []alg.Edge
	for r := range rows {
		for c := range cols {
			for _, d := range offsets {
				if rr, cc := r+d[0], c+d[1]; rr < rows && 0 <= cc && cc < cols {
					edges = append(edges, alg.Edge{U: int32(r*cols + c), V: int32(rr*cols + cc)})
				}
			}
		}
	}
	return alg.NewGraph(rows*cols, edges, false)
}

// Knight is the graph of a knight's moves.
func Knight(rows, cols int) *alg.Graph {
	return moves(rows, cols, [][2]int{{1, 2}, {1, -2}, {2, 1}, {2, -1}})
}

// Grid is the graph of orthogonal neighbours.
func Grid(rows, cols int) *alg.Graph { return moves(rows, cols, [][2]int{{0, 1}, {1, 0}}) }

// King is the graph of orthogonal and diagonal neighbours.
func King(rows, cols int) *alg.Graph {
	return moves(rows, cols, [][2]int{{0, 1}, {1, -1}, {1, 0}, {1, 1}})
}

// Complete joins every two of n vertices.
func Complete(n int) *alg.Graph {
	var edges []alg.Edge
	for u := range n {
		for v := range u {
			edges = append(edges, alg.Edge{U: int32(v), V: int32(u)})
		}
	}
	return alg.NewGraph(n, edges, false)
}

// Directed returns the graph with each edge of g in both directions.
func Directed(g *alg.Graph) *alg.Graph {
	var arcs []alg.Edge
	for _, e := range g.Edges {
		arcs = append(arcs, e, alg.Edge{U: e.V, V: e.U})
	}
	return alg.NewGraph(g.Order(), arcs, true)
}

// DirectedPath has n vertices, with an edge from each to the next.
func DirectedPath(n int) *alg.Graph {
	edges := make([]alg.Edge, n-1)
	for i := range edges {
		edges[i] = alg.Edge{U: int32(i), V: int32(i + 1)}
	}
	return alg.NewGraph(n, edges, true)
}
