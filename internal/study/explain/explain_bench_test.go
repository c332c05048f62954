package explain_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/puzzles"
)

// BenchmarkWay goes the whole way to the solution of an instance, and tells how long a step takes: of one unit, and
// of several, in milliseconds at the 95th percentile.
func BenchmarkWay(b *testing.B) {
	for _, name := range []string{"slitherlink/10x10.txt", "slitherlink/20x20.txt", "sudoku/inkala.txt", "nurikabe/10x10.txt", "masyu/10x10.txt", "heyawake/10x10.txt", "testdata/miracle.nazo"} {
		b.Run(name, func(b *testing.B) {
			spec, file, _ := strings.Cut(name, "/")
			text, ok := puzzles.Instance(spec, file)
			if !ok {
				spec, text = name, miracle
			}
			p := problem(b, spec, text)
			var alone, several []float64
			var sizes []int
			var asked int64
			for b.Loop() {
				x, err := explain.Open(context.Background(), p, native.New())
				if err != nil {
					b.Fatal(err)
				}
				last := time.Now()
				x.Way(context.Background(), x.Begin(), func(s explain.Step) bool {
					took := float64(time.Since(last).Microseconds()) / 1000
					if s.Size() == 1 {
						alone = append(alone, took)
					} else {
						several = append(several, took)
					}
					sizes = append(sizes, s.Size())
					last = time.Now()
					return true
				})
				asked = x.Asked()
			}
			b.ReportMetric(float64(asked), "refutations")
			b.ReportMetric(percentile(alone), "ms/step-of-1")
			b.ReportMetric(percentile(several), "ms/larger-step")
			var at [40]int
			for _, s := range sizes {
				at[min(s, 39)]++
			}
			var all []string
			for s, n := range at {
				if n > 0 {
					all = append(all, strconv.Itoa(n/b.N)+"×"+strconv.Itoa(s))
				}
			}
			b.Log(strings.Join(all, " "))
		})
	}
}

// miracle is an instance of testdata/miracle.nazo, by Mitchell Lee.
const miracle = `clue:
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . 1 . . . . . .
. . . . . . 2 . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
`

func percentile(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return x[len(x)*95/100]
}
