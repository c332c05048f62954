package trip

// Change is what becomes of the cheapest 1-tree if one edge is forced.
type Change struct {
	Edge int32 // of the graph
	// In is true for an edge of the 1-tree, which is then to be left out; others are to be taken in.
	In bool
	// Cost is how much dearer the 1-tree becomes.
	Cost int64
}

// Changes lists what becomes of the 1-tree for each edge that is neither on nor off: an edge that
// comes in replaces the dearest that it makes superfluous, one that goes is replaced by the
// cheapest that can (marginal and replacement costs). The list is valid until the next call; it is
// worthless if stop has said that it is to end.
func (b *Bound) Changes(stop func() bool) []Change {
	if cap(b.changes) < len(b.edges) {
		b.changes = make([]Change, len(b.edges))
	}
	all := b.changes[:len(b.edges)]
	for i := range b.edges {
		all[i] = Change{b.edges[i].index, b.inTree[i], unlimited}
	}
	b.changesAtZero(all)
	for i := range b.edges {
		if i%1024 == 0 && stop() {
			break
		}
		e := &b.edges[i]
		if b.inTree[i] || e.u == 0 || e.v == 0 {
			continue
		}
		cost := b.reduced(e)
		dearest := -2 * unlimited // of the tree between the two ends
		for u, v := e.u, e.v; u != v; {
			if b.depth[u] < b.depth[v] {
				u, v = v, u
			}
			up := b.up[u]
			t := &b.edges[up]
			if !t.on {
				r := b.reduced(t)
				dearest = max(dearest, r)
				all[up].Cost = min(all[up].Cost, cost-r)
			}
			u = t.u + t.v - u
		}
		all[i].Cost = cost - dearest
	}
	open := all[:0]
	for i, c := range all {
		if !b.edges[i].on {
			open = append(open, c)
		}
	}
	return open
}

// changesAtZero finds the changes for edges at vertex 0, where two are taken.
func (b *Bound) changesAtZero(all []Change) {
	dearest, next := -2*unlimited, unlimited // of those taken, and what could replace them
	at := b.near[b.first[0]:b.first[1]]
	for _, h := range at {
		switch e := &b.edges[h.edge]; {
		case b.inTree[h.edge] && !e.on:
			dearest = max(dearest, b.reduced(e))
		case !b.inTree[h.edge]:
			next = min(next, b.reduced(e))
		}
	}
	for _, h := range at {
		r := b.reduced(&b.edges[h.edge])
		if b.inTree[h.edge] {
			all[h.edge].Cost = next - r
		} else {
			all[h.edge].Cost = r - dearest
		}
	}
}
