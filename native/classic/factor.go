package classic

import (
	"math/rand/v2"
	"slices"

	"nazo/internal/alg"
)

// factor finds cycles by a 2-factor (Berge 1958, after Wakabayashi 1986). It covers all vertices by disjoint
// cycles, by matching. Then it joins two cycles wherever two consecutive vertices of one are adjacent to two of the
// other. A graph without a cover has no Hamiltonian cycle, which is a proof. If joining gets stuck, it bends cycles
// a little, and after a while it tries another cover. A path is a cycle through extra vertices.
//
// In a graph that is directed or not bipartite, an undirected edge may be covered in both directions, as a cycle of
// two vertices. Joining dissolves it like any other.
type factor struct {
	g      *ring
	links  [][2]int32    // by vertex: its neighbours on its cycle, before and after it if directed
	cycle  alg.UnionFind // of vertices on one cycle
	cycles int
	random *rand.Rand
}

// ring is a graph whose Hamiltonian cycles are searched.
type ring struct {
	out, in  adjacency
	directed bool
	colour   []int8 // 1 or -1 by vertex if it is bipartite and undirected, else nil
}

func (g *ring) order() int { return len(g.out.first) - 1 }

// mostCovers limits the covers that are tried.
const mostCovers = 300

// factor tries covers one after another. It returns true if it proved that there is no line.
func (r *run) factor() bool {
	if r.order == 1 { // only a path can be so short
		r.deliver([]int32{0})
		return true
	}
	g, possible := r.ring()
	if !possible {
		return true
	}
	line := make([]int32, 0, g.order())
	for attempt := range r.tries(mostCovers) {
		f := &factor{g: g, random: tourRandom(r.o.Seed + int64(attempt) + 1)}
		if !f.cover(r, attempt > 0 || r.o.Seed != 0) {
			return !r.stop.Load()
		}
		f.name()
		if f.join(r); r.ended() {
			return false
		}
		if f.cycles > 1 {
			r.work.DeadEnds++
			continue
		}
		line = line[:0]
		f.around(0, func(v int32) { line = append(line, v) })
		if r.deliverNew(r.open(line)); r.done {
			return false
		}
	}
	return false
}

// around visits the cycle of a vertex in order.
func (f *factor) around(start int32, visit func(v int32)) {
	for v, from := start, f.links[start][0]; ; {
		visit(v)
		next := f.links[v][1]
		if !f.g.directed && next == from {
			next = f.links[v][0]
		}
		if v, from = next, v; v == start {
			return
		}
	}
}

// name finds the cycles.
func (f *factor) name() {
	f.cycle = slices.Repeat(alg.UnionFind{-1}, len(f.links))
	f.cycles = 0
	for v := range int32(len(f.links)) {
		if f.cycle[v] < 0 {
			f.cycles++
			f.around(v, func(u int32) { f.cycle[u] = v })
		}
	}
}

// matcher is a bipartite matching with capacities: as many edges as possible, each at most once. It starts greedily
// and continues with shortest augmenting paths in phases (Hopcroft and Karp 1973; Dinic 1970). For a bipartite
// graph the sides are the colours, with capacity 2. Otherwise each vertex stands on both sides, as tail and as
// head, with capacity 1.
type matcher struct {
	out      *adjacency
	capacity int32
	left     []int32
	mates    [2][]int32 // by side and vertex: its partners, -1 if free
	depth    []int32    // of left vertices in this phase, -1 if unreached
	next     []int32    // by left vertex: the next edge to try
	queue    []int32
	ended    func() bool
	path     []int32 // left and right vertices alternate
}

// cover covers the graph by cycles. It returns false if that is impossible or the search must end.
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
		m.mates[side] = slices.Repeat([]int32{-1}, int(n*m.capacity))
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

// slot returns a free slot of a vertex on a side, or -1.
func (m *matcher) slot(side int, v int32) int32 { return m.place(side, v, -1) }

// place returns the slot of a vertex that holds a mate, or -1.
func (m *matcher) place(side int, v, mate int32) int32 {
	for k := range m.capacity {
		if m.mates[side][v*m.capacity+k] == mate {
			return v*m.capacity + k
		}
	}
	return -1
}

// greedy matches each left vertex with the right ones that have the fewest edges left.
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

// layer computes the distances from left vertices with a free slot. It returns false if it reaches no free right
// vertex.
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

// augment searches an augmenting path from a left vertex, one layer deeper with each step, and flips it.
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

// change flips the matching along the path.
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

// links reads the cycles off the matching. It returns false if a vertex is unmatched.
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

// mostBends limits the bends of one cover: many in a small graph, few in a large one.
func mostBends(order int) int { return max(10, min(1000, 2_000_000/order)) }

// join joins cycles until one is left or bending no longer helps.
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

// joinAll joins cycles while any two can be joined.
func (f *factor) joinAll(r *run) {
	for any := true; any && f.cycles > 1; {
		any = false
		for a := range int32(len(f.links)) {
			if a&1023 == 0 && r.ended() {
				return
			}
			for _, c := range f.g.out.of(a) {
				if f.cycle.Find(a) != f.cycle.Find(c) && f.exchange(a, c) {
					f.cycle.Join(c, a)
					f.cycles--
					r.work.Choices++
					any = true
				}
			}
		}
	}
}

// exchange replaces a cycle edge at a and one at c by the edge from a to c and another one. It reports whether the
// graph has such edges.
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

// swap replaces edges ab and cd by ac and bd.
func (f *factor) swap(a, b, c, d int32) {
	f.relink(a, b, c)
	f.relink(b, a, d)
	f.relink(c, d, a)
	f.relink(d, c, b)
}

// relink replaces a link of v.
func (f *factor) relink(v, from, to int32) {
	if f.links[v][0] == from {
		f.links[v][0] = to
	} else {
		f.links[v][1] = to
	}
}

// bend exchanges two edges of a cycle other than the largest one. The cycle then runs another way or splits in two.
func (f *factor) bend() bool {
	a := f.outsider()
	for range f.random.IntN(4) { // a few steps away
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

// pick returns a random neighbour of v.
func (f *factor) pick(v int32) int32 {
	next := f.g.out.of(v)
	return next[f.random.IntN(len(next))]
}

// outsider returns a random vertex, preferably not on a large cycle.
func (f *factor) outsider() int32 {
	n := int32(len(f.links))
	v := f.random.Int32N(n)
	first := f.cycle.Find(v)
	for range 4 * n {
		if u := f.random.Int32N(n); f.cycle.Find(u) != first {
			return u
		}
	}
	return v
}

// ring returns the graph of a cycle. For a path it adds vertices that lead from the end back to the start. It
// returns false if there is no line.
//
// A known end gets a chain of vertices of degree two, so every cycle passes through it. The chains' lengths keep a
// bipartite graph bipartite. A path through an even number of vertices ends in both colours. One through an odd
// number ends in the majority colour.
func (r *run) ring() (*ring, bool) {
	g := r.p.Graph
	if r.p.Closed {
		return newRing(g), true
	}
	edges := slices.Clone(g.Edges)
	n := r.order
	all := order(int(n), 0)
	join := func(u int32, vs ...int32) {
		edges = append(edges, alg.Map(vs, func(v int32) alg.Edge { return alg.Edge{U: u, V: v} })...)
	}
	start, end := r.p.Start, r.p.End
	if g.Directed {
		for _, v := range all {
			if start < 0 || v == start {
				join(n, v)
			}
			if end < 0 || v == end {
				join(v, n)
			}
		}
		return newRing(alg.NewGraph(int(n)+1, edges, true)), true
	}
	excess, colour := 0, g.TwoColouring()
	for _, c := range colour {
		excess += int(c)
	}
	if excess < -1 || excess > 1 {
		return nil, false
	}
	// ends lists the vertices at which a path may end: all, or those of one colour.
	ends := func(c int) []int32 {
		return slices.DeleteFunc(slices.Clone(all), func(v int32) bool { return colour != nil && int(colour[v]) != c })
	}
	extra := n // vertices so far
	chain := func(from int32, length int) int32 {
		for range length {
			join(from, extra)
			from = extra
			extra++
		}
		return from
	}
	switch {
	case start >= 0:
		c, length := int(0), 2
		if colour != nil {
			if c = int(colour[start]); excess == 0 {
				c = -c
			} else if c != excess {
				return nil, false
			} else {
				length = 3
			}
		}
		last := chain(start, length)
		for _, v := range ends(c) {
			if v != start && (end < 0 || v == end) {
				join(last, v)
			}
		}
	case colour == nil || excess != 0:
		extra++
		join(n, ends(excess)...)
	default:
		extra++
		join(n, ends(1)...)
		last := chain(n, 3)
		join(last, ends(-1)...)
	}
	return newRing(alg.NewGraph(int(extra), edges, false)), true
}

// newRing makes a ring of a graph.
func newRing(g *alg.Graph) *ring {
	out := tourNeighbours(g.Out, 0)
	if g.Directed {
		return &ring{out: out, in: tourNeighbours(g.In, 0), directed: true}
	}
	return &ring{out: out, in: out, colour: g.TwoColouring()}
}

// open cuts the extra vertices out of a cycle and puts the start first.
func (r *run) open(cycle []int32) []int32 {
	first := 0
	if r.p.Closed {
		if r.p.Start >= 0 {
			first = slices.Index(cycle, r.p.Start)
		}
		return slices.Concat(cycle[first:], cycle[:first])
	}
	for i, v := range cycle { // the line begins after the last extra vertex
		if v < r.order && cycle[(i+len(cycle)-1)%len(cycle)] >= r.order {
			first = i
		}
	}
	line := slices.Concat(cycle[first:], cycle[:first])[:r.order]
	if !r.p.Graph.Directed && r.p.Start >= 0 && line[0] != r.p.Start {
		slices.Reverse(line)
	}
	return line
}
