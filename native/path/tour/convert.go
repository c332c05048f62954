package tour

import (
	"fmt"

	"nazo/graph"
)

// setProblem states the problem that is left: the graph of the vertices that are on,
// and the ends that are known.
func (w *Model) setProblem() error {
	g := w.Graph
	whole := true
	number := make([]int32, g.Order()) // of the vertices that are on
	n := int32(0)
	for v, l := range w.Vertices {
		switch w.Known(l) {
		case 0:
			if !w.impossible {
				return fmt.Errorf("it passes through all vertices, and the spec leaves some open")
			}
		case 1:
			number[v] = n
			n++
			continue
		}
		number[v] = -1
		whole = false
	}
	for _, l := range w.Edges {
		known := w.Known(l)
		if known > 0 && !w.impossible {
			return fmt.Errorf("it can't be told to use an edge")
		}
		whole = whole && known == 0
	}
	w.problem = Problem{Graph: g, Closed: w.Closed, Start: -1, End: -1}
	if w.impossible = w.impossible || n == 0; w.impossible {
		return nil
	}
	if !whole {
		w.problem.Graph = w.part(number, int(n))
	}
	ends, err := w.Ends()
	for _, v := range ends {
		w.endAt(number[v])
	}
	if g.Directed && !w.problem.Closed {
		w.deadEnds()
	}
	return err
}

// part is the graph between the vertices that are on, without the edges that
// are off. The order of edges at each vertex is kept.
func (w *Model) part(number []int32, n int) *graph.Graph {
	g := w.Graph
	p := &graph.Graph{Directed: g.Directed}
	edge := make([]int32, len(g.Edges))
	for i, e := range g.Edges {
		edge[i] = -1
		if w.Known(w.Edges[i]) >= 0 {
			edge[i] = int32(len(p.Edges))
			p.Edges = append(p.Edges, graph.Edge{U: number[e.U], V: number[e.V]})
		}
	}
	keep := func(all [][]graph.Half) [][]graph.Half {
		out := make([][]graph.Half, 0, n)
		for v, halves := range all {
			if number[v] < 0 {
				continue
			}
			var list []graph.Half
			for _, h := range halves {
				if edge[h.Edge] >= 0 {
					list = append(list, graph.Half{To: number[h.To], Edge: edge[h.Edge]})
				}
			}
			out = append(out, list)
		}
		return out
	}
	p.Out = keep(g.Out)
	p.In = p.Out
	if g.Directed {
		p.In = keep(g.In)
	}
	for v, k := range number {
		if k >= 0 {
			w.vertices = append(w.vertices, int32(v))
		}
	}
	return p
}

// deadEnds finds where a directed path has to begin and end: where nothing
// leads to, and where nothing leads on.
func (w *Model) deadEnds() {
	g := w.problem.Graph
	for _, side := range []struct {
		halves [][]graph.Half
		end    *int32
	}{{g.In, &w.problem.Start}, {g.Out, &w.problem.End}} {
		for v, halves := range side.halves {
			if len(halves) == 0 {
				w.impossible = w.impossible || *side.end >= 0
				*side.end = int32(v)
			}
		}
	}
}

// endAt has the path end at a vertex.
func (w *Model) endAt(v int32) {
	switch {
	case w.problem.Start < 0:
		w.problem.Start = v
	case w.problem.End < 0:
		w.problem.End = v
	default:
		w.impossible = true
	}
}
