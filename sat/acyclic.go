package sat

import (
	"nazo/graph"
	"nazo/model"
)

// forest is an Acyclic constraint, enforced by cuts: not all edges of a cycle
// that was found are on.
type forest struct {
	g     *graph.Graph
	edges []Lit
	under []Lit
}

func (e *encoder) acyclic(b model.Acyclic, under []Lit) {
	e.lazy = append(e.lazy, &forest{b.Graph, e.literals(b.Edges, both), under})
}

// cut searches breadth first and excludes the cycle of each edge beyond the tree.
func (f *forest) mentioned() []Lit { return with(f.under, f.edges...) }

func (f *forest) cut(e *encoder, value func(Lit) bool) int {
	if switchedOff(f.under, value) {
		return 0
	}
	n := f.g.Order()
	near := make([][]graph.Half, n)
	for i, edge := range f.g.Edges {
		if value(f.edges[i]) {
			near[edge.U] = append(near[edge.U], graph.Half{To: edge.V, Edge: int32(i)})
			near[edge.V] = append(near[edge.V], graph.Half{To: edge.U, Edge: int32(i)})
		}
	}
	depth, parent := make([]int, n), make([]graph.Half, n)
	used := make([]bool, len(f.edges))
	cuts := 0
	for root := range n {
		if depth[root] > 0 {
			continue
		}
		depth[root] = 1
		queue := []int32{int32(root)}
		for len(queue) > 0 {
			v := queue[0]
			queue = queue[1:]
			for _, h := range near[v] {
				switch {
				case used[h.Edge]:
				case depth[h.To] == 0:
					used[h.Edge] = true
					depth[h.To], parent[h.To] = depth[v]+1, graph.Half{To: v, Edge: h.Edge}
					queue = append(queue, h.To)
				default:
					used[h.Edge] = true
					e.clauses(f.under, f.cycle(v, h, depth, parent))
					cuts++
				}
			}
		}
	}
	return cuts
}

// cycle has the negations of the edges of the cycle that an edge from v closes.
func (f *forest) cycle(v int32, h graph.Half, depth []int, parent []graph.Half) []Lit {
	lits := []Lit{-f.edges[h.Edge]}
	w := h.To
	for v != w {
		if depth[v] < depth[w] {
			v, w = w, v
		}
		lits = append(lits, -f.edges[parent[v].Edge])
		v = parent[v].To
	}
	return lits
}
