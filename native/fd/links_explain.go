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
		border, ok := p.border(s, 0, time, v, away, hangsOn, -1)
		e.out = append(e.out, border...)
		return ok
	case holds:
		withoutEdge = int32(slices.Index(p.edges, e.what.lit()))
	case nothing:
	default: // the vertex is needed
		without = int32(slices.Index(p.label, e.what.int()))
	}
	best, ok := p.border(s, 0, time, p.start, p.target, without, withoutEdge)
	if !ok {
		return false
	}
	if other, _ := p.border(s, 1, time, p.target, p.start, without, withoutEdge); len(other) < len(best) {
		best = other
	}
	e.out = append(e.out, best...)
	return true
}

// border is what kept the label from going on from what a vertex could reach, which ok says was not another one. It
// is valid until the next with the same number, 0 or 1. It has edges between two vertices that were both reached, one of them later: without
// these the explanation would do as well, but the search met two to four times as many conflicts on three boards.
func (p *linkReach) border(s *store, number int, time, from, to, without, withoutEdge int32) (border []atom, ok bool) {
	in, lacks := p.in, p.lacks
	clear(in)
	clear(lacks)
	border = p.borders[number][:0]
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
	reached := append(p.reached[:0], from)
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
	p.reached, p.borders[number] = reached, border
	kept := border[:0]
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
