package fd

import (
	"context"
	"testing"

	"nazo/internal/model"
)

// TestMergedSums: the cells of two sums stand in the same two boxes. Each sum leaves all values, and both together do not.
func TestMergedSums(t *testing.T) {
	b := &builder{Model: model.New()}
	b.Finds, b.Rules, b.Instances = []model.Find{{}}, []model.Rule{{}}, []model.Instance{{}}
	var boxes [2][]model.Int
	var sums [2][]model.Int
	for box := range boxes {
		for i := range 6 {
			x := b.from(1, 6)
			boxes[box] = append(boxes[box], x)
			sums[i%2] = append(sums[i%2], x)
		}
		b.post(model.Distinct{Xs: boxes[box]})
	}
	last := b.from(1, 9)
	sums[1] = append(sums[1], last)
	for i, total := range []int64{21, 26} {
		b.must(b.Equal(b.Sum(ones(sums[i])...), b.Int(total)))
	}
	root, err := Presolve(context.Background(), b.Model, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if x := root.ints[last]; x.lo != 5 || x.hi != 5 {
		t.Errorf("the cell outside the boxes may be %d..%d, not only 5", x.lo, x.hi)
	}
}
