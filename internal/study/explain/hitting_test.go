package explain_test

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/native"
)

// Of a step that is called the smallest, nothing that was open before follows from fewer units: all sets of so many are tried.
func TestLeastIsLeast(t *testing.T) {
	for _, test := range []struct{ spec, text string }{
		{"slitherlink", "clue:\n 3 2 .\n . . 2\n 2 . 3\n"},
		{"sudoku", "clue:\n . . . 1\n . 2 . .\n 3 . . .\n . 4 . .\n"},
	} {
		p := problem(t, test.spec, test.text)
		ctx := context.Background()
		x, err := explain.Open(ctx, p, native.New())
		if err != nil {
			t.Fatal(err)
		}
		x.Effort.Proof = 3000
		job, err := native.New().Open(ctx, x.Problem.Model, model.Options{AnyObjective: true})
		if err != nil {
			t.Fatal(err)
		}
		reasons, err := job.(model.Inquirer).Inquire(ctx, model.InquiryOptions{Switches: true})
		if err != nil {
			t.Fatal(err)
		}
		state := x.Begin()
		type larger struct{ known, size int }
		var steps []larger
		end, solution := x.Way(ctx, state, func(s explain.Step) bool {
			if s.Size() > 1 {
				steps = append(steps, larger{len(state.Facts) - len(s.New), s.Size()})
				if !s.Least {
					t.Errorf("%s: a step of %d units is not proved to be the smallest", test.spec, s.Size())
				}
			}
			return true
		})
		for _, s := range steps {
			for _, f := range state.Facts[s.known:] {
				if smaller := smallerReason(ctx, reasons, x.Problem.Model.Units(), state.Facts[:s.known], s.size-1, f.Not()); smaller != nil {
					t.Errorf("%s: %s follows from %v, where a step takes %d units", test.spec, x.Say([]model.Fact{f}), smaller, s.size)
				}
			}
		}
		if end != explain.Solved && end != explain.Several || solution == nil {
			t.Errorf("%s: the way ends with %v", test.spec, end)
		}
		if len(steps) == 0 && test.spec == "slitherlink" {
			t.Errorf("%s: no step of several units", test.spec)
		}
	}
}

// smallerReason is a set of so many units that refutes what is supposed; nil if there is none.
func smallerReason(ctx context.Context, reasons model.Inquiry, units []int32, known []model.Fact, size int, supposed model.Fact) (found []int32) {
	var extend func(set []int32)
	extend = func(set []int32) {
		if len(set) == size {
			if r := reasons.Ask(ctx, model.Query{Known: known, On: set, Supposed: []model.Fact{supposed}, Conflicts: model.Unlimited}); r.Refuted {
				found = slices.Clone(set)
			}
			return
		}
		from := 0
		if len(set) > 0 {
			from, _ = slices.BinarySearch(units, set[len(set)-1]+1)
		}
		for i := from; i < len(units) && found == nil; i++ {
			extend(append(set, units[i]))
		}
	}
	extend(nil)
	return found
}
