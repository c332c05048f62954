package fd

import (
	"slices"

	"nazo/graph"
	"nazo/model"
)

// partSizes says that each vertex that is on has the size of its part. Parts that surely are one, by edges that
// join, are bounds from below; vertices that may hang together are bounds from above: of each value those that may
// have it, since all of a part have one size. Of a part whose size is known, what it
// can't do without is found by depth-first search with low points: articulation points and bridges.
// (Beldiceanu, Petit and Rochart, "Bounds of graph parameters for global constraints", 2006.)
//
// That both ends of an edge that joins have one size is for sameSize, and that 0 is the size of what
// is off for clauses.
type partSizes struct {
	g      *graph.Graph
	next   [][]graph.Half // neighbours, whatever the direction
	on     []lit          // for each vertex
	joined []lit          // for each edge that it is on, and both its ends
	sizes  []model.Int

	// Scratch of propagate.
	parts   graph.UnionFind
	count   []int32 // of the vertices of each part, by its representative
	byValue [][]int32
	having  []bool // vertices that may have the value at hand
	needs   lowPoints
}

func (s *store) addPartSizes(b *model.PartSizes, guard lit) bool {
	n := b.Graph.Order()
	p := &partSizes{g: b.Graph, next: b.Graph.Neighbours(), on: b.Vertices, sizes: b.Sizes,
		parts: graph.NewUnionFind(n), byValue: make([][]int32, n+1), count: make([]int32, n), having: make([]bool, n)}
	p.needs = newLowPoints(p)
	if p.on == nil {
		p.on = make([]lit, n) // all true
	}
	ok := true
	for v, on := range p.on {
		empty := s.isZero(b.Sizes[v])
		ok = ok && s.clause(guard^1, on, empty) && s.clause(guard^1, on^1, empty^1)
	}
	for i, e := range b.Graph.Edges {
		all := []lit{p.on[e.U], p.on[e.V]}
		if b.Edges != nil {
			all = append(all, b.Edges[i])
		}
		l := s.conjunction(all)
		p.joined = append(p.joined, l)
		if x, y := b.Sizes[e.U], b.Sizes[e.V]; x != y && s.val[l] >= 0 {
			id := s.add(&sameSize{l, x, y}, guard, quick)
			s.onTrue(l, id)
			s.watchInt(x, id, onDomain)
			s.watchInt(y, id, onDomain)
		}
	}
	id := s.add(p, guard, slow)
	for v, l := range p.on {
		s.onChange(l, id)
		s.watchInt(p.sizes[v], id, onDomain)
	}
	for _, l := range p.joined {
		s.onChange(l, id)
	}
	return ok
}

// isZero is a literal that says whether an integer is 0.
func (s *store) isZero(x model.Int) lit {
	v := &s.ints[x]
	switch {
	case !s.has(x, 0):
		return model.False
	case v.lo == v.hi:
		return model.True
	}
	if l, made := s.viewOf(eqAtom(x, 0)); made {
		return l
	}
	l, zero := s.newLit(), model.Range(0, 0)
	if !s.see(l, x, zero) {
		s.addMembership(x, []valueSet{{l: l, values: zero}})
	}
	return l
}

// conjunction is a literal that is true where all are.
func (s *store) conjunction(all []lit) lit {
	var open []lit
	for _, l := range all {
		switch s.val[l] {
		case -1:
			return model.False
		case 0:
			open = append(open, l)
		}
	}
	switch {
	case len(open) == 0:
		return model.True
	case len(open) == 1 || len(open) == 2 && open[0] == open[1]:
		return open[0]
	}
	l := s.newLit()
	clause := []lit{l}
	for _, part := range open {
		s.clause(l^1, part)
		clause = append(clause, part^1)
	}
	s.clause(clause...)
	return l
}

// sameSize says that two integers are equal where a literal holds, and then more than 0.
type sameSize struct {
	joined lit
	x, y   model.Int
}

func (p *sameSize) propagate(s *store) bool {
	switch {
	case s.val[p.joined] < 0:
		return true
	case s.val[p.joined] > 0:
		return s.equate(p.x, p.y, 0)
	}
	return s.meet(p.x, p.y, 0) || s.set(p.joined^1)
}

func (p *sameSize) explain(s *store, e *explanation) {
	if e.what.op == holds {
		s.disjoint(e, p.x, p.y, 0)
		return
	}
	e.lit(p.joined)
	switch e.what.op {
	case nothing:
		s.disjoint(e, p.x, p.y, 0)
	default:
		if e.what.int() == p.x {
			e.same(p.y)
		} else {
			e.same(p.x)
		}
	}
}

// What a conclusion was drawn from, noted with its reason as a vertex times so many kinds.
const (
	byJoined = iota // the part of the vertex is too large already
	byReach         // with its size the vertex reaches too few
	byNeed          // the vertex, whose size is known, would reach too few
	partKinds
)

func (p *partSizes) note(s *store, v, kind int32) { s.noting(v*partKinds + kind) }

func (p *partSizes) propagate(s *store) bool {
	return p.fromBelow(s) && p.fromAbove(s) && p.eachValue(s) && p.needed(s)
}

// fromBelow counts what is surely joined.
func (p *partSizes) fromBelow(s *store) bool {
	p.gather(func(edge int32) bool { return s.val[p.joined[edge]] > 0 }, func(v int32) bool { return s.val[p.on[v]] > 0 })
	for v := range int32(len(p.on)) {
		if s.val[p.on[v]] <= 0 {
			continue
		}
		if n := int64(p.count[p.parts.Find(v)]); n > s.ints[p.sizes[v]].lo {
			p.note(s, v, byJoined)
			if !s.setLo(p.sizes[v], n) {
				return false
			}
		}
	}
	for i, e := range p.g.Edges {
		if s.val[p.joined[i]] != 0 {
			continue
		}
		u, v := p.parts.Find(e.U), p.parts.Find(e.V)
		if u == v {
			continue
		}
		n := int64(max(p.count[u], 1) + max(p.count[v], 1))
		if n > s.ints[p.sizes[e.U]].hi || n > s.ints[p.sizes[e.V]].hi {
			p.note(s, 0, byJoined)
			s.set(p.joined[i] ^ 1)
		}
	}
	return true
}

// gather makes parts of some edges, and counts some vertices.
func (p *partSizes) gather(edge, vertex func(int32) bool) {
	p.parts.Reset()
	clear(p.count)
	for i, e := range p.g.Edges {
		if edge(int32(i)) {
			p.parts.Join(e.U, e.V)
		}
	}
	for v := range int32(len(p.on)) {
		if vertex(v) {
			p.count[p.parts.Find(v)]++
		}
	}
}

// fromAbove counts what may be joined.
func (p *partSizes) fromAbove(s *store) bool {
	p.gather(func(edge int32) bool { return s.val[p.joined[edge]] >= 0 }, func(v int32) bool { return s.val[p.on[v]] >= 0 })
	for v := range int32(len(p.on)) {
		if n := int64(p.count[p.parts.Find(v)]); n < s.ints[p.sizes[v]].hi {
			p.note(s, v, byReach)
			if !s.setHi(p.sizes[v], n) {
				return false
			}
		}
	}
	return true
}

// eachValue takes values from vertices that hang together with too few others that may have them.
func (p *partSizes) eachValue(s *store) bool {
	for k := range p.byValue {
		p.byValue[k] = p.byValue[k][:0]
	}
	for v, x := range p.sizes {
		if s.val[p.on[v]] < 0 {
			continue
		}
		s.each(x, func(k int64) bool {
			if 1 < k && k < int64(len(p.byValue)) {
				p.byValue[k] = append(p.byValue[k], int32(v))
			}
			return k < int64(len(p.byValue))
		})
	}
	for k := 2; k < len(p.byValue); k++ {
		having := p.byValue[k]
		if k == 2 || !slices.Equal(having, p.byValue[k-1]) { // large sizes most often are for the same vertices as the one before
			p.hangTogether(s, having)
		}
		for _, v := range having {
			if int64(p.count[p.parts.Find(v)]) >= int64(k) {
				continue
			}
			p.note(s, v, byReach)
			if !s.remove(p.sizes[v], int64(k)) {
				return false
			}
		}
	}
	return true
}

// hangTogether makes parts of some vertices, by edges that may join, and counts these.
func (p *partSizes) hangTogether(s *store, having []int32) {
	for _, v := range having {
		p.having[v], p.parts[v], p.count[v] = true, v, 0
	}
	for _, v := range having {
		for _, h := range p.next[v] {
			if h.To < v && p.having[h.To] && s.val[p.joined[h.Edge]] >= 0 {
				p.parts.Join(v, h.To)
			}
		}
	}
	for _, v := range having {
		p.count[p.parts.Find(v)]++
	}
	for _, v := range having {
		p.having[v] = false
	}
}

// needed finds for each part of known size what it can't do without.
func (p *partSizes) needed(s *store) bool {
	p.gather(func(edge int32) bool { return s.val[p.joined[edge]] > 0 }, func(v int32) bool { return s.val[p.on[v]] > 0 })
	for v := range int32(len(p.on)) {
		size := &s.ints[p.sizes[v]]
		if p.parts.Find(v) == v && size.lo == size.hi && int64(p.count[v]) < size.lo && !p.needs.from(s, v, size.lo) {
			return false
		}
	}
	return true
}
