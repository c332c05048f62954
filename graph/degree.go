package graph

// Degree is the number of edges at a vertex; in a directed graph those that leave it and
// those that enter it.
func (g *Graph) Degree(v int32) int {
	if g.Directed {
		return len(g.Out[v]) + len(g.In[v])
	}
	return len(g.Out[v])
}
