package fd

import (
	"slices"

	"nazo/engine"
	"nazo/graph"
	"nazo/model"
)

// A streamliner (Gomes and Sellmann, Streamlined constraint reasoning, 2004) is a constraint that
// solutions need not meet, but that makes some easier to find: links without needless turns are tried first where one solution is enough:
// of four edges that make a square at most two are used, so that no line
// doubles back beside itself. That is a choice like any other, the first on the
// way, and it is taken back if nothing comes of it: "no solution" never rests on it.

// mostTurns is up to how many edges a vertex may have for squares to be looked for.
const mostTurns = 8

// wantsAnyLinks reports whether a task is about finding any one solution with links.
func wantsAnyLinks(m *model.Model, t engine.Task) bool {
	return t.Limit == 1 && (t.AnyObjective || len(m.Objectives) == 0) && model.Has[model.Links](m)
}

// addStreamliner says, where the literal holds, that links use at most two edges
// of each square.
func (s *store) addStreamliner(b *model.Links, streamliner lit) {
	g := b.Graph
	for u, halves := range g.Out {
		if len(halves) > mostTurns || s.stop.Load() {
			return
		}
		for _, h := range halves {
			for _, k := range halves {
				if h.To >= k.To || int(h.To) < u {
					continue
				}
				for _, over := range g.Out[h.To] {
					// Each square is found from its lowest vertex only.
					if int(over.To) <= u {
						continue
					}
					if i := slices.IndexFunc(g.Out[k.To], func(c graph.Half) bool { return c.To == over.To }); i >= 0 {
						s.addSum(atMost, []weighted{{1, b.Edges[h.Edge]}, {1, b.Edges[k.Edge]},
							{1, b.Edges[over.Edge]}, {1, b.Edges[g.Out[k.To][i].Edge]}}, 2, streamliner, true)
					}
				}
			}
		}
	}
}
