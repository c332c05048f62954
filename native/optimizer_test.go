package native

import (
	"math"
	"strings"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// longest is a path in a graph with as many edges as can be.
func longest(g *alg.Graph, alternate bool) *model.Model {
	m := testkit.Cycles(g)
	w := m.Constraints[0].Body.(model.Route)
	w.Closed = false
	m.Constraints[0].Body = w
	var terms []model.Term
	for i, e := range w.Edges {
		terms = append(terms, model.Term{Coef: int64(1 + i%3), X: m.ToInt(e)})
		if alternate && i%4 == 3 { // more than one path: for finite domains
			m.Constrain(0, model.True, model.Assert{B: m.Or(w.Edges[i-1], w.Edges[i-2], w.Edges[i-3].Not())})
		}
	}
	m.Objectives = []model.Objective{{X: m.Sum(terms...), Maximize: true}}
	return m
}

// TestOptimizer has searches for a path and of finite domains be settled by elimination, and the same optimum come from
// elimination little by little.
func TestOptimizer(t *testing.T) {
	t.Parallel()
	for _, alternate := range []bool{false, true} {
		m := longest(testkit.Grid(4, 5), alternate)
		job := openStill(m, model.Options{})
		var worth []int64
		r := job.Solve(t.Context(), model.SolveOptions{Limit: 1}, func(s model.Solution) bool {
			worth = testkit.Score(m, model.Evaluate(m, s))
			return true
		})
		if !r.Complete || !strings.Contains(r.Proof, "eliminating") || r.Stats.States == 0 || r.Bounds[0].Lo != -worth[0] || r.Bounds[0].Hi != -worth[0] {
			t.Errorf("alternate %t: %+v worth %v", alternate, r, worth)
		}
		var result model.Result
		e := job.newOptimizer(t.Context(), model.SolveOptions{Limit: 1}, &result)
		defer e.stop()
		var best model.Solution
		turns := 0
		e.begin = 0
		for proved := false; !proved; turns++ {
			if turns > 1000 {
				t.Fatal("no end")
			}
			var better model.Solution
			if better, proved = e.Improve(int64(turns)*100, best); better != nil {
				best = better
			}
		}
		if got := testkit.Score(m, model.Evaluate(m, best)); got[0] != worth[0] || turns < 3 {
			t.Errorf("alternate %t: %v in %d turns, want %v", alternate, got, turns, worth)
		}
		if _, again := e.Improve(math.MaxInt32, best); again {
			t.Error("it was proved twice")
		}
	}
	if e := openStill(longest(testkit.Grid(2, 2), false), model.Options{AnyObjective: true}).newOptimizer(t.Context(), model.SolveOptions{Limit: 1}, nil); e != nil {
		t.Error("an optimizer where nothing is to be best")
	}
}
