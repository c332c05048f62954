package solve_test

import (
	"fmt"
	"testing"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/internal/solve"
	"nazo/internal/testkit"
)

// TestCounted compares sums of sizes with known numbers, beyond which they are not told.
func TestCounted(t *testing.T) {
	step := 3
	if testkit.Thorough() {
		step = 1
	}
	sight := "size(prefix t in ray(c, d): not (t in s))"
	for _, of := range []string{
		"1 + (sum d in directions: " + sight + ")",
		"(sum d in directions: " + sight + ") + size(prefix t in row(b, 1) where t != c: t in s)",
		"(sum d in directions where d != east: 2 + " + sight + ") + size(s)",
		"size(prefix t in row(b, 2) where t in s: not (t in s) or row(t) = 2) + (count t in s: row(t) = 1)",
		"(count t in (prefix u in s: row(u) = 1): column(t) > 1) + 0",
	} {
		for _, op := range []string{"=", "!=", "<", "<=", ">", ">="} {
			for k := 0; k < 6; k += step {
				text := fmt.Sprintf("puzzle t\nlet b = grid(2, 3)\nlet c = cell(b, 1, 2)\nfind s: set of cells(b)\nrule \"r\": %s %s %d\nrule \"q\": %d %s %s", of, op, k, 7-k, op, of)
				p, problems := solve.Compile(t.Context(), checked(t, text), instance.Input{}, compile.Options{})
				if problems.HasErrors() {
					t.Fatal(problems.Text(false))
				}
				if diff, _ := difference(p, effort{}); diff != "" {
					t.Errorf("%s\n%s", text, diff)
				}
			}
		}
	}
}

// TestSightIsShort compiles a clue that sees three cells on boards of two sizes: the models are
// of one size but for the variables.
func TestSightIsShort(t *testing.T) {
	nodes := func(n int) int {
		text := fmt.Sprintf("puzzle t\nlet b = grid(%d, %d)\nfind s: set of cells(b)\nrule \"r\": (sum d in directions: size(prefix t in ray(cell(b, 8, 8), d): not (t in s))) = 3", n, n)
		p, problems := solve.Compile(t.Context(), checked(t, text), instance.Input{}, compile.Options{})
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		return p.Model.BoolCount() + len(p.Model.Ints) - len(p.Model.Vars)
	}
	if a, b := nodes(15), nodes(30); a != b {
		t.Errorf("%d nodes on a board of 15, %d on one of 30", a, b)
	}
}
