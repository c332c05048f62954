package fd

// explain gives edges that join more than there may be, or the border of what could be reached.
func (p *partSizes) explain(s *store, e *explanation) {
	began, data := s.noted(e)
	v, kind := data/partKinds, data%partKinds
	others := len(e.out)
	for _, time := range []int32{began, e.time} {
		var ok bool
		switch {
		case kind == byJoined && e.what.op == holds:
			ok = p.explainApart(s, e, time)
		case kind == byJoined:
			ok = p.explainLarge(s, e, v, time)
		default:
			ok = p.explainSmall(s, e, v, kind, time)
		}
		if ok {
			return
		}
		e.out = e.out[:others]
	}
	panic("fd: the size of a part can't explain " + e.what.String())
}

// explainLarge gives edges that join as many vertices as an integer is at least.
func (p *partSizes) explainLarge(s *store, e *explanation, v, time int32) bool {
	if s.valAt(p.on[v], time) <= 0 {
		return false
	}
	e.lit(p.on[v])
	return p.gathered(s, e, []int32{v}, e.what.v, time)
}

// explainApart gives edges that, with the one in question, join more vertices than one of its ends could have.
func (p *partSizes) explainApart(s *store, e *explanation, time int32) bool {
	others := len(e.out)
	for i, l := range p.joined {
		uv := p.g.Edges[i]
		if l != e.what.lit()^1 {
			continue
		}
		x := p.sizes[uv.U]
		_, most := s.boundsAt(x, time)
		if _, other := s.boundsAt(p.sizes[uv.V], time); other < most {
			x, most = p.sizes[uv.V], other
		}
		e.le(x, most)
		if p.gathered(s, e, []int32{uv.U, uv.V}, most+1, time) {
			return true
		}
		e.out = e.out[:others]
	}
	return false
}

// gathered adds edges that join to some vertices as many more as make so many.
func (p *partSizes) gathered(s *store, e *explanation, all []int32, enough int64, time int32) bool {
	in := make([]bool, len(p.on))
	for _, v := range all {
		in[v] = true
	}
	for i := 0; i < len(all) && int64(len(all)) < enough; i++ {
		for _, h := range p.next[all[i]] {
			if !in[h.To] && int64(len(all)) < enough && s.valAt(p.joined[h.Edge], time) > 0 {
				in[h.To] = true
				all = append(all, h.To)
				e.lit(p.joined[h.Edge])
			}
		}
	}
	return int64(len(all)) >= enough
}

// explainSmall gives the border of what the vertex could reach, if the atom in question were not true.
func (p *partSizes) explainSmall(s *store, e *explanation, v, kind, time int32) bool {
	var size, bound int64
	except := func(int32, int32) bool { return false } // a vertex or an edge that is not to be used
	switch {
	case kind == byNeed:
		var most int64
		if size, most = s.boundsAt(p.sizes[v], time); size < most { // it was not known yet
			return false
		}
		bound = size - 1
		e.eq(p.sizes[v], size)
		what := e.what
		if what.op == holds {
			except = func(_, edge int32) bool { return p.joined[edge] == what.lit() }
		} else {
			except = func(w, _ int32) bool { return p.sizes[w] == what.int() && w != v }
		}
	case e.what.op == atMostOp:
		bound = e.what.v
	default:
		size, bound = e.what.v, e.what.v-1
	}
	reached := []int32{v}
	in := make([]bool, len(p.on))
	in[v] = true
	const yes, no, told = 1, 2, 3 // whether a vertex may have the size, and whether it was told that it may not
	seen := make([]uint8, len(p.on))
	may := func(w int32) bool {
		if seen[w] == 0 {
			seen[w] = no
			if size == 0 || s.hasAt(p.sizes[w], size, time) {
				seen[w] = yes
			}
		}
		return seen[w] == yes
	}
	for i := 0; i < len(reached); i++ {
		for _, h := range p.next[reached[i]] {
			if !in[h.To] && !except(h.To, h.Edge) && s.valAt(p.joined[h.Edge], time) >= 0 && may(h.To) {
				in[h.To] = true
				reached = append(reached, h.To)
			}
		}
	}
	if int64(len(reached)) > bound {
		return false
	}
	for _, w := range reached {
		for _, h := range p.next[w] {
			if in[h.To] || except(h.To, h.Edge) {
				continue
			}
			if may(h.To) {
				e.lit(p.joined[h.Edge] ^ 1)
			} else if seen[h.To] != told {
				seen[h.To] = told
				e.add(neAtom(p.sizes[h.To], size))
			}
		}
	}
	return true
}
