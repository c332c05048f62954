package count

import (
	"math/big"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// totals are published numbers of solutions.
var totals = []struct {
	name  string
	model func() *model.Model
	total string
	large bool // more than half a second
}{
	{"closed knight's tours 3x10", func() *model.Model { return testkit.Tour(testkit.Knight(3, 10), true) }, "16", false},
	{"closed knight's tours 6x6", func() *model.Model { return testkit.Tour(testkit.Knight(6, 6), true) }, "9862", false},
	{"closed knight's tours 6x7", func() *model.Model { return testkit.Tour(testkit.Knight(6, 7), true) }, "1067638", false},
	{"closed knight's tours 6x8", func() *model.Model { return testkit.Tour(testkit.Knight(6, 8), true) }, "55488142", true},
	{"closed knight's tours 7x8", func() *model.Model { return testkit.Tour(testkit.Knight(7, 8), true) }, "34524432316", true},
	{"open knight's tours 5x5", func() *model.Model { return testkit.Tour(testkit.Knight(5, 5), false) }, "864", false},
	{"open knight's tours 6x6", func() *model.Model { return testkit.Tour(testkit.Knight(6, 6), false) }, "3318960", false},
	{"directed open knight's tours 5x5", func() *model.Model { return testkit.Tour(testkit.Directed(testkit.Knight(5, 5)), false) }, "1728", false},
	{"directed open knight's tours 6x6", func() *model.Model { return testkit.Tour(testkit.Directed(testkit.Knight(6, 6)), false) }, "6637920", true},
	{"hamiltonian cycles of the 6x6 grid", func() *model.Model { return testkit.Tour(testkit.Grid(6, 6), true) }, "1072", false},
	{"hamiltonian cycles of the 8x8 grid", func() *model.Model { return testkit.Tour(testkit.Grid(8, 8), true) }, "4638576", false},
	{"hamiltonian cycles of the 10x10 grid", func() *model.Model { return testkit.Tour(testkit.Grid(10, 10), true) }, "467260456608", false},
	{"hamiltonian cycles of the 12x12 grid", func() *model.Model { return testkit.Tour(testkit.Grid(12, 12), true) }, "1076226888605605706", true},
	{"hamiltonian cycles of the king's graph 7x7", func() *model.Model { return testkit.Tour(testkit.King(7, 7), true) }, "1622043117414624", false},
	{"cycles of the 4x4 lattice", func() *model.Model { return testkit.Cycles(testkit.Grid(4, 4)) }, "213", false},
	{"cycles of the 8x8 lattice", func() *model.Model { return testkit.Cycles(testkit.Grid(8, 8)) }, "603841648931", false},
	{"spanning trees of the 3x3 grid", func() *model.Model { return testkit.SpanningTrees(testkit.Grid(3, 3)) }, "192", false},
	{"spanning trees of the 5x5 grid", func() *model.Model { return testkit.SpanningTrees(testkit.Grid(5, 5)) }, "557568000", false},
	{"paths from corner to corner, 1 square", func() *model.Model { return corners(1) }, "2", false},
	{"paths from corner to corner, 2x2", func() *model.Model { return corners(2) }, "12", false},
	{"paths from corner to corner, 4x4", func() *model.Model { return corners(4) }, "8512", false},
	{"paths from corner to corner, 6x6", func() *model.Model { return corners(6) }, "575780564", false},
	{"paths from corner to corner, 8x8", func() *model.Model { return corners(8) }, "3266598486981642", false},
	{"paths from corner to corner, 12x12", func() *model.Model { return corners(12) }, "64528039343270018963357185158482118", true},
}

// corners is the paths along the lines of n by n squares from one corner to the
// opposite one.
func corners(n int) *model.Model {
	g := testkit.Grid(n+1, n+1)
	m := testkit.Cycles(g)
	w := m.Constraints[0].Body.(model.Route)
	w.Closed = false
	m.Constraints[0].Body = w
	for v := range g.Order() {
		var terms []model.Term
		for _, h := range g.Out[v] {
			terms = append(terms, model.Term{Coef: 1, X: m.ToInt(w.Edges[h.Edge])})
		}
		allowed := model.Values(0, 2)
		if v == 0 || v == g.Order()-1 {
			allowed = model.Values(1)
		}
		m.Constrain(0, model.True, model.Assert{B: m.In(m.Sum(terms...), allowed)})
	}
	return m
}

func TestTotals(t *testing.T) {
	t.Parallel()
	for _, c := range totals {
		if c.large || testkit.Race && len(c.total) > 6 { // BenchmarkTotals has the large ones
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			if n := countOf(c.model(), model.CountOptions{}); !n.Complete || n.N.String() != c.total {
				t.Errorf("%v (%s), want %s", n.N, n.Reason, c.total)
			}
		})
	}
}

func BenchmarkTotals(b *testing.B) {
	for _, c := range totals {
		b.Run(c.name, func(b *testing.B) {
			m := c.model()
			states := int64(0)
			for b.Loop() {
				n := countOf(m, model.CountOptions{})
				if !n.Complete || n.N.String() != c.total {
					b.Fatalf("%v (%s), want %s", n.N, n.Reason, c.total)
				}
				states = n.Stats.States
			}
			b.ReportMetric(float64(states), "states")
		})
	}
}

// mostInParts is of how many states a count is done in parts, too: larger ones differ from smaller ones only in how long that takes,
// and the count by elimination does closed knight's tours 6x7 in parts.
const mostInParts = 120_000

// TestCountInOtherWays counts once more along another order, in parts, and by
// remainders.
func TestCountInOtherWays(t *testing.T) {
	t.Parallel()
	states := int64(0)
	count := func(m *model.Model, o model.CountOptions) *big.Int {
		n := countOf(m, o)
		if !n.Complete {
			t.Fatal(n.Reason)
		}
		states = n.Stats.States
		return n.N
	}
	for _, c := range totals {
		if c.large || !testkit.Thorough() && len(c.total) > 6 {
			continue
		}
		m := c.model()
		want, _ := new(big.Int).SetString(c.total, 10)
		for variant := range 2 {
			if n := count(m, model.CountOptions{OrderVariant: variant + 1}); n.Cmp(want) != 0 {
				t.Errorf("%s: %d along order %d, want %d", c.name, n, variant+1, want)
			}
		}
		if states > mostInParts {
			continue
		}
		sum := new(big.Int)
		for part := range 3 {
			sum.Add(sum, count(m, model.CountOptions{Part: part + 1, Parts: 3}))
		}
		if sum.Cmp(want) != 0 {
			t.Errorf("%s: %d in three parts, want %d", c.name, sum, want)
		}
		const modulo = 1_000_000_007
		if n := count(m, model.CountOptions{Modulo: modulo}); n.Cmp(new(big.Int).Mod(want, big.NewInt(modulo))) != 0 {
			t.Errorf("%s: %d modulo %d, of %d", c.name, n, modulo, want)
		}
	}
}

// TestLinksSoon counts the ways to join five pairs on a 10 by 10 board, and the
// neat ones that leave no cell out.
func TestLinksSoon(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	labels := make([]int32, 100)
	for i := range labels {
		labels[i] = -1
	}
	for l, pair := range [][2]int{{0, 90}, {11, 81}, {22, 72}, {33, 36}, {9, 99}} {
		labels[pair[0]], labels[pair[1]] = int32(l), int32(l)
	}
	for _, fill := range []bool{true, false} {
		n := countOf(testkit.JoinedLabels(10, 10, labels, fill), model.CountOptions{})
		again := countOf(testkit.JoinedLabels(10, 10, labels, fill), model.CountOptions{OrderVariant: 1})
		if !n.Complete || n.N.Sign() == 0 || n.N.Cmp(again.N) != 0 {
			t.Errorf("filling %t: %d (%s), along another order %d", fill, n.N, n.Reason, again.N)
		}
		t.Log(fill, n.N, n.Stats.States)
	}
}
