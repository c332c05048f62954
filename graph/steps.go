package graph

// StepsFrom has for each vertex the least number of edges on a way there from one, arcs in their direction; -1 where no way leads.
func (g *Graph) StepsFrom(from int32) []int32 {
	steps := make([]int32, g.Order())
	for v := range steps {
		steps[v] = -1
	}
	steps[from] = 0
	for todo := []int32{from}; len(todo) > 0; todo = todo[1:] {
		for _, h := range g.Out[todo[0]] {
			if steps[h.To] < 0 {
				steps[h.To] = steps[todo[0]] + 1
				todo = append(todo, h.To)
			}
		}
	}
	return steps
}
