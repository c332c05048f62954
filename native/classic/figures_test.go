package classic

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// offsets are the knight's moves in Wirth's order.
var offsets = [][2]int{{2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}}

// tourBoard joins the squares of a board by moves in the order of the offsets.
func tourBoard(rows, cols int, offsets [][2]int) *alg.Graph {
	next := make([][]int32, rows*cols)
	for v := range next {
		for _, d := range offsets {
			if r, c := v/cols+d[0], v%cols+d[1]; 0 <= r && r < rows && 0 <= c && c < cols {
				next[v] = append(next[v], int32(r*cols+c))
			}
		}
	}
	return alg.NewGraphOf(next)
}

// printed is the line of a board of step numbers.
func printed(numbers []int32) []int32 {
	line := make([]int32, len(numbers))
	for v, k := range numbers {
		line[k-1] = int32(v)
	}
	return line
}

// kakehi is the first closed tour that Kakehi's program found.
var kakehi = printed([]int32{
	1, 8, 11, 22, 3, 18, 13, 16, 10, 23, 2, 7, 12, 15, 4, 19, 55, 64, 9, 24, 21, 6, 17, 14, 30, 35, 54, 63, 40, 25, 20, 5,
	47, 56, 29, 36, 53, 62, 41, 26, 34, 31, 46, 39, 28, 37, 52, 61, 57, 48, 33, 44, 59, 50, 27, 42, 32, 45, 58, 49, 38, 43, 60, 51})

// permutations calls f with each order of the items until it returns false.
func permutations(items [][2]int, k int, f func() bool) bool {
	if k == len(items) {
		return f()
	}
	for i := k; i < len(items); i++ {
		items[k], items[i] = items[i], items[k]
		ok := permutations(items, k+1, f)
		items[k], items[i] = items[i], items[k]
		if !ok {
			return false
		}
	}
	return true
}

// Twelve orders of the eight directions find the printed tour without a step back.
// Of the first 600 tours 577 begin with its first 29 squares, in each of them.
func TestKakehi(t *testing.T) {
	t.Parallel()
	items := slices.Clone(offsets)
	found := 0
	permutations(items, 0, func() bool {
		p := closed(tourBoard(8, 8, items))
		p.Start = 0
		if !slices.Equal(ReachTour(p, "degree"), kakehi) {
			return true
		}
		found++
		var d Divergence
		shared, count := 0, 0
		RunTour(context.Background(), p, "degree", TourOptions{}, func(line []int32) bool {
			if d.Add(line); count == 0 && !slices.Equal(line, kakehi) {
				t.Errorf("order %v: the first tour is %v", items, line)
			}
			count++
			if slices.Equal(line[:29], kakehi[:29]) {
				shared++
			}
			return count < 600
		})
		if shared != 577 || d.Steps[0] != 1 || d.Steps[29] != 1 || slices.Max(d.Steps[1:29]) != 0 {
			t.Errorf("order %v: %d of %d tours begin alike; they part at %v", items, shared, count, d.Steps)
		}
		return true
	})
	if found != 12 {
		t.Errorf("%d orders find the printed tour at first go, want 12", found)
	}
}

// The first 98 tours from the corner begin with the same 34 squares in this
// order of directions, among others, and in no other way: the next differs earlier.
func TestOpenKakehi(t *testing.T) {
	p := open(tourBoard(8, 8, [][2]int{{-1, 2}, {2, 1}, {-2, -1}, {-1, -2}, {1, 2}, {-2, 1}, {2, -1}, {1, -2}}))
	p.Start = 0
	var d Divergence
	count := 0
	RunTour(context.Background(), p, "degree", TourOptions{}, func(line []int32) bool {
		d.Add(line)
		count++
		return slices.Max(d.Steps[1:35]) == 0
	})
	if count != 99 {
		t.Errorf("tour %d is the first that differs up to square 34, want 99", count)
	}
}

func TestTables(t *testing.T) {
	g := tourBoard(8, 8, offsets)
	if d := cmp.Diff([]int32{2, 3, 4, 4, 4, 4, 3, 2, 3, 4, 6, 6, 6, 6, 4, 3}, TourMoves(g)[:16]); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int32{212, 318, 423, 426, 426, 423, 318, 212}, Index(g)[:8]); d != "" {
		t.Error(d)
	}
	if x := Index(g)[27]; x != 856 {
		t.Errorf("index of the centre %d, want 856", x)
	}
}

// directions are the squares to which each of the offsets leads, -1 off the board.
func directions(rows, cols int) [][]int32 {
	next := make([][]int32, rows*cols)
	for v := range next {
		for _, d := range offsets {
			to := int32(-1)
			if r, c := v/cols+d[0], v%cols+d[1]; 0 <= r && r < rows && 0 <= c && c < cols {
				to = int32(r*cols + c)
			}
			next[v] = append(next[v], to)
		}
	}
	return next
}

// From the corner lines of 62 and 58 squares never come, as in the figures
// printed for 100 trials. (Those for 1000 trials stand one row too high below 63.)
func TestRestartHistogram(t *testing.T) {
	t.Parallel()
	h := DirectionHistogram(directions(8, 8), 0, 10_000, 1)
	again := DirectionHistogram(directions(8, 8), 0, 10_000, 1)
	if !slices.Equal(h, again) {
		t.Error("the same seed gives other lengths")
	}
	if h[64] < 700 || h[64] > 1100 || h[63] < 6500 || h[62] != 0 || h[58] != 0 || h[61] == 0 || h[60] < h[59] {
		t.Errorf("lengths %v", h[55:])
	}
	total := 0
	for _, k := range RestartHistogram(tourBoard(5, 5, offsets), -1, 500, 3) {
		total += k
	}
	if total != 500 {
		t.Errorf("%d trials counted, want 500", total)
	}
}

// Estimates must agree with the exact sizes of small trees.
func TestEstimates(t *testing.T) {
	for _, name := range []string{"naive", "feasible", "degree"} {
		for _, p := range []TourProblem{open(tourBoard(4, 5, offsets)), closed(tourBoard(3, 10, offsets)), {Graph: tourBoard(5, 5, offsets), Start: 0, End: -1}} {
			if name == "naive" && p.Closed {
				continue // too large
			}
			_, r := collect(t, p, name, TourOptions{}, 0)
			e := EstimateTree(context.Background(), p, name, model.EstimateOptions{Probes: 20_000, Seed: 1})
			if math.Abs(e.Mean-float64(r.Choices)) > 4*e.StdError+1e-6 || e.Probes != 20_000 {
				t.Errorf("%s: estimated %+v, there are %d choices", name, e, r.Choices)
			}
		}
	}
}

// crossings are for each edge of a board those that it crosses.
func crossings(g *alg.Graph, cols int) [][]int32 {
	at := func(v int32) (r, c int) { return int(v) / cols, int(v) % cols }
	side := func(a, b, p int32) int {
		ar, ac := at(a)
		br, bc := at(b)
		pr, pc := at(p)
		return (br-ar)*(pc-ac) - (bc-ac)*(pr-ar)
	}
	out := make([][]int32, len(g.Edges))
	for i, e := range g.Edges {
		for j, f := range g.Edges {
			if side(e.U, e.V, f.U)*side(e.U, e.V, f.V) < 0 && side(f.U, f.V, e.U)*side(f.U, f.V, e.V) < 0 {
				out[i] = append(out[i], int32(j))
			}
		}
	}
	return out
}

// The tree of 88,467 nodes is that of paths that don't cross themselves, up to
// symmetry: a root, six starts, paths, and returns to the start. No symmetry
// keeps a first move in its place, so of the latter two it has an eighth.
// (That of 7×7 has 10,874,674 nodes: (84,661,576 + 2,335,488 + 240) / 8 + 10 + 1.)
func TestUncrossed(t *testing.T) {
	t.Parallel()
	g := tourBoard(6, 6, offsets)
	x := crossings(g, 6)
	var starts []int32
	all := int64(0)
	for v := range int32(36) {
		starts = append(starts, v)
		paths, returns := PathTree(context.Background(), g, x, v)
		all += paths + returns
	}
	if all%8 != 0 || all/8+6+1 != 88467 {
		t.Errorf("%d paths and returns, which makes %d nodes", all, all/8+7)
	}
	e := EstimatePathTree(context.Background(), g, x, starts, 20_000, 1)
	if math.Abs(e.Mean-679_728) > 4*e.StdError {
		t.Errorf("estimated %+v, there are 679728 paths", e)
	}
}

// The rule alone gets through these boards from all squares, or not.
func TestSuccesses(t *testing.T) {
	for _, c := range []struct {
		n             int
		name          string
		least, atMost int
	}{
		{8, "warnsdorff", 60, 64}, {8, "warnsdorff2", 64, 64}, {5, "warnsdorff2", 9, 13}, {4, "warnsdorff2", 0, 0},
	} {
		got := 0
		for _, ok := range Successes(tourBoard(c.n, c.n, offsets), c.name) {
			if ok {
				got++
			}
		}
		t.Log(c.n, c.name, got)
		if got < c.least || got > c.atMost {
			t.Errorf("%s gets through %d×%d from %d squares", c.name, c.n, c.n, got)
		}
	}
}
