package fd

import "nazo/graph"

// explain finds out which conclusion it was: a line that must not close, a cycle that has closed, or
// the ends of a path that are known.
func (p *path) explain(s *store, e *explanation) {
	x := &pathExplanation{p: p, s: s, e: e, sets: graph.NewUnionFind(p.Graph.Order())}
	for i := range p.Edges {
		if uv := &p.Graph.Edges[i]; x.on(int32(i)) && !x.sets.Join(uv.U, uv.V) {
			x.closing = append(x.closing, int32(i))
		}
	}
	if !x.closes() && !x.closed() && !x.tips(p.Graph.Out) && !(p.Graph.Directed && x.tips(p.Graph.In)) {
		panic("fd: a path can't explain " + e.what.String())
	}
}

// pathExplanation knows the lines as they were.
type pathExplanation struct {
	p       *path
	s       *store
	e       *explanation
	sets    graph.UnionFind
	closing []int32 // edges that close cycles
}

func (x *pathExplanation) on(edge int32) bool { return x.s.valAt(x.p.Edges[edge], x.e.time) > 0 }

// refuses reports whether the atom in question is that l is false.
func (x *pathExplanation) refuses(l lit) bool {
	return x.e.what.op == holds && x.e.what.lit() == l^1
}

// closes explains that an edge is off which would close a line too early.
func (x *pathExplanation) closes() bool {
	p := x.p
	for i, l := range p.Edges {
		uv := &p.Graph.Edges[i]
		if !x.refuses(l) || x.sets.Find(uv.U) != x.sets.Find(uv.V) {
			continue
		}
		way := p.Graph.Way(uv.U, uv.V, x.on)
		if p.Closed && !x.outside(x.sets.Find(uv.U)) {
			continue
		}
		x.e.edges(way, p.Edges)
		return true
	}
	return false
}

// outside adds something that is on and lies elsewhere.
func (x *pathExplanation) outside(set int32) bool {
	for i, l := range x.p.Edges {
		if x.on(int32(i)) && x.sets.Find(x.p.Graph.Edges[i].U) != set {
			x.e.lit(l)
			return true
		}
	}
	for v, l := range x.p.Vertices {
		if x.s.valAt(l, x.e.time) > 0 && x.sets.Find(int32(v)) != set {
			x.e.lit(l)
			return true
		}
	}
	return false
}

// closed explains that nothing but the cycle that has closed can be.
func (x *pathExplanation) closed() bool {
	p := x.p
	if len(x.closing) == 0 {
		return false
	}
	last := p.Graph.Edges[x.closing[0]].U
	refused := x.e.what.op == nothing
	for _, l := range p.Edges {
		refused = refused || x.refuses(l)
	}
	for v, l := range p.Vertices {
		refused = refused || x.refuses(l) && x.sets.Find(int32(v)) != x.sets.Find(last)
	}
	if !refused {
		return false
	}
	x.cycle(x.closing[0])
	if x.e.what.op != nothing || !p.Closed {
		return true
	}
	if len(x.closing) > 1 {
		x.cycle(x.closing[1])
		return true
	}
	return x.outside(x.sets.Find(last))
}

// cycle adds the cycle that an edge closes.
func (x *pathExplanation) cycle(edge int32) {
	uv := &x.p.Graph.Edges[edge]
	way := x.p.Graph.Way(uv.U, uv.V, func(i int32) bool { return i < edge && x.on(i) })
	x.e.edges(append(way, edge), x.p.Edges)
}

// tips explains by the vertices at which so many edges are off that they must be ends.
func (x *pathExplanation) tips(halves [][]graph.Half) bool {
	p, s, e := x.p, x.s, x.e
	from, need := len(e.out), p.most
	through := int32(-1) // the vertex that must be no end
	if e.what.op == nothing {
		need++
	} else {
		for v, l := range p.Vertices {
			if s.valAt(l, e.time) <= 0 || x.left(halves[v]) != p.most {
				continue
			}
			for _, h := range halves[v] {
				if p.Edges[h.Edge] == e.what.lit() {
					through = int32(v)
				}
			}
		}
		if through < 0 {
			return false
		}
		x.vertex(through, halves)
	}
	for v, l := range p.Vertices {
		if need <= 0 {
			break
		}
		if missing := p.most - min(p.most, x.left(halves[v])); missing > 0 && s.valAt(l, e.time) > 0 {
			x.vertex(int32(v), halves)
			need -= missing
		}
	}
	if need > 0 {
		e.out = e.out[:from]
	}
	return need <= 0
}

// left is the number of edges that were not off.
func (x *pathExplanation) left(halves []graph.Half) (n int32) {
	for _, h := range halves {
		if x.s.valAt(x.p.Edges[h.Edge], x.e.time) >= 0 {
			n++
		}
	}
	return n
}

// vertex adds that a vertex was on and which of its edges were off.
func (x *pathExplanation) vertex(v int32, halves [][]graph.Half) {
	x.e.lit(x.p.Vertices[v])
	for _, h := range halves[v] {
		if l := x.p.Edges[h.Edge]; x.s.valAt(l, x.e.time) < 0 {
			x.e.lit(l ^ 1)
		}
	}
}
