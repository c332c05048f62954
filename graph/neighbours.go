package graph

// Neighbours lists the edges at each vertex, seen from there, whatever their direction.
func (g *Graph) Neighbours() [][]Half {
	if !g.Directed {
		return g.Out
	}
	all := make([][]Half, g.Order())
	for v := range all {
		all[v] = append(append(all[v], g.Out[v]...), g.In[v]...)
	}
	return all
}
