package link

import (
	"nazo/ref"
	"nazo/value"
)

// Direct takes one arc for each line that is drawn along two, there and back, such that lines run on where they can: a
// drawing does not say in which direction a line is read.
func Direct(w *value.Route) {
	g, vertices := w.Graph.Plain(), w.Graph.Vertices.List()
	arc := map[[2]int32]int{} // those that are drawn
	at := make([][]int32, g.Order())
	meet := func(u, v int32) {
		if _, met := arc[[2]int32{v, u}]; !met {
			at[u], at[v] = append(at[u], v), append(at[v], u)
		}
	}
	for i, e := range g.Edges {
		if w.Edges[i] == ref.True {
			meet(e.U, e.V)
			arc[[2]int32{e.U, e.V}] = i
		}
	}
	walked := map[[2]int32]bool{}
	next := func(before, v int32) int32 {
		to := int32(-1)
		for _, t := range at[v] {
			straight := len(at[v]) > 2 && before >= 0 && value.Straight(vertices[before], vertices[v], vertices[t])
			if !walked[[2]int32{v, t}] && (to < 0 || straight) {
				to = t
			}
		}
		return to
	}
	run := func(v int32) {
		var way [][2]int32
		against := false
		for to := next(-1, v); to >= 0; v, to = to, next(v, to) {
			e := [2]int32{v, to}
			walked[e], walked[[2]int32{to, v}] = true, true
			way = append(way, e)
			_, along := arc[e]
			against = against || !along
		}
		for _, e := range way {
			there, along := arc[e]
			back, other := arc[[2]int32{e[1], e[0]}]
			if along && other && against {
				w.Edges[there] = ref.False
			} else if along && other {
				w.Edges[back] = ref.False
			}
		}
	}
	for _, ends := range []bool{true, false} {
		for v := range at {
			for !ends && next(-1, int32(v)) >= 0 || ends && len(at[v]) == 1 && next(-1, int32(v)) >= 0 {
				run(int32(v))
			}
		}
	}
	w.EitherWay = true
}
