package compose_test

import (
	"errors"
	"slices"
	"testing"

	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/study/compose"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/sat"
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
	"two clues of a loop":   {"slitherlink", "clue:\n 2 . .\n . 1 .\n . . 3\n", true, 2, true},
	"a wrong clue":          {"sudoku", "clue:\n 1 2 3 4\n 3 4 1 2\n 2 1 4 3\n 4 4 2 1\n", false, 1, true},
	"two wrong clues":       {"sudoku", "clue:\n 1 1 3 4\n 3 4 1 2\n 2 1 4 3\n 4 4 2 1\n", false, 2, true},
	"a wrong loop":          {"slitherlink", "clue:\n . 4 .\n 2 . 2\n", false, 1, true},
	"three wrong clues":     {"slitherlink", "clue:\n 0 0\n 0 0\n", false, 3, true},
	"a large clue":          {"sums", "a:\n . .\ndigit:\n . .\n", true, 1, true},
	"a large value":         {"tens", "clue:\n 5\n", false, 1, true},
	"a bound":               {"bounds", "least:\n . .\n", true, 1, true},
}

// large are specs whose clues are larger than their boards, or of which several fit a solution.
var large = map[string]string{
	"sums": `puzzle sums
given a: grid of 0..50?
given digit: grid of 1..3?
find x[c in cells(a)]: 1..3
rule "digits" for c in clues(digit): x[c] = digit[c]
rule "sums" for c in clues(a): 10 * x[c] + (sum d in cells(a) where d != c: x[d]) = a[c]
`,
	"tens": `puzzle tens
given clue: grid of 0..50
find x[c in cells(clue)]: 1..5
rule "sums" for c in cells(clue): 10 * x[c] = clue[c]
`,
	"millions": `puzzle millions
given clue: grid of 0..5000000
find x[c in cells(clue)]: 1..3
rule "sums" for c in cells(clue): 1000000 * x[c] = clue[c]
`,
	"two": `puzzle two
given a: grid of 0..1000000?
given digit: grid of 1..3?
find x[c in cells(a)]: 1..3
rule "digits" for c in clues(digit): x[c] = digit[c]
rule "sums" for c in clues(a): 1000 * x[c] + (sum d in cells(a) where d != c: x[d]) = a[c]
`,
	"bounds": `puzzle bounds
given least: grid of 0..5?
find x[c in cells(least)]: 1..3
rule "bounds" for c in clues(least): x[c] >= least[c]
rule "equal" for c in cells(least), d in cells(least): x[c] = x[d]
`,
	"sixes": `puzzle sixes
given clue: grid of 0..5
find x[c in cells(clue)]: 1..3
rule "sums" for c in cells(clue): x[c] = 9 + clue[c]
`,
}

// incorrectDraft is an instance of a spec by its name, or of a large one.
func incorrectDraft(t *testing.T, name, text string) *compose.Draft {
	t.Helper()
	source, ok := large[name]
	if !ok {
		return draft(t, name, text)
	}
	spec, problems, err := load.Parse(name, source)
	if err != nil || problems.HasErrors() {
		t.Fatal(err, problems.Text(false))
	}
	return draftOf(t, spec, text)
}

// TestCorrect has each correction counted, and holds what is called least against all single changes.
func TestCorrect(t *testing.T) {
	for name, c := range incorrect {
		t.Run(name, func(t *testing.T) {
			d := incorrectDraft(t, c.spec, c.text)
			r := compose.CorrectionRequest{Draft: d, Engine: native.New(), Checker: sat.New(), Several: c.several, Most: 100}
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
				values, optional, _ := instance.Finite(p.Type)
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

// TestCorrectUntried claims nothing of fewer changes where there are values that were not tried.
func TestCorrectUntried(t *testing.T) {
	r := compose.CorrectionRequest{Draft: incorrectDraft(t, "two", "a:\n . .\ndigit:\n . .\n"), Engine: native.New(), Checker: sat.New(), Several: true, Most: 5}
	got, err := compose.Correct(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.All) == 0 || len(got.All[0].Changes) != 2 || got.Least || !got.More {
		t.Errorf("%+v", got)
	}
}

// TestCorrectNothing has nothing that could be changed, and changes of which none suffices.
func TestCorrectNothing(t *testing.T) {
	for _, c := range []struct {
		spec, text string
		several    bool
		want       error
	}{
		{"sudoku", "clue:\n 1 2 3 4\n 3 4 1 2\n 2 1 4 3\n 4 3 2 1\n", true, compose.ErrNoChange},
		{"millions", "clue:\n 5\n", false, compose.ErrUntried},
		{"sixes", "clue:\n 5\n", false, compose.ErrBeyond},
	} {
		_, err := compose.Correct(t.Context(), compose.CorrectionRequest{Draft: incorrectDraft(t, c.spec, c.text), Engine: native.New(), Several: c.several, Most: 5})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}
