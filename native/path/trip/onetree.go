package trip

// Bound finds cheapest 1-trees of the edges of a graph that are not off: a spanning tree of all
// vertices but one, vertex 0, and two edges at that one. Every round trip is a 1-tree, so none is
// cheaper than the cheapest 1-tree. Adding a potential to all edges at a vertex makes all round
// trips dearer alike.
type Bound struct {
	g *Graph
	// Potential is that of each vertex.
	Potential []int64

	edges []edge  // those that are not off
	near  []near  // for each vertex its edges, from first[v] to first[v+1]
	first []int32 // for each vertex, and one more

	// The cheapest 1-tree.
	degree   []int32
	inTree   []bool  // for each of edges
	up       []int32 // for each vertex but 0 its edge towards the root of the tree, or -1
	depth    []int32 // for each vertex but 0 its distance from the root
	cost     int64   // less that of the potentials
	key      []int64 // scratch: the cost of up while a vertex is in the heap
	heap     []int32
	place    []int32 // of each vertex in the heap; inNeither before, inTheTree after
	best     []int64 // scratch: potentials
	previous []int32 // scratch: excess degrees one round earlier
	// direction is scratch: that of a step.
	direction []int32
	changes   []Change // scratch of Changes
}

// edge is one that is not off.
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

// NewBound makes a bound of which nothing is known: Load comes next.
func NewBound(g *Graph) *Bound {
	n := g.Order
	return &Bound{g: g, Potential: make([]int64, n), first: make([]int32, n+1), degree: make([]int32, n), up: make([]int32, n),
		depth: make([]int32, n), key: make([]int64, n), place: make([]int32, n), best: make([]int64, n), previous: make([]int32, n), direction: make([]int32, n)}
}

// Load takes the edges for which state is not negative; those with a positive state must be in all
// 1-trees, and so must those that have none. What must be has to be part of a round trip.
func (b *Bound) Load(state []int8) {
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

// reduced is the cost of an edge with the potentials of its ends.
func (b *Bound) reduced(e *edge) int64 { return e.cost + b.Potential[e.u] + b.Potential[e.v] }

// rank is the same, but less than that of all others for edges that are on.
func (b *Bound) rank(e *edge) int64 {
	r := b.reduced(e)
	if e.on {
		r -= unlimited
	}
	return r
}

// tree makes the cheapest 1-tree (Prim 1957, with a heap) and reports whether there is one.
func (b *Bound) tree() bool {
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

// closeAtZero takes the two cheapest edges at vertex 0.
func (b *Bound) closeAtZero() bool {
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

// take puts an edge into the 1-tree.
func (b *Bound) take(i int32) {
	e := &b.edges[i]
	b.inTree[i] = true
	b.degree[e.u]++
	b.degree[e.v]++
	b.cost += b.reduced(e)
}

// lift puts a vertex into the heap, if it is not there, and moves it up to where its key belongs.
func (b *Bound) lift(v int32) {
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

// pop takes the vertex with the least key out of the heap.
func (b *Bound) pop() int32 {
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

// Tour lists the edges of the 1-tree, as those of the graph, if it is a round trip; else it is nil.
func (b *Bound) Tour() (edges []int32) {
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

// Degree is how many edges the 1-tree has at a vertex.
func (b *Bound) Degree(v int32) int32 { return b.degree[v] }
