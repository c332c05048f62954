package picture

import (
	"testing"

	"nazo/internal/show/draw"
	"nazo/internal/ui/load"

	"github.com/google/go-cmp/cmp"
)

// What stands beside the board is read from rules and link statements.
func TestSides(t *testing.T) {
	const lists = "puzzle p\ngiven across, down: list of 0..9\nlet b = grid(size(across), size(down))\nfind black: set of cells(b)\n"
	const seen = "puzzle p\ngiven n = 3\ngiven seen[d in directions]: list of 0..9\nlet b = grid(n, n)\nfind black: set of cells(b)\n"
	tests := map[string]struct {
		spec string
		want sides
	}{
		"row and column": {lists + `rule "r" for i in 1..size(across): size(row(b, i) & black) = across[i]
rule "c" for j in 1..size(down): size(column(b, j) & black) = down[j]`, sides{"across": draw.Left, "down": draw.Above}},
		"rows and columns": {lists + `rule "r" for i in 1..size(across): size(rows(b)[i] & black) = across[i]
rule "c" for j in 1..size(down): size(columns(b)[j] & black) = down[j]`, sides{"across": draw.Left, "down": draw.Above}},
		"pairs": {lists + `rule "r" for (clue, lines) in [(down, columns(b)), (across, rows(b))], i in 1..size(clue): size(lines[i] & black) = clue[i]`,
			sides{"across": draw.Left, "down": draw.Above}},
		"both of them": {lists + `rule "r" for i in 1..size(across): size(row(b, i) & black) = across[i]
rule "c" for j in 1..size(down): size(column(b, j) & black) = across[j]`, sides{"across": draw.Within}},
		"one number for both": {lists + `rule "r" for i in 1..size(across): size(row(b, i) & black) + size(column(b, i) & black) = across[i]`, sides{"across": draw.Within}},
		"lines":               {seen + `rule "r" for d in directions, i in 1..n: size(lines(b, d)[i] & black) = seen[d][i]`, sides{"seen": towards}},
		"only said":           {lists + `rule "r" for i in 1..size(across): size(row(b, 1) & black) = across[i] because "{row(b, i)} and {down[i]}"`, sides{}},
		"link": {seen + `link "p": columns n, rows n, num16 around (seen[north], seen[south], seen[west], seen[east])`,
			sides{"seen[north]": draw.Above, "seen[south]": draw.Below, "seen[west]": draw.Left, "seen[east]": draw.Right}},
		"link of lists": {lists + `link "p": num16 outside (down, across)`, sides{"across": draw.Left, "down": draw.Above}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			spec, _, err := load.Parse("p.nazo", test.spec+"\n")
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, sidesOf(spec)); d != "" {
				t.Error(d)
			}
		})
	}
}
