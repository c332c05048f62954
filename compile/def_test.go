package compile_test

import (
	"fmt"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/solve"
)

// TestDefOfAChoiceIsATable holds that a def of something that is one of several is computed once for
// each of them, and not for each call.
func TestDefOfAChoiceIsATable(t *testing.T) {
	work := func(calls int) int64 {
		text := fmt.Sprintf(`puzzle calls
let board = grid(5, 5)
find at[i in 1..%d]: cells(board)
def near(c) = count a in cells(board), b in row(board, row(a)): distance(c, a) + distance(c, b) < 4
rule "farther in" for i in 2..%[1]d: near(at[i]) >= near(at[i - 1])
`, calls)
		file, problems := dsl.Parse(diag.NewSource("calls", text))
		if problems.HasErrors() {
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
		return int64(p.Work)
	}
	if few, many := work(2), work(20); many > 2*few {
		t.Errorf("2 calls take %d steps, 38 take %d", few, many)
	}
}
