package tour

import (
	"fmt"
	"slices"

	"nazo/graph"
	"nazo/model"
	"nazo/native/shape"
)

// draw states the problem that is left: the graph of the vertices that are on,
// and the ends that are known.
func (w *Model) draw() error {
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
	for i, l := range w.Edges {
		known := w.Known(l)
		inside := number[g.Edges[i].U] >= 0 && number[g.Edges[i].V] >= 0
		if known > 0 {
			if inside && !w.impossible {
				return fmt.Errorf("it can't be told to use an edge")
			}
			w.impossible = true
		}
		whole = whole && known == 0
	}
	w.problem = Problem{Graph: g, Closed: w.Closed, Start: -1, End: -1}
	if !whole {
		w.problem.Graph = w.part(number, int(n))
	}
	w.impossible = w.impossible || n == 0
	if w.impossible {
		return nil
	}
	if g.Directed && !w.problem.Closed {
		w.deadEnds()
		return nil
	}
	return w.knownEnds(number)
}

// part is the graph between the vertices that are on, without the edges that
// are off. The order of edges at each vertex is kept.
func (w *Model) part(number []int32, n int) *graph.Graph {
	g := w.Graph
	p := &graph.Graph{Directed: g.Directed}
	edge := make([]int32, len(g.Edges))
	for i, e := range g.Edges {
		edge[i] = -1
		if u, v := number[e.U], number[e.V]; u >= 0 && v >= 0 && w.Known(w.Edges[i]) >= 0 {
			edge[i] = int32(len(p.Edges))
			p.Edges = append(p.Edges, graph.Edge{U: u, V: v})
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

// knownEnds reads the ends of an undirected path off the clauses: at an end no
// two edges are on. It fails if any clause says something else.
func (w *Model) knownEnds(number []int32) error {
	at := map[int32][]model.Bool{} // for vertices that may be ends their open edges
	edges := w.edgeOf()
	excluded := map[[2]model.Bool]bool{}
	for _, c := range w.Clauses {
		if c.Rule == shape.NotAll && len(c.Lits) != 2 || slices.ContainsFunc(c.Lits, func(l model.Bool) bool { _, ok := edges[l]; return !ok }) {
			return w.TooMuch(c.Instance)
		}
		if w.problem.Closed {
			return w.TooMuch(c.Instance)
		}
		for i, a := range c.Lits {
			for _, b := range c.Lits[:i] {
				excluded[[2]model.Bool{min(a, b), max(a, b)}] = true
			}
			e := w.Graph.Edges[edges[a]]
			for _, v := range [2]int32{e.U, e.V} {
				at[v] = nil
			}
		}
	}
	marked := map[int32]bool{}
	for v := range int32(len(number)) {
		if _, maybe := at[v]; !maybe || number[v] < 0 {
			continue
		}
		var open []model.Bool
		for _, h := range w.Graph.Out[v] {
			if l := w.Edges[h.Edge]; w.Known(l) == 0 && number[h.To] >= 0 {
				open = append(open, l)
			}
		}
		at[v] = open
		marked[v] = len(open) > 1
		for i, a := range open {
			for _, b := range open[:i] {
				marked[v] = marked[v] && excluded[[2]model.Bool{min(a, b), max(a, b)}]
			}
		}
		if marked[v] {
			w.endAt(number[v])
		}
	}
	for _, c := range w.Clauses {
		if !w.explained(c, at, marked, edges) {
			return w.TooMuch(c.Instance)
		}
	}
	return nil
}

// edgeOf finds edges by their open literals.
func (w *Model) edgeOf() map[model.Bool]int32 {
	edges := map[model.Bool]int32{}
	if len(w.Clauses) == 0 {
		return edges
	}
	for i, l := range w.Edges {
		if w.Known(l) == 0 {
			edges[l] = int32(i)
		}
	}
	return edges
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

// explained says that a clause is no more than that some marked vertex is an end.
func (w *Model) explained(c shape.Clause, at map[int32][]model.Bool, marked map[int32]bool, edges map[model.Bool]int32) bool {
	e := w.Graph.Edges[edges[c.Lits[0]]]
	for _, v := range [2]int32{e.U, e.V} {
		inside := func(l model.Bool) bool { return slices.Contains(at[v], l) }
		if marked[v] && !slices.ContainsFunc(c.Lits, func(l model.Bool) bool { return !inside(l) }) &&
			(c.Rule != shape.ExactlyOne || len(c.Lits) == len(at[v])) {
			return true
		}
	}
	return false
}
