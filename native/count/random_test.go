package count

import (
	"math/rand/v2"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// randomStructure draws a model that counting by elimination is for: a small graph
// with a structure of any kind and a few rules about edges, vertices and other
// variables. what says which kind it is.
func randomStructure(seed uint64) (m *model.Model, what string) {
	r := &structureDraw{Rand: rand.New(rand.NewPCG(seed, 7)), m: model.New()}
	r.m.Finds = []model.Find{{Name: "lines"}, {Name: "more"}}
	r.m.Rules = []model.Rule{{Name: "shape"}, {Name: "more"}}
	r.m.Instances = []model.Instance{{Rule: 0}, {Rule: 1}}
	r.drawGraph()
	what = r.structure()
	for range r.IntN(3) {
		r.m.AddBool(1)
		r.lits = append(r.lits, r.m.BoolVar(model.VarID(len(r.m.Vars)-1)))
	}
	for range r.IntN(2) {
		r.ints = append(r.ints, r.m.IntVar(r.m.AddInt(model.Range(int64(r.IntN(3)-1), int64(r.IntN(3)+1)), 1, false)))
	}
	for range r.IntN(4) {
		r.m.Constrain(1, model.True, r.rule())
	}
	if r.IntN(3) == 0 {
		for range 1 + r.IntN(2) {
			r.m.Objectives = append(r.m.Objectives, model.Objective{X: r.sum(), Maximize: r.IntN(2) == 0})
		}
	}
	return r.m, what
}

// randomRules draws a model without any structure: edges of a small graph with
// conditions on their number at vertices, or elsewhere, and a few rules of other kinds.
func randomRules(seed uint64) *model.Model {
	r := &structureDraw{Rand: rand.New(rand.NewPCG(seed, 8)), m: model.New()}
	r.m.Finds = []model.Find{{Name: "lines"}, {Name: "more"}}
	r.m.Rules = []model.Rule{{Name: "shape"}, {Name: "more"}}
	r.m.Instances = []model.Instance{{Rule: 0}, {Rule: 1}}
	r.drawGraph()
	for range r.IntN(3) {
		r.lits = append(r.lits, r.m.BoolVar(r.m.AddBool(1)))
	}
	for range r.IntN(2) {
		r.ints = append(r.ints, r.m.IntVar(r.m.AddInt(model.Range(int64(r.IntN(3)-1), int64(r.IntN(3)+1)), 1, false)))
	}
	for v := range r.g.Order() {
		if r.IntN(5) > 0 {
			var at []model.Bool
			for _, h := range r.g.Out[v] {
				at = append(at, r.edges[h.Edge])
			}
			r.m.Constrain(0, model.True, model.Assert{B: r.number(at)})
		}
	}
	for range r.IntN(4) {
		r.m.Constrain(1, model.True, r.rule())
	}
	for range r.IntN(3) {
		var some []model.Bool
		for range 2 + r.IntN(4) {
			some = append(some, r.lit())
		}
		r.m.Constrain(1, model.True, model.Assert{B: r.number(some)})
	}
	if r.IntN(4) == 0 {
		r.m.Objectives = append(r.m.Objectives, model.Objective{X: r.sum(), Maximize: r.IntN(2) == 0})
	}
	return r.m
}

// number is a condition on how many hold, written in one way or another.
func (r *structureDraw) number(of []model.Bool) model.Bool {
	m := r.m
	var terms []model.Term
	var pairs, ands []model.Bool
	for i, b := range of {
		terms = append(terms, model.Term{Coef: 1, X: m.ToInt(b)})
		for _, a := range of[:i] {
			pairs = append(pairs, m.And(a, b).Not())
			ands = append(ands, m.And(a, b))
		}
	}
	sum := m.Sum(terms...)
	switch r.IntN(8) {
	case 0:
		return m.Equal(sum, m.Int(int64(1+r.IntN(2))))
	case 1:
		return m.LessEq(sum, m.Int(int64(1+r.IntN(2))))
	case 2: // at most one
		return m.And(pairs...)
	case 3: // two or more
		return m.Or(ands...)
	case 4:
		return m.Or(m.Equal(sum, m.Int(int64(r.IntN(2)))), m.Equal(sum, m.Int(int64(2+r.IntN(2)))))
	case 5:
		return m.In(m.Mod(sum, m.Int(2)), model.Values(int64(r.IntN(2))))
	case 6: // exactly one
		return m.And(append(pairs, m.Or(of...))...)
	}
	return m.Or(of...)
}

type structureDraw struct {
	*rand.Rand
	m     *model.Model
	g     *alg.Graph
	edges []model.Bool
	lits  []model.Bool // what rules may be about
	ints  []model.Int
}

func (r *structureDraw) drawGraph() {
	switch r.IntN(6) {
	case 0:
		r.g = testkit.Grid(2, 2+r.IntN(3))
	case 1:
		r.g = testkit.Grid(3, 3)
	case 2:
		r.g = testkit.King(2, 2+r.IntN(2))
	case 3:
		r.g = testkit.Directed(testkit.Grid(2, 2+r.IntN(2)))
	default:
		n := 3 + r.IntN(4)
		var edges []alg.Edge
		for u := range n {
			for v := range u {
				if r.IntN(3) > 0 {
					edges = append(edges, alg.Edge{U: int32(v), V: int32(u)})
				}
			}
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		r.g = alg.NewGraph(n, edges[:min(len(edges), 11)], false)
	}
	for range r.g.Edges {
		r.edges = append(r.edges, r.m.BoolVar(r.m.AddBool(0)))
	}
	r.lits = append(r.lits, r.edges...)
	if r.IntN(6) == 0 && len(r.edges) > 1 { // edges that hang together
		r.edges[0] = r.edges[1].Not()
	}
}

// vertices are variables, of the find or helpers, or all on; some are known.
func (r *structureDraw) vertices() []model.Bool {
	out := make([]model.Bool, r.g.Order())
	find := int32(r.IntN(2) - 1)
	kind := r.IntN(3)
	for v := range out {
		switch {
		case kind == 0 || r.IntN(8) == 0:
			out[v] = model.True
		default:
			out[v] = r.m.BoolVar(r.m.AddBool(find))
			r.lits = append(r.lits, out[v])
		}
	}
	return out
}

func (r *structureDraw) structure() string {
	none := make([]int32, r.g.Order())
	for v := range none {
		none[v] = -1
	}
	kind := r.IntN(6)
	if r.g.Directed {
		kind = r.IntN(2)
	}
	switch kind {
	case 0:
		r.m.Constrain(0, model.True, model.Route{Graph: r.g, Edges: r.edges, Vertices: r.vertices(), Closed: true})
		return "cycle"
	case 1:
		w := model.Route{Graph: r.g, Edges: r.edges, Vertices: r.vertices()}
		if r.IntN(4) == 0 {
			for range r.g.Order() {
				w.Positions = append(w.Positions, r.m.IntVar(r.m.AddInt(model.Range(0, int64(r.g.Order())), -1, false)))
			}
		}
		r.m.Constrain(0, model.True, w)
		return "path"
	case 2:
		places := r.Perm(r.g.Order())
		for i := range min(2+2*r.IntN(2), len(places)/2*2) {
			none[places[i]] = int32(i / 2)
		}
		r.m.Constrain(0, model.True, model.Links{Graph: r.g, Edges: r.edges, Vertices: r.vertices(), Labels: none})
		return "links"
	case 3:
		r.m.Constrain(0, model.True, model.Acyclic{Graph: r.g, Edges: r.edges})
		return "forest"
	case 4:
		all := make([]model.Bool, r.g.Order())
		r.m.Constrain(0, model.True, model.Acyclic{Graph: r.g, Edges: r.edges})
		r.m.Constrain(0, model.True, model.Connected{Graph: r.g, Vertices: all, Edges: r.edges})
		return "tree"
	}
	on := make([]model.Bool, r.g.Order())
	for v := range on {
		var at []model.Bool
		for _, h := range r.g.Out[v] {
			at = append(at, r.edges[h.Edge])
		}
		on[v] = r.m.Or(at...)
	}
	if r.IntN(2) == 0 {
		for v := range on {
			on[v] = model.Const(r.IntN(4) > 0)
		}
	}
	r.m.Constrain(0, model.True, model.Connected{Graph: r.g, Vertices: on, Edges: r.edges})
	return "connected"
}

// lit draws one of the truth values.
func (r *structureDraw) lit() model.Bool {
	if len(r.lits) == 0 {
		return model.Const(r.IntN(2) == 0)
	}
	b := r.lits[r.IntN(len(r.lits))]
	if r.IntN(3) == 0 {
		return b.Not()
	}
	return b
}

func (r *structureDraw) count(n int) model.Int {
	var terms []model.Term
	for range n {
		terms = append(terms, model.Term{Coef: 1, X: r.m.ToInt(r.lit())})
	}
	return r.m.Sum(terms...)
}

// sum draws something to be best.
func (r *structureDraw) sum() model.Int {
	var terms []model.Term
	for _, b := range r.lits {
		if r.IntN(3) > 0 {
			terms = append(terms, model.Term{Coef: int64(r.IntN(7) - 2), X: r.m.ToInt(b)})
		}
	}
	if r.IntN(3) == 0 {
		terms = append(terms, model.Term{Coef: 2, X: r.m.ToInt(r.m.And(r.lit(), r.lit()))})
	}
	return r.m.Sum(terms...)
}

func (r *structureDraw) rule() model.Body {
	m := r.m
	switch r.IntN(8) {
	case 0: // degrees, mostly
		v := r.IntN(r.g.Order())
		var terms []model.Term
		for _, h := range r.g.Out[v] {
			terms = append(terms, model.Term{Coef: 1, X: m.ToInt(r.edges[h.Edge])})
		}
		return model.Assert{B: m.In(m.Sum(terms...), model.Values(int64(r.IntN(3)), int64(r.IntN(4))))}
	case 1:
		return model.Assert{B: m.LessEq(r.count(2+r.IntN(4)), m.Int(int64(1+r.IntN(3))))}
	case 2:
		return model.Assert{B: m.Equal(r.count(2+r.IntN(4)), m.Int(int64(1+r.IntN(2))))}
	case 3:
		return model.Assert{B: m.Iff(r.lit(), m.Or(r.lit(), r.lit()))}
	case 4:
		if len(r.ints) > 0 {
			return model.Assert{B: m.Equal(r.ints[0], r.count(1+r.IntN(4)))}
		}
	case 5:
		return model.Regular{Xs: []model.Int{m.ToInt(r.lit()), m.ToInt(r.lit()), m.ToInt(r.lit())}, Automaton: &model.Automaton{
			Symbols: 2, Next: []int32{0, 1, 1, 0}, Accept: []bool{true, false}}}
	case 6:
		xs := []model.Int{r.count(2), m.Plus(r.count(2), m.Int(1))}
		return model.Distinct{Xs: append(xs, r.ints...)}
	}
	return model.Assert{B: m.Or(r.lit(), r.lit(), r.lit())}
}
