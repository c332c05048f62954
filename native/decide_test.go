package native

import (
	"math"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestDecide holds what counting tells of one solution or two against a search for all, where none of
// them was found yet and where one was.
func TestDecide(t *testing.T) {
	t.Parallel()
	kinds := map[int]int{} // by how many solutions there are, three for more than two
	for seed := range uint64(120) {
		m := testkit.JoinedLabels(4, 4, testkit.LinkLabels(4, 4, seed), seed%3 > 0)
		var all []model.Solution
		searched := openStill(m, model.Options{}).Solve(t.Context(), model.SolveOptions{}, func(s model.Solution) bool {
			all = append(all, slices.Clone(s))
			return true
		})
		if !searched.Exhausted {
			t.Fatalf("seed %d: %+v", seed, searched)
		}
		kinds[min(len(all), 3)]++
		for limit := 1; limit <= 2; limit++ {
			for known := 0; known <= min(limit-1, len(all)); known++ {
				found := slices.Clone(all[:known])
				o := model.SolveOptions{Limit: limit, Seed: int64(seed)}
				e, hand := openStill(m, model.Options{}).newDecider(t.Context(), o, func(s model.Solution) bool {
					found = append(found, slices.Clone(s))
					return true
				})
				e.found = slices.Clone(found)
				e.d = model.NewDelivery(t.Context(), o, hand)
				e.d.Result.Solutions = known
				exhausted, done := e.Decide(math.MaxInt32)
				e.d.Close()
				if want := min(limit, len(all)); !done || len(found) != want || exhausted && len(all) > want || !exhausted && len(all) < limit {
					t.Errorf("seed %d, limit %d, known %d: %d of %d solutions, exhausted %t, done %t", seed, limit, known, len(found), len(all), exhausted, done)
				}
				if len(found) == 2 && sameFinds(e.m, found[0], found[1]) {
					t.Errorf("seed %d: the same twice", seed)
				}
				for _, s := range found {
					if !slices.ContainsFunc(all, func(a model.Solution) bool { return sameFinds(e.m, a, s) }) {
						t.Errorf("seed %d: %v is no solution", seed, s)
					}
				}
			}
		}
	}
	for n := range 4 {
		if n > 0 && kinds[n] == 0 {
			t.Errorf("no model with %d solutions: %v", n, kinds)
		}
	}
}

// TestDecideOnOwnGraph has no count laid out where a model has no graph of its own, however long the search.
func TestDecideOnOwnGraph(t *testing.T) {
	t.Parallel()
	j := openStill(testkit.EqualSums(5), model.Options{})
	r := j.Solve(t.Context(), model.SolveOptions{Limit: 2}, func(model.Solution) bool { return true })
	if r.Solutions != 2 || r.Stats.Conflicts < 500 {
		t.Fatalf("%+v: no search in which a count would be thought of", r)
	}
	if n := j.Work().Lowerings; n > 0 {
		t.Errorf("lowered %d times", n)
	}
}

// TestDecideInProportion has nothing lowered as long as the search took less than that, an order looked for no longer than the
// search took, and no hope kept for a count that no order makes short.
func TestDecideInProportion(t *testing.T) {
	t.Parallel()
	asked := func(rows, cols int) (*still, *decider) {
		j := openStill(testkit.Loop(rows, cols, nil), model.Options{})
		e, hand := j.newDecider(t.Context(), model.SolveOptions{Limit: 2}, func(model.Solution) bool { return true })
		e.d = model.NewDelivery(t.Context(), e.options, hand)
		t.Cleanup(func() { e.d.Close() })
		return j, e
	}
	j, e := asked(9, 9)
	size := int64(e.m.BoolCount() + len(e.m.Ints))
	if e.Decide(loweringNode*size - 1); j.Lowerings() > 0 {
		t.Error("lowered too soon")
	}
	e.Decide(loweringNode * size)
	soon, states := e.planned, e.states
	if j.Lowerings() != 1 || e.given || soon != loweringNode*size || states == 0 {
		t.Fatalf("%d lowerings, given up %t, %g states after %d propagations", j.Lowerings(), e.given, states, soon)
	}
	if e.worthwhile(2*soon - 1); e.planned != soon {
		t.Error("looked again before the search took twice as long")
	}
	if e.worthwhile(1 << 24); e.planned != 1<<24 || e.states > states {
		t.Errorf("%g states after %d propagations, %g before", e.states, e.planned, states)
	}
	j, e = asked(40, 40)
	if e.Decide(math.MaxInt32); j.Lowerings() != 1 || !e.given || e.planned > 0 {
		t.Errorf("%d lowerings, given up %t, an order looked for after %d propagations", j.Lowerings(), e.given, e.planned)
	}
}
