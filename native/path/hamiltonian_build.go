package path

import (
	"nazo/engine"
	"nazo/model"
	"nazo/native/shape"
)

// newHamiltonian numbers the vertices that are on and adds what closes a path.
func newHamiltonian(w *shape.Model, o engine.SolveOptions, ends []int32) *hamiltonian {
	number := make([]int32, len(w.Vertices))
	var vertices []int32
	for v, l := range w.Vertices {
		number[v] = -1
		if w.Known(l) > 0 {
			number[v] = int32(len(vertices))
			vertices = append(vertices, int32(v))
		}
	}
	n := int32(len(vertices))
	b := &hamiltonian{w: w, options: o, circuit: newCircuit(int(n), w.Graph.Directed), vertices: vertices, impossible: w.Impossible}
	for i, e := range w.Graph.Edges {
		u, v, l := number[e.U], number[e.V], w.Edges[i]
		if u < 0 || v < 0 {
			continue
		}
		k := b.join(u, v, l)
		if s := w.Known(l); s != 0 {
			b.given = append(b.given, forced{k, s > 0})
		}
	}
	var colour []int8 // for each vertex of the circuit
	excess := 0
	for v, c := range w.Graph.TwoColouring() {
		if number[v] >= 0 {
			colour = append(colour, c)
			excess += int(c)
		}
	}
	if w.Closed {
		b.impossible = b.impossible || n == 0 || excess != 0
	} else {
		b.impossible = b.impossible || n == 0 || excess < -1 || excess > 1
		b.lone = n == 1 && !w.Graph.Directed
		first := int32(len(b.ends))
		b.closePath(n, colour, excess)
		for _, v := range ends {
			b.endAt(number[v], first)
		}
	}
	return b
}

// join adds an edge with its literal.
func (b *hamiltonian) join(u, v int32, l model.Bool) int32 {
	b.edges = append(b.edges, l)
	return b.addEdge(u, v)
}

// closePath makes paths through n vertices cycles, by an extra vertex that is
// joined to all of them. In a bipartite graph a path with both colours in
// equal numbers ends in both: then there are two extra vertices, one for each
// end. Otherwise it ends in the colour that has more.
func (b *hamiltonian) closePath(n int32, colour []int8, excess int) {
	extra := b.addVertex()
	if b.ports == 2 {
		for v := range n {
			b.join(extra, v, model.True)
			b.join(v, extra, model.True)
		}
		return
	}
	other := extra
	if colour != nil && excess == 0 {
		other = b.addVertex()
		b.given = append(b.given, forced{b.join(extra, other, model.True), true})
	}
	for v := range n {
		switch {
		case colour == nil || excess != 0 && int(colour[v]) == excess || excess == 0 && colour[v] > 0:
			b.join(extra, v, model.True)
		case excess == 0:
			b.join(other, v, model.True)
		}
	}
}

// endAt has a path end at a vertex; the edges from first on lead to extra vertices.
func (b *hamiltonian) endAt(v, first int32) {
	found := false
	for _, e := range b.at[v] {
		if e >= first {
			b.given = append(b.given, forced{e, true})
			found = true
		}
	}
	b.impossible = b.impossible || !found // its colour is that of no end
}

// values completes what is known by the edges of the circuit.
func (b *hamiltonian) values() model.Solution {
	values := b.w.Base()
	for e, l := range b.edges {
		b.w.Assign(values, l, b.state[e] > 0)
	}
	return values
}
