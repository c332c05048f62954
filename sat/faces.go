package sat

import "nazo/graph"

// faces gives each face of a planar lattice a variable that says on which
// side of the loop it lies: an edge is on the loop where its two sides differ.
// That any closed loop has an inside tells the solver at once what it would
// else learn loop by loop.
//
// The faces are found without knowing of lattices: if the cycles of length
// three and four are a basis of all cycles, and no edge is in more than two of
// them, then the graph is planar and they are its inner faces (Mac Lane 1937).
func (e *encoder) faces(g *graph.Graph, edges, under []Lit) {
	cycles := shortCycles(g)
	of := make([][]int, len(g.Edges)) // for each edge the faces that it borders
	for f, cycle := range cycles {
		for _, i := range cycle {
			of[i] = append(of[i], f)
			if len(of[i]) > 2 {
				return
			}
		}
	}
	_, pieces := components(g, func(int) bool { return true }, func(int) bool { return true })
	if len(cycles) != len(g.Edges)-g.Order()+len(pieces) || !reachOutside(cycles, of) {
		return
	}
	inside := e.newVars(len(cycles))
	for i, fs := range of {
		sides := [2]Lit{litFalse, litFalse}
		for k, f := range fs {
			sides[k] = inside[f]
		}
		a, b, on := sides[0], sides[1], edges[i]
		e.clauses(under, []Lit{-on, a, b})
		e.clauses(under, []Lit{-on, -a, -b})
		e.clauses(under, []Lit{on, -a, b})
		e.clauses(under, []Lit{on, a, -b})
	}
}

// reachOutside reports whether from every face one can step from face to face to an
// edge that borders one face only. Then no sum of faces is empty.
func reachOutside(cycles [][]int32, of [][]int) bool {
	reached := make([]bool, len(cycles))
	var queue []int
	visit := func(f int) {
		if !reached[f] {
			reached[f] = true
			queue = append(queue, f)
		}
	}
	for _, fs := range of {
		if len(fs) == 1 {
			visit(fs[0])
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, edge := range cycles[queue[i]] {
			for _, f := range of[edge] {
				visit(f)
			}
		}
	}
	return len(queue) == len(cycles)
}

// shortCycles lists the cycles of three and four edges of an undirected graph.
// It gives up, with what it has, where there are many more than edges.
func shortCycles(g *graph.Graph) [][]int32 {
	var cycles [][]int32
	for u := range int32(g.Order()) {
		for _, uv := range g.Out[u] {
			for _, vw := range g.Out[uv.To] {
				if uv.To < u || vw.To <= u { // u is the least vertex of its cycle
					continue
				}
				for _, wx := range g.Out[vw.To] {
					switch {
					case len(cycles) > len(g.Edges):
						return cycles
					case wx.To == u && uv.To < vw.To:
						cycles = append(cycles, []int32{uv.Edge, vw.Edge, wx.Edge})
					case wx.To > uv.To && wx.To != u:
						if back := edgeBetween(g, wx.To, u); back >= 0 {
							cycles = append(cycles, []int32{uv.Edge, vw.Edge, wx.Edge, back})
						}
					}
				}
			}
		}
	}
	return cycles
}

// edgeBetween is the edge that joins two vertices, or -1.
func edgeBetween(g *graph.Graph, u, v int32) int32 {
	for _, h := range g.Out[u] {
		if h.To == v {
			return h.Edge
		}
	}
	return -1
}
