package alg

import "testing"

// grid has rows x cols vertices, each joined to the next ones in the directions given as
// steps of row and column.
func grid(rows, cols int, steps ...[2]int) *Graph {
	var edges []Edge
	for r := range rows {
		for c := range cols {
			for _, s := range steps {
				if y, x := r+s[0], c+s[1]; y >= 0 && y < rows && x >= 0 && x < cols {
					edges = append(edges, Edge{int32(r*cols + c), int32(y*cols + x)})
				}
			}
		}
	}
	return NewGraph(rows*cols, edges, false)
}

var (
	sides  = [][2]int{{0, 1}, {1, 0}}
	king   = [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}}
	knight = [][2]int{{1, 2}, {1, -2}, {2, 1}, {2, -1}}
)

func complete(n int) *Graph {
	var edges []Edge
	for v := range int32(n) {
		for u := range v {
			edges = append(edges, Edge{u, v})
		}
	}
	return NewGraph(n, edges, false)
}

func TestMayBePlanar(t *testing.T) {
	var utilities []Edge // three houses, each joined to three wells
	for u := range int32(3) {
		for v := range int32(3) {
			utilities = append(utilities, Edge{u, 3 + v})
		}
	}
	for _, c := range []struct {
		name  string
		graph *Graph
		want  bool
	}{
		{"nothing", NewGraph(3, nil, false), true},
		{"a path of three vertices", NewGraph(3, []Edge{{0, 1}, {1, 2}}, false), true},
		{"a pair of opposite arcs", NewGraph(2, []Edge{{0, 1}, {1, 0}}, true), true},
		{"four vertices, all joined", complete(4), true},
		{"five vertices, all joined", complete(5), false},
		{"houses and wells", NewGraph(6, utilities, false), false},
		{"houses and wells, and vertices without edges", NewGraph(40, utilities, false), false},
		{"grid", grid(20, 20, sides...), true},
		{"kings of two rows", grid(2, 9, king...), true},
		{"kings", grid(5, 5, king...), false},
		{"knights of three rows", grid(3, 10, knight...), true},
		{"knights", grid(5, 5, knight...), false},
	} {
		if got := c.graph.MayBePlanar(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
