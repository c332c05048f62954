package tour

// mostBends is how often the cycles of a cover are bent if they can't be joined:
// often in a small graph, a few times in a large one.
func mostBends(order int) int { return max(10, min(1000, 2_000_000/order)) }

// join joins cycles until one is left or bending doesn't help any more.
func (f *factor) join(r *run) {
	f.joinAll(r)
	for range mostBends(len(f.links)) {
		if f.cycles == 1 || r.ended() {
			return
		}
		if !f.bend() {
			continue
		}
		r.work.DeadEnds++
		f.name()
		f.joinAll(r)
	}
}

// joinAll joins cycles as long as two can be.
func (f *factor) joinAll(r *run) {
	for any := true; any && f.cycles > 1; {
		any = false
		for a := range int32(len(f.links)) {
			if a&1023 == 0 && r.ended() {
				return
			}
			for _, c := range f.g.out.of(a) {
				if f.of(a) != f.of(c) && f.exchange(a, c) {
					f.cycle[f.of(a)] = f.of(c)
					f.cycles--
					r.work.Choices++
					any = true
				}
			}
		}
	}
}

// exchange looks for an edge of the cycles at a and one at c that can be
// exchanged for the edge from a to c and another one, and exchanges them.
func (f *factor) exchange(a, c int32) bool {
	if f.g.directed { // a→b and d→c become a→c and d→b
		b, d := f.links[a][1], f.links[c][0]
		if !f.g.out.has(d, b) {
			return false
		}
		f.links[a][1], f.links[c][0] = c, a
		f.links[d][1], f.links[b][0] = b, d
		return true
	}
	for _, b := range f.links[a] {
		for _, d := range f.links[c] {
			if f.adjacent(b, d) {
				f.swap(a, b, c, d)
				return true
			}
		}
	}
	return false
}

// adjacent reports whether two vertices are neighbours in an undirected graph.
func (f *factor) adjacent(u, v int32) bool {
	if f.g.out.degree(u) > f.g.out.degree(v) {
		u, v = v, u
	}
	return f.g.out.has(u, v)
}

// swap replaces the edges between a and b, and c and d, by those between a and
// c, and b and d.
func (f *factor) swap(a, b, c, d int32) {
	f.relink(a, b, c)
	f.relink(b, a, d)
	f.relink(c, d, a)
	f.relink(d, c, b)
}

// relink replaces one link of v.
func (f *factor) relink(v, from, to int32) {
	if f.links[v][0] == from {
		f.links[v][0] = to
	} else {
		f.links[v][1] = to
	}
}

// bend exchanges two edges of one cycle next to a cycle other than the largest,
// so that it runs another way or falls apart in two.
func (f *factor) bend() bool {
	a := f.outsider()
	for range f.random.IntN(4) { // some steps away
		a = f.pick(a)
	}
	c := f.pick(a)
	if f.g.directed {
		return f.links[a][1] != c && f.links[c][0] != f.links[a][1] && f.exchange(a, c)
	}
	b, d := f.links[a][f.random.IntN(2)], f.links[c][f.random.IntN(2)]
	if b == c || a == d || b == d || !f.adjacent(b, d) || f.links[a][0] == c || f.links[a][1] == c ||
		f.links[b][0] == d || f.links[b][1] == d {
		return false
	}
	f.swap(a, b, c, d)
	return true
}

// pick is a random neighbour of v.
func (f *factor) pick(v int32) int32 {
	next := f.g.out.of(v)
	return next[f.random.IntN(len(next))]
}

// outsider is a random vertex, rather one that is on no large cycle.
func (f *factor) outsider() int32 {
	n := int32(len(f.links))
	v := f.random.Int32N(n)
	first := f.of(v)
	for range 4 * n {
		if u := f.random.Int32N(n); f.of(u) != first {
			return u
		}
	}
	return v
}
