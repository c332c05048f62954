package lines

import (
	"nazo/graph"
	"nazo/model"
)

// labels is the number of labels.
func (w *Model) labels() int {
	n := 0
	for _, l := range w.links.Labels {
		n = max(n, int(l)+1)
	}
	return n
}

// board makes the board that is to be searched. A seed other than 0 shuffles
// the ways from each vertex, the labels, and which end of each is the goal.
func (w *Model) board(seed int64) *board {
	g := w.links.Graph
	labels := w.labels()
	b := newBoard(g.Order(), len(g.Edges), labels)
	mix := newShuffle(seed, labels)
	for l := range b.ends {
		b.ends[l] = [2]int32{none, none}
	}
	for v, l := range w.links.Labels {
		on := w.known(w.links.Vertices[v])
		if l < 0 {
			if on > 0 {
				b.wantedVertex[v] = true
				b.missing++
			}
			continue
		}
		l = mix.label(l)
		b.line[v] = l
		if e := &b.ends[l]; e[0] < 0 {
			e[0] = int32(v)
		} else {
			e[1] = int32(v)
		}
	}
	for i, e := range w.links.Edges {
		if w.known(e) > 0 {
			b.wantedEdge[i] = true
			b.missing++
		}
	}
	for v, halves := range g.Out {
		if w.known(w.links.Vertices[v]) < 0 {
			continue
		}
		ways := make([]graph.Half, 0, len(halves))
		for _, h := range halves {
			if w.known(w.links.Edges[h.Edge]) >= 0 && w.known(w.links.Vertices[h.To]) >= 0 {
				ways = append(ways, h)
			}
		}
		b.ways[v] = mix.ways(ways)
	}
	mix.ends(b.ends)
	return b
}

// solution has the values of all variables for the lines on a board.
func (w *Model) solution(b *board) model.Solution {
	values := make(model.Solution, len(w.m.Vars))
	for v, x := range w.m.Vars {
		values[v] = x.Domain[0].Lo
		if x.Bool && w.value[v] > 0 {
			values[v] = 1
		}
	}
	for v, x := range w.fixed {
		values[v] = x
	}
	put := func(l model.Bool, on bool) {
		if n, ok := w.m.Bools[l.Node()].(model.BoolVar); ok {
			values[n.Var] = 0
			if on != l.Negated() {
				values[n.Var] = 1
			}
		}
	}
	for _, l := range w.links.Vertices {
		put(l, false)
	}
	for _, l := range w.links.Edges {
		put(l, false)
	}
	for i, v := range b.path {
		put(w.links.Vertices[v], true)
		if e := b.edges[i]; e >= 0 {
			put(w.links.Edges[e], true)
		}
	}
	return values
}
