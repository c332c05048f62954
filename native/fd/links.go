package fd

import (
	"nazo/graph"
	"nazo/model"
)

// links says that the edges that are on form one path for each label, which
// joins the two vertices that carry it. Degrees are posted as sums; this
// propagator knows which label each line so far belongs to, and which vertices
// each label can still use.
type links struct {
	*model.Links
	ends [][2]int32 // for each label

	sets   graph.UnionFind
	label  []int32 // for each set its label, or -1
	degree []int32 // edges that are on
	owner  []int32 // for each vertex the label that can't do without it, or -1

	// usable has a bit for each label that may use a vertex, words words each.
	usable []uint64
	words  int

	// Scratch of the depth-first search for one label.
	order, low []int32
	goal       []bool // whether the subtree has the goal
	seq        []int32
	current    int32
	target     int32
	fail       bool
}

// addLinks posts the links; it returns false on a contradiction.
func (s *store) addLinks(b *model.Links, guard lit) bool {
	g := b.Graph
	n := g.Order()
	if !s.joinEdges(g, b.Edges, b.Vertices, guard) {
		return false
	}
	p := &links{Links: b, sets: make(graph.UnionFind, n), label: make([]int32, n), degree: make([]int32, n),
		owner: make([]int32, n), order: make([]int32, n), low: make([]int32, n), goal: make([]bool, n)}
	for v, label := range b.Labels {
		if s.stop.Load() {
			return true
		}
		if label < 0 {
			s.addDegree(exactly, g.Out[v], b.Edges, 2, b.Vertices[v], guard)
			continue
		}
		for int(label) >= len(p.ends) {
			p.ends = append(p.ends, [2]int32{-1, -1})
		}
		if e := &p.ends[label]; e[0] < 0 {
			e[0] = int32(v)
		} else {
			e[1] = int32(v)
		}
		if !s.clause(guard^1, b.Vertices[v]) {
			return false
		}
		s.addDegree(exactly, g.Out[v], b.Edges, 1, b.Vertices[v], guard)
	}
	p.words = (len(p.ends) + 63) / 64
	p.usable = make([]uint64, n*p.words)
	id := s.add(p, guard, slow)
	for _, l := range b.Edges {
		s.onChange(l, id)
	}
	for _, l := range b.Vertices {
		s.onTrue(l^1, id)
		s.onTrue(l, id)
	}
	return true
}

func (p *links) concerns() ([]lit, []model.Int) { return p.Edges, nil }

func (p *links) propagate(s *store) bool {
	if !p.gather(s) {
		return false
	}
	for i := range p.owner {
		p.owner[i] = -1
	}
	clear(p.usable)
	for l := range p.ends {
		if !p.reach(s, int32(l)) {
			return false
		}
	}
	return p.conclude(s)
}

// gather joins the lines so far; it returns false if a line closes or joins
// different labels.
func (p *links) gather(s *store) bool {
	p.sets.Reset()
	clear(p.degree)
	copy(p.label, p.Labels)
	for i, e := range p.Graph.Edges {
		if s.val[p.Edges[i]] <= 0 {
			continue
		}
		p.degree[e.U]++
		p.degree[e.V]++
		a, b := p.sets.Find(e.U), p.sets.Find(e.V)
		la, lb := p.label[a], p.label[b]
		if a == b || la >= 0 && lb >= 0 && la != lb {
			return false
		}
		p.sets[b] = a
		p.label[a] = max(la, lb)
	}
	return true
}

// reach searches the vertices that label l can use, from one of its ends.
func (p *links) reach(s *store, l int32) bool {
	clear(p.order)
	p.seq = p.seq[:0]
	p.current, p.target = l, p.ends[l][1]
	p.fail = false
	start := p.ends[l][0]
	p.visit(s, start, -1)
	return !p.fail && p.order[p.target] > 0
}

// visit searches from v. Whatever hangs on a single vertex and lacks the goal
// is of no use to the label; what the goal hangs on is needed.
func (p *links) visit(s *store, v, via int32) {
	first := int32(len(p.seq))
	p.seq = append(p.seq, v)
	p.order[v], p.low[v] = first+1, first+1
	p.goal[v] = v == p.target
	p.usable[int(v)*p.words+int(p.current>>6)] |= 1 << (p.current & 63)
	for _, h := range p.Graph.Out[v] {
		w := h.To
		if h.Edge == via || !p.open(s, v, h) {
			continue
		}
		if p.order[w] > 0 {
			p.low[v] = min(p.low[v], p.order[w])
			continue
		}
		entered := len(p.seq)
		p.visit(s, w, h.Edge)
		if p.fail {
			return
		}
		p.goal[v] = p.goal[v] || p.goal[w]
		p.low[v] = min(p.low[v], p.low[w])
		if p.low[w] <= first {
			continue
		}
		if !p.goal[w] {
			for _, u := range p.seq[entered:] {
				p.usable[int(u)*p.words+int(p.current>>6)] &^= 1 << (p.current & 63)
			}
			continue
		}
		// What parts the ends is on the path: the vertex, or even the edge.
		bridge := p.low[w] > first+1
		if !p.claim(s, v) || bridge && (!p.claim(s, w) || !s.set(p.Edges[h.Edge])) {
			p.fail = true
			return
		}
	}
}

// open reports whether the current label may go from v along h.
func (p *links) open(s *store, v int32, h graph.Half) bool {
	on := s.val[p.Edges[h.Edge]]
	if on < 0 || s.val[p.Vertices[h.To]] < 0 {
		return false
	}
	if own := p.owner[h.To]; own >= 0 && own != p.current {
		return false
	}
	label := p.label[p.sets.Find(h.To)]
	return label < 0 || label == p.current
}

// claim gives v to the current label.
func (p *links) claim(s *store, v int32) bool {
	if p.owner[v] >= 0 {
		return p.owner[v] == p.current
	}
	p.owner[v] = p.current
	return s.set(p.Vertices[v])
}

// conclude switches off the edges and vertices that no label can use.
func (p *links) conclude(s *store) bool {
	for v, l := range p.Vertices {
		any := uint64(0)
		for k := range p.words {
			any |= p.labels(int32(v))[k]
		}
		if any == 0 && s.val[l] >= 0 && !s.set(l^1) {
			return false
		}
	}
	for i, e := range p.Graph.Edges {
		if l := p.Edges[i]; s.val[l] == 0 && !p.joinable(e) && !s.set(l^1) {
			return false
		}
	}
	return true
}

// joinable reports whether some label could use the edge.
func (p *links) joinable(e graph.Edge) bool {
	a, b := p.sets.Find(e.U), p.sets.Find(e.V)
	if a == b {
		return false
	}
	u, v := p.labels(e.U), p.labels(e.V)
	for k := range p.words {
		common := u[k] & v[k]
		for _, w := range [2]int32{e.U, e.V} {
			if own := p.owner[w]; own >= 0 {
				if int(own>>6) != k {
					common = 0
				} else {
					common &= 1 << (own & 63)
				}
			}
		}
		if common != 0 {
			return true
		}
	}
	return false
}

func (p *links) labels(v int32) []uint64 { return p.usable[int(v)*p.words : (int(v)+1)*p.words] }
