package sat

import (
	"context"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestDivide divides numbers that are too large for tables, by small divisors of either sign and by 0, under a condition
// and without one.
func TestDivide(t *testing.T) {
	wide := model.Range(-5000, 5000)
	for _, divisors := range []model.Interval{{Lo: -3, Hi: 3}, {Lo: 0, Hi: 3}, {Lo: -3, Hi: 0}, {Lo: 0, Hi: 0}, {Lo: 1, Hi: 4}, {Lo: -4, Hi: -1}} {
		for _, a := range []int64{-7, 0, 5000} {
			for _, b := range []int64{divisors.Lo, -1, 0, 2, divisors.Hi} {
				if b < divisors.Lo || b > divisors.Hi {
					continue
				}
				m := model.New()
				m.Finds, m.Rules, m.Instances = []model.Find{{Name: "numbers"}}, []model.Rule{{Name: "division"}}, []model.Instance{{}}
				var xs []model.Int
				for _, d := range []model.Domain{wide, model.Range(divisors.Lo, divisors.Hi), wide, wide} {
					xs = append(xs, m.IntVar(m.AddInt(d, 0, false)))
				}
				when := m.BoolVar(m.AddBool(0))
				m.Constrain(0, model.True, model.Assert{B: m.Equal(xs[1], m.Int(b))})
				m.Constrain(0, model.True, model.Assert{B: m.Equal(xs[0], m.Int(a))})
				m.Constrain(0, when, model.Assert{B: m.Equal(xs[2], m.Div(xs[0], xs[1]))})
				m.Constrain(0, model.True, model.Assert{B: m.Equal(xs[3], m.Mod(xs[0], xs[1]))})
				m.Constrain(0, model.True, model.Assert{B: when})
				var found []model.Solution
				testkit.Run(context.Background(), New(), m, testkit.Task{Limit: 2}, func(s model.Solution) bool {
					found = append(found, s)
					return true
				})
				q, r := int64(0), int64(0)
				if b != 0 {
					q, r = alg.FloorDiv(a, b), alg.FloorMod(a, b)
				}
				if len(found) != 1 || found[0][2] != q || found[0][3] != r {
					t.Errorf("%d by %d in %v: %v, want %d and %d", a, b, divisors, found, q, r)
				}
			}
		}
	}
}
