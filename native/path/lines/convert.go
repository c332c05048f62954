package lines

import (
	"nazo/graph"
	"nazo/model"
)

// labels is the number of labels.
func (w *Model) labels() int {
	n := 0
	for _, l := range w.Labels {
		n = max(n, int(l)+1)
	}
	return n
}

// board makes the board that is to be searched. A seed other than 0 shuffles
// the ways from each vertex, the labels, and which end of each is the goal.
func (w *Model) board(seed int64) *board {
	g := w.Graph
	labels := w.labels()
	b := newBoard(g.Order(), len(g.Edges), labels)
	mix := newShuffle(seed, labels)
	for l := range b.ends {
		b.ends[l] = [2]int32{none, none}
	}
	for v, l := range w.Labels {
		on := w.Known(w.Vertices[v])
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
	for i, e := range w.Edges {
		if w.Known(e) > 0 {
			b.wantedEdge[i] = true
			b.missing++
		}
	}
	for v, halves := range g.Out {
		if w.Known(w.Vertices[v]) < 0 {
			continue
		}
		ways := make([]graph.Half, 0, len(halves))
		for _, h := range halves {
			if w.Known(w.Edges[h.Edge]) >= 0 && w.Known(w.Vertices[h.To]) >= 0 {
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
	values := w.Base()
	for i, v := range b.path {
		w.Assign(values, w.Vertices[v], true)
		if e := b.edges[i]; e >= 0 {
			w.Assign(values, w.Edges[e], true)
		}
	}
	return values
}
