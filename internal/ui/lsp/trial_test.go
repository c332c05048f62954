package lsp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl/diag"
	"nazo/internal/ui/ide"
	"nazo/internal/ui/lsp"
	"nazo/puzzles"
)

func open(text string) *ide.Document {
	return ide.Open(diag.NewSource("a.nazo", text), func(name string) (*diag.Source, bool) { return nil, false })
}

// latin asks for Latin squares with clues.
const latin = `puzzle latin "Latin squares."
given clue: grid of 1..3?
let n = width(clue)
find kind[c in cells(clue)]: 1..n
rule "clues" for c in clues(clue): kind[c] = clue[c]
rule "lines" for line in rows(clue) + columns(clue): distinct(kind[line])
example "one" clue = """
  1 2 3
  2 . .
  . . .
""": expect 1 solution
example "wrong" clue = """
  1 .
  . .
""": expect 2 solutions
example "none" clue = """
  1 1
  . .
""": expect no solution
`

// walk moves along a line.
const walk = `puzzle walk "Get to the end."
given n = 3
state at: 1..n = 1
move on(by in 1..1)
  when at < n
  then at := at + by
goal at = n
minimize moves
example "three" n = 3: expect minimum 2
`

func problems(list []*diag.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Severity.String()+": "+d.Lines())
	}
	return out
}

func TestLook(t *testing.T) {
	for name, c := range map[string]struct {
		text      string
		instances []int
		problems  []string
	}{
		"instances of the first example": {latin, []int{4, 6}, nil},
		"a value that does not fit": {strings.Replace(latin, "  1 .\n", "  7 .\n", 1), nil,
			[]string{`error: "7" does not fit here` + "\n" + `expected: 1..3, or "." for none`}},
		"a mistake": {strings.Replace(latin, "kind[c] = clue[c]", "kimd[c] = clue[c]", 1), nil, nil},
		"too large to be compiled unasked": {"puzzle big \"b\"\ngiven n = 1\nfind x[c in cells(grid(n, n))]: 1..9\nrule \"r\" for a in cells(grid(n, n)), b in cells(grid(n, n)): x[a] + x[b] < 18\n" +
			"example \"e\" n = 90: expect 1 solution\n", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := lsp.Look(context.Background(), open(c.text))
			if diff := cmp.Diff(c.instances, got.Instances); diff != "" {
				t.Errorf("instances (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(c.problems, problems(got.Problems)); diff != "" {
				t.Errorf("problems (-want +got)\n%s", diff)
			}
		})
	}
}

// TestTaken holds that nothing is told of a text that has changed meanwhile.
func TestTaken(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	d := open(strings.Replace(latin, "  1 .\n", "  7 .\n", 1))
	if got := lsp.Look(ctx, d); got.Instances != nil || got.Problems != nil {
		t.Error(got)
	}
	if _, err := lsp.Run(ctx, open(latin), 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestValues(t *testing.T) {
	spec := open(latin)
	for text, want := range map[string][]string{
		"clue:\n  1 2\n  . .\n":                nil,
		"clue:\n  1 2\n  . 9\n":                {`error: "9" does not fit here` + "\n" + `expected: 1..3, or "." for none`},
		"clue:\n  1 2\n  . .\n\nsize = 3\n":    {`error: the puzzle has no given called "size"` + "\n" + "expected: one of its givens: clue"},
		"clue:\n  1 2\n---\nclue:\n  8\n  .\n": {`error: "8" does not fit here` + "\n" + `expected: 1..3, or "." for none`},
	} {
		d := ide.OpenInstances(diag.NewSource("i.txt", text), spec)
		if diff := cmp.Diff(want, problems(lsp.Values(context.Background(), d, spec))); diff != "" {
			t.Errorf("%q (-want +got)\n%s", text, diff)
		}
	}
	if got := lsp.Values(context.Background(), ide.OpenInstances(diag.NewSource("i.txt", "x = 1\n"), nil), open("puzzle\n")); got != nil {
		t.Errorf("of a spec with mistakes nothing is known, but %v is told", got)
	}
}

func TestRun(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		example int
		want    ide.Outcome
	}{
		"as expected": {latin, 0, ide.Outcome{Passed: true, Found: "1 solution"}},
		"otherwise":   {latin, 1, ide.Outcome{Failed: true, Found: "1 solution", Wrong: []string{"expected 2 solutions, found 1 solution"}}},
		"none":        {latin, 2, ide.Outcome{Passed: true, Found: "no solution"}},
		"that moves":  {walk, 0, ide.Outcome{Passed: true, Found: "optimum 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := lsp.Run(context.Background(), open(c.text), c.example)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestNoSuch asks for what there is not.
func TestNoSuch(t *testing.T) {
	ctx := context.Background()
	for name, text := range map[string]string{"an example": latin, "a spec without mistakes": "puzzle a\n", "values that fit": strings.Replace(latin, "  1 .\n", "  7 .\n", 1)} {
		example := map[bool]int{true: 1, false: 3}[name == "values that fit"]
		for _, n := range []int{example, -1} {
			if _, err := lsp.Run(ctx, open(text), n); err == nil {
				t.Errorf("%s: example %d runs", name, n)
			}
			if _, err := lsp.Count(ctx, open(text), n, 0); err == nil {
				t.Errorf("%s: example %d is counted", name, n)
			}
			if _, err := lsp.Show(ctx, open(text), n); err == nil {
				t.Errorf("%s: example %d is shown", name, n)
			}
			if _, err := lsp.Instance(ctx, open(text), n); err == nil {
				t.Errorf("%s: example %d is an instance", name, n)
			}
		}
	}
}

func TestCount(t *testing.T) {
	free := strings.Replace(latin, "  1 2 3\n  2 . .", "  . . .\n  . . .", 1)
	for text, want := range map[string]string{latin: "1 solution", free: "12 solutions"} {
		if got, err := lsp.Count(context.Background(), open(text), 0, 1<<30); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
}

func TestShow(t *testing.T) {
	for text, want := range map[string]string{
		latin: `
┌───┬───┬───┐
│ 1 │ 2 │ 3 │
├───┼───┼───┤
│ 2 │   │   │
├───┼───┼───┤
│   │   │   │
└───┴───┴───┘
`,
		walk: "\nat = 1\n",
	} {
		got, err := lsp.Show(context.Background(), open(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

// TestInstance holds that what an example gives is written as an instance that gives the same.
func TestInstance(t *testing.T) {
	got, err := lsp.Instance(context.Background(), open(latin), 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := "clue:\n  1 .\n  . .\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestShipped looks at each spec that comes with nazo within the limits: nothing is wrong with any, and of most the instances are counted.
func TestShipped(t *testing.T) {
	counted := 0
	for _, name := range puzzles.Specs() {
		text, _ := puzzles.Spec(name)
		d := ide.Open(diag.NewSource(name+".nazo", text), func(name string) (*diag.Source, bool) {
			text, ok := puzzles.Spec(name)
			return diag.NewSource(name+".nazo", text), ok
		})
		got := lsp.Look(context.Background(), d)
		for _, p := range got.Problems {
			if p.Severity == diag.Error {
				t.Errorf("%s: %s", name, p.Lines())
			}
		}
		if got.Instances != nil {
			counted++
		}
	}
	if all := len(puzzles.Specs()); counted < all*9/10 {
		t.Errorf("of %d specs the instances of %d are counted", all, counted)
	}
}
