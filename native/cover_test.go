package native

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native/fd"
	"pgregory.net/rapid"
)

// recognize presolves a model and recognizes the rest.
func recognize(t testkit.Tester, m *model.Model, off ...int32) *exactCover {
	root, err := fd.Presolve(context.Background(), m, model.Options{Off: off})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if root.Impossible() {
		return nil
	}
	return recognizeCover(root, off)
}

// all returns the projections of all solutions, or of the first before the search gave up.
func (c *exactCover) all(m *model.Model, patience int64) (found [][]int64, exhausted, gaveUp bool) {
	d := model.NewDelivery(context.Background(), model.SolveOptions{}, func(s model.Solution) bool {
		found = append(found, testkit.Project(m, s))
		return true
	})
	defer d.Close()
	exhausted, gaveUp, _ = c.search(d, patience)
	return found, exhausted, gaveUp
}

// randomCover draws a model of conditions of which one holds, or at most one.
func randomCover(t *rapid.T) *model.Model {
	n := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
	m := model.New()
	m.Finds, m.Rules, m.Instances = []model.Find{{Name: "find"}}, []model.Rule{{Name: "rule"}}, []model.Instance{{}, {}}
	var conditions []model.Bool
	var numbers []model.Int
	for range n(1, 4) {
		x := m.IntVar(m.AddInt(model.Range(0, int64(n(1, 3))), 0, false))
		numbers = append(numbers, x, m.Plus(x, m.Int(int64(n(0, 2)))))
		for range 2 {
			conditions = append(conditions, m.In(x, model.Values(int64(n(0, 3)), int64(n(0, 3)))))
		}
	}
	for range n(1, 4) {
		conditions = append(conditions, m.BoolVar(m.AddBool(0)))
	}
	some := func(least int) (some []model.Bool) {
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(conditions)-1), least, 6).Draw(t, "some") {
			some = append(some, conditions[i]^model.Bool(n(0, 4)/4))
		}
		return some
	}
	sum := func(conditions []model.Bool) model.Int {
		var terms []model.Term
		for _, c := range conditions {
			terms = append(terms, model.Term{Coef: 1, X: m.ToInt(c)})
		}
		return m.Sum(terms...)
	}
	if n(0, 1) == 1 { // two numbers that agree, and what they have together is counted
		x, y := numbers[n(0, len(numbers)-1)], numbers[n(0, len(numbers)-1)]
		shift := int64(n(0, 2))
		for i, from := range []model.Int{x, y} {
			to, by := []model.Int{y, x}[i], []int64{shift, -shift}[i]
			all := []model.Bool{m.In(from, model.Range(int64(n(2, 4)), 9))}
			for k := range int64(7) {
				all = append(all, m.And(m.In(from, model.Values(k)), m.In(to, model.Values(k+by))))
			}
			m.Constrain(0, model.True, model.Assert{B: m.Or(all...)})
		}
		both := []model.Bool{m.In(x, model.Values(0)), m.In(y, model.Values(shift)), conditions[0], conditions[1]}[:n(2, 4)]
		m.Constrain(0, model.True, model.Assert{B: m.Equal(sum(both), m.Int(int64(n(1, 2))))})
	}
	for range n(0, 4) {
		body, pair := model.Body(nil), some(2)
		switch n(0, 6) {
		case 0, 1:
			body = model.Assert{B: m.Equal(sum(some(1)), m.Int(1))}
		case 2:
			body = model.Assert{B: m.LessEq(sum(some(1)), m.Int(1))}
		case 3:
			body = model.Assert{B: m.Iff(pair[0], pair[1])}
		case 4:
			body = model.Assert{B: m.And(m.Or(pair[0], pair[1]), m.LessEq(m.Int(1), sum(pair)))}
		case 5:
			body = model.Distinct{Xs: rapid.SliceOfN(rapid.SampledFrom(numbers), 1, 4).Draw(t, "distinct")}
		case 6:
			guard := some(1)[0]
			m.Constrain(int32(n(0, 1)), guard, model.Assert{B: pair[0]})
			continue
		}
		m.Constrain(int32(n(0, 1)), model.True, body)
	}
	return m
}

// TestRandomCovers holds what is recognized against brute force.
func TestRandomCovers(t *testing.T) {
	recognized, together, drawn := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m := randomCover(t)
		off := rapid.SampledFrom([][]int32{nil, nil, {1}}).Draw(t, "off")
		drawn++
		c := recognize(t, m, off...)
		if c == nil {
			return
		}
		recognized++
		if slices.ContainsFunc(c.options, func(o []choice) bool { return len(o) > 1 }) {
			together++
		}
		found, exhausted, _ := c.all(m, 1000)
		if want := testkit.BruteForce(m, testkit.Task{Off: off}); !exhausted || !testkit.Equal(testkit.Sorted(found), want) {
			t.Fatalf("found %v, want %v, exhausted %v of\n%s", found, want, exhausted, testkit.Describe(m))
		}
	})
	if drawn >= 50 && recognized == 0 || drawn >= 1000 && together == 0 { // few models show nothing
		t.Errorf("%d of %d models were recognized, %d with choices that are made together", recognized, drawn, together)
	}
}

// TestCovers counts the solutions of known puzzles, also by a plain program.
func TestCovers(t *testing.T) {
	for name, p := range puzzles() {
		if p.large {
			continue
		}
		c := recognize(t, p.m())
		if c == nil {
			t.Fatalf("%s: not recognized", name)
		}
		found, exhausted, _ := c.all(p.m(), 1<<40)
		slices.SortFunc(found, slices.Compare)
		if unlike := len(slices.CompactFunc(found, slices.Equal)); unlike != p.count || !exhausted || p.plain().search() != p.count {
			t.Errorf("%s: %d solutions, and %d by a plain program, want %d", name, unlike, p.plain().search(), p.count)
		}
	}
}

// TestGivesUp has a search that finds few solutions end early.
func TestGivesUp(t *testing.T) {
	m := testkit.OneInEachLine(8)
	found, exhausted, gaveUp := recognize(t, m).all(m, 200)
	if len(found) == 0 || len(found) >= fewCovers || exhausted || !gaveUp {
		t.Errorf("%d solutions, exhausted %v, gave up %v", len(found), exhausted, gaveUp)
	}
}

// BenchmarkCover holds presolve, recognition and search against a plain program with dancing links.
func BenchmarkCover(b *testing.B) {
	for name, p := range puzzles() {
		b.Run(name, func(b *testing.B) {
			m := p.m()
			for b.Loop() {
				if found, _, _ := recognize(b, m).all(m, 1<<40); len(found) != p.count {
					b.Fatal(len(found))
				}
			}
		})
		b.Run(name+" plain", func(b *testing.B) {
			for b.Loop() {
				if n := p.plain().search(); n != p.count {
					b.Fatal(n)
				}
			}
		})
	}
}
