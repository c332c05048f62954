package fd

import (
	"slices"

	"nazo/graph"
	"nazo/model"
)

// path is the propagator of one path or one cycle. Degrees are posted as sums, reachability as
// [connected] (path_post.go); this propagator keeps cycles from closing early and finds the ends
// of a path. What it knows of the lines so far (path_lines.go) grows and shrinks with the
// store's literals, so that a call takes time for what is new only.
type path struct {
	*model.Route
	*pathLines
	// guarded is the cell that reports whether edges that would close a line were looked for since
	// the guard holds, and spared the one with the edge, plus 1, that may close the only line.
	guarded, spared int32
	closing         []int32 // scratch: edges that would close a line
}

func newPath(s *store, b *model.Route) *path {
	return &path{Route: b, pathLines: newPathLines(s, b), guarded: s.newCell(0), spared: s.newCell(0)}
}

func (p *path) propagate(s *store) bool {
	for known := -1; known < len(s.assigned); { // until keepOpen sets nothing
		news := p.update(s)
		known = len(s.assigned)
		switch {
		case len(p.cycles) > 1 || len(p.cycles) == 1 && !p.Closed:
			return false
		case len(p.cycles) == 1:
			return p.finish(s, p.Graph.Edges[p.cycles[0]].U)
		}
		if !s.probing && !p.keepOpen(s, news) {
			return false
		}
	}
	if p.Closed {
		return true
	}
	if p.Graph.Directed {
		return p.tips(s, p.Graph.Out, 0) && p.tips(s, p.Graph.In, 1)
	}
	return p.tips(s, p.Graph.Out, 0)
}

// keepOpen switches off the edges that would close a line too early. A line that grew, by one of the
// new edges, closes by the edge between its ends: what else is open at it, degrees switch off.
func (p *path) keepOpen(s *store, news []logged) bool {
	p.closing = p.closing[:0]
	if s.cells[p.guarded] == 0 {
		s.setCell(p.guarded, 1)
		for i, l := range p.Edges {
			if e := &p.Graph.Edges[i]; s.val[l] == 0 && p.find(e.U) == p.find(e.V) {
				p.closing = append(p.closing, int32(i))
			}
		}
	} else {
		if e := s.cells[p.spared]; e > 0 {
			p.closing = append(p.closing, int32(e-1))
		}
		for i := range news {
			if e := &news[i]; p.joined(e) { // at least one of the ends is still one, or a later event has both
				p.between(s, e.x)
				p.between(s, e.y)
			}
		}
		slices.Sort(p.closing)
	}
	spared := int64(0)
	for _, i := range p.closing {
		if s.val[p.Edges[i]] != 0 {
			continue
		}
		// Closing now is closing for good: nothing may be left outside.
		if a := p.find(p.Graph.Edges[i].U); p.Closed && p.links[a] == p.edges && p.ons[a] == p.vertices {
			spared = int64(i) + 1
		} else if !s.set(p.Edges[i] ^ 1) {
			return false
		}
	}
	s.setCell(p.spared, spared)
	return true
}

// between collects the open edges from the end of a line to the other end.
func (p *path) between(s *store, v int32) {
	to := p.mate[v]
	for _, halves := range p.sides(v) {
		for _, h := range halves {
			if h.To == to && s.val[p.Edges[h.Edge]] == 0 {
				p.closing = append(p.closing, h.Edge)
			}
		}
	}
}

// finish switches off all that is not on the cycle through a vertex, which is closed.
func (p *path) finish(s *store, at int32) bool {
	cycle := p.find(at)
	if p.links[cycle] < p.edges || p.ons[cycle] < p.vertices {
		return false
	}
	for v, l := range p.Vertices {
		if p.find(int32(v)) != cycle && !s.set(l^1) {
			return false
		}
	}
	for _, l := range p.Edges {
		if s.val[l] == 0 && !s.set(l^1) {
			return false
		}
	}
	return true
}

// tips looks at the vertices that are on and must be ends of the path, since
// they have too few edges left. Once both are known all others must go on.
func (p *path) tips(s *store, halves [][]graph.Half, side int) bool {
	switch ends := p.ends[side]; {
	case ends > p.most:
		return false
	case ends < p.most:
		return true
	}
	for v, on := range p.on {
		if !on || p.left[side][v] != p.most {
			continue
		}
		for _, h := range halves[v] {
			if s.val[p.Edges[h.Edge]] == 0 && !s.set(p.Edges[h.Edge]) {
				return false
			}
		}
	}
	return true
}
