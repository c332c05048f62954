package fd

import (
	"slices"

	"nazo/graph"
)

// connected says that the vertices that are on are connected by edges that are
// not off. Depth-first search with low points (Hopcroft and Tarjan, 1973) from a vertex
// that is on tells what can't be reached and what can't be done without: articulation
// points and bridges.
//
// With ring set the vertices are even on one common cycle: then they are in one
// block of the graph that is left.
type connected struct {
	g        *graph.Graph
	vertices []lit
	edges    []lit // nil if all edges count
	ring     bool
	next     [][]graph.Half // neighbours, whatever the direction

	// Scratch of the depth-first search.
	order []int32 // for each vertex when it was entered, from 1; 0 for not yet
	low   []int32
	on    []int32 // how many vertices that are on its subtree has
	seq   []int32 // vertices as they were entered
	root  int32
	rings int // blocks at the root that have vertices that are on
	fail  bool

	vertexOf map[lit]int32 // of literals that stand for nothing but one vertex
	last     *surroundings // of which an explanation spoke last
}

func (s *store) addConnected(g *graph.Graph, vertices, edges []lit, guard lit) {
	s.addReach(&connected{g: g, vertices: vertices, edges: edges}, guard)
}

func (s *store) addReach(p *connected, guard lit) {
	n := p.g.Order()
	p.next = p.g.Neighbours()
	p.order, p.low, p.on = make([]int32, n), make([]int32, n), make([]int32, n)
	p.seq = make([]int32, 0, n)
	p.vertexOf = make(map[lit]int32, n)
	for v, l := range p.vertices {
		if _, again := p.vertexOf[l]; again || slices.Contains(p.edges, l|1) || slices.Contains(p.edges, l&^1) {
			v = -1
		}
		p.vertexOf[l] = int32(v)
	}
	id := s.add(p, guard, slow)
	for _, l := range p.vertices {
		s.onChange(l, id)
	}
	for _, l := range p.edges {
		s.onTrue(l^1, id)
	}
}

func (p *connected) propagate(s *store) bool {
	p.root = -1
	for v, l := range p.vertices {
		if s.val[l] > 0 {
			p.root = int32(v)
			break
		}
	}
	if p.root < 0 {
		return true
	}
	clear(p.order)
	p.seq = p.seq[:0]
	p.fail, p.rings = false, 0
	p.visit(s, p.root, -1)
	if p.fail {
		return false
	}
	s.noting(0)
	for v, l := range p.vertices {
		if p.order[v] == 0 && s.val[l] >= 0 && !s.set(l^1) {
			return false
		}
	}
	return true
}

// visit searches from v, entered by the edge via.
func (p *connected) visit(s *store, v, via int32) {
	p.seq = append(p.seq, v)
	at := int32(len(p.seq))
	p.order[v], p.low[v] = at, at
	p.on[v] = 0
	if s.val[p.vertices[v]] > 0 {
		p.on[v] = 1
	}
	for _, h := range p.next[v] {
		w := h.To
		if h.Edge == via || p.edges != nil && s.val[p.edges[h.Edge]] < 0 || s.val[p.vertices[w]] < 0 {
			continue
		}
		if p.order[w] > 0 {
			p.low[v] = min(p.low[v], p.order[w])
			continue
		}
		p.visit(s, w, h.Edge)
		if p.fail {
			return
		}
		p.on[v] += p.on[w]
		p.low[v] = min(p.low[v], p.low[w])
		if p.low[w] >= at && !p.separate(s, v, h) {
			p.fail = true
			return
		}
	}
}

// separate draws the conclusions from v being the only way from the root to
// the subtree behind h.
func (p *connected) separate(s *store, v int32, h graph.Half) bool {
	bridge := p.low[h.To] > p.order[v]
	s.noting(0)
	if p.ring {
		return p.block(s, v, h, bridge)
	}
	if p.on[h.To] == 0 {
		return true
	}
	return s.set(p.vertices[v]) && (!bridge || p.edges == nil || s.set(p.edges[h.Edge]))
}

// block is separate for a cycle: it lies in one block, together with the root.
func (p *connected) block(s *store, v int32, h graph.Half, bridge bool) bool {
	s.noting(-h.Edge - 1)
	if bridge && !s.set(p.edges[h.Edge]^1) {
		return false
	}
	if v != p.root || !bridge {
		s.noting(v + 1)
	}
	if v == p.root && !bridge { // the cycle may lie in any one block at the root
		if p.on[h.To] > 0 {
			p.rings++
		}
		return p.rings <= 1
	}
	if p.on[h.To] > 0 {
		return false
	}
	for _, w := range p.seq[p.order[h.To]-1:] {
		if !s.set(p.vertices[w] ^ 1) {
			return false
		}
	}
	return true
}
