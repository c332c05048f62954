package classic

import (
	"context"
	"slices"
	"testing"
	"time"

	"nazo/internal/alg"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// collect runs a search to its end, or to so many lines, and checks every line.
func collect(t interface{ Fatalf(string, ...any) }, p TourProblem, name string, o TourOptions, limit int) (lines [][]int32, res TourResult) {
	seen := map[uint64]bool{}
	r := &run{p: p}
	res = RunTour(context.Background(), p, name, o, func(line []int32) bool {
		if !p.Valid(line) {
			t.Fatalf("%s yields %v, which is no answer", name, line)
		}
		h := uint64(0)
		for i, v := range line {
			if i > 0 {
				h += r.edgeHash(line[i-1], v)
			} else if p.Closed {
				h += r.edgeHash(line[len(line)-1], v)
			}
		}
		if seen[h] {
			t.Fatalf("%s yields %v twice", name, line)
		}
		seen[h] = true
		lines = append(lines, slices.Clone(line))
		return len(lines) != limit
	})
	return lines, res
}

func open(g *alg.Graph) TourProblem   { return TourProblem{Graph: g, Start: -1, End: -1} }
func closed(g *alg.Graph) TourProblem { return TourProblem{Graph: g, Closed: true, Start: -1, End: -1} }

// randomProblem draws a small graph and what is asked of it.
func randomProblem(t *rapid.T) TourProblem {
	n := rapid.IntRange(1, 7).Draw(t, "vertices")
	directed := rapid.Bool().Draw(t, "directed")
	dense := rapid.IntRange(1, 4).Draw(t, "dense")
	bipartite := rapid.Bool().Draw(t, "bipartite")
	var edges []alg.Edge
	for u := range n {
		for v := range n {
			if u != v && (directed || u < v) && (!bipartite || (u+v)%2 == 1) && rapid.IntRange(0, dense).Draw(t, "edge") > 0 {
				edges = append(edges, alg.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	p := TourProblem{Graph: alg.NewGraph(n, edges, directed), Closed: rapid.Bool().Draw(t, "closed"), Start: -1, End: -1}
	if rapid.Bool().Draw(t, "start known") {
		p.Start = int32(rapid.IntRange(0, n-1).Draw(t, "start"))
	}
	if !p.Closed && rapid.Bool().Draw(t, "end known") {
		p.End = int32(rapid.IntRange(0, n-1).Draw(t, "end"))
	}
	return p
}

// bruteForce tries all orders of the vertices and counts each line once.
func bruteForce(p TourProblem) int {
	line := order(p.Graph.Order(), 0)
	found := map[uint64]bool{}
	r := &run{p: p, yield: func([]int32) bool { return true }}
	var permute func(k int)
	permute = func(k int) {
		if k == len(line) && p.Valid(line) {
			h := uint64(0)
			for i, v := range line {
				if i > 0 {
					h += r.edgeHash(line[i-1], v)
				} else if p.Closed {
					h += r.edgeHash(line[len(line)-1], v)
				}
			}
			found[h] = true
		}
		for i := k; i < len(line); i++ {
			line[k], line[i] = line[i], line[k]
			permute(k + 1)
			line[k], line[i] = line[i], line[k]
		}
	}
	permute(0)
	return len(found)
}

func TestSearchesAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := randomProblem(rt)
		want := bruteForce(p)
		o := TourOptions{Seed: rapid.Int64Range(0, 3).Draw(rt, "seed")}
		for _, s := range TourSearches() {
			if p.Graph.Directed && !s.Directed {
				continue
			}
			limit := 0
			if !s.Exhaustive {
				limit = want
			}
			lines, r := collect(rt, p, s.Name, o, limit)
			switch {
			case s.Exhaustive && (len(lines) != want || !r.Exhausted):
				rt.Fatalf("%s: %d lines of %d, %+v", s.Name, len(lines), want, r)
			case len(lines) > want:
				rt.Fatalf("%s: %d lines of %d", s.Name, len(lines), want)
			case r.Exhausted && len(lines) < want:
				rt.Fatalf("%s: proves that there is no line, there are %d", s.Name, want)
			}
		}
	})
}

func TestCounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		p    TourProblem
		want int
	}{
		{"open 5x5", open(testkit.Knight(5, 5)), 864},
		{"5x5 from a corner", TourProblem{Graph: testkit.Knight(5, 5), Start: 0, End: -1}, 304},
		{"open 3x4", open(testkit.Knight(3, 4)), 8},
		{"open 4x4", open(testkit.Knight(4, 4)), 0},
		{"directed open 5x5", open(testkit.Directed(testkit.Knight(5, 5))), 1728},
		{"closed 6x6", closed(testkit.Knight(6, 6)), 9862},
		{"closed 3x10", closed(testkit.Knight(3, 10)), 16},
	} {
		for _, s := range TourSearches() {
			if !s.Exhaustive || c.p.Graph.Directed && !s.Directed || s.Name == "naive" && c.p.Graph.Order() > 20 && c.p.Start < 0 ||
				s.Name == "feasible" && c.p.Graph.Order() > 30 {
				continue
			}
			start := time.Now()
			lines, r := collect(t, c.p, s.Name, TourOptions{}, 0)
			t.Log(c.name, s.Name, len(lines), r, time.Since(start))
			if len(lines) != c.want || !r.Exhausted {
				t.Errorf("%s, %s: %d lines, want %d; %+v", c.name, s.Name, len(lines), c.want, r)
			}
		}
	}
}

// Covering and joining must get through graphs of all kinds.
func TestFactor(t *testing.T) {
	cube := make([][]int32, 1024) // the edges of a cube of ten dimensions
	for v := range cube {
		for d := range 10 {
			cube[v] = append(cube[v], int32(v^1<<d))
		}
	}
	for name, g := range map[string]*alg.Graph{
		"knight": testkit.Knight(40, 30), "grid": testkit.Grid(30, 40), "king": testkit.King(31, 31), "complete": testkit.Complete(60),
		"directed knight": testkit.Directed(testkit.Knight(20, 20)), "cube": alg.NewGraphOf(cube),
	} {
		for _, p := range []TourProblem{closed(g), open(g), {Graph: g, Start: 3, End: -1}, {Graph: g, Start: 0, End: int32(g.Order() - 2)}} {
			lines, r := collect(t, p, "factor", TourOptions{}, 1)
			t.Log(name, p.Closed, p.Start, p.End, len(lines), r)
			if len(lines) == 0 && !(r.Exhausted && p.End >= 0) {
				t.Errorf("%s, closed %t, from %d to %d: none found, %+v", name, p.Closed, p.Start, p.End, r)
			}
		}
	}
	// A board with an odd number of squares has no closed tour, and that is proved.
	if lines, r := collect(t, closed(testkit.Knight(31, 31)), "factor", TourOptions{}, 1); len(lines) > 0 || !r.Exhausted {
		t.Errorf("%d tours, %+v", len(lines), r)
	}
}

func TestSeedsDecide(t *testing.T) {
	g := testkit.Knight(5, 5)
	for _, s := range TourSearches() {
		first := map[int64][]int32{}
		for range 2 {
			for seed := range int64(6) {
				lines, _ := collect(t, TourProblem{Graph: g, Start: 0, End: -1}, s.Name, TourOptions{Seed: seed}, 1)
				if len(lines) == 0 {
					continue // a line may get stuck
				}
				if old, known := first[seed]; known && !slices.Equal(old, lines[0]) {
					t.Errorf("%s: seed %d gives two lines", s.Name, seed)
				}
				first[seed] = lines[0]
			}
		}
		differ := false
		for _, line := range first {
			differ = differ || !slices.Equal(line, first[0])
		}
		if len(first) == 0 || !differ {
			t.Errorf("%s: all seeds give the same line", s.Name)
		}
	}
}
