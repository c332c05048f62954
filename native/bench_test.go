package native_test

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
)

// hardSudoku is Arto Inkala's of 2010, row by row.
const hardSudoku = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."

func sudoku(text string) *model.Model {
	givens := make([]int64, len(text))
	for i, c := range text {
		if c != '.' {
			givens[i] = int64(c - '0')
		}
	}
	return testkit.BoxedLatin(3, givens)
}

// queenSet is n queens as a set of squares: one in each row and column, at
// most one on each diagonal.
func queenSet(n int) *model.Model {
	m := model.New()
	m.Finds, m.Rules, m.Instances = []model.Find{{Name: "queens"}}, []model.Rule{{Name: "rule"}}, []model.Instance{{}}
	straight, diagonal := make([][]model.Term, 2*n), make([][]model.Term, 4*n)
	for r := range n {
		for c := range n {
			x := model.Term{Coef: 1, X: m.ToInt(m.BoolVar(m.AddBool(0)))}
			for _, i := range []int{r, n + c} {
				straight[i] = append(straight[i], x)
			}
			for _, i := range []int{r + c, 3*n + r - c} {
				diagonal[i] = append(diagonal[i], x)
			}
		}
	}
	for _, l := range straight {
		m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Sum(l...), m.Int(1))})
	}
	for _, l := range diagonal {
		m.Constrain(0, model.True, model.Assert{B: m.LessEq(m.Sum(l...), m.Int(1))})
	}
	return m
}

// serpentine is links on a board of n by n: label by label a row and part of
// the next, so that every cell is used and the lines are long.
func serpentine(n, length int) []int32 {
	labels := make([]int32, n*n)
	at := func(k int) int { // the k-th cell of a snake over the board
		if r, c := k/n, k%n; r%2 == 1 {
			return r*n + n - 1 - c
		}
		return k
	}
	for i := range labels {
		labels[i] = -1
	}
	for first, label := 0, int32(0); first < n*n; label++ {
		last := min(first+length, n*n) - 1
		if n*n-last <= 2 {
			last = n*n - 1
		}
		labels[at(first)], labels[at(last)] = label, label
		first = last + 1
	}
	return labels
}

func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		name  string
		m     *model.Model
		limit int
	}{
		{"closed 8x8 first", testkit.Tour(testkit.Knight(8, 8), true), 1},
		{"closed 30x30 first", testkit.Tour(testkit.Knight(30, 30), true), 1},
		{"closed 200x200 first", testkit.Tour(testkit.Knight(200, 200), true), 1},
		{"open 200x200 first", testkit.Tour(testkit.Knight(200, 200), false), 1},
		{"closed 6x6 all", testkit.Tour(testkit.Knight(6, 6), true), 0},
		{"open 5x5 all", testkit.Tour(testkit.Knight(5, 5), false), 0},
		{"watched closed 30x30 first", watchedTour(30), 1},
		{"sudoku", sudoku(hardSudoku), 2},
		{"queens 10 all", testkit.OneInEachLine(10), 0},
		{"queen set 8 all", queenSet(8), 0},
		{"queen set 10 all", queenSet(10), 0},
		{"queens by size 8 all", testkit.SquaresOnLines(8), 0},
		{"queens by size 10 all", testkit.SquaresOnLines(10), 0},
		{"links 10x10", testkit.JoinedLabels(10, 10, serpentine(10, 9), true), 2},
		{"links 10x10 free", testkit.JoinedLabels(10, 10, serpentine(10, 9), false), 2},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var r model.Result
			for b.Loop() {
				r = testkit.Run(context.Background(), native.New(), c.m, testkit.Task{Limit: c.limit}, func(model.Solution) bool { return true })
				if !r.Complete {
					b.Fatalf("%+v", r)
				}
			}
			b.ReportMetric(float64(r.Stats.Nodes), "nodes")
			b.ReportMetric(float64(r.Solutions), "solutions")
		})
	}
}

func TestHardSudoku(t *testing.T) {
	if found, r := testkit.Solve(t, native.New(), sudoku(hardSudoku), testkit.Task{}); len(found) != 1 || !r.Exhausted {
		t.Errorf("%d solutions, %+v", len(found), r)
	}
}

func TestQueenSets(t *testing.T) {
	for n, want := range map[int]int{4: 2, 6: 4, 8: 92} {
		if found, r := testkit.Solve(t, native.New(), queenSet(n), testkit.Task{}); len(found) != want || !r.Exhausted {
			t.Errorf("%d queens: %d solutions, %+v", n, len(found), r)
		}
	}
}
