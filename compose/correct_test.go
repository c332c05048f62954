package compose_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"nazo/compose"
	"nazo/givens"
	"nazo/native"
	"nazo/sat"
	"nazo/value"
)

// Several solutions, and none.
var incorrect = map[string]struct {
	spec, text string
	several    bool
	changes    int  // of the best correction
	unique     bool // it leaves one solution
}{
	"one clue is missing":   {"sudoku", "clue:\n . . 3 4\n 3 4 1 2\n 4 3 2 1\n . . 4 3\n", true, 1, true},
	"two clues are missing": {"sudoku", "clue:\n . . . .\n . . . .\n 2 1 . .\n . . 2 1\n", true, 2, true},
	"a loop":                {"slitherlink", "clue:\n . . .\n . 0 .\n . 3 .\n", true, 1, true},
	"a wrong clue":          {"sudoku", "clue:\n 1 2 3 4\n 3 4 1 2\n 2 1 4 3\n 4 4 2 1\n", false, 1, true},
	"two wrong clues":       {"sudoku", "clue:\n 1 1 3 4\n 3 4 1 2\n 2 1 4 3\n 4 4 2 1\n", false, 2, true},
	"a wrong loop":          {"slitherlink", "clue:\n . 4 .\n 2 . 2\n", false, 1, true},
	"three wrong clues":     {"slitherlink", "clue:\n 0 0\n 0 0\n", false, 3, true},
}

// TestCorrect has each correction counted, and holds what is called least against all single changes.
func TestCorrect(t *testing.T) {
	for name, c := range incorrect {
		t.Run(name, func(t *testing.T) {
			d := draft(t, c.spec, c.text)
			r := compose.CorrectionRequest{Draft: d, Engine: native.New(), Checker: sat.New(), CheckTime: time.Minute, Several: c.several, Most: 100}
			got, err := compose.Correct(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.All) == 0 || len(got.All[0].Changes) != c.changes || got.All[0].Unique != c.unique || !got.Least {
				t.Fatalf("%+v", got)
			}
			for _, one := range got.All {
				n := solutions(t, d, one.Values)
				if n == 0 || !one.Checked || one.Unique != (n == 1) {
					t.Errorf("%v leaves %d solutions", one.Changes, n)
				}
			}
			singles := 0
			for i, p := range d.Parts {
				values, optional, _ := givens.Finite(p.Type)
				if len(p.Path) == 0 {
					continue
				}
				all := values.List()
				if optional {
					all = append(all, value.None{})
				}
				for _, v := range all {
					none := value.Equal(p.Value, value.None{})
					if none != c.several || value.Equal(v, p.Value) {
						continue
					}
					changed := slices.Clone(d.Values())
					changed[i] = v
					if n := solutions(t, d, changed); n == 1 {
						singles++
					} else if n > 1 && !c.several && c.changes > 1 {
						t.Errorf("%v = %v alone leaves solutions", p.Path, v)
					}
				}
			}
			found := 0
			for _, one := range got.All {
				if one.Unique && len(one.Changes) == 1 {
					found++
				}
			}
			if found != singles {
				t.Errorf("%d single changes, there are %d", found, singles)
			}
		})
	}
}

// TestCorrectNothing has nothing that could be changed.
func TestCorrectNothing(t *testing.T) {
	for _, c := range []struct {
		spec, text string
		several    bool
		want       error
	}{
		{"sudoku", "clue:\n 1 2 3 4\n 3 4 1 2\n 2 1 4 3\n 4 3 2 1\n", true, compose.ErrNoChange},
	} {
		_, err := compose.Correct(t.Context(), compose.CorrectionRequest{Draft: draft(t, c.spec, c.text), Engine: native.New(), Several: c.several, Most: 5})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}
