package sat

// number adds the positions along an open path: vertices that are off have 0,
// the others distinct numbers from 1 on, which differ by one along each edge.
// Along a path such numbers can only rise all the way or fall all the way.
func (w *walkCuts) number(e *encoder) {
	xs := e.integers(w.Positions)
	n := int64(len(xs))
	sure := int64(0)
	for v, x := range xs {
		on := w.vertices[v]
		if e.known(on) > 0 {
			sure++
		}
		e.clauses(w.under, []Lit{on, e.equals(x, 0)})
		e.clauses(w.under, []Lit{-on, -e.equals(x, 0)})
		e.clauses(w.under, []Lit{e.atLeast(x, 0)})
		e.clauses(w.under, []Lit{-e.atLeast(x, n+1)})
	}
	for p := int64(1); p <= n; p++ {
		var takes []Lit
		for _, x := range xs {
			takes = append(takes, e.equals(x, p))
		}
		e.atMostOne(e.notFalse(takes), w.under)
		if p <= max(sure, 1) {
			e.clauses(w.under, takes)
		}
	}
	for i, edge := range w.Graph.Edges {
		w.follow(e, i, xs[edge.U], xs[edge.V], n)
	}
	for v, x := range xs {
		w.predecessors(e, v, x, xs, n)
	}
}

// follow says how the numbers at the two ends of an edge differ.
func (w *walkCuts) follow(e *encoder, edge int, u, v *integer, n int64) {
	off := -w.edges[edge]
	for p := int64(1); p <= n; p++ {
		if w.Graph.Directed {
			e.clauses(w.under, []Lit{off, -e.equals(u, p), e.equals(v, p+1)})
			e.clauses(w.under, []Lit{off, -e.equals(v, p), e.equals(u, p-1)})
			continue
		}
		for _, side := range [2][2]*integer{{u, v}, {v, u}} {
			lower := litFalse
			if p > 1 {
				lower = e.equals(side[1], p-1)
			}
			e.clauses(w.under, []Lit{off, -e.equals(side[0], p), lower, e.equals(side[1], p+1)})
		}
	}
}

// predecessors says that a vertex beyond the first comes after a neighbour.
func (w *walkCuts) predecessors(e *encoder, v int, x *integer, xs []*integer, n int64) {
	for p := int64(2); p <= n; p++ {
		at := e.equals(x, p)
		if e.known(at) < 0 {
			continue
		}
		var before []Lit
		for _, h := range w.Graph.In[v] {
			before = append(before, e.equals(xs[h.To], p-1))
		}
		e.clauses(with(w.under, -at), before)
	}
}
