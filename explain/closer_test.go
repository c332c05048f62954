package explain_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nazo/engine"
	"nazo/explain"
	"nazo/model"
	"nazo/native"
)

// TestCloser tells steps of a grid by where values have a place. Each takes as many units as before, and engine sat agrees that what is
// new follows from them and what the step rests on.
func TestCloser(t *testing.T) {
	p := problem(t, "sudoku", "clue:\n . . . 1\n . 2 . .\n 3 . . .\n . 4 . .\n")
	x, err := explain.Open(context.Background(), p, native.New())
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	var known []engine.Fact
	x.Way(context.Background(), x.Begin(), func(s explain.Step) bool {
		units := x.Closer(context.Background(), known, s)
		if !slices.Equal(units, s.Units) {
			told++
			if len(units) != len(s.Units) || !strings.Contains(x.Reasons(units, explain.Named), " has a place among r") {
				t.Errorf("%v, told as %s", s.Units, x.Reasons(units, explain.Named))
			}
			m := x.ProblemOf(slices.Max(units)).Model
			s.Units = units
			since := x.Support(context.Background(), known, s, s.New...)
			for _, f := range s.New {
				job := withUnits(t, m, units, append(slices.Clone(since), f.Not()))
				if r := job.Solve(context.Background(), engine.SolveOptions{Limit: 1}, func(model.Solution) bool { return true }); !r.Exhausted || r.Solutions > 0 {
					t.Errorf("%s does not follow from %s", x.Fact(f), x.Reasons(units, explain.Named))
				}
			}
		}
		known = append(known, s.New...)
		return true
	})
	if told == 0 {
		t.Error("no step is told more closely")
	}
}
