package fd

import (
	"slices"

	"nazo/model"
)

// addPart adds clauses that In holds what is surely joined to a source, from below: the sources that are on, and
// with a vertex all that is next to it and on. From above, what can't be reached any more, and what nothing can be reached
// without, is for connectivity: together with the hub, a vertex that is on, In is connected. It returns false on a conflict.
func (s *store) addPart(b *model.Part, guard lit) bool {
	ok := true
	clause := func(lits ...lit) { ok = ok && s.clause(append(lits, guard^1)...) }
	for _, v := range b.Sources {
		clause(b.Vertices[v]^1, b.In[v])
	}
	for v, in := range b.In {
		clause(in^1, b.Vertices[v])
	}
	for i, e := range b.Graph.Edges {
		counts := model.True
		if b.Edges != nil {
			counts = b.Edges[i]
		}
		clause(b.In[e.U]^1, counts^1, b.Vertices[e.V]^1, b.In[e.V])
		clause(b.In[e.V]^1, counts^1, b.Vertices[e.U]^1, b.In[e.U])
	}
	edges := b.Edges
	if edges != nil {
		edges = slices.Concat(edges, slices.Repeat([]lit{model.True}, len(b.Sources)))
	}
	s.addConnected(b.Hub(), slices.Concat(b.In, []lit{model.True}), edges, guard)
	return ok
}
