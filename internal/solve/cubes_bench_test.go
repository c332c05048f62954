package solve_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
	"nazo/native"
)

// BenchmarkParts asks whether hard boards have one solution, whole and in parts. Of all parts together, and of the one that takes longest, it reports the
// conflicts, which are the same on every machine, without those before the split, and the time. The boards were made for it: lines drawn at random through all
// cells of 15×15, of which two that were near each other then had two of their ends exchanged; those were kept that took engine native long. Two have no
// solution, one has several. Four more were kept that took engine sat long, and have several solutions: 19 lines drawn at random, and 12 to 15 into which a random
// Hamiltonian path was cut (full). None was found with exactly one solution that takes either engine long: as lines are cut until there is only one, boards get easy.
func BenchmarkParts(b *testing.B) {
	files, err := filepath.Glob(filepath.Join("testdata", "hard", "*.txt"))
	if err != nil || len(files) == 0 {
		b.Fatal("no boards")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		for _, n := range []int{1, 2, 4, 8} {
			b.Run(fmt.Sprintf("%s/%d", strings.TrimSuffix(filepath.Base(file), ".txt"), n), func(b *testing.B) {
				p := compiled(b, "numberlink", string(text))
				for range b.N {
					var sum, longest model.Stats
					var slowest time.Duration
					for _, part := range parts.Path(nil).Split(n) {
						by := native.New()
						s := solve.Open(p, solve.Team{Engines: []model.Engine{by}})
						start := time.Now()
						q, err := s.Part(b.Context(), by, solve.Question{Limit: 2}, part)
						if err != nil {
							b.Fatal(err)
						}
						r := s.Ask(b.Context(), q)
						if r.Fault != nil || !r.Complete {
							b.Fatalf("part %s: %+v", part, r)
						}
						sum.Add(r.Stats)
						longest.Conflicts = max(longest.Conflicts, r.Stats.Conflicts)
						slowest = max(slowest, time.Since(start))
					}
					b.ReportMetric(float64(sum.Conflicts), "conflicts")
					b.ReportMetric(float64(longest.Conflicts), "longest-conflicts")
					b.ReportMetric(slowest.Seconds(), "longest-s")
				}
			})
		}
	}
}
