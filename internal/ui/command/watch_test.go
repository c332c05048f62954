package command

import (
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// problem compiles a spec.
func problem(t *testing.T, text string) *solve.Problem {
	t.Helper()
	file, problems := dsl.Parse(diag.NewSource("spec.nazo", text))
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	p, problems := solve.Compile(t.Context(), spec, instance.Input{}, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	return p
}

// On a terminal each drawing takes the place of the one before.
func TestWatchInPlace(t *testing.T) {
	p := problem(t, "puzzle p\nlet board = grid(1, 3)\nfind walk: path in orthogonal(board)\n")
	var out strings.Builder
	w := &watcher{to: &out, every: 1, base: 10, inPlace: true}
	w.begin(p)
	w.show(model.Moment{Choices: 1, Lines: [][]int32{{2, 1}}})
	w.show(model.Moment{Choices: 1000, Lines: [][]int32{{0}}})
	want := `1 choices
┌───┬───┬───┐
│   │ 2 │ 1 │
└───┴───┴───┘
` + "\x1b[4A\x1b[J" + `1,000 choices
┌───┬───┬───┐
│ 1 │   │   │
└───┴───┴───┘
`
	if out.String() != want {
		t.Errorf("got\n%q\nwant\n%q", out.String(), want)
	}
}

// Vertices that are no cells are listed.
func TestWatchWithoutBoard(t *testing.T) {
	p := problem(t, "puzzle p\nfind walk: path in complete(1..3)\n")
	var out strings.Builder
	w := &watcher{to: &out, every: 1, base: 10}
	w.begin(p)
	w.show(model.Moment{Choices: 7, Lines: [][]int32{{2, 0}}})
	if want := "7 choices\nsearch = [3, 1]\n"; out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// A find that is not drawn is not watched.
func TestWatchNothing(t *testing.T) {
	var out strings.Builder
	w := &watcher{to: &out, every: 1, base: 10}
	w.begin(problem(t, "puzzle p\nfind x: 1..3\n"))
	w.show(model.Moment{Choices: 1, Lines: [][]int32{{0}}})
	if out.Len() > 0 {
		t.Errorf("drawn: %s", out.String())
	}
}
