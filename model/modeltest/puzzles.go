package modeltest

import (
	"nazo/graph"
	"nazo/model"
)

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

// Latin is the Latin squares of order n.
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

// BoxedLatin has n*n cells for a square number n; givens has their values row by
// row, 0 for none.
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

// EqualSums is the magic squares of order n.
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

// Tour is the paths or cycles through all vertices of g.
func Tour(g *graph.Graph, closed bool) *model.Model {
	m := withRule()
	all := make([]model.Bool, g.Order())
	m.Constrain(0, model.True, model.Route{Graph: g, Edges: boolVars(m, len(g.Edges), 0), Vertices: all, Closed: closed})
	return m
}

// Cycles is the simple cycles of g.
func Cycles(g *graph.Graph) *model.Model {
	m := withRule()
	edges := boolVars(m, len(g.Edges), 0)
	m.Constrain(0, model.True, model.Route{Graph: g, Edges: edges, Vertices: boolVars(m, g.Order(), -1), Closed: true})
	return m
}

// Loop is the cycles of the lattice of a rows by cols board of cells that use
// clues[cell] edges around each cell, -1 where that is not known.
func Loop(rows, cols int, clues []int) *model.Model {
	g := Grid(rows+1, cols+1)
	m := Cycles(g)
	edge := map[graph.Edge]model.VarID{}
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
		for _, e := range []graph.Edge{{U: a, V: a + 1}, {U: b, V: b + 1}, {U: a, V: b}, {U: a + 1, V: b + 1}} {
			around = append(around, m.BoolVar(edge[e]))
		}
		m.Constrain(0, model.True, model.Assert{B: m.Equal(count(m, around), m.Int(int64(clue)))})
	}
	return m
}

// JoinedLabels joins equal labels on a grid by disjoint paths; -1 is no label.
// Fill asks that every cell is used.
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

// ConnectedSets is the connected sets of vertices, the empty one included.
func ConnectedSets(g *graph.Graph) *model.Model {
	m := withRule()
	m.Constrain(0, model.True, model.Connected{Graph: g, Vertices: boolVars(m, g.Order(), 0)})
	return m
}

// Partitions cuts a graph into connected parts, of which no two of one size are joined by an edge.
func Partitions(g *graph.Graph) *model.Model {
	m := withRule()
	same, sizes := boolVars(m, len(g.Edges), 0), intVars(m, g.Order(), 1, int64(g.Order()))
	m.Constrain(0, model.True, model.Regions{Graph: g, Same: same})
	m.Constrain(0, model.True, model.PartSizes{Graph: g, Edges: same, Sizes: sizes})
	for i, e := range g.Edges {
		m.Constrain(0, model.True, model.Assert{B: m.Or(same[i], m.Equal(sizes[e.U], sizes[e.V]).Not())})
	}
	return m
}

// PartOfFirst lets any vertices be on, and any edges if these are asked for, and has what is joined to the first vertex
// then. So there is one solution for each choice.
func PartOfFirst(g *graph.Graph, edges bool) *model.Model {
	m := withRule()
	b := model.Part{Graph: g, Vertices: boolVars(m, g.Order(), 0), Sources: []int32{0}, In: boolVars(m, g.Order(), 0)}
	if edges {
		b.Edges = boolVars(m, len(g.Edges), 0)
	}
	m.Constrain(0, model.True, b)
	return m
}

// SpanningTrees is the spanning trees of g.
func SpanningTrees(g *graph.Graph) *model.Model {
	m := withRule()
	edges := boolVars(m, len(g.Edges), 0)
	m.Constrain(0, model.True, model.Acyclic{Graph: g, Edges: edges})
	m.Constrain(0, model.True, model.Connected{Graph: g, Vertices: make([]model.Bool, g.Order()), Edges: edges})
	return m
}

// Numbered is the paths through all vertices of g, numbered from the vertex 0.
func Numbered(g *graph.Graph) *model.Model {
	m := withRule()
	steps := intVars(m, g.Order(), 1, int64(g.Order()))
	m.Constrain(0, model.True, model.Route{Graph: g, Edges: boolVars(m, len(g.Edges), -1),
		Vertices: make([]model.Bool, g.Order()), Positions: steps})
	return m
}

// Runs is the rows of six cells with runs of two and one.
func Runs() *model.Model {
	m := withRule()
	var xs []model.Int
	for range 6 {
		xs = append(xs, m.ToInt(m.BoolVar(m.AddBool(0))))
	}
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

// Dominating is the smallest dominating sets of g.
func Dominating(g *graph.Graph) *model.Model {
	m := withRule()
	in := boolVars(m, g.Order(), 0)
	for v := range in {
		near := []model.Bool{in[v]}
		for _, h := range g.Out[v] {
			near = append(near, in[h.To])
		}
		m.Constrain(0, model.True, model.Assert{B: m.Or(near...)})
	}
	m.Objectives = []model.Objective{{X: count(m, in)}}
	return m
}

// Squares is the x, y in 1..1000 with x*x + y*y = 65 * 65, by large numbers.
func Squares() *model.Model {
	m := withRule()
	xs := intVars(m, 2, 1, 1000)
	squares := sum(m, m.Product(xs[0], xs[0]), m.Product(xs[1], xs[1]))
	m.Constrain(0, model.True, model.Assert{B: m.Equal(squares, m.Int(65*65))})
	return m
}

// SquaresOnLines is a set of n squares of a board of n×n, at most one on each row, column and
// diagonal.
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
