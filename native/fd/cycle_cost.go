package fd

import (
	"slices"

	"nazo/model"
)

// costBound bounds a number that adds up costs of the edges of a cycle from
// below: each vertex on the cycle has two edges, and each edge two vertices,
// so half the sum of what two edges at least cost at each vertex is needed.
type costBound struct {
	w      *model.Route
	x      model.Int
	cost   []int64 // for each edge, not negative
	offset int64
}

// addCosts posts the bound where an objective adds up costs of the edges of a
// cycle that must be; lines are then extended by what is cheap.
func (p *poster) addCosts(o model.Objective) {
	w := only[model.Route](p)
	if w == nil || !w.Closed || w.Graph.Directed {
		return
	}
	cost, offset, ok := p.edgeCosts(o, w.Edges)
	if !ok {
		return
	}
	b := &costBound{w: w, x: o.X, cost: cost, offset: offset}
	id := p.s.add(b, model.True, middling)
	for _, l := range w.Edges {
		p.s.onChange(l, id)
	}
	for _, l := range w.Vertices {
		p.s.onTrue(l, id)
	}
	if p.costs == nil {
		p.costs = b.cost
	}
}

// edgeCosts takes an objective apart into what each edge adds to it and what
// there is without any; ok is false if it is about anything else, or if an edge adds less than nothing.
func (p *poster) edgeCosts(o model.Objective, edges []lit) (cost []int64, offset int64, ok bool) {
	n, ok := p.m.Ints[o.X].(model.Linear)
	if !ok {
		return nil, 0, false
	}
	edgeOf := map[lit]int{}
	for i, l := range edges {
		edgeOf[l] = i
	}
	cost = make([]int64, len(edges))
	for _, t := range n.Terms {
		to, isBool := p.m.Ints[t.X].(model.ToInt)
		if !isBool || t.Coef < 0 {
			return nil, 0, false
		}
		i, isEdge := edgeOf[to.B]
		if !isEdge {
			return nil, 0, false
		}
		cost[i] = t.Coef
	}
	return cost, n.Const, true
}

func (p *costBound) concerns() ([]lit, []model.Int) {
	return slices.Concat(p.w.Edges, p.w.Vertices), nil
}

func (p *costBound) propagate(s *store) bool {
	total := int64(0)
	for v, halves := range p.w.Graph.Out {
		if s.val[p.w.Vertices[v]] <= 0 {
			continue
		}
		const none = int64(-1)
		first, second, used := none, none, 0 // the cheapest open edges
		for _, h := range halves {
			c := p.cost[h.Edge]
			switch s.val[p.w.Edges[h.Edge]] {
			case 1:
				used++
				total += c
			case 0:
				if first == none || c < first {
					first, second = c, first
				} else if second == none || c < second {
					second = c
				}
			}
		}
		if used < 2 && first != none {
			total += first
		}
		if used < 1 && second != none {
			total += second
		}
	}
	return s.setLo(p.x, p.offset+(total+1)/2)
}
