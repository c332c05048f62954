package sat

import (
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// At most one of many, as a count of gophersat's and as pairs when it is simplified; with some of
// the conditions known, too.
func TestAtMostOneOfMany(t *testing.T) {
	const n = leastCounted + 8
	for _, by := range []*Engine{New(), eager()} {
		for _, known := range []model.Bool{model.True, model.False} {
			m := model.New()
			m.Finds = make([]model.Find, 1)
			var terms []model.Term
			for range n {
				terms = append(terms, model.Term{Coef: 1, X: m.ToInt(m.BoolVar(m.AddBool(0)))})
			}
			last := m.BoolVar(n - 1)
			m.Constrain(0, model.True, model.Assert{B: m.LessEq(m.Sum(terms...), m.Int(1))})
			want := n
			if known == model.True {
				m.Constrain(0, model.True, model.Assert{B: last})
				want = 1
			} else {
				m.Constrain(0, model.True, model.Assert{B: last.Not()})
			}
			if found, _ := allBy(t, by, m, testkit.Task{}); len(found) != want {
				t.Errorf("%d solutions, want %d", len(found), want)
			}
		}
	}
}

// Units propagate through counts as they do through pairs, so that a row of many cells is as
// soon done.
func TestUnitsPropagateThroughCounts(t *testing.T) {
	const n = 2 * leastCounted
	e := newEncoder(t.Context(), model.New())
	a, b := e.newVars(n), e.newVars(n)
	e.atMostOne(a, nil)
	e.atMostOne(b, nil)
	for i := 1; i < n; i++ { // no a but the first, so the first of b
		e.clause(a[i], b[0])
	}
	e.clause(a[0])
	e.propagate()
	if len(e.ends)+len(e.sums) != 0 || e.known(b[0]) != 1 || e.known(b[1]) != -1 {
		t.Errorf("%d clauses and %d sums are left; %d, %d", len(e.ends), len(e.sums), e.known(b[0]), e.known(b[1]))
	}
}
