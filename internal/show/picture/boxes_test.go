package picture

import (
	"context"
	"testing"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/ui/load"
)

// Borders are drawn round the boxes of a whole board that a rule mentions.
func TestBoxes(t *testing.T) {
	const head = "puzzle p\ngiven n = 4\nlet b = grid(n, n)\nfind digit[c in cells(b)]: 1..n\n"
	tests := map[string]struct {
		rule string
		want int
	}{
		"boxes":         {`rule "r" for box in boxes(b, 2, 2): distinct(digit[box])`, 1},
		"among others":  {`rule "r" for line in rows(b) + boxes(b, n / 2, 2): distinct(digit[line])`, 1},
		"in an array":   {`rule "r" for i in 1..n: distinct(digit[boxes(b, 2, 2)[i]])`, 1},
		"two kinds":     {`rule "r" for box in boxes(b, 2, 2) + boxes(b, 4, 2): size({ digit[c] for c in box }) > 1`, 2},
		"only said":     {`rule "r": digit[cell(b, 1, 1)] = 1 because "in {boxes(b, 2, 2)}"`, 0},
		"rows":          {`rule "r" for box in boxes(b, 1, 4): distinct(digit[box])`, 0},
		"one":           {`rule "r" for box in boxes(b, 4, 4): size({ digit[c] for c in box }) > 1`, 0},
		"a part":        {`rule "r" for box in boxes(row(b, 1) + row(b, 2), 2, 2): distinct(digit[box])`, 0},
		"bound":         {`rule "r" for k in {1, 2}, box in boxes(b, k, 2): distinct(digit[box])`, 0},
		"they overlap":  {`rule "r" for box in blocks(b, 2, 2): distinct(digit[box])`, 0},
		"they mismatch": {`rule "r" for box in boxes(b, 3, 2): distinct(digit[box])`, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			spec, _, err := load.Parse("p.nazo", head+test.rule+"\n")
			if err != nil {
				t.Fatal(err)
			}
			values, problems := compile.Givens(context.Background(), spec, instance.Input{}, compile.Options{})
			if problems.HasErrors() {
				t.Fatal(problems)
			}
			j, problems := judge.New(context.Background(), spec, values, nil)
			if problems.HasErrors() {
				t.Fatal(problems)
			}
			items := boxes(j)
			if len(items) != test.want {
				t.Fatalf("%d items, want %d", len(items), test.want)
			}
			for _, it := range items {
				if !draw.OnBoard(it) {
					t.Error("not on a board")
				}
			}
		})
	}
}
