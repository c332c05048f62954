package explain_test

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/study/explain"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/sat"
)

// TestConflict holds small conflicts against all sets of fewer units, each of which engine sat is asked about, and shows that none of
// its units can go.
func TestConflict(t *testing.T) {
	for i, c := range []struct {
		spec, text string
		want       int
	}{
		{"sudoku", "clue:\n  1 1 . .\n  . . . .\n  . . . .\n  . . . .\n", 3},
		{"sudoku", "clue:\n  1 2 . .\n  . . 3 .\n  . . . .\n  . . . 3\n", 0},
		{"sudoku", "clue:\n  1 2 . .\n  . . 3 .\n  . . . .\n  . . . 4\n", 0},
		{"sudoku", "clue:\n  1 2 3 .\n  . . . 4\n  . . . .\n  . . . .\n", 5},
		{"akari", "block:\n  3 .\n  . .\n", 1},
		{"akari", "block:\n  2 . 2\n  . . .\n  2 . .\n", 0},
		{"queens", "n = 3\n", 13},
		{"slitherlink", "clue:\n  . 4 .\n  2 . 2\n", 3},
		{"slitherlink", "clue:\n  3 3 3\n  . 3 .\n  3 . 0\n", 0},
		{"masyu", "pearl:\n  o . .\n  . . .\n  . . .\n", 0},
		{"nurikabe", "clue:\n  1 1 .\n  . . .\n  . . .\n", 0},
	} {
		if i%3 > 0 && !testkit.Thorough() && !testkit.Race {
			continue
		}
		p := problem(t, c.spec, c.text)
		x, err := explain.Open(context.Background(), p, native.New())
		if err != nil {
			t.Fatal(err)
		}
		found, ok := x.Conflict(context.Background(), nil, x.UsualWork())
		if !ok {
			if c.want != 0 {
				t.Errorf("%s %s: no conflict", c.spec, c.text)
			}
			continue
		}
		t.Logf("%s: %d, smallest %v, irreducible %v", c.spec, len(found.Units), found.Smallest, found.Irreducible)
		if c.want != 0 && len(found.Units) != c.want {
			t.Errorf("%s %s: %d units, want %d", c.spec, c.text, len(found.Units), c.want)
		}
		if !found.Irreducible {
			t.Errorf("%s %s: not known to be irreducible", c.spec, c.text)
		}
		if refuted, known := x.Confirm(context.Background(), sat.New(), found.Units); !refuted || !known {
			t.Errorf("%s %s: engine sat finds a solution", c.spec, c.text)
		}
		if m := x.Mistake(context.Background(), nil); m == nil || !slices.Equal(m.Units, found.Units) {
			t.Errorf("%s %s: where nothing is known the mistake is another: %+v", c.spec, c.text, m)
		}
		smaller(t, x, found)
	}
}

// smaller fails if fewer units, up to two, contradict each other, or if all but one of those of a conflict do.
func smaller(t *testing.T, x *explain.Explainer, found explain.Conflict) {
	t.Helper()
	refuted := func(units ...int32) bool {
		no, known := x.Confirm(context.Background(), sat.New(), units)
		return no && known
	}
	for i, u := range found.Units {
		if refuted(slices.Delete(slices.Clone(found.Units), i, i+1)...) {
			t.Errorf("%s can go", x.Says(u))
		}
	}
	all := x.Problem.Model.Units()
	for i, a := range all {
		if len(found.Units) > 1 && refuted(a) {
			t.Errorf("%s alone can't be met", x.Says(a))
		}
		for _, b := range all[i+1:] {
			if len(found.Units) > 2 && refuted(a, b) {
				t.Errorf("%s and %s contradict each other", x.Says(a), x.Says(b))
			}
		}
	}
}
