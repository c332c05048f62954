package modeltest

import "nazo/model"

// Case is a model whose number of solutions is known.
type Case struct {
	Name  string
	Model func() *model.Model
	// Count is the number of solutions; with objectives, of optimal ones.
	Count int
	// Optimum has the best value of each objective; nil if there are none.
	Optimum []int64
	// Large marks cases that take an engine more than about a tenth of a second.
	Large bool
}

// Cases are models of every kind that an engine should get right.
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
		{Name: "parts of a directed path", Model: func() *model.Model { return PartOfFirst(DirectedPath(4), false) }, Count: 16},
		{Name: "parts of a directed path by edges", Model: func() *model.Model { return PartOfFirst(DirectedPath(3), true) }, Count: 32},
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
	out := make([]model.Bool, n)
	for i := range out {
		out[i] = m.BoolVar(m.AddBool(find))
	}
	return out
}

func intVars(m *model.Model, n int, lo, hi int64) []model.Int {
	out := make([]model.Int, n)
	for i := range out {
		out[i] = m.IntVar(m.AddInt(model.Range(lo, hi), 0, false))
	}
	return out
}

func count(m *model.Model, bs []model.Bool) model.Int {
	terms := make([]model.Term, len(bs))
	for i, b := range bs {
		terms[i] = model.Term{Coef: 1, X: m.ToInt(b)}
	}
	return m.Sum(terms...)
}

func sum(m *model.Model, xs ...model.Int) model.Int {
	terms := make([]model.Term, len(xs))
	for i, x := range xs {
		terms[i] = model.Term{Coef: 1, X: x}
	}
	return m.Sum(terms...)
}
