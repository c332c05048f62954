package tour

// matcher matches the left vertices with the right ones, each with capacity of
// the others, by an edge at most once, as many as can be: first greedily, then
// by shortest augmenting paths in phases (Hopcroft and Karp 1973, Dinic 1970
// for capacities). For a bipartite graph left and right are the colours and the
// capacity is 2; otherwise each vertex stands on both sides, once as the
// beginning and once as the end of an edge, and the capacity is 1.
type matcher struct {
	out      *adjacency
	capacity int32
	left     []int32
	mates    [2][]int32 // for each vertex as left and as right: capacity places, -1 if free
	depth    []int32    // of left vertices in the phase, -1 if not reached
	next     []int32    // for each left vertex the edge to go on with
	queue    []int32
	ended    func() bool
	path     []int32 // left and right vertices in turn
}

// cover covers the graph by cycles; it returns false if that can't be done or
// the search is to end.
func (f *factor) cover(r *run, shuffled bool) bool {
	g := f.g
	n := int32(g.order())
	m := &matcher{out: &g.out, ended: r.ended, capacity: 1, depth: make([]int32, n), next: make([]int32, n)}
	if g.colour != nil {
		m.capacity = 2
	}
	for _, v := range order(int(n), 0) {
		if g.colour == nil || g.colour[v] > 0 {
			m.left = append(m.left, v)
		}
	}
	if g.colour != nil && 2*len(m.left) != int(n) {
		return false
	}
	if shuffled {
		f.random.Shuffle(len(m.left), func(i, j int) { m.left[i], m.left[j] = m.left[j], m.left[i] })
	}
	for side := range m.mates {
		m.mates[side] = make([]int32, n*m.capacity)
		for i := range m.mates[side] {
			m.mates[side][i] = -1
		}
	}
	m.greedy(g.in.degrees())
	for m.layer() {
		for i, v := range m.left {
			if i&1023 == 0 && m.ended() {
				return false
			}
			for m.slot(0, v) >= 0 && m.augment(v) {
			}
		}
	}
	return !m.ended() && m.links(f)
}

// slot is a free place of a vertex on a side, or -1.
func (m *matcher) slot(side int, v int32) int32 { return m.place(side, v, -1) }

// place is where a vertex on a side has a mate, or -1.
func (m *matcher) place(side int, v, mate int32) int32 {
	for k := range m.capacity {
		if m.mates[side][v*m.capacity+k] == mate {
			return v*m.capacity + k
		}
	}
	return -1
}

// greedy matches each left vertex with those on the right that have the fewest
// edges left.
func (m *matcher) greedy(ways []int32) {
	for i, v := range m.left {
		if i&1023 == 0 && m.ended() {
			return
		}
		for range m.capacity {
			best := int32(-1)
			for _, u := range m.out.of(v) {
				if m.slot(1, u) >= 0 && m.place(0, v, u) < 0 && (best < 0 || ways[u] < ways[best]) {
					best = u
				}
			}
			if best >= 0 {
				m.mates[0][m.slot(0, v)], m.mates[1][m.slot(1, best)] = best, v
			}
		}
		for _, u := range m.out.of(v) {
			ways[u]--
		}
	}
}

// layer finds how far each left vertex is from one with a free place; it
// returns false if no right vertex with a free place is reached.
func (m *matcher) layer() bool {
	m.queue = m.queue[:0]
	for v := range m.depth {
		m.depth[v] = -1
	}
	copy(m.next, m.out.first)
	for _, v := range m.left {
		if m.slot(0, v) >= 0 {
			m.depth[v] = 0
			m.queue = append(m.queue, v)
		}
	}
	found := false
	limit := int32(-1)
	for i := 0; i < len(m.queue); i++ {
		v := m.queue[i]
		if i&1023 == 0 && m.ended() {
			return false
		}
		if found && m.depth[v] > limit {
			break
		}
		for _, u := range m.out.of(v) {
			if m.place(0, v, u) >= 0 {
				continue
			}
			for k := range m.capacity {
				w := m.mates[1][u*m.capacity+k]
				if w < 0 {
					found, limit = true, m.depth[v]
				} else if m.depth[w] < 0 {
					m.depth[w] = m.depth[v] + 1
					m.queue = append(m.queue, w)
				}
			}
		}
	}
	return found
}

// augment looks for a way from a left vertex to a right one with a free place,
// one layer deeper with each step, and changes over along it.
func (m *matcher) augment(start int32) bool {
	m.path = append(m.path[:0], start)
	for {
		v := m.path[len(m.path)-1]
		if m.next[v] == m.out.first[v+1] {
			if len(m.path) == 1 {
				return false
			}
			m.path = m.path[:len(m.path)-2]
			continue
		}
		u := m.out.to[m.next[v]]
		if m.place(0, v, u) >= 0 {
			m.next[v]++
			continue
		}
		if m.slot(1, u) >= 0 {
			m.next[v]++
			m.path = append(m.path, u)
			m.change()
			return true
		}
		deeper := int32(-1)
		for k := range m.capacity {
			if w := m.mates[1][u*m.capacity+k]; m.depth[w] == m.depth[v]+1 && m.next[w] < m.out.first[w+1] {
				deeper = w
			}
		}
		if deeper < 0 {
			m.next[v]++
			continue
		}
		m.path = append(m.path, u, deeper)
	}
}

// change matches left with right all along the path, and undoes the matches by
// which it went from right to left.
func (m *matcher) change() {
	for i := len(m.path) - 2; i >= 0; i -= 2 {
		v, u := m.path[i], m.path[i+1]
		if i > 0 {
			before := m.path[i-1]
			m.mates[0][m.place(0, v, before)] = -1
			m.mates[1][m.place(1, before, v)] = -1
		}
		m.mates[0][m.slot(0, v)], m.mates[1][m.slot(1, u)] = u, v
	}
}

// links reads the cycles; it returns false if a vertex is left over.
func (m *matcher) links(f *factor) bool {
	f.links = make([][2]int32, len(m.depth))
	for v := range f.links {
		switch {
		case m.capacity == 1:
			f.links[v] = [2]int32{m.mates[1][v], m.mates[0][v]}
		case f.g.colour[v] > 0:
			f.links[v] = [2]int32{m.mates[0][2*v], m.mates[0][2*v+1]}
		default:
			f.links[v] = [2]int32{m.mates[1][2*v], m.mates[1][2*v+1]}
		}
		if f.links[v][0] < 0 || f.links[v][1] < 0 {
			return false
		}
	}
	return true
}
