package lower

import (
	"nazo/dsl"
	"nazo/graph"
	"nazo/model"
	"nazo/value"
)

// mostReaches is of how many vertices of a web what stands for the members of a part is made to count them; of more, where rules
// bound the parts, as long as it takes no more conditions. Beyond, an integer for each vertex takes less than a condition for each two.
const mostReaches = 16

// countedParts are the parts of a web whose members are counted.
type countedParts struct {
	of      map[int32]bool // vertices that they hold
	members int            // in all
}

// partSize is how many vertices hang together with one; ok is false if the members are to be counted.
func (lw *Lowerer) partSize(at dsl.Node, p value.Part) (size value.Value, ok bool) {
	if len(p.From) != 1 || p.Web.Closed || lw.Moving() {
		return nil, false
	}
	counted := lw.counted[p.Web]
	if counted == nil {
		counted = &countedParts{of: map[int32]bool{}}
		lw.counted[p.Web] = counted
	}
	if most := mostReaches * len(p.Web.Vertices); !p.Web.Whole && !counted.of[p.From[0]] && counted.members < most {
		members := len(p.Web.Vertices)
		if _, bounded := lw.bounds[partBound{p.Web, p.From[0]}]; bounded {
			members = len(lw.withinReach(p))
		}
		counted.members += members
		counted.of[p.From[0]] = counted.members <= most
	}
	if counted.of[p.From[0]] {
		return nil, false
	}
	sizes, made := lw.sizes[p.Web]
	if !made {
		sizes = lw.partSizes(at, p.Web)
		lw.sizes[p.Web] = sizes
	}
	return lw.unknown(at, sizes[p.From[0]], model.True), true
}

// partSizes makes an integer for each vertex of a web, the size of its part.
func (lw *Lowerer) partSizes(at dsl.Node, w *value.Web) []model.Int {
	defer lw.Charge("part", lw.Size())
	g := w.Graph.Plain()
	reach, most := graph.NewUnionFind(g.Order()), make([]int64, g.Order())
	for i, e := range g.Edges {
		if w.Edges == nil || w.Edges[i] != model.False {
			reach.Join(e.U, e.V)
		}
	}
	for v := range int32(g.Order()) {
		most[reach.Find(v)]++
	}
	sizes := make([]model.Int, g.Order())
	for v := range sizes {
		lw.Tick(at)
		least := int64(0)
		if w.Vertices[v] == model.True {
			least = 1
		}
		sizes[v] = lw.Model.IntVar(lw.Model.AddInt(model.Range(least, most[reach.Find(int32(v))]), -1, false))
	}
	lw.define(model.True, model.PartSizes{Graph: g, Vertices: w.Vertices, Edges: w.Edges, Sizes: sizes})
	return sizes
}
