package count

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// choosing is a model of n truth values, to which rules are added.
type choosing struct {
	*model.Model
	on []model.Bool
}

func choose(n int) *choosing {
	m := model.New()
	m.Finds = []model.Find{{Name: "chosen"}}
	m.Rules = []model.Rule{{Name: "rule"}, {Name: "other rule"}}
	m.Instances = []model.Instance{{Rule: 0}, {Rule: 1}}
	c := &choosing{Model: m}
	for range n {
		c.on = append(c.on, m.BoolVar(m.AddBool(0)))
	}
	return c
}

// some wants as many of the given ones as values has.
func (c *choosing) some(values model.Domain, of ...int) {
	var terms []model.Term
	for _, i := range of {
		terms = append(terms, model.Term{Coef: 1, X: c.ToInt(c.on[i])})
	}
	c.require(c.In(c.Sum(terms...), values))
}

func (c *choosing) require(b model.Bool) { c.Constrain(0, model.True, model.Assert{B: b}) }

// degrees chooses edges so that each vertex has as many as values has.
func degreesIn(g *alg.Graph, values model.Domain) *model.Model {
	c := choose(len(g.Edges))
	for _, out := range g.Out {
		var at []int
		for _, h := range out {
			at = append(at, int(h.Edge))
		}
		c.some(values, at...)
	}
	return c.Model
}

// squares chooses squares of a board so that each row and column has k.
func squaresInLines(n, k int) *model.Model {
	c := choose(n * n)
	for i := range n {
		var row, column []int
		for j := range n {
			row, column = append(row, i*n+j), append(column, j*n+i)
		}
		c.some(model.Values(int64(k)), row...)
		c.some(model.Values(int64(k)), column...)
	}
	return c.Model
}

// independentSet chooses vertices no two of which are joined.
func independentSet(g *alg.Graph) *model.Model {
	c := choose(g.Order())
	for _, e := range g.Edges {
		c.require(c.And(c.on[e.U], c.on[e.V]).Not())
	}
	return c.Model
}

// dominating chooses vertices of which each is one or has one beside it.
func dominating(g *alg.Graph) *model.Model {
	c := choose(g.Order())
	for v, out := range g.Out {
		near := []model.Bool{c.on[v]}
		for _, h := range out {
			near = append(near, c.on[h.To])
		}
		c.require(c.Or(near...))
	}
	return c.Model
}

// halves are boards of zeros and ones, as many of each in each line, and never three alike in
// a row.
func halves(n int) *model.Model {
	m := squaresInLines(n, n/2)
	c := &choosing{Model: m}
	for v := range m.Vars {
		c.on = append(c.on, m.BoolVar(model.VarID(v)))
	}
	for i := range n {
		for j := range n - 2 {
			c.some(model.Values(1, 2), i*n+j, i*n+j+1, i*n+j+2)
			c.some(model.Values(1, 2), j*n+i, (j+1)*n+i, (j+2)*n+i)
		}
	}
	return m
}

// constraintGraphTotals are published numbers of solutions of models without a graph: A004003,
// A001147, A001499, A006506, A133515, A006129 and A177790 of the OEIS.
var constraintGraphTotals = []struct {
	name  string
	model *model.Model
	total string
}{
	{"domino tilings 6x6", degreesIn(testkit.Grid(6, 6), model.Values(1)), "6728"},
	{"domino tilings 8x8", degreesIn(testkit.Grid(8, 8), model.Values(1)), "12988816"},
	{"domino tilings 7x7", degreesIn(testkit.Grid(7, 7), model.Values(1)), "0"},
	{"domino tilings 4x100", degreesIn(testkit.Grid(4, 100), model.Values(1)), "1154075100487723888159117233401976510843180361"},
	{"perfect matchings of K6", degreesIn(testkit.Complete(6), model.Values(1)), "15"},
	{"perfect matchings of K12", degreesIn(testkit.Complete(12), model.Values(1)), "10395"},
	{"matchings of K4", degreesIn(testkit.Complete(4), model.Values(0, 1)), "10"},
	{"2-factors of the 4x4 grid", degreesIn(testkit.Grid(4, 4), model.Values(2)), "18"},
	{"2-factors of K6", degreesIn(testkit.Complete(6), model.Values(2)), "70"},
	{"even subgraphs of the 4x4 grid", degreesIn(testkit.Grid(4, 4), model.Values(0, 2, 4)), "512"},
	{"edge covers of K5", degreesIn(testkit.Complete(5), model.Range(1, 4)), "768"},
	{"edge covers of K6", degreesIn(testkit.Complete(6), model.Range(1, 5)), "27449"},
	{"two in each line 2x2", squaresInLines(2, 2), "1"},
	{"two in each line 3x3", squaresInLines(3, 2), "6"},
	{"two in each line 4x4", squaresInLines(4, 2), "90"},
	{"two in each line 5x5", squaresInLines(5, 2), "2040"},
	{"two in each line 6x6", squaresInLines(6, 2), "67950"},
	{"two in each line 7x7", squaresInLines(7, 2), "3110940"},
	{"independent sets 1x1", independentSet(testkit.Grid(1, 1)), "2"},
	{"independent sets 2x2", independentSet(testkit.Grid(2, 2)), "7"},
	{"independent sets 3x3", independentSet(testkit.Grid(3, 3)), "63"},
	{"independent sets 4x4", independentSet(testkit.Grid(4, 4)), "1234"},
	{"independent sets 5x5", independentSet(testkit.Grid(5, 5)), "55447"},
	{"independent sets 6x6", independentSet(testkit.Grid(6, 6)), "5598861"},
	{"dominating sets 3x3", dominating(testkit.Grid(3, 3)), "291"},
	{"dominating sets 4x4", dominating(testkit.Grid(4, 4)), "28661"},
	{"binary boards 4x4", halves(4), "90"},
	{"binary boards 6x6", halves(6), "11222"},
	{"queens 6x6", testkit.OneInEachLine(6), "4"},
	{"Latin squares 4x4", testkit.Latin(4), "576"},
}

func TestConstraintGraphTotals(t *testing.T) {
	t.Parallel()
	cases := constraintGraphTotals
	if !testkit.Thorough() {
		cases = cases[:len(cases)-1] // the last takes longest
	}
	for _, c := range cases[:max(2, testkit.Fewer(len(cases)))] {
		t.Run(c.name, func(t *testing.T) {
			for _, how := range []model.CountOptions{{}, {OrderVariant: 1}} {
				if n := countOf(c.model, how); !n.Complete || n.N.String() != c.total {
					t.Errorf("%v (%s), want %s", n.N, n.Reason, c.total)
				}
			}
			sum := new(big.Int)
			for part := range 2 {
				n := countOf(c.model, model.CountOptions{Part: part + 1, Parts: 2})
				if !n.Complete {
					t.Fatal(n.Reason)
				}
				sum.Add(sum, n.N)
			}
			if sum.String() != c.total {
				t.Errorf("%v in two parts, want %s", sum, c.total)
			}
		})
	}
}

// TestConstraintGraphExtremes counts what leaves little of a graph, or more at one vertex than
// fits there.
func TestConstraintGraphExtremes(t *testing.T) {
	all := func(n int) (list []int) {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	many := func(values model.Domain, n int) *model.Model {
		c := choose(n)
		c.some(values, all(n)...)
		return c.Model
	}
	twice := choose(5)
	twice.some(model.Range(1, 4), all(5)...)
	twice.some(model.Values(0, 2, 3), all(5)...)
	never := choose(4)
	never.some(model.Values(1), all(4)...)
	never.some(model.Values(2), all(4)...)
	best := choose(6)
	best.some(model.Range(2, 6), all(6)...)
	best.Objectives = []model.Objective{{X: best.Sum(model.Term{Coef: 2, X: best.ToInt(best.on[0])}, model.Term{Coef: 1, X: best.ToInt(best.on[1])},
		model.Term{Coef: 1, X: best.ToInt(best.on[2])}, model.Term{Coef: 1, X: best.ToInt(best.on[3])}, model.Term{Coef: 5, X: best.ToInt(best.on[4])},
		model.Term{Coef: 5, X: best.ToInt(best.on[5])})}}
	loose := choose(3)
	loose.Objectives = []model.Objective{{X: loose.Sum(model.Term{Coef: 1, X: loose.ToInt(loose.on[0])}, model.Term{Coef: -1, X: loose.ToInt(loose.on[1])})}}
	for _, c := range []struct {
		name  string
		model *model.Model
		total string
	}{
		{"nothing to find", choose(0).Model, "1"},
		{"no rule", choose(5).Model, "32"},
		{"one of 70", many(model.Values(1), 70), "70"},
		{"at most three of 100", many(model.Range(0, 3), 100), "166751"},
		{"half of 62", many(model.Values(31), 62), "465428353255261088"},
		{"half of 63", many(model.Values(31), 63), "916312070471295267"},
		{"half of 64", many(model.Values(32), 64), "1832624140942590534"},
		{"two conditions on the same", twice.Model, "20"},
		{"none is possible", never.Model, "0"},
		{"the least of a sum", best.Model, "3"},
		{"the least of what is in no rule", loose.Model, "2"},
	} {
		n := countOf(c.model, model.CountOptions{})
		if !n.Complete || n.N.String() != c.total {
			t.Errorf("%s: %v (%s), want %s", c.name, n.N, n.Reason, c.total)
		}
	}
}

// TestConstraintGraphRefusals names the rule that doesn't allow a count.
func TestConstraintGraphRefusals(t *testing.T) {
	large := choose(mostUnknowns + 1)
	wide := choose(mostWide + 1)
	wide.require(wide.Or(wide.on...))
	tangled := choose(40)
	var ways []model.Bool
	for i := range 40 {
		ways = append(ways, tangled.And(tangled.on[i], tangled.on[(7*i+3)%40]), tangled.And(tangled.on[i], tangled.on[(i+9)%40]))
	}
	tangled.require(tangled.Or(ways...))
	sums := choose(40)
	var terms []model.Term
	for i, b := range sums.on {
		terms = append(terms, model.Term{Coef: 1 << i, X: sums.ToInt(b)})
	}
	sums.require(sums.LessEq(sums.Sum(terms...), sums.Int(1<<39)))
	helped := choose(2)
	helper := helped.BoolVar(helped.AddBool(-1))
	helped.require(helped.Or(helper, helped.on[0], helped.on[1]))
	set := testkit.ConnectedSets(testkit.Grid(2, 2))
	set.Rules, set.Instances = []model.Rule{{Name: "rule"}}, []model.Instance{{Rule: 0}}
	for _, c := range []struct {
		name   string
		model  *model.Model
		reason string
	}{
		{"large", large.Model, "more than 1500 unknown truth values"},
		{"wide", wide.Model, `rule "rule" is about more than 200 unknowns at once`},
		{"tangled", tangled.Model, `rule "rule" asks for too much to be remembered`},
		{"many sums", sums.Model, `rule "rule" asks for too much to be remembered`},
		{"helper", helped.Model, `rule "rule" needs a helper that the solution does not determine`},
		{"many values", testkit.Latin(9), "hold too much of the board together"},
		{"connected", set, `it finds no path, cycle or links, and rule "rule" is about much of the board at once`},
	} {
		_, err := Open(c.model, model.Options{}).Plan(context.Background(), model.CountOptions{})
		if err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	_, err := Open(independentSet(testkit.Grid(2, 2)), model.Options{}).Plan(context.Background(), model.CountOptions{ByLength: true})
	if err == nil || !strings.Contains(err.Error(), "length") {
		t.Errorf("by length: %v", err)
	}
}

// matchings is the number of matchings of the full binary tree of so many levels.
func matchings(levels int) *big.Int {
	all, bare := big.NewInt(1), big.NewInt(1) // bare: the root has no edge
	for range levels - 1 {
		joined := new(big.Int).Mul(all, bare)
		bare = new(big.Int).Mul(all, all)
		all = joined.Add(joined.Lsh(joined, 1), bare)
	}
	return all
}

// TestConstraintGraphInAnyOrder numbers edges at random: the graph is narrow all the same.
func TestConstraintGraphInAnyOrder(t *testing.T) {
	mixed := func(g *alg.Graph) *alg.Graph {
		r := rand.New(rand.NewPCG(1, 1))
		edges, names := slices.Clone(g.Edges), r.Perm(g.Order())
		for i, e := range edges {
			edges[i] = alg.Edge{U: int32(names[e.U]), V: int32(names[e.V])}
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		return alg.NewGraph(g.Order(), edges, false)
	}
	var tree []alg.Edge
	for v := 1; v < 255; v++ {
		tree = append(tree, alg.Edge{U: int32((v - 1) / 2), V: int32(v)})
	}
	for _, c := range []struct {
		name  string
		model *model.Model
		total string
	}{
		{"domino tilings 4x100", degreesIn(mixed(testkit.Grid(4, 100)), model.Values(1)), "1154075100487723888159117233401976510843180361"},
		{"matchings of a tree", degreesIn(mixed(alg.NewGraph(255, tree, false)), model.Values(0, 1)), matchings(8).String()},
	} {
		n := countOf(c.model, model.CountOptions{})
		if !n.Complete || n.N.String() != c.total {
			t.Errorf("%s: %v (%s), want %s", c.name, n.N, n.Reason, c.total)
		}
	}
}

// TestPlanRemembers counts by the order that was forecast, also if there was little time
// to find it, and lowers the model once for whatever is asked of it.
func TestPlanRemembers(t *testing.T) {
	m := Open(degreesIn(testkit.Grid(6, 6), model.Values(1)), model.Options{})
	hurried, stop := context.WithCancel(t.Context())
	stop()
	for i, ctx := range []context.Context{hurried, t.Context(), t.Context(), t.Context()} {
		plan, err := m.Plan(context.Background(), model.CountOptions{OrderVariant: i % 2, Brief: i >= 2})
		if err != nil {
			t.Fatal(err)
		}
		f := plan.Forecast(ctx)
		if n := plan.Count(t.Context()); !plan.HardToOrder() || !n.Complete || n.N.Int64() != 6728 {
			t.Errorf("%v, %s", n.N, n.Reason)
		}
		if again := plan.Forecast(t.Context()); again.Fingerprint != f.Fingerprint {
			t.Error("counted along another order than was forecast")
		}
	}
	if _, _, err := m.Sample(t.Context(), model.SampleOptions{Number: 1}); err != nil || m.Lowerings() != 1 {
		t.Errorf("lowered %d times (%v)", m.Lowerings(), err)
	}
}

// TestConstraintGraphRandom holds counts of random models without a structure against the
// engine's own search, and samples against the models' meaning.
func TestConstraintGraphRandom(t *testing.T) {
	t.Parallel()
	taken, refused, counting := 0, map[string]int{}, 0
	tries := 150
	if testkit.Thorough() {
		tries = 1500
	}
	for seed := range uint64(tries) {
		m := randomRules(seed)
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		opened := Open(m, model.Options{})
		plan, err := opened.Plan(context.Background(), model.CountOptions{OrderVariant: int(seed % 3)})
		if err != nil {
			refused[err.Error()]++
			continue
		}
		got := plan.Count(context.Background())
		if !got.Complete {
			t.Fatalf("seed %d: %s", seed, got.Reason)
		}
		taken++
		want := big.NewInt(0)
		var costs []int64
		testkit.Run(context.Background(), Engine, m, testkit.Task{}, func(s model.Solution) bool {
			want.Add(want, big.NewInt(1))
			is := model.Evaluate(m, s)
			costs = nil
			for _, o := range m.Objectives {
				costs = append(costs, is.Int(o.X))
			}
			return true
		})
		if got.N.Cmp(want) != 0 || fmt.Sprint(got.Costs) != fmt.Sprint(costs) {
			t.Fatalf("seed %d: %d with costs %d by elimination, %d with %d by search\n%s", seed, got.N, got.Costs, want, costs, testkit.Describe(m))
		}
		if el, err := opened.lower(false); err == nil && el.problem != nil && len(el.problem.Rules) < len(el.problem.Degrees) {
			counting++
		}
		if len(m.Objectives) > 0 || want.Sign() == 0 {
			continue
		}
		samples, total, err := opened.Sample(context.Background(), model.SampleOptions{Seed: int64(seed), Number: 2})
		if err != nil || total.Cmp(want) != 0 {
			t.Fatalf("seed %d: samples of %v, want %v: %v", seed, total, want, err)
		}
		for _, s := range samples {
			if broken := model.Evaluate(m, s).Violated(nil); len(broken) > 0 {
				t.Fatalf("seed %d: a sample breaks %v", seed, broken)
			}
		}
	}
	if taken < tries*2/3 || counting < tries/5 {
		t.Errorf("only %d models were counted, %d of them mostly by degrees: %v", taken, counting, refused)
	}
	t.Log(taken, counting, refused)
}
