package solve_test

import (
	"testing"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/internal/solve"
)

// TestDistinctSequences compares lines with each other, all of them and some, and the other way
// round.
func TestDistinctSequences(t *testing.T) {
	for _, rule := range []string{
		`distinct([[c in s for c in l] for l in rows(b)])`,
		`not distinct([[c in s for c in l] for l in rows(b)])`,
		`distinct([[c in s for c in l] for l in rows(b) where cell(b, 1, 1) in s or l != row(b, 2)])`,
		`distinct([(c in s, x, cell(b, 1, 1) in s) for c in row(b, 1)])`,
		`distinct([[x, 1], [2, y], [y, x]]) and size(s) = 1`,
		`size(s) = 2 and some k in 1..2: distinct([[c in s for c in l] for l in columns(b) where column(l[1]) != k])`,
	} {
		text := "puzzle t\nlet b = grid(3, 2)\nfind s: set of cells(b)\nfind x: 1..3\nfind y: 1..2?\nrule \"r\": " + rule
		p, problems := solve.Compile(t.Context(), checked(t, text), instance.Input{}, compile.Options{})
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		if diff, _ := difference(p, effort{}); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}

// TestDistinctIsSmall asks for a thousandth of what codes of all rows would take.
func TestDistinctIsSmall(t *testing.T) {
	text := "puzzle t\nlet b = grid(16, 16)\nfind s: set of cells(b)\nrule \"r\": distinct([[c in s for c in l] for l in rows(b)])"
	p, problems := solve.Compile(t.Context(), checked(t, text), instance.Input{}, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	if n := modelSize(p); n > 5000 {
		t.Errorf("the model has a size of %d", n)
	}
}
