package classic

import (
	"context"
	"fmt"
	"testing"

	"nazo/internal/testkit"
)

// The growth with the board of the searches for large ones.
func BenchmarkFirst(b *testing.B) {
	for _, n := range []int{10, 30, 100, 300, 1000} {
		g := testkit.Knight(n, n)
		for _, c := range []struct {
			search string
			p      TourProblem
		}{
			{"warnsdorff2", TourProblem{Graph: g, Start: 0, End: -1}},
			{"factor", open(g)},
			{"factor", TourProblem{Graph: g, Start: 0, End: -1}},
			{"factor", closed(g)},
		} {
			b.Run(fmt.Sprintf("%s/closed=%t/start=%d/%dx%d", c.search, c.p.Closed, c.p.Start, n, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					found := 0
					r := RunTour(context.Background(), c.p, c.search, TourOptions{}, func(line []int32) bool {
						if !c.p.Valid(line) {
							b.Fatal("no answer")
						}
						found++
						return false
					})
					if found == 0 {
						b.Fatalf("nothing found: %+v", r)
					}
					b.ReportMetric(float64(r.DeadEnds), "dead-ends")
				}
			})
		}
	}
}
