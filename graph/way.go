package graph

// Way is a shortest way from u to v along edges that are on, whatever their direction, as a list of
// edges from v back to u; nil if there is none. The way from a vertex to itself is empty.
func (g *Graph) Way(u, v int32, on func(edge int32) bool) []int32 {
	const none = -1
	if u == v {
		return []int32{}
	}
	by := make([]Half, g.Order()) // for each vertex the edge, and the vertex, that it was reached from
	for i := range by {
		by[i].To = none
	}
	by[u].To = u
	for todo := []int32{u}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		sides := [][]Half{g.Out[at]}
		if g.Directed {
			sides = append(sides, g.In[at])
		}
		for _, halves := range sides {
			for _, h := range halves {
				if by[h.To].To != none || !on(h.Edge) {
					continue
				}
				by[h.To] = Half{To: at, Edge: h.Edge}
				if h.To == v {
					var way []int32
					for ; v != u; v = by[v].To {
						way = append(way, by[v].Edge)
					}
					return way
				}
				todo = append(todo, h.To)
			}
		}
	}
	return nil
}
