package solve_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/sat"
)

// BenchmarkAttempts asks whether hard boards have one solution, with as many seeds, and reports what a race of several of them would
// take: the median of their conflicts, the mean, and the mean divided by that of the least of two, four and eight that are drawn from them. A search is
// given up after 40,000 choices, and counts as if it had ended then; unfinished is how many are. Conflicts are the same on every machine.
func BenchmarkAttempts(b *testing.B) {
	const seeds, mostChoices = 12, 40_000
	files, err := filepath.Glob(filepath.Join("testdata", "hard", "*.txt"))
	if err != nil || len(files) == 0 {
		b.Fatal("no boards")
	}
	for _, by := range []model.Engine{native.New(), sat.New()} {
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%s", by.Name(), strings.TrimSuffix(filepath.Base(file), ".txt")), func(b *testing.B) {
				s := solve.Open(compiled(b, "numberlink", string(text)), solve.Team{Engines: []model.Engine{by}, ChoicesEach: mostChoices})
				for range b.N {
					var conflicts []int64
					unfinished := 0
					for seed := range seeds {
						r := s.Ask(b.Context(), solve.Question{Limit: 2, Seed: int64(seed)})
						if r.Fault != nil {
							b.Fatal(r.Fault)
						}
						if !r.Complete {
							unfinished++
						}
						conflicts = append(conflicts, r.Stats.Conflicts)
					}
					slices.Sort(conflicts)
					mean := meanLeast(conflicts, 1)
					b.ReportMetric(float64(conflicts[seeds/2-1]+conflicts[seeds/2])/2, "median")
					b.ReportMetric(mean, "mean")
					b.ReportMetric(float64(unfinished), "unfinished")
					for _, k := range []int{2, 4, 8} {
						b.ReportMetric(mean/meanLeast(conflicts, k), fmt.Sprintf("race-of-%d", k))
					}
				}
			})
		}
	}
}

// meanLeast is the mean of the least of k numbers that are drawn, each once, from some that are in order.
func meanLeast(sorted []int64, k int) float64 {
	sum, share := 0.0, 1.0 // share is that of the draws in which nothing before is drawn
	n := len(sorted)
	for i, v := range sorted {
		if left := n - i; left >= k {
			sum += float64(v) * share * float64(k) / float64(left)
			share *= 1 - float64(k)/float64(left)
		}
	}
	return sum
}

func TestMeanLeast(t *testing.T) {
	for _, c := range []struct {
		k    int
		want float64
	}{{1, 4}, {2, 2}, {3, 1}} {
		if got := meanLeast([]int64{1, 4, 7}, c.k); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("the least of %d of 1, 4 and 7 is %v on the average; want %v", c.k, got, c.want)
		}
	}
}
