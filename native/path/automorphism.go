package path

import "nazo/internal/alg"

// automorphismBudget bounds the images tried for one pair of starts. Beyond it, two vertices count as different,
// which only costs time.
const automorphismBudget = 20_000

// orbits returns the least known vertex of each vertex's orbit: an automorphism of the graph maps one to the other and
// preserves exclusions and worths. A search for the best path may begin only at these. Suppose the ends of a best path
// are alike to a and b with a ≤ b. Then an image of the path begins at a, and its other end is not less than a.
func (g *pathSearch) orbits() []int32 {
	m := newMatcher(g)
	alike := make([]int32, len(g.next))
	var least []int32
	for v := range alike {
		alike[v] = int32(v)
		for _, u := range least {
			if m.maps(u, int32(v)) {
				alike[v] = u
				break
			}
		}
		if alike[v] == int32(v) {
			least = append(least, int32(v))
		}
	}
	return alike
}

// matcher searches for automorphisms by backtracking. In its order each vertex has a neighbour whose image is known.
type matcher struct {
	g      *pathSearch
	edge   map[[2]int32]int32 // by both ends, either way round
	image  []int32            // by vertex, or -1
	used   []bool             // by vertex: whether it is an image
	order  []int32
	parent []int32 // by place in order: the vertex from which it was reached
	// colour is equal for vertices that refine can't tell apart.
	colour []uint64
	budget int
}

func newMatcher(g *pathSearch) *matcher {
	m := &matcher{g: g, edge: make(map[[2]int32]int32, 2*len(g.ends)), image: make([]int32, len(g.next)), used: make([]bool, len(g.next))}
	for e, uv := range g.ends {
		m.edge[uv] = int32(e)
		m.edge[[2]int32{uv[1], uv[0]}] = int32(e)
	}
	m.refine()
	return m
}

// rounds of refinement suffice to distinguish most vertices.
const rounds = 8

// refine colours vertices by their surroundings, one step further each round (colour refinement).
func (m *matcher) refine() {
	mix := func(h, v uint64) uint64 { return alg.SplitMix64(h ^ v) }
	m.colour = make([]uint64, len(m.g.next))
	for v := range m.colour {
		m.colour[v] = mix(uint64(len(m.g.next[v])), uint64(m.g.nodeGain[v]))
	}
	for range rounds {
		next := make([]uint64, len(m.colour))
		for v, steps := range m.g.next {
			sum := uint64(0) // order must not matter
			for _, h := range steps {
				sum += mix(mix(m.colour[h.to], uint64(m.g.edgeGain[h.edge])), uint64(len(m.g.excludes[h.edge])))
			}
			next[v] = mix(m.colour[v], sum)
		}
		m.colour = next
	}
}

// maps reports whether it found an automorphism that maps u to v. In a graph that is not connected it finds none.
func (m *matcher) maps(u, v int32) bool {
	m.walk(u)
	if len(m.order) != len(m.g.next) {
		return false
	}
	for i := range m.image {
		m.image[i], m.used[i] = -1, false
	}
	m.budget = automorphismBudget
	return m.place(0, v)
}

// walk orders the vertices from u on, always one with the most neighbours already listed. Wrong images then fail early.
func (m *matcher) walk(u int32) {
	known := make([]int, len(m.g.next)) // by vertex: neighbours listed so far, or -1 when listed itself
	from := make([]int32, len(m.g.next))
	m.order, m.parent = m.order[:0], m.parent[:0]
	from[u] = -1
	for v := u; v >= 0; {
		m.order, m.parent = append(m.order, v), append(m.parent, from[v])
		known[v] = -1
		for _, h := range m.g.next[v] {
			if known[h.to] >= 0 {
				known[h.to]++
				from[h.to] = v
			}
		}
		v = -1
		for w, n := range known {
			if n > 0 && (v < 0 || n > known[v]) {
				v = int32(w)
			}
		}
	}
}

// place tries w as the image of the i-th vertex and continues.
func (m *matcher) place(i int, w int32) bool {
	if m.budget--; m.budget < 0 || !m.fits(m.order[i], w) {
		return false
	}
	m.image[m.order[i]], m.used[w] = w, true
	ok := i+1 == len(m.order) && m.preserves()
	if i+1 < len(m.order) {
		for _, h := range m.g.next[m.image[m.parent[i+1]]] {
			if ok = m.place(i+1, h.to); ok {
				break
			}
		}
	}
	m.image[m.order[i]], m.used[w] = -1, false
	return ok
}

// fits reports whether w can be the image of v, given the images so far.
func (m *matcher) fits(v, w int32) bool {
	g := m.g
	if m.used[w] || m.colour[v] != m.colour[w] {
		return false
	}
	for _, h := range g.next[v] {
		to := m.image[h.to]
		if to < 0 {
			continue
		}
		e, joined := m.edge[[2]int32{w, to}]
		if !joined || g.edgeGain[e] != g.edgeGain[h.edge] || len(g.excludes[e]) != len(g.excludes[h.edge]) {
			return false
		}
	}
	return true
}

// preserves reports whether the images of exclusive edges are exclusive. The numbers of pairs agree, so that suffices.
func (m *matcher) preserves() bool {
	of := func(e int32) int32 {
		return m.edge[[2]int32{m.image[m.g.ends[e][0]], m.image[m.g.ends[e][1]]}]
	}
	excluded := make([]int, len(m.g.ends)) // by edge: one plus the last edge whose image excludes it
	for e := range m.g.ends {
		for _, f := range m.g.excludes[of(int32(e))] {
			excluded[f] = e + 1
		}
		for _, f := range m.g.excludes[e] {
			if excluded[of(f)] != e+1 {
				return false
			}
		}
	}
	return true
}
