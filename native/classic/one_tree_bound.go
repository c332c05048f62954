package classic

import "slices"

// TripGraph is an undirected graph with costs of edges, for the travelling salesman problem. This part of the
// package knows no model.
type TripGraph struct {
	Order int        // number of vertices, from 3 to [MaxOrder]
	Ends  [][2]int32 // by edge: its vertices
	Cost  []int64    // by edge: between -MaxCost and [MaxCost]
}

// MaxCost and MaxOrder bound the input so that sums of costs and potentials fit.
const (
	MaxCost  = 1 << 36
	MaxOrder = 1 << 18
)

// maxPotential does the same for potentials.
const maxPotential = 1 << 40

// unlimited is the cost of the impossible.
const unlimited = int64(1) << 60

// TripBound is the Held–Karp bound (1970, 1971). A 1-tree is a spanning tree of all vertices but vertex 0, and two
// edges at vertex 0. Every round trip is a 1-tree, so none is cheaper than the cheapest 1-tree. A potential added
// to all edges at a vertex makes all round trips dearer by the same amount.
type TripBound struct {
	g *TripGraph
	// Potential is the potential of each vertex.
	Potential []int64

	edges []edge  // those that are not off
	near  []near  // the edges of vertex v are near[first[v]:first[v+1]]
	first []int32 // by vertex, and one more

	// The cheapest 1-tree.
	degree []int32
	inTree []bool  // by place in edges
	up     []int32 // by vertex but 0: its edge towards the root of the tree, or -1
	depth  []int32 // by vertex but 0: its distance from the root
	cost   int64   // without potentials

	// Scratch memory.
	key       []int64 // by vertex in the heap: the cost of up
	heap      []int32
	place     []int32 // by vertex: its place in the heap, inNeither before, inTheTree after
	best      []int64 // potentials
	previous  []int32 // excess degrees one round ago
	direction []int32 // of a step
	changes   []TripChange
}

// edge is an edge that is not off.
type edge struct {
	u, v  int32
	on    bool
	index int32 // in the graph
	cost  int64
}

// near is an edge seen from one of its ends.
type near struct{ to, edge int32 }

const (
	inNeither = -1
	inTheTree = -2
)

// NewTripBound makes a bound. Load must follow.
func NewTripBound(g *TripGraph) *TripBound {
	n := g.Order
	return &TripBound{g: g, Potential: make([]int64, n), first: make([]int32, n+1), degree: make([]int32, n), up: make([]int32, n),
		depth: make([]int32, n), key: make([]int64, n), place: make([]int32, n), best: make([]int64, n), previous: make([]int32, n), direction: make([]int32, n)}
}

// Load takes the edges whose state is not negative. Edges with positive state, and those without a state, must be
// in all 1-trees. The required edges must be part of a round trip.
func (b *TripBound) Load(state []int8) {
	b.edges = b.edges[:0]
	clear(b.first)
	for i, e := range b.g.Ends {
		on := i >= len(state) || state[i] > 0
		if !on && state[i] < 0 {
			continue
		}
		b.edges = append(b.edges, edge{e[0], e[1], on, int32(i), b.g.Cost[i]})
		b.first[e[0]]++
		b.first[e[1]]++
	}
	sum := int32(0)
	for v := range b.first {
		sum += b.first[v]
		b.first[v] = sum
	}
	if cap(b.near) < 2*len(b.edges) {
		b.near, b.inTree = make([]near, 2*len(b.edges)), make([]bool, len(b.edges))
	}
	b.near, b.inTree = b.near[:2*len(b.edges)], b.inTree[:len(b.edges)]
	for i := len(b.edges) - 1; i >= 0; i-- {
		e := &b.edges[i]
		b.first[e.u]--
		b.near[b.first[e.u]] = near{e.v, int32(i)}
		b.first[e.v]--
		b.near[b.first[e.v]] = near{e.u, int32(i)}
	}
}

// reduced returns the cost of an edge with potentials.
func (b *TripBound) reduced(e *edge) int64 { return e.cost + b.Potential[e.u] + b.Potential[e.v] }

// rank is reduced, except that required edges come first.
func (b *TripBound) rank(e *edge) int64 {
	r := b.reduced(e)
	if e.on {
		r -= unlimited
	}
	return r
}

// tree builds the cheapest 1-tree (Prim 1957, with a heap). It reports whether there is one.
func (b *TripBound) tree() bool {
	b.cost = 0
	clear(b.inTree)
	for v, p := range b.Potential {
		b.degree[v], b.up[v], b.place[v] = 0, -1, inNeither
		b.cost -= 2 * p
	}
	b.place[0] = inTheTree
	b.depth[1] = 0
	b.heap = b.heap[:0]
	reached := 1
	for v := int32(1); ; {
		b.place[v] = inTheTree
		for _, h := range b.near[b.first[v]:b.first[v+1]] {
			if b.place[h.to] == inTheTree {
				continue
			}
			if r := b.rank(&b.edges[h.edge]); b.place[h.to] == inNeither || r < b.key[h.to] {
				b.key[h.to], b.up[h.to], b.depth[h.to] = r, h.edge, b.depth[v]+1
				b.lift(h.to)
			}
		}
		if len(b.heap) == 0 {
			break
		}
		v = b.pop()
		b.take(b.up[v])
		reached++
	}
	return reached == b.g.Order-1 && b.closeAtZero()
}

// closeAtZero adds the two cheapest edges at vertex 0.
func (b *TripBound) closeAtZero() bool {
	one, two := int32(-1), int32(-1)
	for _, h := range b.near[b.first[0]:b.first[1]] {
		switch r := b.rank(&b.edges[h.edge]); {
		case one < 0 || r < b.rank(&b.edges[one]):
			one, two = h.edge, one
		case two < 0 || r < b.rank(&b.edges[two]):
			two = h.edge
		}
	}
	if two < 0 {
		return false
	}
	b.take(one)
	b.take(two)
	return true
}

// take adds an edge to the 1-tree.
func (b *TripBound) take(i int32) {
	e := &b.edges[i]
	b.inTree[i] = true
	b.degree[e.u]++
	b.degree[e.v]++
	b.cost += b.reduced(e)
}

// lift puts a vertex into the heap, or moves it up.
func (b *TripBound) lift(v int32) {
	i := b.place[v]
	if i == inNeither {
		i = int32(len(b.heap))
		b.heap = append(b.heap, v)
	}
	for i > 0 {
		above := (i - 1) / 2
		if b.key[b.heap[above]] <= b.key[v] {
			break
		}
		b.heap[i] = b.heap[above]
		b.place[b.heap[i]] = i
		i = above
	}
	b.heap[i], b.place[v] = v, i
}

// pop removes the vertex with the least key.
func (b *TripBound) pop() int32 {
	top, n := b.heap[0], int32(len(b.heap)-1)
	last := b.heap[n]
	b.heap = b.heap[:n]
	if n == 0 {
		return top
	}
	i := int32(0)
	for {
		below := 2*i + 1
		if below >= n {
			break
		}
		if below+1 < n && b.key[b.heap[below+1]] < b.key[b.heap[below]] {
			below++
		}
		if b.key[b.heap[below]] >= b.key[last] {
			break
		}
		b.heap[i] = b.heap[below]
		b.place[b.heap[i]] = i
		i = below
	}
	b.heap[i], b.place[last] = last, i
	return top
}

// Tour returns the edges of the 1-tree if it is a round trip, else nil.
func (b *TripBound) Tour() (edges []int32) {
	if !b.isTour() {
		return nil
	}
	for i, in := range b.inTree {
		if in {
			edges = append(edges, b.edges[i].index)
		}
	}
	return edges
}

// Degree returns the number of edges of the 1-tree at a vertex.
func (b *TripBound) Degree(v int32) int32 { return b.degree[v] }

// TripChange is the effect of forcing one edge.
type TripChange struct {
	Edge int32 // of the graph
	// In is true for an edge of the 1-tree, which is then excluded. Others are included.
	In bool
	// Cost is how much dearer the 1-tree becomes.
	Cost int64
}

// Changes lists the marginal and replacement costs of all undecided edges (Benchimol, van Hoeve, Régin, Rousseau,
// Rueher 2012). An included edge replaces the dearest edge that it makes superfluous. An excluded one is replaced
// by the cheapest possible. The list is valid until the next call. It is worthless if stop returned true.
func (b *TripBound) Changes(stop func() bool) []TripChange {
	if cap(b.changes) < len(b.edges) {
		b.changes = make([]TripChange, len(b.edges))
	}
	all := b.changes[:len(b.edges)]
	for i := range b.edges {
		all[i] = TripChange{b.edges[i].index, b.inTree[i], unlimited}
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

// changesAtZero computes the changes of edges at vertex 0, which has two.
func (b *TripBound) changesAtZero(all []TripChange) {
	dearest, next := -2*unlimited, unlimited // of the edges taken, and of the others
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

// TripPace is the effort spent on potentials.
type TripPace struct {
	// Rounds bounds the number of 1-trees.
	Rounds int
	// Patience is the number of rounds without a better bound before the step is halved.
	Patience int
	// Step is the length of the first steps, in 1/64 of what would reach the goal with unchanged degrees.
	// The search ends when steps are shorter than 1/16 of that.
	Step int64
}

// Raise improves the potentials by subgradient steps (Held and Karp 1971; lengths by Held, Wolfe, Crowder 1974;
// averaged directions by Volgenant and Jonker 1982). It ends when the bound exceeds limit, when the 1-tree is a
// round trip, or when stop returns true. It keeps the best potentials and their 1-tree, and returns the bound.
// Without a 1-tree the bound exceeds any limit.
func (b *TripBound) Raise(limit int64, p TripPace, stop func() bool) (bound int64) {
	if !b.tree() {
		return unlimited
	}
	bound = b.cost
	copy(b.best, b.Potential)
	clear(b.previous)
	step, idle := p.Step, 0
	for range p.Rounds {
		if b.cost > limit || stop() {
			break
		}
		square := int64(0) // of the length of the direction
		for v, d := range b.degree {
			b.direction[v] = 6*(d-2) + 4*b.previous[v]
			b.previous[v] = d - 2
			square += int64(b.direction[v]) * int64(b.direction[v])
		}
		if b.isTour() {
			break
		}
		length := 10 * step * ((b.goal(limit)-b.cost)/64 + 1) / max(square, 1)
		for v, d := range b.direction {
			p := b.Potential[v] + max(length, 1)*int64(d)
			b.Potential[v] = min(max(p, -maxPotential), maxPotential)
		}
		b.tree()
		if b.cost > bound {
			bound, idle = b.cost, 0
			copy(b.best, b.Potential)
			continue
		}
		if idle++; idle >= p.Patience {
			idle = 0
			if step /= 2; step < 4 {
				break
			}
			copy(b.Potential, b.best)
			clear(b.previous)
			b.tree()
		}
	}
	if b.cost < bound {
		copy(b.Potential, b.best)
		b.tree()
	}
	return bound
}

// goal returns the bound to aim at: limit, or a little more than now without a limit.
func (b *TripBound) goal(limit int64) int64 {
	if limit < unlimited {
		return limit
	}
	return b.cost + max(b.cost, -b.cost)/32 + int64(b.g.Order)
}

// isTour reports whether every vertex of the 1-tree has two edges.
func (b *TripBound) isTour() bool {
	return !slices.ContainsFunc(b.degree, func(d int32) bool { return d != 2 })
}
