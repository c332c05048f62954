package explain_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/study/explain"
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
	var known []model.Fact
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
				if r := job.Solve(context.Background(), model.SolveOptions{Limit: 1}, func(model.Solution) bool { return true }); !r.Exhausted || r.Solutions > 0 {
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

// TestPieceNamesItsLine has a value's place named among the cells of the line, also where the rule binds something else: a cell or a number by
// which it finds the line.
func TestPieceNamesItsLine(t *testing.T) {
	for _, rows := range []string{"c in column(grid(n, n), 1): distinct(x[row(grid(n, n), row(c))])", "i in 1..4: distinct(x[row(grid(n, n), i)])"} {
		spec := filepath.Join(t.TempDir(), "lines.nazo")
		text := "puzzle lines\ngiven n: 1..9\nfind x[c in cells(grid(n, n))]: 1..4\nrule \"rows\" for " + rows + "\n"
		if err := os.WriteFile(spec, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p := problem(t, spec, "n: 4\n")
		x, err := explain.Open(t.Context(), p, native.New())
		if err != nil {
			t.Fatal(err)
		}
		var known []model.Fact
		for v := range 3 { // the first row has no 4 but in its last cell
			known = append(known, model.Fact{Var: model.VarID(v), Value: 4})
		}
		step, _ := x.Walk(t.Context(), x.Begin(known...)).Next(t.Context())
		if step == nil {
			t.Fatal("no step")
		}
		units := x.Closer(t.Context(), known, *step)
		if got, want := x.Reasons(units, explain.Named), "4 has a place among r1c1 to r1c4"; got != want {
			t.Errorf("%s: %s", rows, got)
		}
		if got := x.Cause(units[0]).Places; len(got) != 4 {
			t.Errorf("%s: places %v", rows, got)
		}
	}
}
