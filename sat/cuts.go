package sat

import "nazo/graph"

// cutter is a constraint that is enforced lazily: it looks at an assignment
// and, where that violates it, adds clauses that exclude the like. Cuts hold
// in all solutions, so they stay when others are blocked.
type cutter interface {
	// cut returns the number of clauses added; 0 means that the constraint holds.
	cut(e *encoder, value func(Lit) bool) int
	// complete adds clauses, with variables of their own, after which no cuts
	// are needed.
	complete(e *encoder)
	// mentioned are literals that cuts may have, in either sign.
	mentioned() []Lit
}

// switchedOff reports whether the guard of a constraint is off.
func switchedOff(under []Lit, value func(Lit) bool) bool {
	for _, l := range under {
		if value(l) {
			return true
		}
	}
	return false
}

// components numbers the connected components of the vertices that are on,
// joined by the edges that are on; -1 for other vertices.
func components(g *graph.Graph, vertexOn, edgeOn func(int) bool) (of []int, lists [][]int) {
	of = make([]int, g.Order())
	for v := range of {
		of[v] = -1
	}
	for start := range of {
		if of[start] >= 0 || !vertexOn(start) {
			continue
		}
		c := len(lists)
		list := []int{start}
		of[start] = c
		for i := 0; i < len(list); i++ {
			for _, halves := range [2][]graph.Half{g.Out[list[i]], g.In[list[i]]} {
				for _, h := range halves {
					if of[h.To] < 0 && edgeOn(int(h.Edge)) && vertexOn(int(h.To)) {
						of[h.To] = c
						list = append(list, int(h.To))
					}
				}
				if !g.Directed {
					break
				}
			}
		}
		lists = append(lists, list)
	}
	return of, lists
}

// leaving lists the edges that lead out of a component: with directions,
// those that start in it; entering are those that end in it. Without
// directions the two are the same.
func leaving(g *graph.Graph, of []int, list []int) (out, in []int32) {
	c := of[list[0]]
	for _, v := range list {
		for _, h := range g.Out[v] {
			if of[h.To] != c {
				out = append(out, h.Edge)
			}
		}
		if g.Directed {
			for _, h := range g.In[v] {
				if of[h.To] != c {
					in = append(in, h.Edge)
				}
			}
		}
	}
	if !g.Directed {
		in = out
	}
	return out, in
}

func pick[I int | int32](lits []Lit, which []I) []Lit {
	out := make([]Lit, len(which))
	for i, w := range which {
		out[i] = lits[w]
	}
	return out
}

// anchor is a vertex of the list that is known to be on, or else its first.
func (e *encoder) anchor(vertices []Lit, list []int) Lit {
	for _, v := range list {
		if e.known(vertices[v]) > 0 {
			return litTrue
		}
	}
	return vertices[list[0]]
}

// clauseUnless adds a clause under a guard and where two vertices are on.
func (e *encoder) clauseUnless(under []Lit, on1, on2 Lit, lits []Lit) {
	e.clauses(with(under, -on1, -on2), lits)
}
