package sat

import "nazo/graph"

// number adds the positions along an open path: vertices that are off have 0,
// the others distinct numbers from 1 on, which differ by one along each edge.
// Along a path such numbers can only rise all the way or fall all the way.
func (w *routeCuts) number(e *encoder) {
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
	for _, x := range xs {
		e.positions[x] = x.complete
	}
	w.alternate(e, xs)
	for i, edge := range w.Graph.Edges {
		w.follow(e, i, xs[edge.U], xs[edge.V], n)
	}
	for v, x := range xs {
		w.neighbouring(e, x, w.Graph.In[v], xs, 2, n, -1)
		w.neighbouring(e, x, w.Graph.Out[v], xs, 1, sure-1, 1)
	}
}

// follow says how the numbers at the two ends of an edge differ.
func (w *routeCuts) follow(e *encoder, edge int, u, v *integer, n int64) {
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

// neighbouring says that, where a vertex has a number from first to last, one of
// its neighbours has the number before (step -1) or after (step 1) it.
func (w *routeCuts) neighbouring(e *encoder, x *integer, halves []graph.Half, xs []*integer, first, last, step int64) {
	for p := first; p <= last; p++ {
		at := e.equals(x, p)
		if e.known(at) < 0 {
			continue
		}
		var near []Lit
		for _, h := range halves {
			near = append(near, e.equals(xs[h.To], p+step))
		}
		e.clauses(with(w.under, -at), near)
	}
}

// alternate says of a graph whose vertices have two colours that positions of
// one colour are odd and those of the other even: which, is one question for
// each piece of the graph.
func (w *routeCuts) alternate(e *encoder, xs []*integer) {
	colour := w.Graph.TwoColouring()
	if colour == nil {
		return
	}
	piece, lists := components(w.Graph, func(int) bool { return true }, func(int) bool { return true })
	odd := e.newVars(len(lists)) // that positions of the first colour are odd
	for v, x := range xs {
		isOdd := odd[piece[v]] * Lit(colour[v])
		for _, p := range x.values {
			switch {
			case p == 0:
			case p%2 == 0:
				e.clauses(w.under, []Lit{-isOdd, -e.equals(x, p)})
			default:
				e.clauses(w.under, []Lit{isOdd, -e.equals(x, p)})
			}
		}
	}
}
