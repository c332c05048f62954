package fd

import "slices"

// explain gives the border that keeps the line from where it can't go: edges that were off, and vertices
// that could not have the label. With the reason it was noted, plus 1, on which vertex hung what is of no use.
func (p *linkReach) explain(s *store, e *explanation) {
	began, data := s.noted(e)
	if !p.cut(s, e, began, data-1) && !p.cut(s, e, e.time, data-1) {
		panic("fd: the way of a link can't explain " + e.what.String())
	}
}

// cut explains by what was known at a time; it returns false if that does not suffice.
func (p *linkReach) cut(s *store, e *explanation, time, hangsOn int32) bool {
	without, withoutEdge := int32(-1), int32(-1)
	switch e.what.op {
	case differsFrom:
		v, away := int32(slices.Index(p.label, e.what.int())), p.start
		if hangsOn == p.start {
			away = p.target
		}
		border, ok := p.border(s, time, v, away, hangsOn, -1)
		e.out = append(e.out, border...)
		return ok
	case holds:
		withoutEdge = int32(slices.Index(p.edges, e.what.lit()))
	case nothing:
	default: // the vertex is needed
		without = int32(slices.Index(p.label, e.what.int()))
	}
	best, ok := p.border(s, time, p.start, p.target, without, withoutEdge)
	if other, _ := p.border(s, time, p.target, p.start, without, withoutEdge); ok && len(other) < len(best) {
		best = other
	}
	if ok {
		e.out = append(e.out, best...)
	}
	return ok
}

// border is what kept the label from going on from what a vertex could reach, which ok says was not another one.
func (p *linkReach) border(s *store, time, from, to, without, withoutEdge int32) (border []atom, ok bool) {
	in := make([]bool, p.g.Order())
	lacks := make([]int8, p.g.Order()) // 1 for vertices that could not have the label, -1 for others
	could := func(v int32) bool {
		if lacks[v] == 0 {
			lacks[v] = 1
			if s.hasAt(p.label[v], p.own, time) {
				lacks[v] = -1
			}
		}
		return lacks[v] < 0
	}
	in[from] = true
	reached := []int32{from}
	for i := 0; i < len(reached); i++ {
		for _, h := range p.g.Out[reached[i]] {
			switch {
			case in[h.To] || h.To == without || h.Edge == withoutEdge:
			case s.valAt(p.edges[h.Edge], time) < 0:
				if could(h.To) {
					border = append(border, litAtom(p.edges[h.Edge]^1))
				} else {
					border = append(border, s.sooner(litAtom(p.edges[h.Edge]^1), neAtom(p.label[h.To], p.own)))
				}
			case !could(h.To):
				border = append(border, neAtom(p.label[h.To], p.own))
			default:
				in[h.To] = true
				reached = append(reached, h.To)
			}
		}
	}
	kept := border[:0] // an edge between two that were both reached says nothing
	for _, a := range border {
		if s.afterRoot(a) {
			kept = append(kept, a)
		}
	}
	return kept, !in[to]
}

// sooner is the one of two true atoms that became true first.
func (s *store) sooner(a, b atom) atom {
	posA, _ := s.locate(s.plain(a))
	if posB, _ := s.locate(b); posB < posA {
		return b
	}
	return a
}

// afterRoot reports whether a true atom is true by choices.
func (s *store) afterRoot(a atom) bool {
	pos, _ := s.locate(s.plain(a))
	return pos >= 0
}
