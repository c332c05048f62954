package sat

import (
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestSumsOfPositions counts numbered tours by sums of some of their numbers,
// and holds that against the tours counted without.
func TestSumsOfPositions(t *testing.T) {
	testkit.SkipRace(t)
	g := testkit.Knight(3, 7)
	tours := func() (*model.Model, []model.Int) {
		m := testkit.Numbered(g)
		for _, c := range m.Constraints {
			if w, isRoute := c.Body.(model.Route); isRoute {
				for _, v := range w.Vertices {
					m.Constrain(0, model.True, model.Assert{B: v})
				}
				return m, w.Positions
			}
		}
		panic("no route")
	}
	plain, xs := tours()
	every, result := first(plain, testkit.Task{})
	if len(every) == 0 || !result.Exhausted {
		t.Fatalf("%+v", result)
	}
	coefs := []int64{1, 2, -1, 1}
	counts := map[int64]int{}
	for _, s := range every {
		values := model.Evaluate(plain, s)
		sum := int64(0)
		for i, c := range coefs {
			sum += c * values.Int(xs[3*i])
		}
		counts[sum]++
	}
	sums := []int64{6, 36, 500}
	if testkit.Thorough() {
		sums = []int64{-30, 4, 6, 17, 20, 36, 56, 62, 500}
	}
	for _, sum := range sums {
		m, xs := tours()
		terms := make([]model.Term, len(coefs))
		for i, c := range coefs {
			terms[i] = model.Term{Coef: c, X: xs[3*i]}
		}
		m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Sum(terms...), m.Int(sum))})
		got, result := first(m, testkit.Task{})
		if len(got) != counts[sum] || !result.Exhausted {
			t.Errorf("%d tours with the sum %d, want %d", len(got), sum, counts[sum])
		}
		one, result := first(m, testkit.Task{Limit: 1})
		if len(one) != min(counts[sum], 1) || !result.Complete {
			t.Errorf("asked for a tour with the sum %d, of %d there are: %+v", sum, counts[sum], result)
		}
	}
}

// equalSums is the knight's tours of a board of n by n whose numbers have the
// same sum in all rows and columns.
func equalSums(n int) *model.Model {
	g := testkit.Directed(testkit.Knight(n, n))
	m := testkit.Numbered(g)
	xs := m.Constraints[0].Body.(model.Route).Positions
	for i := range n {
		for _, step := range [2][2]int{{i * n, 1}, {i, n}} {
			terms := make([]model.Term, n)
			for k := range n {
				terms[k] = model.Term{Coef: 1, X: xs[step[0]+k*step[1]]}
			}
			m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Sum(terms...), m.Int(int64(n*(n*n+1)/2)))})
		}
	}
	return m
}

func TestNoEqualSums(t *testing.T) {
	for _, n := range []int{3, 4} {
		got, result := first(equalSums(n), testkit.Task{Limit: 1})
		if len(got) > 0 || !result.Exhausted {
			t.Errorf("%dx%d: %d tours; %+v", n, n, len(got), result)
		}
	}
}
