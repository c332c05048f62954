package fd

// What can't be reached is mostly a lot at once: all that lies beyond the border of what hangs together with a vertex
// that is on. So that border is found once, and explains each of them, unless one lies in a pocket with a
// shorter border.

// surroundings are what hung together with a vertex at a time, and what closed it off.
type surroundings struct {
	*cut
	root   int32
	border []lit
	pops   int64
}

// pocketSize is how many vertices a pocket may have for each literal of the border.
const pocketSize = 4

// unreachable explains that a vertex is off by what closes it off from one that was on; it returns false if that is not what
// was concluded, or not why.
func (p *connected) unreachable(s *store, e *explanation, time int32) bool {
	if e.what.op != holds {
		return false
	}
	v, known := p.vertexOf[e.what.lit()^1]
	if !known || v < 0 {
		return false
	}
	around := p.last
	if around == nil || around.time != time || around.pops != s.pops {
		if around = p.surroundings(s, time); around == nil {
			return false
		}
		p.last = around
	}
	if around.part[v] > 0 {
		return false
	}
	e.lit(p.vertices[around.root])
	pocket := around.pocket(v)
	if pocket == nil {
		pocket = around.border
	}
	for _, off := range pocket {
		e.lit(off)
	}
	return true
}

// surroundings are those of a vertex that was on, if there was one: best of one that always is.
func (p *connected) surroundings(s *store, time int32) *surroundings {
	a := &surroundings{&cut{p: p, s: s, e: &explanation{}, time: time, part: make([]int32, p.g.Order()), without: -1, withoutEdge: -1}, -1, nil, s.pops}
	for v := len(p.vertices) - 1; v >= 0; v-- {
		if l := p.vertices[v]; a.val(l) > 0 {
			a.root = int32(v)
			if s.at[l>>1] < s.levels[0].pos() {
				break
			}
		}
	}
	if a.root < 0 {
		return nil
	}
	a.spread(a.root, a.root)
	a.border = a.closing(a.parts[0].vertices, nil)
	return a
}

// closing adds to a list what closes vertices off, each once.
func (a *surroundings) closing(vertices []int32, list []lit) []lit {
	a.parts = append(a.parts[:1], cutPart{vertices: vertices})
	seen := map[lit]bool{}
	a.each(1, func(off lit) {
		if !seen[off] {
			seen[off] = true
			list = append(list, off)
		}
	})
	return list
}

// pocket is what closes off a vertex from further away, if that is shorter than the border; nil if not.
func (a *surroundings) pocket(v int32) (border []lit) {
	most := pocketSize * len(a.border)
	const here = 2 // the number of the pocket, for now
	todo := []int32{v}
	a.part[v] = here
	for i := 0; i < len(todo) && len(todo) <= most; i++ {
		for _, h := range a.p.next[todo[i]] {
			if a.part[h.To] == 0 && a.usable(h.To) && a.passable(h.Edge) {
				a.part[h.To] = here
				todo = append(todo, h.To)
			}
		}
	}
	if len(todo) <= most {
		border = a.closing(todo, []lit{})
		if len(border) >= len(a.border) {
			border = nil
		}
	}
	for _, w := range todo {
		a.part[w] = 0
	}
	return border
}
