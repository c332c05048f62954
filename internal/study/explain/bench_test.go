package explain_test

import (
	"context"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/study/explain"
	"nazo/internal/ui/load"
	"nazo/native"
)

// BenchmarkFind finds the candidates of boards with few clues, with and without counting, and says how many questions that takes.
func BenchmarkFind(b *testing.B) {
	sudoku := "clue:\n" + strings.Repeat(". . . . . . . . .\n", 6)
	for _, c := range []struct {
		name, spec, text string
		cutoff           int
	}{
		{"sudoku blank", "sudoku", sudoku + strings.Repeat(". . . . . . . . .\n", 3), 1},
		{"sudoku blank to 5", "sudoku", sudoku + strings.Repeat(". . . . . . . . .\n", 3), 5},
		{"sudoku 16 clues", "sudoku", sixteen, 1},
		{"sudoku 16 clues to 5", "sudoku", sixteen, 5},
		{"slitherlink 10 blank", "slitherlink", blank(10), 1},
		{"slitherlink 10 blank to 5", "slitherlink", blank(10), 5},
		{"slitherlink 10 some", "slitherlink", some, 1},
		{"slitherlink 10 some to 5", "slitherlink", some, 5},
		{"slitherlink 30 blank", "slitherlink", blank(30), 1},
		{"slitherlink 100 blank", "slitherlink", blank(100), 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			spec, _, err := load.Load(c.spec)
			if err != nil {
				b.Fatal(err)
			}
			all, err := instance.Instances(spec, diag.NewSource("board", c.text))
			if err != nil {
				b.Fatal(err)
			}
			p, problems := compile.Compile(context.Background(), spec, instance.Input{Instance: all[0]}, compile.Options{})
			if p == nil {
				b.Fatal(problems)
			}
			var r *explain.BackboneResult
			for b.Loop() {
				if r, err = explain.FindBackbone(context.Background(), p.Model, native.New(), explain.BackboneOptions{Cutoff: c.cutoff, Work: 2_000_000}); err != nil {
					b.Fatal(err)
				}
			}
			differ := 0
			for _, v := range r.Vars {
				if r.Differs(v) {
					differ++
				}
			}
			b.ReportMetric(float64(r.Questions), "questions")
			b.ReportMetric(float64(r.Conflicts), "conflicts")
			b.ReportMetric(float64(r.Work), "work")
			b.ReportMetric(float64(len(r.Same)), "same")
			b.ReportMetric(float64(differ), "differ")
			b.ReportMetric(float64(r.Solutions), "solutions")
		})
	}
}

func blank(n int) string { return "clue:\n" + strings.Repeat(strings.Repeat(". ", n)+"\n", n) }

const sixteen = `clue:
  . . . . . . . 1 .
  . . . . . 2 . . 3
  . . . 4 . . . . .
  . . . . . . 5 . .
  4 . 1 6 . . . . .
  . . 7 1 . . . . .
  . 5 . . . . 2 . .
  . . . . 8 . . 4 .
  . 3 . . . . . . .
`

const some = `clue:
  . 3 . . 2 . . 1 . 3
  3 . . 1 . . 2 . . .
  . . 2 . . 0 . . 3 .
  . 1 . . 3 . . 2 . .
  2 . . 2 . . 1 . . 2
  . . 3 . . 2 . . 1 .
  . 2 . . 1 . . 3 . .
  1 . . 3 . . 2 . . 2
  . . 2 . . 1 . . 2 .
  3 . . 2 . . 3 . . 3
`
