package classic

import (
	"math/rand/v2"
	"slices"
)

const (
	// maxImproved bounds the vertices, since there is a table of all distances.
	maxImproved = 1000
	// far is the cost of a missing edge, and the discount of a required one.
	far = int64(1) << 40
	// neighbours is the number of nearest vertices that are tried from each.
	neighbours = 8
	// maxDepth bounds the exchanges of one chain.
	maxDepth = 40
	// breadth is the number of vertices that are tried for the first exchange of a chain.
	breadth = 5
	// window is the approximate length of the segments that a kick swaps, together.
	window = 30
)

// improver is chained Lin–Kernighan: it improves a round trip by chains of edge exchanges (Lin and Kernighan 1973).
// When that ends, it kicks the trip and starts again (Martin, Otto, Felten 1991).
type improver struct {
	n        int32
	distance []int64 // from u to v at u*n+v
	near     [][]int32
	order    []int32 // the round trip
	place    []int32 // by vertex: its place in order
	reversed bool    // the trip is read backwards
	cost     int64

	queue        []int32 // vertices where an improvement is possible
	waiting      []bool  // by vertex: whether it is in the queue
	flips, added [][2]int32
}

// GoodTrip looks for a cheap round trip with a number of kicks. It uses the edges with positive state and not those
// with negative state. It returns the edges, or nil if it found none or the graph is too large.
func GoodTrip(g *TripGraph, state []int8, seed int64, kicks int, stop func() bool) (edges []int32) {
	if g.Order > maxImproved || g.Order < 8 {
		return nil
	}
	m := newImprover(g, state)
	m.nearestNeighbour()
	m.improve(stop)
	random := rand.New(rand.NewPCG(uint64(seed), 0x6b69636b))
	before := slices.Clone(m.order)
	for range kicks {
		if stop() {
			break
		}
		cost := m.cost
		m.kick(random)
		m.improve(stop)
		if m.cost <= cost {
			copy(before, m.order)
			continue
		}
		m.cost = cost
		copy(m.order, before)
		for i, v := range m.order {
			m.place[v] = int32(i)
		}
	}
	return m.edges(g, state)
}

func newImprover(g *TripGraph, state []int8) *improver {
	n := g.Order
	m := &improver{n: int32(n), distance: slices.Repeat([]int64{far}, n*n), near: make([][]int32, n), order: make([]int32, n),
		place: make([]int32, n), waiting: make([]bool, n)}
	for i, e := range g.Ends {
		c := g.Cost[i]
		switch {
		case i >= len(state) || state[i] > 0:
			c -= far
		case state[i] < 0:
			continue
		}
		m.distance[e[0]*m.n+e[1]], m.distance[e[1]*m.n+e[0]] = c, c
	}
	for v := range m.n {
		m.near[v] = m.nearest(v)
	}
	return m
}

// nearest lists the vertices nearest to v. Lower numbers come first among equals.
func (m *improver) nearest(v int32) []int32 {
	row := m.distance[v*m.n : (v+1)*m.n]
	list := make([]int32, 0, neighbours)
	for u, c := range row {
		if int32(u) == v || c >= far || len(list) == neighbours && c >= row[list[neighbours-1]] {
			continue
		}
		i := min(len(list), neighbours-1)
		list = list[:i+1]
		for ; i > 0 && row[list[i-1]] > c; i-- {
			list[i] = list[i-1]
		}
		list[i] = int32(u)
	}
	return list
}

// nearestNeighbour makes the first round trip, always going to the nearest vertex left.
func (m *improver) nearestNeighbour() {
	done := make([]bool, m.n)
	v := int32(0)
	for i := range m.n {
		m.order[i], m.place[v], done[v] = v, i, true
		m.queue, m.waiting[v] = append(m.queue, v), true
		next := int32(-1)
		for u := range m.n {
			if !done[u] && (next < 0 || m.between(v, u) < m.between(v, next)) {
				next = u
			}
		}
		if next < 0 {
			next = m.order[0]
		}
		m.cost += m.between(v, next)
		v = next
	}
}

func (m *improver) between(u, v int32) int64 { return m.distance[u*m.n+v] }

// beside returns the vertex after v if by is 1, or before it if by is -1.
func (m *improver) beside(v, by int32) int32 {
	if m.reversed {
		by = -by
	}
	switch i := m.place[v] + by; {
	case i < 0:
		return m.order[m.n-1]
	case i == m.n:
		return m.order[0]
	default:
		return m.order[i]
	}
}

// flip reverses the trip from a to b.
func (m *improver) flip(a, b int32) {
	if m.reversed {
		a, b = b, a
	}
	i, j := m.place[a], m.place[b]
	length := j - i
	if length < 0 {
		length += m.n
	}
	if 2*(length+1) > m.n { // reversing the rest has the same effect, seen from the other side
		m.reversed = !m.reversed
		i, j = j+1, i-1
		length = m.n - length - 2
	}
	for range (length + 1) / 2 {
		if i >= m.n {
			i -= m.n
		}
		if j < 0 {
			j += m.n
		}
		u, v := m.order[i], m.order[j]
		m.order[i], m.order[j] = v, u
		m.place[v], m.place[u] = i, j
		i, j = i+1, j-1
	}
}

// improve repeats steps until none gains anything.
func (m *improver) improve(stop func() bool) {
	for len(m.queue) > 0 && !stop() {
		v := m.queue[0]
		m.queue = m.queue[1:]
		m.waiting[v] = false
		for m.step(v) {
		}
	}
}

// wake puts v into the queue.
func (m *improver) wake(v int32) {
	if !m.waiting[v] {
		m.waiting[v] = true
		m.queue = append(m.queue, v)
	}
}

// step tries a chain of exchanges from each edge at v, until one gains.
func (m *improver) step(v int32) bool {
	for _, back := range [2]bool{false, true} {
		m.reversed = back
		for choice := range breadth {
			gain, tried := m.chain(v, choice)
			if gain > 0 {
				m.cost -= gain
				m.reversed = false
				return true
			}
			if !tried {
				break
			}
		}
	}
	m.reversed = false
	return false
}

// chain removes the edge from base to the next vertex, and continues as long as the removed edges cost more than
// the added ones. The trip is then a path from end to base, to be closed at the end. The first exchange is the
// choice-th best. Only the best prefix of the chain remains. chain returns its gain. tried is false if there are
// fewer exchanges than choice.
func (m *improver) chain(base int32, choice int) (gain int64, tried bool) {
	m.flips, m.added = m.flips[:0], m.added[:0]
	end := m.beside(base, 1)
	open := m.between(base, end) // removed minus added costs
	keep := 0
	for len(m.flips) < maxDepth {
		to := m.exchange(base, end, open, choice)
		if to < 0 {
			break
		}
		choice, tried = 0, true
		last := m.beside(to, -1)
		open += m.between(last, to) - m.between(end, to)
		m.added = append(m.added, [2]int32{end, to})
		m.flip(end, last)
		m.flips = append(m.flips, [2]int32{last, end})
		end = last
		if closed := open - m.between(base, end); closed > gain {
			gain, keep = closed, len(m.flips)
		}
	}
	for len(m.flips) > keep {
		f := m.flips[len(m.flips)-1]
		m.flip(f[0], f[1])
		m.flips = m.flips[:len(m.flips)-1]
	}
	if gain > 0 {
		m.wake(base)
		for i, f := range m.flips {
			m.wake(f[0])
			m.wake(f[1])
			m.wake(m.added[i][1])
		}
	}
	return gain, tried
}

// exchange returns the vertex to join to end, by dropping the edge before that vertex. It skips the skip best, and
// returns -1 if none is left.
func (m *improver) exchange(base, end int32, open int64, skip int) int32 {
	var found [breadth]int32
	var worth [breadth]int64
	n := 0
	for _, to := range m.near[end] {
		put := m.between(end, to)
		if put >= open {
			break
		}
		last := m.beside(to, -1)
		if to == base || last == end || slices.Contains(m.added, [2]int32{last, to}) || slices.Contains(m.added, [2]int32{to, last}) {
			continue
		}
		w := m.between(last, to) - put
		i := min(n, breadth-1)
		if n == breadth && w <= worth[i] {
			continue
		}
		for ; i > 0 && worth[i-1] < w; i-- {
			worth[i], found[i] = worth[i-1], found[i-1]
		}
		worth[i], found[i] = w, to
		n = min(n+1, breadth)
	}
	if skip >= n {
		return -1
	}
	return found[skip]
}

// kick swaps two neighbouring segments (double bridge), which no short chain of flips undoes.
func (m *improver) kick(random *rand.Rand) {
	most := min(m.n-2, window) / 2
	first := 1 + random.Int32N(most)
	second := 1 + random.Int32N(most)
	start := random.Int32N(m.n)
	at := func(i int32) int32 { return m.order[(start+i)%m.n] }
	part := make([]int32, 0, first+second)
	for i := range second {
		part = append(part, at(1+first+i))
	}
	for i := range first {
		part = append(part, at(1+i))
	}
	before, after := at(0), at(1+first+second)
	m.cost += m.between(before, part[0]) + m.between(part[len(part)-1], after) + m.between(part[second-1], part[second]) -
		m.between(before, at(1)) - m.between(at(first), at(first+1)) - m.between(at(first+second), after)
	for i, v := range part {
		p := (start + 1 + int32(i)) % m.n
		m.order[p], m.place[v] = v, p
	}
	for _, v := range [...]int32{before, part[0], part[second-1], part[second], part[len(part)-1], after} {
		m.wake(v)
	}
}

// edges returns the trip as edges of the graph, or nil if it misses a required edge or uses a missing one.
func (m *improver) edges(g *TripGraph, state []int8) (edges []int32) {
	for i, e := range g.Ends {
		follows := m.beside(e[0], 1) == e[1] || m.beside(e[0], -1) == e[1]
		must, mustNot := i >= len(state) || state[i] > 0, i < len(state) && state[i] < 0
		switch {
		case must && !follows, mustNot && follows:
			return nil
		case follows:
			edges = append(edges, int32(i))
		}
	}
	if len(edges) != int(m.n) {
		return nil
	}
	return edges
}
