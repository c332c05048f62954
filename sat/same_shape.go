package sat

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// shapeCuts is a SameShape constraint. Of two figures that differ, one does not fit into the other. A cut says that the
// first is not as large as that, or the second larger.
type shapeCuts struct {
	model.SameShape
	edges, under []Lit
}

func (e *encoder) sameShape(b model.SameShape, under []Lit) {
	e.lazy = append(e.lazy, lazy{&shapeCuts{b, e.literals(b.Edges, both), under}, under})
}

func (c *shapeCuts) mentioned() []Lit { return c.edges }

func (c *shapeCuts) cut(e *encoder, value func(Lit) bool) int {
	of, lists := components(c.Graph, nil, c.edges, value)
	in := func(k int, v int32) bool { return of[v] == of[c.Of[k]] && c.InFigure(k, v) }
	cuts := 0
	on := func(i int32) bool { return value(c.edges[i]) }
	for i, edge := range c.Graph.Edges {
		for _, start := range c.Of {
			if c.Whole && !on(int32(i)) && of[edge.U] == of[start] && of[edge.V] == of[start] {
				ways := slices.Concat(c.Graph.Way(start, edge.U, on), c.Graph.Way(start, edge.V, on))
				e.clauses(c.under, append(negations(pick(c.edges, alg.Set(ways))), c.edges[i]))
				cuts++
			}
		}
	}
	if c.Same(in) {
		return cuts
	}
	for small := range c.Of {
		large := 1 - small
		reached, tree := []int32{c.Of[large]}, []int32(nil)
		for i := 0; i < len(reached) && c.fits(large, reached, small, in); i++ {
			for _, h := range c.Graph.Neighbours()[reached[i]] {
				if value(c.edges[h.Edge]) && !slices.Contains(reached, h.To) {
					reached, tree = append(reached, h.To), append(tree, h.Edge)
					if !c.fits(large, reached, small, in) {
						break
					}
				}
			}
		}
		if c.fits(large, reached, small, in) {
			continue
		}
		out, into := leaving(c.Graph, of, lists[of[c.Of[small]]])
		border := alg.Set(slices.Concat(out, into))
		e.clauses(c.under, append(negations(pick(c.edges, tree)), pick(c.edges, border)...))
		cuts++
	}
	return cuts
}

// fits reports whether those of some vertices that belong to one figure come to places of the other, turned and moved.
func (c *shapeCuts) fits(k int, vertices []int32, other int, in func(int, int32) bool) bool {
	places := map[[2]int32]bool{}
	for v, place := range c.Places {
		if in(other, int32(v)) {
			places[place] = true
		}
	}
	from := c.Places[c.Of[k]]
	for to := range places {
		for turn := range model.Turns {
			if !slices.ContainsFunc(vertices, func(v int32) bool {
				way := model.Turn(turn, [2]int32{c.Places[v][0] - from[0], c.Places[v][1] - from[1]})
				return c.InFigure(k, v) && !places[[2]int32{to[0] + way[0], to[1] + way[1]}]
			}) {
				return true
			}
		}
	}
	return false
}

// complete finds the members of both components, and chooses a map from one figure to the other.
func (c *shapeCuts) complete(e *encoder) {
	var in [2][]Lit
	at := map[[2]int32]int32{}
	for v, place := range c.Places {
		at[place] = int32(v)
	}
	for k, start := range c.Of {
		roots := slices.Repeat([]Lit{litFalse}, len(c.Places))
		in[k] = e.newVars(len(c.Places))
		roots[start], in[k][start] = litTrue, litTrue
		for i, edge := range c.Graph.Edges {
			e.clauses(c.under, []Lit{-c.edges[i], -in[k][edge.U], in[k][edge.V]})
			e.clauses(c.under, []Lit{-c.edges[i], -in[k][edge.V], in[k][edge.U]})
			if c.Whole {
				e.clauses(c.under, []Lit{-in[k][edge.U], -in[k][edge.V], c.edges[i]})
			}
		}
		e.rooted(c.Graph, in[k], c.edges, roots, c.under)
	}
	member := func(k int, v int32, inside bool) Lit {
		if !inside || !c.InFigure(k, v) {
			return litFalse
		}
		return in[k][v]
	}
	var fits []Lit
	from := c.Places[c.Of[0]]
	for to, target := range c.Places {
		for turn := range model.Turns {
			fit := e.newVar()
			fits = append(fits, fit)
			e.clause(-fit, member(1, int32(to), true))
			for v := range int32(len(c.Places)) {
				e.tick()
				there := model.Turn(turn, [2]int32{c.Places[v][0] - from[0], c.Places[v][1] - from[1]})
				w, inside := at[[2]int32{target[0] + there[0], target[1] + there[1]}]
				e.clause(-fit, -member(0, v, true), member(1, w, inside))
				back := model.TurnBack(turn, [2]int32{c.Places[v][0] - target[0], c.Places[v][1] - target[1]})
				w, inside = at[[2]int32{from[0] + back[0], from[1] + back[1]}]
				e.clause(-fit, -member(1, v, true), member(0, w, inside))
			}
		}
	}
	e.clauses(c.under, fits)
}
