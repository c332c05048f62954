package value

import "nazo/ref"

// Straight reports whether a step from a to v and one from v to b go in one direction: only cells and points of a
// board tell.
func Straight(a, v, b Value) bool {
	from, ok := a.(Cell)
	over, isCell := v.(Cell)
	to, known := b.(Cell)
	return ok && isCell && known && from.Row+to.Row == 2*over.Row && from.Col+to.Col == 2*over.Col
}

// trail lists the vertices along a known route that may cross itself, in the order in which it passes them: at
// a crossing, where it has four edges, it goes straight on. It begins as Ordered has it, at the least vertex of
// a cycle or an end of a path; edges that it does not come to by that are not in it.
func (w *Route) trail() []Value {
	g, vertices := w.Graph.plain, w.Graph.Vertices.list
	at := make([][]int32, len(vertices)) // for each vertex its edges that are on
	entered := make([]int, len(vertices))
	for i, on := range w.Edges {
		if on == ref.True {
			e := g.Edges[i]
			at[e.U], at[e.V] = append(at[e.U], int32(i)), append(at[e.V], int32(i))
			entered[e.V]++
		}
	}
	start := int32(-1)
	better := func(v int32) bool {
		isEnd := func(v int32) bool {
			if w.Graph.Directed {
				return w.Kind == Path && entered[v] < len(at[v])-entered[v]
			}
			return len(at[v]) == 1
		}
		switch {
		case start < 0:
			return true
		case isEnd(v) != isEnd(start):
			return isEnd(v)
		}
		return Compare(vertices[v], vertices[start]) < 0
	}
	for v := range at {
		if len(at[v]) > 0 && better(int32(v)) {
			start = int32(v)
		}
	}
	if start < 0 {
		return w.VerticesOn()
	}
	if w.Kind == Cycle { // not at a crossing, where two ways begin
		for v := range at {
			if len(at[v]) == 2 && (len(at[start]) != 2 || Compare(vertices[v], vertices[start]) < 0) {
				start = int32(v)
			}
		}
	}
	line := []Value{vertices[start]}
	used := map[int32]bool{}
	for v, before := start, int32(-1); ; {
		next, by := int32(-1), int32(-1)
		for _, e := range at[v] {
			to := g.Edges[e].U ^ g.Edges[e].V ^ v
			switch {
			case used[e] || w.Graph.Directed && g.Edges[e].U != v:
			case before >= 0 && len(at[v]) == 4 && !Straight(vertices[before], vertices[v], vertices[to]):
			case next < 0 || Compare(vertices[to], vertices[next]) < 0:
				next, by = to, e
			}
		}
		if next < 0 {
			break
		}
		used[by] = true
		before, v = v, next
		line = append(line, vertices[v])
	}
	if w.Kind == Cycle && len(line) > 1 && Equal(line[0], line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return line
}
