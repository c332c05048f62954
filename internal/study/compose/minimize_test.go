package compose_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/sat"
)

// draft is an instance of a spec that comes with nazo.
func draft(t testing.TB, name, text string) *compose.Draft {
	t.Helper()
	spec, _, err := load.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return draftOf(t, spec, text)
}

// draftOf is an instance of a spec.
func draftOf(t testing.TB, spec *check.Spec, text string) *compose.Draft {
	t.Helper()
	all, problems := instance.Parse(diag.NewSource("test", text))
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	d, problems := compose.NewDraft(context.Background(), spec, instance.Input{Instance: all[0]}, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	return d
}

// solutions counts those of a draft with other values, up to two, by both engines.
func solutions(t testing.TB, d *compose.Draft, values []value.Value) int {
	t.Helper()
	gs, problems := d.With(t.Context(), values)
	if problems.HasErrors() {
		return 0
	}
	in := instance.Input{Values: map[string]value.Value{}}
	for _, g := range gs {
		in.Values[g.Name] = g.Value
	}
	p, problems := solve.Compile(t.Context(), d.Spec, in, compile.Options{})
	if problems.HasErrors() {
		return 0
	}
	r := solve.Ask(t.Context(), p, solve.Team{Engines: []model.Engine{native.New(), sat.New()}, Mode: solve.InTurn}, solve.Question{Limit: 2})
	if r.Fault != nil || !r.Complete {
		t.Fatal(r.Fault, r.Reason)
	}
	return r.Count
}

// boards are instances with exactly one solution. In the last the clues shape the board.
var boards = []struct{ spec, text string }{
	{"slitherlink", "clue:\n  . 1 2 . .\n  3 . 2 . .\n  . . 2 . .\n  . . 1 2 .\n  0 . 0 1 3\n"},
	{"sudoku", "clue:\n  1 2 . 4\n  3 4 . .\n  . . 4 .\n  4 . . 1\n"},
	{"masyu", "pearl:\n  * . . . .\n  . . . . .\n  . o . o .\n  . o o o .\n  . . . . .\n"},
	{"akari", "block:\n  . . . . #\n  3 . . # #\n  . 2 . # .\n  # # . . 1\n  0 . . . .\n"},
	{"skyscrapers", "seen[north] = [3, 2, 1, 2]\nseen[east] = [2, 2, 1, 3]\nseen[south] = [none, none, none, none]\nseen[west] = [2, 3, 2, 1]\n"},
	{"nurikabe", "clue:\n  1 . 2 . .\n  . . . . .\n  . . 2 . .\n  . . . . .\n  . 4 . . 2\n"},
}

// TestMinimize holds that no clue of what is left can go, and that one solution is left, by both engines.
func TestMinimize(t *testing.T) {
	for _, b := range boards {
		for _, keep := range []compose.Symmetry{compose.NoSymmetry, compose.HalfTurn, compose.Mirror} {
			t.Run(b.spec+" "+string(keep), func(t *testing.T) {
				d := draft(t, b.spec, b.text)
				before := d.Values()
				if n := solutions(t, d, before); n != 1 {
					t.Skipf("%d solutions", n)
				}
				k, err := compose.Minimize(t.Context(), compose.Request{Draft: d, Engine: native.New(), Keep: keep, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				if n := solutions(t, d, k.Values); n != 1 {
					t.Errorf("%d solutions are left", n)
				}
				if keep != compose.NoSymmetry {
					return
				}
				for i, p := range d.Parts {
					if _, optional := p.Type.(instance.Optional); !optional && b.spec != "akari" || len(p.Path) == 0 || value.Equal(k.Values[i], value.None{}) {
						continue
					}
					fewer := append([]value.Value(nil), k.Values...)
					fewer[i] = value.None{}
					if b.spec == "akari" { // there what is left of a clue is a wall
						if _, number := k.Values[i].(value.Int); !number {
							continue
						}
						fewer[i] = value.Label{Name: "wall", Print: "#", Rank: 1}
					}
					if n := solutions(t, d, fewer); n == 1 {
						t.Errorf("%s can go", fmt.Sprint(p.Path))
					}
				}
			})
		}
	}
}

// TestLeast tries all sets of clues of small boards.
func TestLeast(t *testing.T) {
	for _, b := range []struct{ spec, text string }{
		{"slitherlink", "clue:\n  2 2 .\n  2 . 3\n  . 3 .\n"},
		{"sudoku", "clue:\n  1 2 . 4\n  3 . . .\n  . . 4 .\n  4 . . 1\n"},
		{"masyu", "pearl:\n  * . . *\n  . . . .\n  . . . .\n  * . . *\n"},
	} {
		d := draft(t, b.spec, b.text)
		if solutions(t, d, d.Values()) != 1 {
			t.Errorf("%s: not one solution", b.spec)
			continue
		}
		k, err := compose.Least(t.Context(), compose.Request{Draft: d, Engine: native.New()})
		if err != nil || !k.Least {
			t.Fatal(err)
		}
		var clues []int
		for i, p := range d.Parts {
			if len(p.Path) > 0 && !value.Equal(p.Value, value.None{}) {
				clues = append(clues, i)
			}
		}
		if n := solutions(t, d, k.Values); n != 1 {
			t.Errorf("%s: %d solutions are left", b.spec, n)
		}
		for set := range uint(1) << len(clues) {
			if bits.OnesCount(set) >= k.After {
				continue
			}
			values := d.Values()
			for n, i := range clues {
				if set>>n&1 == 0 {
					values[i] = value.None{}
				}
			}
			if solutions(t, d, values) == 1 {
				t.Fatalf("%s: %d clues are enough, not %d", b.spec, bits.OnesCount(set), k.After)
			}
		}
	}
}

// TestMistakes is about instances of which nothing can be taken.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		spec, text string
		want       error
	}{
		{"slitherlink", "clue:\n  . 4\n  4 .\n", compose.ErrNoSolution},
		{"slitherlink", "clue:\n  . .\n  3 .\n", compose.ErrSeveral},
		{"nurikabe", "clue:\n  . 2 .\n", compose.ErrSeveral},
		{"nurikabe", "clue:\n  1 . .\n  . . .\n", compose.ErrNoSolution},
		{"queens", "n = 6\n", compose.ErrNoClues},
	} {
		_, err := compose.Minimize(t.Context(), compose.Request{Draft: draft(t, c.spec, c.text), Engine: native.New()})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.text, err, c.want)
		}
	}
}

// TestMinimizeElements holds that elements of lists of clues go, too, and that the others keep their order.
func TestMinimizeElements(t *testing.T) {
	const clues = "cage:\n  3 r1c1 r1c2\n  3 r1c2 r1c1\n  5 r2c1 r2c3\n\nrise:\n  r1c1 r1c2 r1c3\n  r1c2 r1c3\n"
	file, problems := dsl.Parse(diag.NewSource("cages.nazo", `puzzle cages
let board = grid(2, 3)
given cage: list of (0..9, list of cells(board)) = []
given rise: list of list of cells(board) = []
given bounds: list of 0..9 = [3]
find digit[c in cells(board)]: 1..3
rule "rows" for line in rows(board): distinct(digit[line])
rule "columns" for line in columns(board): distinct(digit[line])
rule "cages" for (total, cells) in cage: sum(digit[cells]) = total
rule "rising" for line in rise, i in 2..size(line): digit[line[i - 1]] < digit[line[i]]
rule "bounds" for k in bounds, c in cells(board): digit[c] <= k
`))
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	d := draftOf(t, spec, clues)
	if n := solutions(t, d, d.Values()); n != 1 {
		t.Fatalf("%d solutions", n)
	}
	k, err := compose.Minimize(t.Context(), compose.Request{Draft: d, Engine: native.New(), Keep: compose.NoSymmetry, Elements: true})
	if err != nil {
		t.Fatal(err)
	}
	if n := solutions(t, k.Draft, k.Values); n != 1 {
		t.Errorf("%d solutions are left", n)
	}
	if k.Before != 5 || k.After != 2 || !k.Irreducible {
		t.Errorf("%d of %d clues are left, irreducible: %t", k.After, k.Before, k.Irreducible)
	}
}
