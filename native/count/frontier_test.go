package count

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/testkit"
)

// leaps is the graph of the squares of a board that are joined by leaps.
func leaps(rows, cols int, by ...[2]int) *alg.Graph {
	var edges []alg.Edge
	for r := range rows {
		for c := range cols {
			for _, l := range by {
				for _, s := range []int{1, -1} {
					y, x := r+l[0], c+s*l[1]
					if y < 0 || y >= rows || x < 0 || x >= cols || s < 0 && (l[1] == 0) {
						continue
					}
					if l[0] == 0 && s < 0 {
						continue
					}
					edges = append(edges, alg.Edge{U: int32(r*cols + c), V: int32(y*cols + x)})
				}
			}
		}
	}
	return alg.NewGraph(rows*cols, edges, false)
}

var (
	knight = [][2]int{{1, 2}, {2, 1}}
	rook   = [][2]int{{0, 1}, {1, 0}}
	king   = [][2]int{{0, 1}, {1, 0}, {1, 1}}
)

func degrees(n int, d uint64) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = d
	}
	return out
}

// greedy eliminates next what leaves the fewest open.
func greedy(g *alg.Graph) Order {
	n := g.Order()
	in, gone := make([]bool, n), make([]bool, n)
	neighbours := make([][]int32, n)
	for _, e := range g.Edges {
		neighbours[e.U] = append(neighbours[e.U], e.V)
		neighbours[e.V] = append(neighbours[e.V], e.U)
	}
	var o Order
	for range n {
		best, least := -1, 1<<30
		for v := range n {
			if gone[v] {
				continue
			}
			fresh := 0
			for _, w := range neighbours[v] {
				if !in[w] {
					fresh++
				}
			}
			if !in[v] {
				fresh += 2
			}
			if fresh < least {
				best, least = v, fresh
			}
		}
		gone[best], in[best] = true, true
		for _, w := range neighbours[best] {
			in[w] = true
		}
		o = append(o, int32(best))
	}
	return o
}

func cycles(g *alg.Graph) *Problem {
	return &Problem{Graph: g, Shape: OneCycle, Degrees: degrees(g.Order(), 1<<2), Unknowns: len(g.Edges)}
}

// gridCorners is the problem of the paths from the first vertex to the last.
func gridCorners(g *alg.Graph) *Problem {
	n := g.Order()
	p := &Problem{Graph: g, Shape: OnePath, Degrees: degrees(n, 0b101), Unknowns: len(g.Edges)}
	p.Degrees[0], p.Degrees[n-1] = 0b10, 0b10
	return p
}

func TestKnownTotals(t *testing.T) {
	t.Parallel()
	open := func(g *alg.Graph) *Problem {
		return &Problem{Graph: g, Shape: OnePath, Degrees: degrees(g.Order(), 0b110), Unknowns: len(g.Edges)}
	}
	long := []string{"closed tours 6x7", "grid 12x12", "king's 7x7", "corner to corner 9"}
	for _, tt := range []struct {
		name string
		p    *Problem
		want string
	}{
		{"closed tours 6x6", cycles(leaps(6, 6, knight...)), "9862"},
		{"closed tours 6x7", cycles(leaps(6, 7, knight...)), "1067638"},
		{"closed tours 3x10", cycles(leaps(3, 10, knight...)), "16"},
		{"grid 6x6", cycles(leaps(6, 6, rook...)), "1072"},
		{"grid 8x8", cycles(leaps(8, 8, rook...)), "4638576"},
		{"grid 10x10", cycles(leaps(10, 10, rook...)), "467260456608"},
		{"grid 12x12", cycles(leaps(12, 12, rook...)), "1076226888605605706"},
		{"king's 7x7", cycles(leaps(7, 7, king...)), "1622043117414624"},
		{"open tours 5x5", open(leaps(5, 5, knight...)), "864"},
		{"corner to corner 1", gridCorners(leaps(2, 2, rook...)), "2"},
		{"corner to corner 2", gridCorners(leaps(3, 3, rook...)), "12"},
		{"corner to corner 3", gridCorners(leaps(4, 4, rook...)), "184"},
		{"corner to corner 4", gridCorners(leaps(5, 5, rook...)), "8512"},
		{"corner to corner 5", gridCorners(leaps(6, 6, rook...)), "1262816"},
		{"corner to corner 6", gridCorners(leaps(7, 7, rook...)), "575780564"},
		{"corner to corner 9", gridCorners(leaps(10, 10, rook...)), "41044208702632496804"},
	} {
		if testkit.Race && len(tt.want) > 7 || !testkit.Thorough() && slices.Contains(long, tt.name) {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			res, err := Count(context.Background(), tt.p, greedy(tt.p.Graph), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want, _ := new(big.Int).SetString(tt.want, 10); res.Counts[0].Cmp(want) != 0 {
				t.Errorf("%v, want %v", res.Counts[0], want)
			}
		})
	}
}

// A vertex of very many edges that may take only a few.
func TestStars(t *testing.T) {
	star := func(n int, directed bool) *alg.Graph {
		var edges []alg.Edge
		for v := range n {
			edges = append(edges, alg.Edge{U: 0, V: int32(v + 1)})
		}
		return alg.NewGraph(n+1, edges, directed)
	}
	first := func(n int) Order {
		o := Order{}
		for v := range n {
			o = append(o, int32(v))
		}
		slices.Reverse(o)
		return o
	}
	for _, shape := range []Shape{AnyEdges, Forest, Connected} {
		for _, n := range []int{40, 63, 64} {
			p := &Problem{Graph: star(n, false), Shape: shape, Degrees: degrees(n+1, 0b11), Unknowns: n}
			p.Degrees[0] = 0b110
			res, err := Count(context.Background(), p, first(n+1), Options{})
			if n > maxEdges {
				if err == nil {
					t.Errorf("%d edges: %v", n, res.Counts)
				}
				continue
			}
			if want := int64(n + n*(n-1)/2); err != nil || res.Counts[0].Cmp(big.NewInt(want)) != 0 {
				t.Errorf("%d edges: %+v, %v; want %d", n, res, err, want)
			}
		}
	}
	p := &Problem{Graph: star(100, false), Shape: OnePath, Degrees: degrees(101, 0b111), Unknowns: 100}
	res, err := Count(context.Background(), p, first(101), Options{})
	if err != nil || res.Counts[0].Cmp(big.NewInt(100+4950)) != 0 {
		t.Errorf("paths of a star: %+v, %v", res, err)
	}
}
