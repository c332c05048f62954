package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// solveN builds and solves a model, and fails unless it yields want solutions.
func solveN(b *testing.B, build func() *model.Model, limit, want int) {
	b.ReportAllocs()
	for b.Loop() {
		m := build()
		result := testkit.Run(context.Background(), New(), m, testkit.Task{Limit: limit}, func(model.Solution) bool { return true })
		if result.Solutions != want {
			b.Fatalf("%d solutions, want %d; %+v", result.Solutions, want, result)
		}
		b.ReportMetric(float64(result.Stats.Conflicts), "conflicts")
		b.ReportMetric(float64(result.Stats.Solves), "solves")
		b.ReportMetric(float64(result.Stats.Clauses), "clauses")
	}
}

func size(n int) string { return fmt.Sprintf("%dx%d", n, n) }

func BenchmarkClosedTour(b *testing.B) {
	for _, n := range []int{8, 30, 60} {
		b.Run(size(n), func(b *testing.B) {
			solveN(b, func() *model.Model { return testkit.Tour(testkit.Knight(n, n), true) }, 1, 1)
		})
	}
}

func BenchmarkOpenTour(b *testing.B) {
	for _, n := range []int{8, 30} {
		b.Run(size(n), func(b *testing.B) {
			solveN(b, func() *model.Model { return testkit.Tour(testkit.Knight(n, n), false) }, 1, 1)
		})
	}
}

func BenchmarkAllClosedTours6x6(b *testing.B) {
	solveN(b, func() *model.Model { return testkit.Tour(testkit.Knight(6, 6), true) }, 0, 9862)
}

func BenchmarkAllQueens10(b *testing.B) {
	solveN(b, func() *model.Model { return testkit.OneInEachLine(10) }, 0, 724)
}

func BenchmarkLoop20x20(b *testing.B) {
	for _, percent := range []int{45, 60, 100} {
		clues := testkit.LoopClues(20, 20, float64(percent)/100, 1)
		b.Run(fmt.Sprintf("%d%%", percent), func(b *testing.B) {
			solveN(b, func() *model.Model { return testkit.Loop(20, 20, clues) }, 1, 1)
		})
	}
}

func BenchmarkLinks20x20(b *testing.B) {
	labels := testkit.LinkLabels(20, 20, 1)
	solveN(b, func() *model.Model { return testkit.JoinedLabels(20, 20, labels, true) }, 1, 1)
}

// uniqueGivens leaves a share of a random solution, and adds what it takes to
// make that the only one.
func uniqueGivens(b *testing.B, box int) []int64 {
	givens := boxedLatinGivens(box, 0.6, 1)
	for {
		var found []model.Solution
		testkit.Run(context.Background(), New(), testkit.BoxedLatin(box, givens), testkit.Task{Limit: 2}, func(s model.Solution) bool {
			found = append(found, s)
			return true
		})
		if len(found) == 0 {
			b.Fatal("the givens contradict each other")
		}
		if len(found) == 1 {
			return givens
		}
		for i, v := range found[0] {
			if found[1][i] != v {
				givens[i] = v
				break
			}
		}
	}
}

// BenchmarkSudoku proves that puzzles of 16x16 and 25x25 have one solution.
func BenchmarkSudoku(b *testing.B) {
	for _, box := range []int{4, 5} {
		givens := uniqueGivens(b, box)
		b.Run(size(box*box), func(b *testing.B) {
			solveN(b, func() *model.Model { return testkit.BoxedLatin(box, givens) }, 2, 1)
		})
	}
}

func BenchmarkLatin(b *testing.B) {
	for _, n := range []int{16, 25} {
		b.Run(size(n), func(b *testing.B) {
			solveN(b, func() *model.Model { return testkit.Latin(n) }, 1, 1)
		})
	}
}

// boxedLatinGivens leaves out a share of the values of a shuffled solution. Other solutions may
// exist.
func boxedLatinGivens(box int, leaveOut float64, seed uint64) []int64 {
	random := rand.New(rand.NewPCG(seed, 2))
	n := box * box
	names := random.Perm(n)
	lines := func() []int { // a permutation of rows that keeps bands together
		var out []int
		for _, band := range random.Perm(box) {
			for _, i := range random.Perm(box) {
				out = append(out, band*box+i)
			}
		}
		return out
	}
	rows, cols := lines(), lines()
	givens := make([]int64, n*n)
	for i := range givens {
		r, c := rows[i/n], cols[i%n]
		if random.Float64() >= leaveOut {
			givens[i] = int64(names[(r*box+r/box+c)%n]) + 1
		}
	}
	return givens
}
