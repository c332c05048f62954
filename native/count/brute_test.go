package count

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"pgregory.net/rapid"
)

// brute counts by trying every choice.
func brute(p *Problem) map[int64]int64 {
	out := map[int64]int64{}
	for set := uint64(0); set < 1<<p.Unknowns; set++ {
		if !bruteHolds(p, set) {
			continue
		}
		weight := int64(0)
		for u, w := range p.Weights {
			weight += w * int64(set>>u&1)
		}
		out[weight]++
	}
	return out
}

func bruteHolds(p *Problem, set uint64) bool {
	g := p.Graph
	n := g.Order()
	degree, out, in := make([]int, n), make([]int, n), make([]int, n)
	group := make([]int, n) // components, and cycles
	for v := range group {
		group[v] = v
	}
	acyclic := true
	for i, e := range g.Edges {
		if set>>i&1 == 0 {
			continue
		}
		degree[e.U]++
		degree[e.V]++
		out[e.U]++
		in[e.V]++
		a, b := group[e.U], group[e.V]
		acyclic = acyclic && a != b
		for v := range group {
			if group[v] == b {
				group[v] = a
			}
		}
	}
	for v, d := range degree {
		if p.Degrees[v]>>d&1 == 0 {
			return false
		}
	}
	for _, r := range p.Rules {
		values := make(model.Solution, len(r.Unknowns))
		for i, u := range r.Unknowns {
			values[i] = int64(set >> u & 1)
		}
		if !model.Evaluate(r.Model, values).Bool(r.Holds) {
			return false
		}
	}
	return bruteShape(p, degree, out, in, group, acyclic)
}

func bruteShape(p *Problem, degree, out, in, group []int, acyclic bool) bool {
	parts := map[int]bool{}
	for v, d := range degree {
		if d > 0 {
			parts[group[v]] = true
		}
		if p.Graph.Directed && (p.Shape == OneCycle || p.Shape == OnePath) && (out[v] > 1 || in[v] > 1) {
			return false
		}
	}
	switch p.Shape {
	case AnyEdges:
		return true
	case Forest:
		return acyclic
	case Connected:
		return len(parts) <= 1
	case OneCycle:
		for _, d := range degree {
			if d != 0 && d != 2 {
				return false
			}
		}
		return len(parts) == 1
	case OnePath:
		var ends []int
		for v, d := range degree {
			if d > 2 {
				return false
			}
			if d == 1 {
				ends = append(ends, v)
			}
		}
		if len(parts) != 1 || len(ends) != 2 {
			return false
		}
		first := func(v int) bool { return p.First == nil || p.First[v] }
		last := func(v int) bool { return p.Last == nil || p.Last[v] }
		a, b := ends[0], ends[1]
		if p.Graph.Directed {
			if out[a] == 0 {
				a, b = b, a
			}
			return first(a) && last(b)
		}
		return first(a) && last(b) || first(b) && last(a)
	case Linked:
		where := map[int32]int{}
		for v, d := range degree {
			switch l := p.Labels[v]; {
			case l < 0 && d != 0 && d != 2, l >= 0 && d != 1:
				return false
			case l >= 0:
				if u, known := where[l]; known && group[u] != group[v] {
					return false
				}
				where[l] = v
			}
		}
		ends := map[int]bool{} // every component is the path of a label
		for v, l := range p.Labels {
			if l >= 0 {
				ends[group[v]] = true
			}
		}
		for part := range parts {
			if !ends[part] {
				return false
			}
		}
		return true
	}
	panic("no such shape")
}

func drawProblem(t *rapid.T) (*Problem, Order) {
	n := rapid.IntRange(1, 8).Draw(t, "vertices")
	shape := Shape(rapid.IntRange(0, int(Connected)).Draw(t, "shape"))
	directed := shape != Linked && rapid.IntRange(0, 3).Draw(t, "directed") == 0
	var all []alg.Edge
	for u := range n {
		for v := range n {
			if u < v || directed && u != v {
				all = append(all, alg.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	if shape == AnyEdges && rapid.Bool().Draw(t, "parallel") {
		all = append(all, all...)
	}
	edges := rapid.Permutation(all).Draw(t, "edges")
	edges = edges[:min(len(edges), rapid.IntRange(0, 13).Draw(t, "size"))]
	p := &Problem{Graph: alg.NewGraph(n, edges, directed), Shape: shape, Degrees: make([]uint64, n)}
	kind := rapid.SampledFrom([]uint64{0b100, 0b101, 0b110, 0b111, 0b1111, 0b1010, ^uint64(0), 0}).Draw(t, "degrees")
	for v := range p.Degrees {
		p.Degrees[v] = kind
		if kind == 0 {
			p.Degrees[v] = uint64(rapid.IntRange(1, 31).Draw(t, "degree"))
		}
	}
	p.Unknowns = len(edges) + rapid.IntRange(0, 3).Draw(t, "switches")
	if shape == Linked {
		p.Labels = degreesOf[int32](n, -1)
		places := rapid.Permutation(indices(n)).Draw(t, "places")
		for l := range rapid.IntRange(0, n/2).Draw(t, "labels") {
			for _, v := range places[2*l : 2*l+2] {
				p.Labels[v] = int32(l)
				p.Degrees[v] |= 2
			}
		}
	}
	if shape == OnePath {
		p.First, p.Last = drawEnds(t, n), drawEnds(t, n)
	}
	if p.Unknowns > 0 {
		for range rapid.IntRange(0, 3).Draw(t, "rules") {
			p.Rules = append(p.Rules, drawRule(t, p.Unknowns))
		}
	}
	if len(edges) > 1 {
		for range rapid.IntRange(0, 8).Draw(t, "exclusions") {
			pair := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(len(edges)-1)), 2, 2, rapid.ID).Draw(t, "pair")
			slices.Sort(pair)
			p.Rules = append(p.Rules, atMost(pair, 1))
		}
	}
	if rapid.Bool().Draw(t, "weighted") {
		p.Weights = make([]int64, p.Unknowns)
		for u := range p.Weights {
			p.Weights[u] = rapid.Int64Range(-2, 3).Draw(t, "weight")
		}
	}
	var o Order
	for _, v := range rapid.Permutation(indices(n)).Draw(t, "order") {
		o = append(o, int32(v))
	}
	return p, o
}

func degreesOf[T any](n int, x T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = x
	}
	return out
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func drawEnds(t *rapid.T, n int) []bool {
	if rapid.Bool().Draw(t, "free") {
		return nil
	}
	return rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "ends")
}

// drawRule draws a condition on a few unknowns.
func drawRule(t *rapid.T, unknowns int) Rule {
	r := Rule{Model: model.New()}
	var vars []model.Bool
	for u := range unknowns {
		if rapid.IntRange(0, 2).Draw(t, "in") == 0 && len(vars) < 6 {
			r.Unknowns = append(r.Unknowns, int32(u))
			vars = append(vars, r.Model.BoolVar(r.Model.AddBool(-1)))
		}
	}
	if len(vars) == 0 {
		r.Holds = model.Const(rapid.IntRange(0, 9).Draw(t, "constant") != 0)
		return r
	}
	literal := func() model.Bool {
		b := rapid.SampledFrom(vars).Draw(t, "literal")
		if rapid.Bool().Draw(t, "negated") {
			return b.Not()
		}
		return b
	}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		r.Holds = r.Model.Or(literal(), literal(), literal())
	case 1:
		r.Holds = r.Model.Iff(literal(), r.Model.And(literal(), literal()))
	default:
		var terms []model.Term
		for _, v := range vars {
			terms = append(terms, model.Term{Coef: 1, X: r.Model.ToInt(v)})
		}
		sum := r.Model.Sum(terms...)
		bound := r.Model.Int(rapid.Int64Range(0, int64(len(vars))).Draw(t, "bound"))
		if rapid.Bool().Draw(t, "exactly") {
			r.Holds = r.Model.Equal(sum, bound)
		} else {
			r.Holds = r.Model.Or(literal(), r.Model.LessEq(sum, bound))
		}
	}
	return r
}

func describe(p *Problem, o Order) string {
	return fmt.Sprintf("shape %d directed %v edges %v degrees %v labels %v first %v last %v rules %v weights %v order %v unknowns %d",
		p.Shape, p.Graph.Directed, p.Graph.Edges, p.Degrees, p.Labels, p.First, p.Last, p.Rules, p.Weights, o, p.Unknowns)
}

// sameCounts compares counts with those of brute; a weight without solutions may be
// absent or 0.
func sameCounts(got Counts, want map[int64]int64) error {
	for weight, n := range want {
		if got[weight] == nil || got[weight].Cmp(big.NewInt(n)) != 0 {
			return fmt.Errorf("weight %d: %v, want %d", weight, got[weight], n)
		}
	}
	for weight, n := range got {
		if n.Sign() != 0 && want[weight] == 0 {
			return fmt.Errorf("weight %d: %v, want none", weight, n)
		}
	}
	return nil
}

func TestAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawProblem(t)
		want := brute(p)
		res, err := Count(context.Background(), p, o, Options{Goroutines: 1})
		if err != nil {
			t.Fatalf("%v: %s", err, describe(p, o))
		}
		if err := sameCounts(res.Counts, want); err != nil {
			t.Fatalf("%v: %s", err, describe(p, o))
		}
	})
}

// Keys and counts of several words come to the same.
func TestWideWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawProblem(t)
		want := brute(p)
		for _, keyWords := range []int{2, 4} {
			for _, countWords := range []int{1, 2, 4} {
				sched, err := newSchedule(t.Context(), p, o)
				if err != nil {
					t.Fatal(err)
				}
				sched.keyWords = max(sched.keyWords, keyWords)
				r := newRun(context.Background(), sched, Options{})
				r.countWords = countWords
				r.stack = []batch{r.initialBatch()}
				if err := r.processStack(); err != nil {
					t.Fatal(err)
				}
				if err := sameCounts(r.counts(), want); err != nil {
					t.Fatalf("%v: %s", err, describe(p, o))
				}
				r.close()
			}
		}
	})
}
