package graph

// TwoColouring gives each vertex 1 or -1 so that every edge, whatever its direction, joins both;
// it returns nil if the graph is not bipartite. The lowest vertex of each component has 1.
func (g *Graph) TwoColouring() []int8 {
	next := g.Neighbours()
	colour := make([]int8, g.Order())
	var todo []int32
	for start := range colour {
		if colour[start] != 0 {
			continue
		}
		colour[start] = 1
		todo = append(todo[:0], int32(start))
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, h := range next[v] {
				switch colour[h.To] {
				case 0:
					colour[h.To] = -colour[v]
					todo = append(todo, h.To)
				case colour[v]:
					return nil
				}
			}
		}
	}
	return colour
}
