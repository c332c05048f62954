package fd

// lowPoints is a depth-first search (Hopcroft and Tarjan, 1973) among the vertices that may have one size.
type lowPoints struct {
	p     *partSizes
	order []int32 // for each vertex when it was entered, from 1; 0 for not yet
	low   []int32
	total []int32 // vertices of its subtree
	cut   []int32 // vertices that are reached by way of it only
	seq   []int32 // vertices as they were entered
	into  []int32 // for each of seq the edge by which it was entered
	size  int64
}

func newLowPoints(p *partSizes) lowPoints {
	n := p.g.Order()
	return lowPoints{p: p, order: make([]int32, n), low: make([]int32, n), total: make([]int32, n), cut: make([]int32, n)}
}

// from draws the conclusions from a vertex, whose size is known, reaching enough others only by way of some vertex
// or edge.
func (d *lowPoints) from(s *store, root int32, size int64) bool {
	p := d.p
	d.size, d.seq, d.into = size, d.seq[:0], d.into[:0]
	d.visit(s, root, -1)
	reached := int64(len(d.seq))
	ok := true
	for i := 1; i < len(d.seq) && ok; i++ {
		v, edge := d.seq[i], d.into[i]
		if bridge := d.low[v] == d.order[v]; bridge && reached-int64(d.total[v]) < size && s.val[p.joined[edge]] == 0 {
			p.note(s, root, byNeed)
			ok = s.set(p.joined[edge])
		}
		if ok && reached-1-int64(d.cut[v]) < size && !s.fixed(p.sizes[v]) {
			p.note(s, root, byNeed)
			ok = s.fix(p.sizes[v], size)
		}
	}
	for _, v := range d.seq {
		d.order[v] = 0
	}
	return ok
}

// visit searches from v, entered by the edge via.
func (d *lowPoints) visit(s *store, v, via int32) {
	d.seq, d.into = append(d.seq, v), append(d.into, via)
	at := int32(len(d.seq))
	d.order[v], d.low[v], d.total[v], d.cut[v] = at, at, 1, 0
	for _, h := range d.p.next[v] {
		w := h.To
		if h.Edge == via || s.val[d.p.joined[h.Edge]] < 0 || !s.has(d.p.sizes[w], d.size) {
			continue
		}
		if d.order[w] > 0 {
			d.low[v] = min(d.low[v], d.order[w])
			continue
		}
		d.visit(s, w, h.Edge)
		d.low[v] = min(d.low[v], d.low[w])
		d.total[v] += d.total[w]
		if d.low[w] >= at {
			d.cut[v] += d.total[w]
		}
	}
}
