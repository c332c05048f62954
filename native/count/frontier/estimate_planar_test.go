package frontier

import (
	"math/rand/v2"
	"nazo/graph"
	"slices"
	"testing"
)

// TestPlanarByMinors holds planar against Wagner's theorem: a graph is planar if
// neither the complete graph of five vertices nor the bipartite one of three and three
// can be made of it by removing vertices and edges and contracting edges.
func TestPlanarByMinors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	seen := [2]int{}
	for range 400 {
		n := 5 + random.IntN(3)
		share := 0.4 + 0.5*random.Float64()
		var edges []graph.Edge
		var m minor
		for v := range n {
			m = append(m, make([]bool, n))
			for u := range v {
				if random.Float64() < share {
					edges = append(edges, graph.Edge{U: int32(v), V: int32(u)})
					m[v][u], m[u][v] = true, true
				}
			}
		}
		want := !m.crosses()
		if got := planar(graph.New(n, edges, false)); got != want {
			t.Fatalf("planar(%v) = %v", edges, got)
		}
		if want {
			seen[1]++
		} else {
			seen[0]++
		}
	}
	if min(seen[0], seen[1]) < 50 {
		t.Errorf("%d planar graphs and %d others are no test", seen[1], seen[0])
	}
}

// minor is an adjacency matrix.
type minor [][]bool

func (m minor) crosses() bool {
	n := len(m)
	if n < 5 {
		return false
	}
	if n == 5 {
		return m.edges() == 10
	}
	if n == 6 && m.hasUtilities() {
		return true
	}
	for v := range n {
		for u := range v {
			if m[v][u] && m.contract(v, u).crosses() {
				return true
			}
		}
		if m.without(v).crosses() {
			return true
		}
	}
	return false
}

func (m minor) edges() int {
	count := 0
	for v := range m {
		for u := range v {
			if m[v][u] {
				count++
			}
		}
	}
	return count
}

// hasUtilities says that some three vertices are joined to each of the others.
func (m minor) hasUtilities() bool {
	for set := range 1 << 6 {
		var a, b []int
		for v := range 6 {
			if set>>v&1 == 1 {
				a = append(a, v)
			} else {
				b = append(b, v)
			}
		}
		if len(a) == 3 && !slices.ContainsFunc(a, func(v int) bool {
			return slices.ContainsFunc(b, func(u int) bool { return !m[v][u] })
		}) {
			return true
		}
	}
	return false
}

func (m minor) without(v int) minor {
	var out minor
	for i, row := range m {
		if i != v {
			out = append(out, slices.Delete(slices.Clone(row), v, v+1))
		}
	}
	return out
}

func (m minor) contract(v, u int) minor {
	var copied minor
	for _, row := range m {
		copied = append(copied, slices.Clone(row))
	}
	for w := range m {
		if w != u && m[v][w] {
			copied[u][w], copied[w][u] = true, true
		}
	}
	return copied.without(v)
}

// oneDiagonal is a grid with a diagonal in each square, all in the same direction.
func oneDiagonal(n int32) *graph.Graph {
	edges := leaps(int(n), int(n), rook...).Edges
	for r := range n - 1 {
		for c := range n - 1 {
			edges = append(edges, graph.Edge{U: r*n + c, V: (r+1)*n + c + 1})
		}
	}
	return graph.New(int(n*n), edges, false)
}

func TestPlanarBoards(t *testing.T) {
	for _, c := range []struct {
		name   string
		graph  *graph.Graph
		planar bool
	}{
		{"grid", leaps(20, 20, rook...), true},
		{"a grid with one diagonal in each square", oneDiagonal(9), true},
		{"kings of two rows", leaps(2, 3, king...), true},
		{"kings of three rows", leaps(3, 3, king...), true},
		{"kings", leaps(4, 4, king...), false},
		{"knights of three rows", leaps(3, 4, knight...), true},
		{"knights", leaps(5, 5, knight...), false},
		{"nothing", graph.New(3, nil, false), true},
	} {
		if got := planar(c.graph); got != c.planar {
			t.Errorf("%s: planar is %v", c.name, got)
		}
	}
}
