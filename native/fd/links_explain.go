package fd

// explain gives the border that keeps the line from where it can't go: edges that were off, and vertices
// that could not have the label. The reason's data is, plus 1, a vertex that what could be of no use hung on.
func (p *linkReach) explain(s *store, e *explanation) {
	without, withoutEdge := e.data-1, int32(-1)
	from := []int32{p.start, p.target} // of which the one with the smaller border is taken
	switch e.what.op {
	case differsFrom:
		for v, x := range p.label {
			if x == e.what.int() {
				from = []int32{int32(v)}
			}
		}
	case holds:
		for i, l := range p.edges {
			if l == e.what.lit() {
				withoutEdge = int32(i)
			}
		}
	case nothing:
		without = -1
	default: // the vertex is needed
		for v, x := range p.label {
			if x == e.what.int() {
				without = int32(v)
			}
		}
	}
	var best []atom
	for _, v := range from {
		if border := p.border(s, e.time, v, without, withoutEdge); best == nil || len(border) < len(best) {
			best = border
		}
	}
	e.out = append(e.out, best...)
}

// border is what kept the label from going on from what a vertex could reach.
func (p *linkReach) border(s *store, time, from, without, withoutEdge int32) []atom {
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
	border := []atom{}
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
	// An edge between two that were both reached says nothing.
	kept := border[:0]
	for _, a := range border {
		if s.afterRoot(a) {
			kept = append(kept, a)
		}
	}
	return kept
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
