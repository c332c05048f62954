package fd

import (
	"cmp"
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

// explain takes the vertices at which more is known than at the root until they cost enough.
func (p *costBound) explain(s *store, e *explanation) {
	type gain struct {
		v      int32
		amount int64
	}
	root := s.levels[0].pos()
	need := 2*(e.what.v-p.offset) - 1
	var gains []gain
	for v := range p.w.Vertices {
		before := p.atVertex(s, int32(v), root)
		need -= before
		if more := p.atVertex(s, int32(v), e.time) - before; more > 0 {
			gains = append(gains, gain{int32(v), more})
		}
	}
	slices.SortStableFunc(gains, func(a, b gain) int { return cmp.Compare(b.amount, a.amount) })
	for _, g := range gains {
		if need <= 0 {
			break
		}
		need -= g.amount
		e.lit(p.w.Vertices[g.v])
		for _, h := range p.w.Graph.Out[g.v] {
			e.truth(s, p.w.Edges[h.Edge])
		}
	}
}

// atVertex is the least that two edges at a vertex cost, by what was known at a time; 0 if it may be off.
func (p *costBound) atVertex(s *store, v, time int32) int64 {
	if s.valAt(p.w.Vertices[v], time) <= 0 {
		return 0
	}
	const none = int64(-1)
	first, second, used, total := none, none, 0, int64(0) // the cheapest open edges
	for _, h := range p.w.Graph.Out[v] {
		c := p.cost[h.Edge]
		switch s.valAt(p.w.Edges[h.Edge], time) {
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
	return total
}

func (p *costBound) propagate(s *store) bool {
	total := int64(0)
	now := s.now()
	for v := range p.w.Vertices {
		total += p.atVertex(s, int32(v), now)
	}
	return s.setLo(p.x, p.offset+(total+1)/2)
}
