package native_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// The cheapest links are the cheapest of all links.
func TestCheapestLinks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rows, cols := rapid.IntRange(2, 4).Draw(rt, "rows"), rapid.IntRange(2, 4).Draw(rt, "columns")
		places := make([]int, rows*cols)
		labels := make([]int32, rows*cols)
		for i := range places {
			places[i], labels[i] = i, -1
		}
		places = rapid.Permutation(places).Draw(rt, "places")
		for i := range 2 * rapid.IntRange(1, min(3, len(places)/2)).Draw(rt, "labels") {
			labels[places[i]] = int32(i / 2)
		}
		m := testkit.JoinedLabels(rows, cols, labels, rapid.IntRange(0, 3).Draw(rt, "fill") == 0)
		terms := []model.Term{{Coef: 1, X: m.Int(rapid.Int64Range(-2, 2).Draw(rt, "offset"))}}
		for _, v := range m.Finds[0].Vars {
			terms = append(terms, model.Term{Coef: rapid.Int64Range(0, 3).Draw(rt, "cost"), X: m.ToInt(m.BoolVar(v))})
		}
		m.Objectives = []model.Objective{{X: m.Sum(terms...)}}

		all, r := testkit.Solve(rt, native.New(), m, testkit.Task{AnyObjective: true})
		if !r.Exhausted {
			rt.Fatalf("%+v", r)
		}
		var want [][]int64
		least := int64(0)
		for _, s := range all {
			cost := int64(0)
			for i, on := range s {
				for _, t := range terms[1:] {
					if to, ok := m.Ints[t.X].(model.ToInt); ok && to.B == m.BoolVar(m.Finds[0].Vars[i]) {
						cost += on * t.Coef
					}
				}
			}
			if want == nil || cost < least {
				want, least = nil, cost
			}
			if cost == least {
				want = append(want, s)
			}
		}
		best, r := testkit.Solve(rt, native.New(), m, testkit.Task{})
		if d := cmp.Diff(testkit.Sorted(want), testkit.Sorted(slices.Clone(best))); d != "" || !r.Exhausted {
			rt.Fatalf("%+v: differ (-want +got):\n%s", r, d)
		}
	})
}
