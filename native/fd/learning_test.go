package fd

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// pairsApart places each number from 1 to n twice, with as many others between, which is possible where
// n or n + 1 is a multiple of four. Learning is of no use there.
func pairsApart(n int) *model.Model {
	m := model.New()
	m.Finds, m.Rules, m.Instances = []model.Find{{Name: "first"}}, []model.Rule{{Name: "rule"}}, []model.Instance{{}}
	var places []model.Int
	for k := 1; k <= n; k++ {
		x := m.IntVar(m.AddInt(model.Range(1, int64(2*n-k-1)), 0, false))
		places = append(places, x, m.Plus(x, m.Int(int64(k+1))))
	}
	m.Constrain(0, model.True, model.Distinct{Xs: places})
	return m
}

// TestLearningEnds searches where learned clauses lead back by one choice only, and where they are of use.
func TestLearningEnds(t *testing.T) {
	for _, c := range []struct {
		name     string
		m        *model.Model
		learning bool
	}{
		{"pairs", pairsApart(9), false},
		{"equal sums", testkit.EqualSums(5), true},
	} {
		o := model.SolveOptions{Limit: 1}
		d := model.NewDelivery(context.Background(), o, func(model.Solution) bool { return true })
		root, _ := Presolve(t.Context(), c.m, model.Options{})
		s := root.newSearch(o, d)
		s.solve()
		r := d.Finish(s.exhausted, model.Reason{})
		d.Close()
		if r.Stats.Conflicts < 2*firstInterval || s.learning != c.learning {
			t.Errorf("%s: %d conflicts, %d solutions, learning in the end: %v", c.name, r.Stats.Conflicts, r.Solutions, s.learning)
		}
	}
}
