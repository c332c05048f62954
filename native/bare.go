package native

import (
	"slices"

	"nazo/model"
)

// bareWalk is a walk that is all there is to a model, so that nothing else
// needs to be watched while it grows.
type bareWalk struct {
	*circuit
	given []forced
	edges []lit // for each edge of the circuit its literal, true for edges to the extra vertex
	stray []lit // edges at vertices that are off
	// vertices has for each vertex of the circuit but the extra ones that of the model.
	vertices []int32
	// lone says that the only walk is one vertex.
	lone bool
	// impossible says that there is no walk at all.
	impossible bool
}

// bareWalk recognizes such a model, in which everything but a walk has been
// posted and propagated; it returns nil for others: all variables but edges
// are known, every vertex is known to be on or off, and no constraint but the
// walk depends on an edge that is not known. Edges must be finds, so that
// different walks are different solutions.
func (p *poster) bareWalk() *bareWalk {
	w := p.onlyWalk()
	if w == nil || w.Positions != nil || !p.onlyEdges(w) {
		return nil
	}
	ends := p.knownEnds(w)
	for i, l := range w.Edges {
		if p.s.val[l] != 0 {
			continue
		}
		e := w.Graph.Edges[i]
		excused := func(o lit, sum int32) bool {
			return ends[e.U].excuses(l, o, sum) || ends[e.V].excuses(l, o, sum)
		}
		if !p.isFree(l, excused) {
			return nil
		}
	}
	return p.newBare(w, ends)
}

// onlyWalk is the walk of the model if there is one only, and it must hold.
func (p *poster) onlyWalk() *model.Walk {
	var w *model.Walk
	for _, c := range p.m.Constraints {
		if b, ok := c.Body.(model.Walk); ok && !p.off[c.Instance] && p.s.val[c.Guard] >= 0 {
			if w != nil || p.s.val[c.Guard] == 0 {
				return nil
			}
			w = &b
		}
	}
	return w
}

// onlyEdges says whether the edges' variables, each once, are all that is open.
func (p *poster) onlyEdges(w *model.Walk) bool {
	for _, l := range w.Vertices {
		if p.s.val[l] == 0 {
			return false
		}
	}
	isEdge := make([]bool, len(p.m.Vars))
	for _, l := range w.Edges {
		if p.s.val[l] != 0 {
			continue
		}
		n, ok := p.m.Bools[l.Node()].(model.BoolVar)
		if !ok || isEdge[n.Var] || p.m.Vars[n.Var].Find < 0 {
			return false
		}
		isEdge[n.Var] = true
	}
	for v, slot := range p.slots {
		if p.m.Vars[v].Bool {
			if p.s.val[slot] == 0 && !isEdge[v] {
				return false
			}
		} else if !p.s.fixed(slot) {
			return false
		}
	}
	return true
}

// endMark is what says that a vertex is an end of the path: its open edges,
// at most one of which is on.
type endMark struct {
	edges map[lit]bool
	sum   int32 // the sum that says so, or -1 if each pair excludes each other
}

// knownEnds finds for each vertex of an undirected path whether something that
// was posted says that it is an end; nil where nothing does.
func (p *poster) knownEnds(w *model.Walk) []*endMark {
	marks := make([]*endMark, w.Graph.Order())
	if w.Closed || w.Graph.Directed {
		return marks
	}
	for v, halves := range w.Graph.Out {
		mark := &endMark{edges: map[lit]bool{}, sum: -1}
		var open []lit
		for _, h := range halves {
			if l := w.Edges[h.Edge]; p.s.val[l] == 0 {
				mark.edges[l] = true
				open = append(open, l)
			}
		}
		if len(open) > 1 && (p.counts(mark, open) || p.exclude(open)) {
			marks[v] = mark
		}
	}
	return marks
}

// counts says whether a sum allows just one of the literals, and marks it.
func (p *poster) counts(mark *endMark, open []lit) bool {
	for _, c := range p.s.counted[open[0]] {
		t := &p.s.sums[c.sum]
		if p.s.val[t.truth] <= 0 || t.bound-t.lo != 1 || len(t.terms) != len(open) {
			continue
		}
		same := true
		for _, w := range t.terms {
			same = same && w.coef == 1 && mark.edges[w.l]
		}
		if same {
			mark.sum = c.sum
			return true
		}
	}
	return false
}

// exclude says whether each two of the literals exclude each other.
func (p *poster) exclude(open []lit) bool {
	for i, l := range open {
		for _, o := range open[:i] {
			if !slices.Contains(p.s.implied[l], o^1) {
				return false
			}
		}
	}
	return true
}

// excuses says whether what a literal implies, or the sum with that index if it
// is not negative, only says that the vertex is an end.
func (m *endMark) excuses(l, implied lit, sum int32) bool {
	return m != nil && (sum < 0 && m.edges[l] && m.edges[implied^1] || sum >= 0 && m.sum == sum)
}

// isFree says whether nothing that was posted depends on a literal, but what
// is excused: that it implies another, or a sum (with implied then False).
func (p *poster) isFree(l lit, excused func(implied lit, sum int32) bool) bool {
	s := p.s
	for _, o := range s.implied[l] {
		if s.val[o] <= 0 && !excused(o, -1) {
			return false
		}
	}
	for _, o := range s.implied[l^1] {
		if s.val[o] <= 0 {
			return false
		}
	}
	for _, side := range [2]lit{l, l ^ 1} {
		if len(s.wakes[side]) > 0 {
			return false
		}
		for _, c := range s.clauses[side] {
			if !slices.ContainsFunc(c.lits, func(o lit) bool { return s.val[o] > 0 }) {
				return false
			}
		}
		for _, c := range s.counted[side] {
			if !s.sums[c.sum].holds(s) && !excused(model.False, c.sum) {
				return false
			}
		}
	}
	return true
}

// nothing excuses nothing.
func nothing(lit, int32) bool { return false }

// holds says whether a sum has nothing to say any more.
func (t *sum) holds(s *store) bool {
	return s.val[t.truth] > 0 && t.kind == atMost && t.hi <= t.bound
}
